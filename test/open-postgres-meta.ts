import { threadEntry } from '#server/compose/threads/thread-entry.ts';
import { createMetaStore, type MetaStore } from '#server/stores/meta/meta-dialect.ts';
import type { TestMeta } from '#server/stores/meta/open-test-meta.ts';
import { PostgresMeta } from '#server/stores/meta/postgres/postgres-meta.ts';
import { PostgresReads } from '#server/stores/meta/postgres/postgres-reads.ts';
import type { PostgresSettings } from '#server/stores/meta/postgres/postgres-settings.ts';

interface TestPostgres {
  readonly directory: string;
  readonly port: number;
}

/** Databases are copies of this one, whose schema is up to date. */
export const TEST_TEMPLATE = 'telltale_template';
const READS_THREAD = threadEntry('postgres-reads');
/** What a path was opened as, so that it is found again. */
const named = new Map<string, PostgresSettings>();
let count = 0;

/** A connection to the tests’ PostgreSQL. */
function testPostgres(database: string): PostgresSettings {
  // as: written by `postgres-setup.ts` alone.
  const { directory, port } = JSON.parse(
    process.env['TELLTALE_TEST_POSTGRES'] ?? '{}',
  ) as TestPostgres;
  return {
    host: directory,
    port,
    database,
    user: 'telltale',
    password: null,
    tls: null,
    schema: 'public',
  };
}

/** The metadata in a new database; or in that of the same path. */
export function openPostgresMeta(path: string): TestMeta {
  const isKept = path !== ':memory:';
  const settings = named.get(path) ?? makeTestDatabase();
  if (isKept) named.set(path, settings);
  const { store, close: closeStore } = openPostgresStore(settings, false);
  const reads = new PostgresReads(READS_THREAD, settings);
  const close = async (): Promise<void> => {
    await closeStore();
    if (!isKept)
      administrator().run(`DROP DATABASE IF EXISTS ${settings.database} WITH (FORCE)`, []);
  };
  return {
    ...store,
    connection: {
      execute: ({ sql, parameters }) => ({ ...reads.run(sql, parameters), insertId: null }),
      rows: (sql, parameters) => reads.lists(sql, parameters),
      close: () => {
        reads.close();
        void close().catch(() => undefined);
      },
    },
  };
}

/**
 * The metadata of a server that has the schema alone, or shares it with the others of a cluster.
 * `gate` is awaited before each call.
 */
export function openPostgresStore(
  settings: PostgresSettings,
  isShared: boolean,
  gate: () => Promise<unknown> = async () => undefined,
): { readonly store: MetaStore; close(): Promise<void> } {
  const opened = PostgresMeta.open(settings, () => undefined, isShared);
  opened.catch(() => undefined);
  const meta = async (): Promise<PostgresMeta> => {
    await gate();
    return await opened;
  };
  const store = createMetaStore(
    {
      statement: async (statement) =>
        structuredClone(await (await meta()).execute(structuredClone(statement))),
      batch: async (steps, session) =>
        structuredClone(await (await meta()).batch(structuredClone(steps), session)),
      textPage: async (query) =>
        structuredClone(await (await meta()).textPage(structuredClone(query))),
    },
    'postgres',
  );
  return { store, close: async () => (await opened).close() };
}

/** A new database. Waits for it: the next statement of a test may be one that stops this thread. */
export function makeTestDatabase(): PostgresSettings {
  const settings = testPostgres(`test_${process.pid}_${(count += 1)}`);
  administrator().run(`CREATE DATABASE ${settings.database} TEMPLATE ${TEST_TEMPLATE}`, []);
  return settings;
}

let shared: PostgresReads | null = null;

function administrator(): PostgresReads {
  return (shared ??= new PostgresReads(READS_THREAD, testPostgres('postgres')));
}
