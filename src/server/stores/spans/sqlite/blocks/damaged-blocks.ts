import type Database from 'better-sqlite3';
import { isDamage } from '#server/stores/damaged-data.ts';
import { DamagedBlock } from './block-codec.ts';

/** A condition on a block's number, as SQL: it was not found damaged. */
export const IS_NOT_DAMAGED_SQL = 'first_id NOT IN (SELECT first_id FROM damaged_blocks)';

/**
 * Blocks that could not be read. Background work passes over them, so that one damaged block does
 * not keep the others from being packed, indexed and erased from.
 */
export class DamagedBlocks {
  readonly #note: Database.Statement<[number]>;
  readonly #clean: Database.Statement<[number]>;
  readonly #count: Database.Statement<[], number>;

  constructor(db: Database.Database) {
    this.#note = db.prepare('INSERT OR IGNORE INTO damaged_blocks (first_id) VALUES (?)');
    this.#clean = db.prepare('DELETE FROM dirty_blocks WHERE first_id = ?');
    this.#count = db.prepare<[], number>('SELECT count(*) FROM damaged_blocks').pluck(true);
  }

  /** They wait for no rewriting any more: the next delete in them, or the next start, tries again. */
  note(numbers: readonly number[]): void {
    for (const number of numbers) {
      this.#note.run(number);
      this.#clean.run(number);
    }
  }

  get count(): number {
    return this.#count.get() ?? 0;
  }
}

/**
 * Has all blocks that were found damaged tried again, as the file may have been repaired; with those
 * that hold bytes of deleted spans, which wait to be erased.
 */
export function retryDamagedBlocks(db: Database.Database): void {
  if (new DamagedBlocks(db).count === 0) return;
  db.exec(`BEGIN IMMEDIATE;
    INSERT OR IGNORE INTO dirty_blocks (first_id) SELECT first_id FROM damaged_blocks;
    DELETE FROM damaged_blocks;
    COMMIT;`);
}

/** Reads the bytes of blocks as they lie in the file. */
export class BlockFrames {
  readonly #frame: Database.Statement<[number], Uint8Array>;

  constructor(db: Database.Database) {
    this.#frame = db
      .prepare<[number], Uint8Array>('SELECT frame FROM blocks WHERE first_id = ?')
      .pluck(true);
  }

  /** Null when there is no such block. Throws `DamagedBlock` when its pages cannot be read. */
  get(number: number): Uint8Array | null {
    try {
      return this.#frame.get(number) ?? null;
    } catch (error) {
      if (isDamage(error)) throw new DamagedBlock(number, error.code, error);
      throw error;
    }
  }
}
