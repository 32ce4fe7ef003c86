import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '#contracts/wire/errors.ts';
import type { MigrationReport } from '#server/stores/migrator.ts';
import { typedRows } from '../row-codec.ts';
import { isLost } from './postgres-errors.ts';
import { migratePostgres } from './postgres-migrator.ts';
import { PostgresSession } from './postgres-session.ts';
import { postgresName, type PostgresSettings } from './postgres-settings.ts';

/** A server that was killed holds its lock until PostgreSQL notices. */
const TAKE_MS_MAX = 5_000;
const TRY_MS = 250;
const RETAKE_MS = 1_000;
/** For a PostgreSQL that is starting. */
const START_MS_MAX = 15_000;
/** For another server that brings the schema up to date. */
const MIGRATION_MS_MAX = 600_000;

/** By the schema’s name: it may not exist yet. */
const KEY = `hashtext('telltale metadata'), hashtext($1)`;
const LOCK = `SELECT pg_try_advisory_lock(${KEY}) AS taken`;
const LOCK_SHARED = `SELECT pg_try_advisory_lock_shared(${KEY}) AS taken`;
const MIGRATION_KEY = `hashtext('telltale migrations'), hashtext($1)`;
const LOCK_MIGRATIONS = `SELECT pg_try_advisory_lock(${MIGRATION_KEY}) AS taken`;
const UNLOCK_MIGRATIONS = `SELECT pg_advisory_unlock(${MIGRATION_KEY}) AS taken`;

export interface PostgresGuardOptions {
  /** Another server has the schema by now. */
  readonly onTaken: (error: Error) => void;
  /** Whether this is one of several servers of a cluster. */
  readonly isShared: boolean;
}

/**
 * Keeps the schema for one server, or for those of one cluster, by an advisory lock on a connection
 * of its own: a server whose spans are in its working directory has the lock alone, those that
 * share their spans share it. A connection that is lost is made again; if a server of the other
 * kind has taken the lock by then, this one must end.
 */
export class PostgresGuard {
  readonly migration: MigrationReport;
  readonly #session: PostgresSession;
  readonly #settings: PostgresSettings;
  readonly #options: PostgresGuardOptions;
  #isClosed = false;

  private constructor(
    session: PostgresSession,
    settings: PostgresSettings,
    migration: MigrationReport,
    options: PostgresGuardOptions,
  ) {
    this.#session = session;
    this.#settings = settings;
    this.migration = migration;
    this.#options = options;
    this.#watch();
  }

  /**
   * Takes the lock and brings the schema up to date, one server at a time. Waits a while for a
   * PostgreSQL that is starting, and for a server that is ending.
   */
  static async take(
    settings: PostgresSettings,
    options: PostgresGuardOptions,
  ): Promise<PostgresGuard> {
    const session = new PostgresSession(settings);
    try {
      await takeWithin(session, settings, options.isShared);
      const migration = await migrateInTurn(session, settings, options.isShared);
      return new PostgresGuard(session, settings, migration, options);
    } catch (error) {
      await session.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#session.close();
  }

  #watch(): void {
    this.#session.onLost(() => void this.#retake());
  }

  async #retake(): Promise<void> {
    const { isShared, onTaken } = this.#options;
    while (!this.#isClosed) {
      try {
        if (await takes(this.#session, this.#settings, lockOf(isShared))) this.#watch();
        else onTaken(takenBy(this.#settings, isShared));
        return;
      } catch {
        await delay(RETAKE_MS, undefined, { ref: false });
      }
    }
  }
}

async function takeWithin(
  session: PostgresSession,
  settings: PostgresSettings,
  isShared: boolean,
): Promise<void> {
  const startedMs = performance.now();
  for (;;) {
    const lateMs = performance.now() - startedMs;
    try {
      if (await takes(session, settings, lockOf(isShared))) return;
      if (lateMs > TAKE_MS_MAX) throw takenBy(settings, isShared);
    } catch (error) {
      const isStarting =
        error instanceof AppError && error.code === 'unavailable' && isLost(error.cause);
      if (!isStarting || lateMs > START_MS_MAX) throw error;
    }
    await delay(TRY_MS);
  }
}

async function migrateInTurn(
  session: PostgresSession,
  settings: PostgresSettings,
  isShared: boolean,
): Promise<MigrationReport> {
  const startedMs = performance.now();
  while (!(await takes(session, settings, LOCK_MIGRATIONS))) {
    if (performance.now() - startedMs > MIGRATION_MS_MAX)
      throw new AppError(
        'unavailable',
        `Another server has been bringing ${placeOf(settings)} up to date for ${MIGRATION_MS_MAX / 60_000} minutes: start again when it is done.`,
      );
    await delay(TRY_MS);
  }
  const report = await migratePostgres(session, settings, isShared);
  await takes(session, settings, UNLOCK_MIGRATIONS);
  return report;
}

function lockOf(isShared: boolean): string {
  return isShared ? LOCK_SHARED : LOCK;
}

async function takes(
  session: PostgresSession,
  settings: PostgresSettings,
  sql: string,
): Promise<boolean> {
  const [result] = await session.run([{ sql, parameterRows: [[settings.schema]] }], false);
  return typedRows<{ taken: number }>(result?.rows ?? [])[0]?.taken === 1;
}

function takenBy(settings: PostgresSettings, isShared: boolean): AppError {
  const who = isShared
    ? 'A Telltale server without ClickHouse, whose spans are in its working directory,'
    : 'Another Telltale server';
  const why = isShared
    ? 'Servers share a schema if all of them have the same SERVICE_CLICKHOUSE_URL.'
    : 'Spans are in a server’s working directory unless SERVICE_CLICKHOUSE_URL is set, so only servers that have it share a schema.';
  return new AppError(
    'unavailable',
    `${who} uses ${placeOf(settings)}: stop it, or set SERVICE_SQL_DATABASE_SCHEMA to another schema. ${why}`,
  );
}

function placeOf(settings: PostgresSettings): string {
  return `schema '${settings.schema}' in database '${settings.database}' of ${postgresName(settings)}`;
}
