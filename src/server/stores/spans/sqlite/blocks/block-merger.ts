import type Database from 'better-sqlite3';
import { INGEST_LEVEL } from './block-packer.ts';
import { SETTLED_LEVEL } from './block-repacker.ts';
import { freeLarge } from '../both/free-large.ts';

const SPANS_MAX = 256;
const FRAME_BYTES_MAX = 160 * 1024;
/** The newest spans are read most, and small blocks read fastest: these stay as they came. */
const SPANS_KEPT_FRESH = 8_192;

export interface FreshBlock {
  readonly first_id: number;
  readonly span_count: number;
  readonly bytes: number;
}

/** Finds old blocks that can become one, and has the one take their place. */
export class BlockMerger {
  readonly #newest: Database.Statement<[], number | null>;
  readonly #fresh: Database.Statement<[number], FreshBlock>;
  readonly #frame: Database.Statement<[number], Uint8Array>;
  readonly #drop: Database.Statement<[number]>;
  readonly #insert: Database.Statement<[number, number, number, Uint8Array]>;

  constructor(db: Database.Database) {
    this.#newest = db.prepare<[], number | null>('SELECT max(id) FROM spans').pluck(true);
    this.#fresh = db.prepare(
      `SELECT first_id, span_count, length(frame) AS bytes FROM blocks INDEXED BY blocks_fresh
       WHERE level = ${INGEST_LEVEL} AND first_id < ? ORDER BY first_id LIMIT 64`,
    );
    this.#frame = db
      .prepare<[number], Uint8Array>('SELECT frame FROM blocks WHERE first_id = ?')
      .pluck(true);
    this.#drop = db.prepare('DELETE FROM blocks WHERE first_id = ?');
    this.#insert = db.prepare(
      'INSERT INTO blocks (first_id, span_count, level, frame) VALUES (?, ?, ?, ?)',
    );
  }

  /** Blocks that follow each other and fit into one, or null when all old blocks are packed. */
  next(): readonly FreshBlock[] | null {
    const newest = this.#newest.get() ?? 0;
    const fresh = this.#fresh.all(newest - SPANS_KEPT_FRESH);
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

  framesOf(blocks: readonly FreshBlock[]): Uint8Array[] {
    return blocks.map((block) => this.#frame.get(block.first_id) ?? new Uint8Array());
  }

  /**
   * Replaces the blocks, unless one of them is no longer what was packed: spans of it may have been
   * deleted meanwhile.
   */
  replace(blocks: readonly FreshBlock[], packed: readonly Uint8Array[], frame: Uint8Array): void {
    const present = this.framesOf(blocks);
    const isChanged = present.some(
      (now, i) => Buffer.compare(now, packed[i] ?? new Uint8Array()) !== 0,
    );
    present.forEach(freeLarge);
    if (isChanged) return;
    for (const block of blocks) this.#drop.run(block.first_id);
    const spans = blocks.reduce((sum, block) => sum + block.span_count, 0);
    this.#insert.run(blocks[0]?.first_id ?? 0, spans, SETTLED_LEVEL, frame);
  }
}
