import type Database from 'better-sqlite3';
import type { BlockWords } from './block-words.ts';

/**
 * Stores filters of words beside their blocks. All else is done by triggers (`0017-block-words.ts`):
 * a block that is new or was changed has no filter until one is stored here.
 */
export class WordTable {
  readonly #done: Database.Statement<[number]>;
  readonly #end: Database.Statement<[number, number]>;
  readonly #insert: Database.Statement<[number, number, number, Uint8Array]>;

  constructor(db: Database.Database) {
    this.#done = db.prepare('DELETE FROM blocks_without_words WHERE first_id = ?');
    this.#end = db.prepare('INSERT INTO block_word_ends (first_id, last_id) VALUES (?, ?)');
    this.#insert = db.prepare(
      'INSERT INTO block_words (part, last_id, first_id, words) VALUES (?, ?, ?, ?)',
    );
  }

  /** Stores the filter of a block that has none. */
  insert(number: number, { lastId, parts }: BlockWords): void {
    this.#end.run(number, lastId);
    for (const [part, words] of parts.entries())
      if (words !== null) this.#insert.run(part, lastId, number, words);
    this.dropWaiting(number);
  }

  /** The block waits for no filter any more. */
  dropWaiting(number: number): void {
    this.#done.run(number);
  }
}
