import type Database from 'better-sqlite3';
import { visitSpanHashes } from '#core/search/span-search.ts';
import { openBlock } from '../blocks/block-codec.ts';
import { freeLarge } from '../both/free-large.ts';
import type { StepTime } from '../both/step-time.ts';
import { wordFilterParts } from '../index/word-filter.ts';

export const WORD_INDEX_SQL = `SELECT w.first_id, b.frame
FROM blocks_without_words w INDEXED BY blocks_to_index
LEFT JOIN blocks b ON b.first_id = w.first_id WHERE w.level = 3 ORDER BY w.first_id LIMIT 1`;

/**
 * Gives packed blocks the filter of their words: those that were packed better lately, those whose
 * bytes changed, and after an upgrade all. Blocks that wait to be packed better have none; they are
 * few, and are read by every search.
 */
export class WordIndexer {
  readonly #next: Database.Statement<[], { first_id: number; frame: Uint8Array | null }>;
  readonly #done: Database.Statement<[number]>;
  readonly #end: Database.Statement<[number, number]>;
  readonly #insert: Database.Statement<[number, number, number, Uint8Array]>;

  constructor(db: Database.Database) {
    this.#next = db.prepare(WORD_INDEX_SQL);
    this.#done = db.prepare('DELETE FROM blocks_without_words WHERE first_id = ?');
    this.#end = db.prepare('INSERT INTO block_word_ends (first_id, last_id) VALUES (?, ?)');
    this.#insert = db.prepare(
      'INSERT INTO block_words (part, last_id, first_id, words) VALUES (?, ?, ?, ?)',
    );
  }

  get hasWork(): boolean {
    return this.#next.get() !== undefined;
  }

  /** Makes filters, in a transaction of the caller, for as long as the step may take. */
  step(time: StepTime): void {
    do {
      const block = this.#next.get();
      if (block === undefined) return;
      if (block.frame !== null) this.#index(block.first_id, block.frame);
      this.#done.run(block.first_id);
    } while (!time.isOver);
  }

  #index(firstId: number, frame: Uint8Array): void {
    const block = openBlock(frame, firstId);
    const hashes = new Set<number>();
    for (const { bytes } of block.spans())
      visitSpanHashes(bytes, (hash) => hashes.add(hash).size > 0);
    const lastId = block.ids.reduce((last, id) => Math.max(last, id), firstId);
    [frame, block.raw].forEach(freeLarge);
    this.#end.run(firstId, lastId);
    for (const [part, words] of wordFilterParts(hashes).entries())
      if (words !== null) this.#insert.run(part, lastId, firstId, words);
  }
}
