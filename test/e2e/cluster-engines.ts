import { createHash } from 'node:crypto';

/** Where the engines of `test/cluster-setup.ts` are. */
export interface ClusterEngines {
  /** A database of PostgreSQL, as `SERVICE_SQL_DATABASE_URL` takes it. */
  readonly postgresUrl: string;
  /** `http://127.0.0.1:port` of ClickHouse’s engine. */
  readonly clickHouseUrl: string;
}

export const ENGINES_VARIABLE = 'TELLTALE_TEST_ENGINES';
/** Settings that say themselves where metadata and spans are. */
const PLACES = /^SERVICE_(?:SQL_DATABASE|POSTGRES|CLICKHOUSE)_/;

/**
 * Settings of a server or a command in the cluster mode of the black-box tests: PostgreSQL and
 * ClickHouse, with a schema and a database for each working directory, so that a restart finds its
 * data. None in the usual mode, and where a test says itself where its data is.
 */
export async function clusterSettings(
  env: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, string>>> {
  const engines = clusterEngines();
  const directory = env['SERVICE_WORKING_DIR'];
  if (engines === null || directory === undefined) return {};
  if (Object.keys(env).some((name) => PLACES.test(name))) return {};
  const name = nameOf(directory);
  await askClickHouse(engines, `CREATE DATABASE IF NOT EXISTS ${name}`);
  return {
    SERVICE_SQL_DATABASE_URL: engines.postgresUrl,
    SERVICE_SQL_DATABASE_SCHEMA: name,
    SERVICE_CLICKHOUSE_URL: `${engines.clickHouseUrl}/${name}`,
  };
}

/** Deletes what a directory’s servers have in ClickHouse: its engine works on every table it has. */
export async function dropSpans(directory: string): Promise<void> {
  const engines = clusterEngines();
  if (engines !== null)
    await askClickHouse(engines, `DROP DATABASE IF EXISTS ${nameOf(directory)}`);
}

function clusterEngines(): ClusterEngines | null {
  const text = process.env[ENGINES_VARIABLE];
  // as: written by `test/cluster-setup.ts` alone.
  return text === undefined ? null : (JSON.parse(text) as ClusterEngines);
}

function nameOf(directory: string): string {
  return `t_${createHash('sha256').update(directory).digest('hex').slice(0, 16)}`;
}

async function askClickHouse({ clickHouseUrl }: ClusterEngines, statement: string): Promise<void> {
  const reply = await fetch(`${clickHouseUrl}/?database=default`, {
    method: 'POST',
    body: statement,
  });
  if (!reply.ok) throw new Error(`${statement}: ${await reply.text()}`);
}
