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

/** By the schema’s name: it may not exist yet. */
const LOCK = `SELECT pg_try_advisory_lock(hashtext('telltale metadata'), hashtext($1)) AS taken`;

/**
 * Keeps the schema for one server, by an advisory lock on a connection of its own. Spans are in
 * this server's working directory, so a second one would have others. A connection that is lost is
 * made again; if another server has taken the lock by then, this one must end.
 */
export class PostgresGuard {
  readonly migration: MigrationReport;
  readonly #session: PostgresSession;
  readonly #settings: PostgresSettings;
  readonly #onTaken: (error: Error) => void;
  #isClosed = false;

  private constructor(
    session: PostgresSession,
    settings: PostgresSettings,
    migration: MigrationReport,
    onTaken: (error: Error) => void,
  ) {
    this.#session = session;
    this.#settings = settings;
    this.migration = migration;
    this.#onTaken = onTaken;
    this.#watch();
  }

  /**
   * Takes the lock and brings the schema up to date. Waits a while for a PostgreSQL that is
   * starting, and for a server that is ending.
   */
  static async take(
    settings: PostgresSettings,
    onTaken: (error: Error) => void,
  ): Promise<PostgresGuard> {
    const session = new PostgresSession(settings);
    try {
      await takeWithin(session, settings);
      return new PostgresGuard(
        session,
        settings,
        await migratePostgres(session, settings),
        onTaken,
      );
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
    while (!this.#isClosed) {
      try {
        if (await isTaken(this.#session, this.#settings)) {
          this.#onTaken(takenBy(this.#settings));
          return;
        }
        this.#watch();
        return;
      } catch {
        await delay(RETAKE_MS, undefined, { ref: false });
      }
    }
  }
}

async function takeWithin(session: PostgresSession, settings: PostgresSettings): Promise<void> {
  const startedMs = performance.now();
  for (;;) {
    const lateMs = performance.now() - startedMs;
    try {
      if (!(await isTaken(session, settings))) return;
      if (lateMs > TAKE_MS_MAX) throw takenBy(settings);
    } catch (error) {
      const isStarting =
        error instanceof AppError && error.code === 'unavailable' && isLost(error.cause);
      if (!isStarting || lateMs > START_MS_MAX) throw error;
    }
    await delay(TRY_MS);
  }
}

/** Whether another server has the lock. */
async function isTaken(session: PostgresSession, settings: PostgresSettings): Promise<boolean> {
  const [result] = await session.run([{ sql: LOCK, parameterRows: [[settings.schema]] }], false);
  return typedRows<{ taken: number }>(result?.rows ?? [])[0]?.taken !== 1;
}

function takenBy(settings: PostgresSettings): AppError {
  return new AppError(
    'unavailable',
    `Another Telltale server uses schema '${settings.schema}' in database '${settings.database}' of ${postgresName(settings)}: stop it, or set SERVICE_SQL_DATABASE_SCHEMA to another schema. Spans are in each server’s working directory, so one server at a time can use a schema.`,
  );
}
