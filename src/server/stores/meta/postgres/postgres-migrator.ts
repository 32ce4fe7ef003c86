import { AppError } from '#contracts/wire/errors.ts';
import type { MigrationReport } from '#server/stores/migrator.ts';
import { POSTGRES_MIGRATIONS } from '../migrations/all-migrations.ts';
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
CREATE TABLE IF NOT EXISTS ${WRITER_TABLE} (version bigint NOT NULL);`;

/**
 * Brings the schema up to the newest version, forward only: each step is one transaction with its
 * version. Call while no other server can. One newer than the program is refused with `unavailable`
 * and left untouched.
 */
export async function migratePostgres(
  session: PostgresSession,
  settings: PostgresSettings,
): Promise<MigrationReport> {
  await session.script(makeSchema(settings.schema));
  const from = await schemaVersion(session);
  assertKnown(from, settings);
  for (const { version, name, sql } of POSTGRES_MIGRATIONS) {
    if (version <= from) continue;
    try {
      await session.script(
        `BEGIN; SET LOCAL statement_timeout = 0; ${sql}; DELETE FROM ${WRITER_TABLE}; INSERT INTO ${WRITER_TABLE} VALUES (${version}); COMMIT;`,
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
  return { from, to: NEWEST, backupPath: null };
}

/** Asserts that the schema is exactly this program’s. */
export async function assertSchemaVersion(
  session: PostgresSession,
  settings: PostgresSettings,
): Promise<void> {
  const version = await schemaVersion(session).catch((error: unknown) => {
    // No such table.
    if (error instanceof Error && 'code' in error && error.code === '42P01') return 0;
    throw error;
  });
  assertKnown(version, settings);
  if (version < NEWEST)
    throw new AppError(
      'unavailable',
      `${postgresName(settings)} has version ${version} in ${placeOf(settings)}, and this program needs ${NEWEST}: start its server once.`,
    );
}

async function schemaVersion(session: PostgresSession): Promise<number> {
  const [read] = await session.run(
    [
      {
        sql: `SELECT coalesce(max(version), 0) AS version FROM ${WRITER_TABLE}`,
        parameterRows: [[]],
      },
    ],
    false,
  );
  return typedRows<{ version: number }>(read?.rows ?? [])[0]?.version ?? 0;
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
