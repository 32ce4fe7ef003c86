import type Database from 'better-sqlite3';
import type { Clock } from '../both/step-time.ts';
import { IS_NOT_DAMAGED_SQL } from './damaged-blocks.ts';

/** The newest spans are read most, and small blocks read fastest: these stay as they came. */
const SPANS_KEPT_FRESH = 8_192;
const BYTES_KEPT_FRESH = 8 * 1024 * 1024;
/** After so long without a new span, all are settled. */
const QUIET_MS = 60_000;
/** Fewer are left for later, so that none is packed by itself every minute. */
export const SPANS_WORTH_SETTLING = 1_024;
const BYTES_WORTH_SETTLING = 512 * 1024;
/**
 * While spans come, a job's worth of large ones: then more of each conversation is packed together,
 * and its earlier blocks are packed again less often.
 */
const BYTES_WORTH_SETTLING_NOW = 1.5 * 1024 * 1024;
const BLOCKS_AT_ONCE = 1_024;

export interface WaitingBlock {
  readonly first_id: number;
  readonly span_count: number;
  /** Of its frame. */
  readonly bytes: number;
}

/** Knows which blocks wait to be settled, and for how long they stay as they came. */
export class FreshBlocks {
  readonly #clock: Clock;
  readonly #newest: Database.Statement<[], number | null>;
  readonly #oldest: Database.Statement<[number], WaitingBlock>;
  readonly #latest: Database.Statement<[number], WaitingBlock>;
  readonly #count: Database.Statement<[number], number>;
  /** How many blocks wait, as of the last look. */
  waiting = 0;
  #newestSeen = -1;
  #seenAt = 0;
  /** Nothing was worth settling when the newest span was this one. */
  #nothingUntil = -1;

  constructor(db: Database.Database, clock: Clock) {
    this.#clock = clock;
    this.#newest = db.prepare<[], number | null>('SELECT max(id) FROM spans').pluck(true);
    const select = `SELECT first_id, span_count, length(frame) AS bytes FROM blocks INDEXED BY blocks_to_settle WHERE level <> 3`;
    this.#oldest = db.prepare(
      `${select} AND first_id < ? AND ${IS_NOT_DAMAGED_SQL} ORDER BY first_id LIMIT ${BLOCKS_AT_ONCE}`,
    );
    this.#count = db
      .prepare<[number], number>(
        `SELECT count(*) FROM blocks INDEXED BY blocks_to_settle WHERE level <> 3 AND first_id < ? AND ${IS_NOT_DAMAGED_SQL}`,
      )
      .pluck(true);
    this.#latest = db.prepare(`${select} AND first_id > ? ORDER BY first_id DESC`);
  }

  /** Blocks to settle, the oldest first; none when too little waits. */
  toSettle(): readonly WaitingBlock[] {
    const newest = this.#newest.get() ?? 0;
    const now = this.#clock();
    if (newest !== this.#newestSeen) [this.#newestSeen, this.#seenAt] = [newest, now];
    const isQuiet = now - this.#seenAt >= QUIET_MS;
    if (!isQuiet && this.#nothingUntil === newest) return [];
    const end = isQuiet ? newest + 1 : this.#freshFrom(newest);
    const waiting = this.#oldest.all(end);
    this.waiting = waiting.length < BLOCKS_AT_ONCE ? waiting.length : (this.#count.get(end) ?? 0);
    const spans = waiting.reduce((sum, { span_count: count }) => sum + count, 0);
    const bytes = waiting.reduce((sum, block) => sum + block.bytes, 0);
    const bytesMin = isQuiet ? BYTES_WORTH_SETTLING : BYTES_WORTH_SETTLING_NOW;
    if (spans >= SPANS_WORTH_SETTLING || bytes >= bytesMin) return waiting;
    if (!isQuiet) this.#nothingUntil = newest;
    return [];
  }

  /** From this number on, blocks stay as they are. */
  #freshFrom(newest: number): number {
    const from = newest - SPANS_KEPT_FRESH;
    let bytes = 0;
    for (const block of this.#latest.iterate(from)) {
      bytes += block.bytes;
      if (bytes > BYTES_KEPT_FRESH) return block.first_id;
    }
    return from;
  }
}
