import type Database from 'better-sqlite3';
import { unpackedBytes } from '../blocks/block-codec.ts';
import type { IndexJob, Indexed } from '../blocks/block-jobs.ts';
import { BlockFrames, IS_NOT_DAMAGED_SQL } from '../blocks/damaged-blocks.ts';
import { freeLarge } from '../both/free-large.ts';
import type { WordTable } from '../index/word-table.ts';

/** Of one job, unpacked. */
const RAW_BYTES_MAX = 8 * 1024 * 1024;
const BLOCKS_MAX = 64;

export const WORD_INDEX_SQL = `SELECT w.first_id FROM blocks_without_words w INDEXED BY blocks_to_index
WHERE w.level = 3 AND w.${IS_NOT_DAMAGED_SQL} ORDER BY w.first_id LIMIT ${BLOCKS_MAX}`;

/**
 * Gives packed blocks that have none the filter of their words: those whose bytes changed, and
 * after an upgrade all. Blocks that are packed by conversation get theirs with it. Blocks that wait
 * for that have none; they are few, and are read by every search.
 */
export class WordIndexer {
  readonly #waiting: Database.Statement<[], number>;
  readonly #frames: BlockFrames;
  readonly #table: WordTable;

  constructor(db: Database.Database, table: WordTable) {
    this.#waiting = db.prepare<[], number>(WORD_INDEX_SQL).pluck(true);
    this.#frames = new BlockFrames(db);
    this.#table = table;
  }

  /** The next blocks that lack a filter; null when none does. */
  next(): IndexJob | null {
    const blocks: { number: number; frame: Uint8Array }[] = [];
    let bytes = 0;
    for (const number of this.#waiting.all()) {
      const frame = this.#frames.get(number) ?? new Uint8Array();
      bytes += unpackedBytes(frame);
      if (blocks.length > 0 && bytes > RAW_BYTES_MAX) break;
      blocks.push({ number, frame });
    }
    return blocks.length === 0 ? null : { kind: 'index', blocks, list: this.#table.newestList };
  }

  /** Stores the filters of blocks that are still as they were when the job began. */
  store({ blocks }: IndexJob, { words }: Indexed): void {
    for (const [i, { number, frame }] of blocks.entries()) {
      const now = this.#frames.get(number);
      const of = words[i];
      if (now === null) this.#table.dropWaiting(number);
      else if (of !== undefined && Buffer.compare(now, frame) === 0) this.#table.insert(number, of);
      if (now !== null) freeLarge(now);
    }
  }
}
