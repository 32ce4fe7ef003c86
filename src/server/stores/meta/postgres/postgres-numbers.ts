import { AppError } from '#contracts/wire/errors.ts';
import { typedRows } from '../row-codec.ts';
import { PostgresSession } from './postgres-session.ts';
import { postgresName, type PostgresSettings } from './postgres-settings.ts';

/** Two servers that meet the same new name within this time give it one number. */
const CLAIMED_FOR_MS = 60_000;
const TAKE = `UPDATE row_numbers SET next_number = next_number + $2 WHERE kind = $1 RETURNING next_number - $2 AS first`;
const BEGIN_AT = `INSERT INTO row_numbers (kind, next_number) VALUES ($1, $2)
ON CONFLICT (kind) DO UPDATE SET next_number = greatest(row_numbers.next_number, excluded.next_number)`;
/** By PostgreSQL’s clock: those of servers may differ. */
const NOW = 'CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)';
const IS_OVER = `known.claimed_at_ms < excluded.claimed_at_ms - ${CLAIMED_FOR_MS}`;
/** One row for each name: the first server within the time has set the number. */
const CLAIM = `INSERT INTO row_names AS known (kind, name, number, claimed_at_ms) VALUES ($1, $2, $3, ${NOW})
ON CONFLICT (kind, name) DO UPDATE SET
  number = CASE WHEN ${IS_OVER} THEN excluded.number ELSE known.number END,
  claimed_at_ms = CASE WHEN ${IS_OVER} THEN excluded.claimed_at_ms ELSE known.claimed_at_ms END
RETURNING number`;
const RELEASE = 'DELETE FROM row_names WHERE kind = $1 AND number = $2';
const FORGET = `DELETE FROM row_names WHERE claimed_at_ms < ${NOW} - ${10 * CLAIMED_FOR_MS}`;
const FORGET_EVERY_MS = 60_000;
/** No such table: the metadata thread makes it. */
const NO_TABLE = '42P01';

/**
 * Row numbers for the spans of several servers, from the tables that they share. Statements are
 * transactions of their own, beside those of metadata: none waits for the lock of a writer there.
 */
export class PostgresNumbers {
  readonly #session: PostgresSession;
  readonly #settings: PostgresSettings;
  #forgotAtMs = Number.NEGATIVE_INFINITY;

  constructor(settings: PostgresSettings) {
    this.#session = new PostgresSession(settings);
    this.#settings = settings;
  }

  /** Whether the tables are there yet. */
  async isReady(): Promise<boolean> {
    try {
      await this.#rows('SELECT kind FROM row_numbers LIMIT 1', []);
      return true;
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === NO_TABLE) return false;
      throw error;
    }
  }

  /** Numbers of the kind are greater than this from now on. */
  async beginAfter(kind: string, number: number): Promise<void> {
    await this.#rows(BEGIN_AT, [kind, number + 1]);
  }

  /** The first of so many numbers that follow each other, in one round trip. */
  async take(kind: string, count: number): Promise<number> {
    const [row] = await this.#rows<{ first: number }>(TAKE, [kind, count]);
    if (row === undefined)
      throw new AppError('unavailable', `${postgresName(this.#settings)} has no ${kind} numbers.`, {
        retryAfterSeconds: 5,
      });
    return row.first;
  }

  /** The numbers that the names have, now that these were taken for them. */
  async claim(
    kind: string,
    names: readonly string[],
    numbers: readonly number[],
  ): Promise<readonly number[]> {
    const now = performance.now();
    if (now - this.#forgotAtMs >= FORGET_EVERY_MS) {
      this.#forgotAtMs = now;
      await this.#rows(FORGET, []);
    }
    // In one order on all servers, so that none waits for another that waits for it.
    const order = names.map((_, index) => index);
    order.sort((a, b) => ((names[a] ?? '') < (names[b] ?? '') ? -1 : 1));
    const rows = await this.#rowsOfEach<{ number: number }>(
      CLAIM,
      order.map((index) => [kind, names[index] ?? '', numbers[index] ?? 0]),
    );
    const found = new Map(order.map((index, place) => [index, rows[place]?.number ?? 0]));
    return names.map((_, index) => found.get(index) ?? 0);
  }

  async release(kind: string, number: number): Promise<void> {
    await this.#rows(RELEASE, [kind, number]);
  }

  close(): Promise<void> {
    return this.#session.close();
  }

  #rows<Row>(sql: string, parameters: readonly (string | number)[]): Promise<readonly Row[]> {
    return this.#rowsOfEach<Row>(sql, [parameters]);
  }

  async #rowsOfEach<Row>(
    sql: string,
    parameterRows: readonly (readonly (string | number)[])[],
  ): Promise<readonly Row[]> {
    const [result] = await this.#session.run([{ sql, parameterRows }], false);
    return typedRows<Row>(result?.rows ?? []);
  }
}
