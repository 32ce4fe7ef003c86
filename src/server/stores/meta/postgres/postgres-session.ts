import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { AppError } from '#contracts/wire/errors.ts';
import { Pipeline, type PipelineResult, type PipelineStep } from './pipeline.ts';
import { isConflict, isEnding, isLost, isUnsent, postgresError } from './postgres-errors.ts';
import { postgresName, quotedName, type PostgresSettings } from './postgres-settings.ts';

const CONNECT_MS_MAX = 5_000;
/** The server stops a statement that takes longer. */
const STATEMENT_MS_MAX = 25_000;
/** For the server’s word that it stopped it. */
const ANSWER_MS_MAX = STATEMENT_MS_MAX + 2_000;
/** Of what another transaction holds. */
const LOCK_MS_MAX = 10_000;
/** A server that does nothing amid a transaction is gone, and must not keep others from writing. */
const IDLE_IN_TRANSACTION_MS_MAX = 30_000;
/** After a connection failed, others aren’t tried for so long. */
const RECONNECT_MS = 250;
const TRIES_MAX = 3;
const KEEP_ALIVE_MS = 10_000;

/**
 * The table whose lock a writing transaction holds: one writes at a time, on whichever server, as
 * on SQLite.
 */
export const WRITER_TABLE = 'telltale_schema';
const none = [[]] as const;
/**
 * The lock comes before the first snapshot: what the transaction reads is what the one before it
 * left.
 */
const BEGIN: readonly PipelineStep[] = [
  { sql: 'begin isolation level repeatable read', parameterRows: none },
  { sql: `lock table ${WRITER_TABLE} in exclusive mode`, parameterRows: none },
];
const BEGIN_READING: readonly PipelineStep[] = [
  { sql: 'begin isolation level repeatable read read only', parameterRows: none },
];
const COMMIT: readonly PipelineStep[] = [{ sql: 'commit', parameterRows: none }];
const ROLLBACK: readonly PipelineStep[] = [{ sql: 'rollback', parameterRows: none }];

/**
 * One connection, made when it is needed and again when it was lost. Calls run one after the other.
 * States: idle -> open (a transaction) -> idle; a connection that is lost amid a transaction makes
 * it `lost`: every statement fails until the transaction is rolled back.
 */
export class PostgresSession {
  readonly #settings: PostgresSettings;
  #client: Client | null = null;
  #state: 'idle' | 'open' | 'lost' = 'idle';
  #last: Promise<unknown> = Promise.resolve();
  #failed: { readonly error: unknown; readonly atMs: number } | null = null;
  #isClosed = false;
  /** Errors of connections that ended before the server ran anything of what it was sent. */
  readonly #untouched = new WeakSet<object>();

  constructor(settings: PostgresSettings) {
    this.#settings = settings;
  }

