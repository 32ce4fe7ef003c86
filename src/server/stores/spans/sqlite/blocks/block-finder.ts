import type Database from 'better-sqlite3';

/**
 * The number of the block that holds the span whose number is `id`, as SQL. Where no run of numbers
 * covers it, its block is the one whose own numbers begin last before it.
 */
export function blockOfSql(id: string): string {
  return `coalesce(
    (SELECT iif(first_id + span_count > ${id}, block, NULL) FROM block_runs WHERE first_id <= ${id} ORDER BY first_id DESC LIMIT 1),
    (SELECT first_id FROM blocks WHERE first_id <= ${id} ORDER BY first_id DESC LIMIT 1))`;
}

export const FIND_BLOCK_SQL = {
  block: `SELECT ${blockOfSql('w.id')} FROM (SELECT ? AS id) w`,
  frame: 'SELECT frame FROM blocks WHERE first_id = ?',
  /** Blocks with a span of these numbers, and perhaps one more. */
  within: `WITH w(low, high) AS (VALUES (?, ?))
    SELECT block FROM w CROSS JOIN block_runs
    WHERE first_id BETWEEN coalesce((SELECT max(first_id) FROM block_runs WHERE first_id <= w.low), w.low) AND w.high
      AND first_id + span_count > w.low
    UNION SELECT first_id FROM w CROSS JOIN blocks
    WHERE first_id BETWEEN coalesce((SELECT max(first_id) FROM blocks WHERE first_id <= w.low), w.low) AND w.high
      AND first_id + span_count > w.low`,
  runs: 'SELECT first_id, span_count FROM block_runs WHERE block = ? AND first_id BETWEEN ? AND ? ORDER BY first_id',
  consecutive: 'SELECT span_count FROM blocks WHERE first_id = ?',
} as const;

/** Consecutive numbers: the first, and how many. */
export type Run = readonly [first: number, count: number];

/**
 * Finds the blocks that hold spans. A block's own number is that of one of its spans when it was
 * written, the lowest. A block whose numbers are consecutive from its own one on needs no more;
 * any other has each run of its numbers in `block_runs`.
 */
export class BlockFinder {
  readonly #block: Database.Statement<[number], number | null>;
  readonly #frame: Database.Statement<[number], Uint8Array>;
  readonly #within: Database.Statement<[number, number], number>;
  readonly #runs: Database.Statement<[number, number, number], Run>;
  readonly #consecutive: Database.Statement<[number], number>;

  constructor(db: Database.Database) {
    this.#block = db.prepare<[number], number | null>(FIND_BLOCK_SQL.block).pluck(true);
    this.#frame = db.prepare<[number], Uint8Array>(FIND_BLOCK_SQL.frame).pluck(true);
    this.#within = db.prepare<[number, number], number>(FIND_BLOCK_SQL.within).pluck(true);
    this.#runs = db.prepare<[number, number, number], Run>(FIND_BLOCK_SQL.runs).raw(true);
    this.#consecutive = db.prepare<[number], number>(FIND_BLOCK_SQL.consecutive).pluck(true);
  }

  /** The number of the block that holds a live span; of one that was deleted, any or none. */
  blockOf(id: number): number | null {
    return this.#block.get(id) ?? null;
  }

  frame(block: number): Uint8Array | null {
    return this.#frame.get(block) ?? null;
  }

  /** Blocks with spans of these numbers, both ends included, by rising number. */
  within(low: number, high: number): readonly number[] {
    return this.#within.all(low, high);
  }

  /**
   * The numbers in a block from `low` to `high`, without unpacking it. A run that begins before
   * `low` is left out.
   */
  runsOf(block: number, low: number, high: number): readonly Run[] {
    const runs = this.#runs.all(block, low, high);
    if (runs.length > 0)
      return runs.map(([first, count]) => [first, Math.min(count, high - first + 1)]);
    const [first, end] = [
      Math.max(block, low),
      Math.min(block + (this.#consecutive.get(block) ?? 0) - 1, high),
    ];
    return end < first ? [] : [[first, end - first + 1]];
  }
}
