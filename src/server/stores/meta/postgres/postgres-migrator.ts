import { AppError } from '#contracts/wire/errors.ts';
import type { MigrationReport } from '#server/stores/migrator.ts';
import { POSTGRES_MIGRATIONS, type PostgresMigration } from '../migrations/all-migrations.ts';
import { typedRows } from '../row-codec.ts';
import { quotedName, postgresName, type PostgresSettings } from './postgres-settings.ts';
import { WRITER_TABLE, type PostgresSession } from './postgres-session.ts';

const NEWEST = POSTGRES_MIGRATIONS.at(-1)?.version ?? 0;

/**
 * Creates the schema if it does not exist. Where an administrator created it, the right to create
 * schemas is not needed.
 */
const makeSchema = (schema: string) => `DO $$ BEGIN
  IF NOT EXISTS (SELECT 1 FROM pg_namespace WHERE nspname = '${schema.replaceAll("'", "''")}') THEN
    CREATE SCHEMA ${quotedName(schema)};
  END IF;
END $$;
CREATE TABLE IF NOT EXISTS ${WRITER_TABLE} (version bigint NOT NULL);
DO $$ BEGIN
  IF NOT EXISTS (SELECT 1 FROM pg_attribute WHERE attrelid = '${WRITER_TABLE}'::regclass AND attname = 'oldest_program') THEN
    ALTER TABLE ${WRITER_TABLE} ADD COLUMN oldest_program bigint;
  END IF;
END $$;`;

/** What the schema says of itself. */
interface SchemaState {
  readonly version: number;
  /** The version of the oldest program that it is for. */
  readonly oldestProgram: number;
}

/**
 * Brings the schema up to the newest version, forward only: each step is one transaction with its
 * version, after the one that writes now. Call while no other server can. One newer than the
 * program is left untouched: it is refused with `unavailable`, but for a server of a cluster that
 * the schema is still for.
 */
export async function migratePostgres(
  session: PostgresSession,
  settings: PostgresSettings,
  isShared: boolean,
): Promise<MigrationReport> {
  await session.script(makeSchema(settings.schema));
  const state = await schemaState(session);
  const from = state.version;
  if (isShared) assertUsable(state, settings);
  else assertKnown(from, settings);
  let { oldestProgram } = state;
  for (const step of POSTGRES_MIGRATIONS) {
    if (step.version <= from) continue;
    oldestProgram = Math.max(oldestProgram, step.oldestProgram);
    await apply(session, settings, { ...step, oldestProgram });
  }
  return { from, to: Math.max(from, NEWEST), backupPath: null };
}

async function apply(
  session: PostgresSession,
  settings: PostgresSettings,
  { version, name, sql, oldestProgram }: PostgresMigration,
): Promise<void> {
  try {
    // The lock of those that write: steps wait for them, and never for each other in a circle.
    await session.script(
      `BEGIN; SET LOCAL statement_timeout = 0; LOCK TABLE ${WRITER_TABLE} IN EXCLUSIVE MODE; ${sql}; DELETE FROM ${WRITER_TABLE}; INSERT INTO ${WRITER_TABLE} (version, oldest_program) VALUES (${version}, ${oldestProgram}); COMMIT;`,
    );
  } catch (cause) {
    await session.script('ROLLBACK').catch(() => undefined);
    if (cause instanceof AppError) throw cause;
    throw new AppError(
      'unavailable',
      `Migration ${version} (${name}) of ${postgresName(settings)} failed; the database is as it was before.`,
      { cause },
    );
  }
}

/** Asserts that the schema is exactly this program’s. */
export async function assertSchemaVersion(
  session: PostgresSession,
  settings: PostgresSettings,
): Promise<void> {
  const { version } = await schemaState(session).catch((error: unknown) => {
    // No such table, or none of its columns.
    if (error instanceof Error && 'code' in error && /^(42P01|42703)$/.test(String(error.code)))
      return { version: 0 };
    throw error;
  });
  assertKnown(version, settings);
  if (version < NEWEST)
    throw new AppError(
      'unavailable',
      `${postgresName(settings)} has version ${version} in ${placeOf(settings)}, and this program needs ${NEWEST}: start its server once.`,
    );
}

async function schemaState(session: PostgresSession): Promise<SchemaState> {
  const [read] = await session.run(
    [
      {
        sql: `SELECT coalesce(max(version), 0) AS version, coalesce(max(oldest_program), max(version), 0) AS "oldestProgram" FROM ${WRITER_TABLE}`,
        parameterRows: [[]],
      },
    ],
    false,
  );
  return typedRows<SchemaState>(read?.rows ?? [])[0] ?? { version: 0, oldestProgram: 0 };
}

/** Of a server among others: while they are replaced one by one, a newer one has been here. */
function assertUsable({ version, oldestProgram }: SchemaState, settings: PostgresSettings): void {
  if (version > NEWEST && oldestProgram > NEWEST)
    throw new AppError(
      'unavailable',
      `${postgresName(settings)} has version ${version} in ${placeOf(settings)}, which is for programs that know version ${oldestProgram} or newer, but this program knows versions up to ${NEWEST}: start a newer Telltale, or restore a backup.`,
    );
}

function assertKnown(version: number, settings: PostgresSettings): void {
  if (version > NEWEST)
    throw new AppError(
      'unavailable',
      `${postgresName(settings)} has version ${version} in ${placeOf(settings)}, but this program knows versions up to ${NEWEST}: start a newer Telltale, or restore a backup.`,
    );
}

function placeOf({ schema, database }: PostgresSettings): string {
  return `schema '${schema}' of database '${database}'`;
}