  /** Begins a transaction: one that writes waits for the one that writes now. */
  async begin({ writes } = { writes: true }): Promise<void> {
    await this.#inTurn(async () => {
      if (this.#state !== 'idle') this.#drop();
      this.#state = 'idle';
      await this.#retrying(() => this.#whole(writes ? BEGIN : BEGIN_READING), true);
      this.#state = 'open';
    });
  }

  async commit(): Promise<void> {
    await this.#inTurn(async () => {
      this.#assertNotLost();
      this.#state = 'idle';
      await this.#send(COMMIT);
    });
  }

  async rollback(): Promise<void> {
    await this.#inTurn(async () => {
      const isOpen = this.#state === 'open';
      this.#state = 'idle';
      // Without a connection there is no transaction any more.
      if (isOpen) await this.#send(ROLLBACK).catch(() => this.#drop());
    });
  }

  /** Runs steps: in the open transaction, otherwise all or none of them in their own. */
  run(steps: readonly PipelineStep[], writes: boolean): Promise<readonly PipelineResult[]> {
    return this.#inTurn(async () => {
      this.#assertNotLost();
      if (this.#state === 'open') return this.#send(steps);
      if (steps.length === 1 && !writes) return this.#retrying(() => this.#send(steps), true);
      const begin = writes ? BEGIN : BEGIN_READING;
      const results = await this.#retrying(
        () => this.#whole([...begin, ...steps, ...COMMIT]),
        !writes,
      );
      return results.slice(begin.length, -1);
    });
  }

  /** Runs statements as they are, several in one text; for schemas. */
  async script(sql: string): Promise<void> {
    await this.#inTurn(async () => {
      const client = await this.#connected();
      await client.query(sql).catch((error: unknown) => {
        throw postgresError(error, this.#settings);
      });
    });
  }

  /** Calls back once this connection is lost. */
  onLost(listener: () => void): void {
    this.#client?.once('end', () => {
      if (!this.#isClosed) listener();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const client = this.#client;
    this.#client = null;
    await client?.end().catch(() => undefined);
  }

  /** One message for a whole transaction, or its begin; if a step fails, it is rolled back. */
  async #whole(steps: readonly PipelineStep[]): Promise<readonly PipelineResult[]> {
    try {
      return await this.#send(steps);
    } catch (error) {
      if (this.#client !== null) await this.#send(ROLLBACK).catch(() => this.#drop());
      throw error;
    }
  }

  /**
   * Tries again after a conflict with another transaction, and, where nothing was written, after a
   * lost connection.
   */
  async #retrying<R>(work: () => Promise<R>, isRepeatable: boolean): Promise<R> {
    for (let tried = 1; ; tried += 1) {
      try {
        return await work();
      } catch (error) {
        const cause = error instanceof AppError ? error.cause : error;
        // A connection that could not be made is not tried at once again.
        const isNothingDone =
          isRepeatable || (cause instanceof Error && this.#untouched.has(cause));
        const isWorthIt =
          isConflict(cause) || (isNothingDone && isLost(cause) && this.#failed === null);
        if (!isWorthIt || tried === TRIES_MAX) throw error;
        await delay(tried * 10);
      }
    }
  }

  async #send(steps: readonly PipelineStep[]): Promise<readonly PipelineResult[]> {
    const pipeline = new Pipeline(steps);
    const client = await this.#connected();
    const timer = setTimeout(() => this.#drop(), ANSWER_MS_MAX);
    try {
      client.query(pipeline);
      return await pipeline.results;
    } catch (error) {
      if (isLost(error)) this.#drop();
      // What it had run it would have reported before; and what could not be sent it did not get.
      if ((isEnding(error) || (isUnsent(error) && pipeline.isShort)) && !pipeline.hasRun)
        this.#untouched.add(error);
      throw postgresError(error, this.#settings);
    } finally {
      clearTimeout(timer);
    }
  }

  async #connected(): Promise<Client> {
    if (this.#client !== null) return this.#client;
    if (this.#failed !== null && performance.now() - this.#failed.atMs < RECONNECT_MS)
      throw this.#failed.error;
    try {
      this.#client = await connectPostgres(this.#settings, (client) => this.#lost(client));
      this.#failed = null;
      return this.#client;
    } catch (cause) {
      const error = postgresError(cause, this.#settings);
      this.#failed = { error, atMs: performance.now() };
      throw error;
    }
  }

  #lost(client: Client): void {
    if (this.#client !== client) return;
    this.#client = null;
    if (this.#state === 'open') this.#state = 'lost';
  }

  /** Gives the connection up; what runs on it fails. */
  #drop(): void {
    const client = this.#client;
    if (client === null) return;
    this.#lost(client);
    client.connection.stream.destroy();
  }

  #assertNotLost(): void {
    if (this.#state === 'lost')
      throw new AppError(
        'unavailable',
        `${postgresName(this.#settings)} closed the connection amid a change, which was rolled back; try again.`,
        {
          retryAfterSeconds: 1,
        },
      );
  }

  #inTurn<R>(work: () => Promise<R>): Promise<R> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}

/** Makes a connection and sets it up; `onLost` is called once it has ended, however that came. */
export async function connectPostgres(
  settings: PostgresSettings,
  onLost: (client: Client) => void,
): Promise<Client> {
  // Here and not above: a server without PostgreSQL does not load it.
  const { default: pg } = await import('pg');
  const { host, port, database, user, password, tls } = settings;
  const client = new pg.Client({
    host,
    port,
    database,
    user,
    // A function, so that no password is looked for in files of the user.
    password: () => password ?? '',
    ssl: tls === null ? false : tlsOptions(tls),
    connectionTimeoutMillis: CONNECT_MS_MAX,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    application_name: 'telltale',
  });
  client.on('error', () => onLost(client));
  client.on('end', () => onLost(client));
  try {
    await client.connect();
  } catch (error) {
    // As pg says it; there is no code.
    if (
      tls?.isOptional !== true ||
      !(error instanceof Error) ||
      !error.message.includes('does not support SSL')
    )
      throw error;
    return connectPostgres({ ...settings, tls: null }, onLost);
  }
  // By a statement: poolers of connections refuse most parameters of a start.
  await client.query(`SET search_path TO ${quotedName(settings.schema)}; SET statement_timeout = ${STATEMENT_MS_MAX}; SET lock_timeout = ${LOCK_MS_MAX};
SET idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS_MAX}; SET client_encoding = 'UTF8'; SET TIME ZONE 'UTC'; SET bytea_output = 'hex';
SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'`);
  return client;
}

function tlsOptions({
  verifiesName,
  isOptional: _,
  ...options
}: NonNullable<PostgresSettings['tls']>) {
  return verifiesName ? options : { ...options, checkServerIdentity: () => undefined };
}
