import { ClickHouseEngine, hasEngine } from './clickhouse/clickhouse-engine.ts';
import { ENGINES_VARIABLE, type ClusterEngines } from './e2e/cluster-engines.ts';
import { openPostgres, POSTGRES, type PostgresServer } from './postgres-server.ts';

let engine: ClickHouseEngine | null = null;
let postgres: PostgresServer | null = null;

/** One PostgreSQL and one engine of ClickHouse for all black-box tests of the cluster mode. */
export async function setup(): Promise<void> {
  if (POSTGRES === null || !hasEngine)
    throw new Error(
      'The cluster mode needs PostgreSQL (POSTGRES_PATH), and a Python with chdb (PYTHON_PATH).',
    );
  [engine, postgres] = await Promise.all([ClickHouseEngine.start(), openPostgres()]);
  await postgres.run('CREATE DATABASE cluster');
  const engines: ClusterEngines = {
    postgresUrl: postgres.tcpUrl('cluster'),
    clickHouseUrl: engine.url,
  };
  process.env[ENGINES_VARIABLE] = JSON.stringify(engines);
}

export async function teardown(): Promise<void> {
  await Promise.all([engine?.stop(), postgres?.close()]);
}
