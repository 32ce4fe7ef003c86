import { PostgresReads } from '#server/stores/meta/postgres/postgres-reads.ts';
import {
  postgresName,
  type PostgresSettings,
} from '#server/stores/meta/postgres/postgres-settings.ts';
import { threadEntry } from '#server/compose/threads/thread-entry.ts';
import { POSTGRES_MIGRATIONS } from '#server/stores/meta/migrations/all-migrations.ts';

/** 14.0 as PostgreSQL numbers it. */
const VERSION_MIN = 140_000;
/** Above this, each change of metadata waits noticeably. */
const LATENCY_MS_MAX = 50;
const LATENCY_TRIES = 5;

/** What the user may do, and what is there. Names are values: a schema may not exist yet. */
const FACTS = `SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS name,
  pg_is_in_recovery() AS standby, pg_encoding_to_char(encoding) AS encoding,
  to_regnamespace(quote_ident(?)) IS NOT NULL AS has_schema,
  has_database_privilege(current_database(), 'CREATE') AS may_create,
  coalesce(has_schema_privilege(to_regnamespace(quote_ident(?)), 'CREATE, USAGE'), false) AS may_use,
  to_regclass(quote_ident(?) || '.telltale_schema') IS NOT NULL AS has_tables,
  to_regclass(quote_ident(?) || '.telltale_copy') IS NOT NULL AS has_copy
FROM pg_database WHERE datname = current_database()`;

interface Facts {
  readonly version: number;
  readonly name: string;
  readonly standby: number;
  readonly encoding: string;
  readonly has_schema: number;
  readonly may_create: number;
  readonly may_use: number;
  readonly has_tables: number;
  readonly has_copy: number;
}

/**
 * Looks at PostgreSQL as the server will use it, also while a server runs: version, rights, schema
 * and latency. Throws what is wrong.
 */
export function checkPostgres(settings: PostgresSettings): string {
  const reads = new PostgresReads(threadEntry('postgres-reads'), settings);
  const where = `${postgresName(settings)}, database '${settings.database}'`;
  try {
    // as: the columns of the statement.
    const [facts] = reads.rows(FACTS, [
      settings.schema,
      settings.schema,
      settings.schema,
      settings.schema,
    ]) as readonly Facts[];
    if (facts === undefined) throw new Error(`${where} doesn’t say what it is.`);
    assertUsable(facts, settings, where);
    const schema =
      facts.has_tables === 0 ? 'no tables yet' : `schema ${schemaVersion(reads, where)}`;
    const latencyMs = Math.min(
      ...Array.from({ length: LATENCY_TRIES }, () =>
        millisecondsOf(() => reads.rows('SELECT 1', [])),
      ),
    );
    if (latencyMs > LATENCY_MS_MAX)
      throw new Error(
        `${where} takes ${latencyMs.toFixed(0)} ms to answer: run the server nearer to it; at most ${LATENCY_MS_MAX} ms is usable.`,
      );
    return `PostgreSQL ${facts.name} at ${where.slice('PostgreSQL at '.length)}, ${schema}, answers in ${latencyMs.toFixed(1)} ms`;
  } finally {
    reads.close();
  }
}

function assertUsable(facts: Facts, { schema, user }: PostgresSettings, where: string): void {
  if (facts.version < VERSION_MIN)
    throw new Error(`${where} is PostgreSQL ${facts.name}: 14 or newer is needed.`);
  if (facts.standby === 1)
    throw new Error(
      `${where} is a standby, which takes no changes: give the address of the primary.`,
    );
  if (facts.encoding !== 'UTF8')
    throw new Error(
      `${where} has the encoding ${facts.encoding}: create a database with ENCODING 'UTF8'.`,
    );
  if (facts.has_schema === 0 && facts.may_create === 0)
    throw new Error(
      `${where} has no schema '${schema}', and user '${user}' may not create it: CREATE SCHEMA ${schema} AUTHORIZATION ${user}.`,
    );
  if (facts.has_copy === 1)
    throw new Error(
      `Schema '${schema}' of ${where} holds an unfinished copy: give the same telltale copy again, which continues it.`,
    );
  if (facts.has_schema === 1 && facts.may_use === 0)
    throw new Error(
      `User '${user}' may not create tables in schema '${schema}' of ${where}: GRANT CREATE, USAGE ON SCHEMA ${schema} TO ${user}.`,
    );
}

function schemaVersion(reads: PostgresReads, where: string): number {
  // as: the column of the statement.
  const [row] = reads.rows(
    'SELECT coalesce(max(version), 0) AS version FROM telltale_schema',
    [],
  ) as readonly {
    readonly version: number;
  }[];
  const version = row?.version ?? 0;
  const newest = POSTGRES_MIGRATIONS.at(-1)?.version ?? 0;
  if (version > newest)
    throw new Error(
      `${where} has schema version ${version}, but this program knows versions up to ${newest}: a newer Telltale wrote it.`,
    );
  return version;
}

function millisecondsOf(work: () => unknown): number {
  const startedMs = performance.now();
  work();
  return performance.now() - startedMs;
}
