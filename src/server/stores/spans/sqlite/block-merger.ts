import type Database from 'better-sqlite3';
import { packBlock, unpackBlock } from './block-codec.ts';
import type { BlockEntry } from './block-codec.ts';
import { INGEST_LEVEL } from './block-packer.ts';

/** Some 15 ms to pack, and half a millisecond to read one span back. */
const SETTLED_LEVEL = 9;
const SPANS_MAX = 256;
const FRAME_BYTES_MAX = 160 * 1024;
/** The newest spans are read most, and small blocks read fastest: these stay as they came. */
const SPANS_KEPT_FRESH = 8_192;

interface FreshBlock {
  readonly first_id: number;
  readonly span_count: number;
  readonly bytes: number;
}

/** Packs old blocks again, several into one and at a higher level, once nothing else is to be done. */
export class BlockMerger {
  readonly #db: Database.Database;

  constructor(db: Database.Database) {
    this.#db = db;
  }

  /** Blocks that follow each other and fit into one, or null when all old blocks are packed. */
  next(): readonly FreshBlock[] | null {
    const newest = this.#db.prepare<[], number | null>('SELECT max(id) FROM spans').pluck(true).get() ?? 0;
    const fresh = this.#db
      .prepare<[number], FreshBlock>(
        `SELECT first_id, span_count, length(frame) AS bytes FROM blocks INDEXED BY blocks_fresh
         WHERE level = ${INGEST_LEVEL} AND first_id < ? ORDER BY first_id LIMIT 64`,
      )
      .all(newest - SPANS_KEPT_FRESH);
    const fitting: FreshBlock[] = [];
    let [spans, bytes, end] = [0, 0, fresh[0]?.first_id ?? 0];
    for (const block of fresh) {
      spans += block.span_count;
      bytes += block.bytes;
      const fits = block.first_id === end && spans <= SPANS_MAX && bytes <= FRAME_BYTES_MAX;
      if (!fits && fitting.length > 0) break;
      fitting.push(block);
      end = block.first_id + block.span_count;
    }
    return fitting.length === 0 ? null : fitting;
  }

  merge(blocks: readonly FreshBlock[]): void {
    const read = this.#db.prepare<[number], Uint8Array>('SELECT frame FROM blocks WHERE first_id = ?').pluck(true);
    const drop = this.#db.prepare('DELETE FROM blocks WHERE first_id = ?');
    const entries: (BlockEntry | null)[] = [];
    for (const block of blocks) {
      const frame = read.get(block.first_id);
      if (frame !== undefined) entries.push(...unpackBlock(frame));
      drop.run(block.first_id);
    }
    this.#db
      .prepare('INSERT INTO blocks (first_id, span_count, level, frame) VALUES (?, ?, ?, ?)')
      .run(blocks[0]?.first_id ?? 0, entries.length, SETTLED_LEVEL, packBlock(entries, SETTLED_LEVEL));
  }
}
