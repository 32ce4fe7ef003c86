import { PostgresMeta } from '#server/stores/meta/postgres/postgres-meta.ts';
import { TEST_TEMPLATE } from './open-postgres-meta.ts';
import { openPostgres, type PostgresServer } from './postgres-server.ts';

let postgres: PostgresServer | null = null;

/** One PostgreSQL for all tests that run on it, with a database that theirs are copies of. */
export async function setup(): Promise<void> {
  postgres = await openPostgres();
  await postgres.run(`CREATE DATABASE ${TEST_TEMPLATE}`);
  const meta = await PostgresMeta.open(postgres.settings(TEST_TEMPLATE), () => undefined);
  await meta.close();
  process.env['TELLTALE_TEST_POSTGRES'] = JSON.stringify({
    directory: postgres.directory,
    port: postgres.port,
  });
}

export async function teardown(): Promise<void> {
  await postgres?.close();
}
