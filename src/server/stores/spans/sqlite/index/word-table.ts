import type Database from 'better-sqlite3';
import type { BlockWords } from './block-words.ts';

/** A list of common words, as it is stored. */
export interface StoredList {
  readonly id: number;
  readonly hashes: Uint32Array;
}

export const WORD_LIST_SQL = {
  newest: 'SELECT max(id) FROM word_lists',
  list: 'SELECT hashes FROM word_lists WHERE id = ?',
  exists: 'SELECT 1 FROM word_lists WHERE id = ?',
} as const;

/**
 * Stores filters of words beside their blocks, and lists of common words. All else is done by
 * triggers (`0017-block-words.ts`, `0022-word-lists.ts`): a block that is new or was changed has no
 * filter until one is stored here, and a list goes with the last filter that needs it.
 */
export class WordTable {
  readonly #done: Database.Statement<[number]>;
  readonly #end: Database.Statement<[number, number, number]>;
  readonly #insert: Database.Statement<[number, number, number, number, Uint8Array]>;
  readonly #insertList: Database.Statement<[Uint8Array]>;
  readonly #newest: Database.Statement<[], number | null>;
  readonly #list: Database.Statement<[number], Uint8Array>;
  readonly #exists: Database.Statement<[number]>;
  #known: StoredList | null = null;

  constructor(db: Database.Database) {
    this.#done = db.prepare('DELETE FROM blocks_without_words WHERE first_id = ?');
    this.#end = db.prepare(
      'INSERT INTO block_word_ends (first_id, last_id, list) VALUES (?, ?, ?)',
    );
    this.#insert = db.prepare(
      'INSERT INTO block_words (part, last_id, first_id, list, words) VALUES (?, ?, ?, ?, ?)',
    );
    this.#insertList = db.prepare('INSERT INTO word_lists (hashes) VALUES (?)');
    this.#newest = db.prepare<[], number | null>(WORD_LIST_SQL.newest).pluck(true);
    this.#list = db.prepare<[number], Uint8Array>(WORD_LIST_SQL.list).pluck(true);
    this.#exists = db.prepare<[number]>(WORD_LIST_SQL.exists);
  }

  /** The list to make filters with; null if there is none yet. */
  get newestList(): StoredList | null {
    const id = this.#newest.get() ?? 0;
    if (id !== 0 && this.#known?.id === id) return this.#known;
    const cells = this.#list.get(id);
    this.#known = cells === undefined ? null : { id, hashes: hashesIn(cells) };
    return this.#known;
  }

  addList(hashes: Uint32Array): void {
    this.#insertList.run(new Uint8Array(hashes.buffer, hashes.byteOffset, hashes.byteLength));
  }

  /**
   * Stores the filter of a block that has none. The block goes on waiting for one if the filter's
   * list is gone: all other blocks with it were deleted meanwhile.
   */
  insert(number: number, { lastId, filter }: BlockWords): void {
    const { list, parts } = filter;
    if (list !== 0 && this.#exists.get(list) === undefined) return;
    this.#end.run(number, lastId, list);
    for (const [part, words] of parts.entries())
      if (words !== null) this.#insert.run(part, lastId, number, list, words);
    this.dropWaiting(number);
  }

  /** The block waits for no filter any more. */
  dropWaiting(number: number): void {
    this.#done.run(number);
  }
}

/** The hashes of a stored list, little endian as every machine this runs on. */
export function hashesIn(cells: Uint8Array): Uint32Array {
  return new Uint32Array(Uint8Array.from(cells).buffer);
}
