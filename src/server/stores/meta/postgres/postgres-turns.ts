import { setTimeout as delay } from 'node:timers/promises';
import { typedRows } from '../row-codec.ts';
import { PostgresSession } from './postgres-session.ts';
import type { PostgresSettings } from './postgres-settings.ts';

const TAKE = `SELECT pg_try_advisory_lock(hashtext('telltale spans'), hashtext($1)) AS taken`;
const GIVE_BACK = `SELECT pg_advisory_unlock(hashtext('telltale spans'), hashtext($1)) AS taken`;
const TRY_MS_FIRST = 10;
const TRY_MS_MAX = 250;

/**
 * Turns of the servers that share a schema, by an advisory lock on a connection of its own. A
 * server that ends, or loses its connection, loses its turn.
 */
export class PostgresTurns {
  readonly #session: PostgresSession;
  readonly #schema: string;

  constructor(settings: PostgresSettings) {
    this.#session = new PostgresSession(settings);
    this.#schema = settings.schema;
  }

  /** Runs the task once no other server has its turn.. */
  async inTurn<Answer>(task: () => Promise<Answer>): Promise<Answer> {
    for (let waitMs = TRY_MS_FIRST; !(await this.#is(TAKE));) {
      await delay(waitMs);
      waitMs = Math.min(waitMs * 2, TRY_MS_MAX);
    }
    return this.#having(task);
  }

  /** Runs the task if no other server has its turn. */
  async ifFree<Answer>(task: () => Promise<Answer>): Promise<Answer | null> {
    return (await this.#is(TAKE)) ? this.#having(task) : null;
  }

  close(): Promise<void> {
    return this.#session.close();
  }

  async #having<Answer>(task: () => Promise<Answer>): Promise<Answer> {
    try {
      return await task();
    } finally {
      // Without a connection there is no lock any more.
      await this.#is(GIVE_BACK).catch(() => false);
    }
  }

  async #is(sql: string): Promise<boolean> {
    const [result] = await this.#session.run([{ sql, parameterRows: [[this.#schema]] }], false);
    return typedRows<{ taken: number }>(result?.rows ?? [])[0]?.taken === 1;
  }
}
