import type Database from 'better-sqlite3';
import { openBlock, packBlock } from '../blocks/block-codec.ts';
import { SETTLED_LEVEL } from '../blocks/block-jobs.ts';
import { BlockTable } from '../blocks/block-table.ts';
import { freeLarge } from '../both/free-large.ts';
import type { WriteParts } from '../write/write-parts.ts';

interface BlockCells {
  readonly level: number;
  readonly frame: Uint8Array;
}

/** Rewrites blocks without the bytes of deleted spans. */
export class BlockRewriter {
  readonly #parts: WriteParts;
  readonly #table: BlockTable;
  readonly #block: Database.Statement<[number], BlockCells>;
  readonly #isLive: Database.Statement<[number], number>;
  readonly #done: Database.Statement<[number]>;

  constructor(parts: WriteParts) {
    const { db } = parts;
    this.#parts = parts;
    this.#table = new BlockTable(db);
    this.#block = db.prepare('SELECT level, frame FROM blocks WHERE first_id = ?');
    this.#isLive = db.prepare<[number], number>('SELECT 1 FROM spans WHERE id = ?').pluck(true);
    this.#done = db.prepare('DELETE FROM dirty_blocks WHERE first_id = ?');
  }

  /** Packs what lives of a block again; a block of which nothing lives goes. */
  rewrite(number: number): void {
    const block = this.#block.get(number);
    if (block !== undefined) {
      const opened = openBlock(block.frame, number);
      const live = opened.spans().filter(({ id, contextId }) => {
        if (this.#isLive.get(id) !== undefined) return true;
        this.#parts.contexts.release(contextId);
        return false;
      });
      if (live.length === 0) this.#table.drop(number, opened.ids);
      else {
        const frame = packBlock(number, live, Math.min(block.level, SETTLED_LEVEL));
        const after = live.map(({ id }) => id);
        this.#table.rewrite(number, { before: opened.ids, after, frame });
        freeLarge(frame);
      }
      [block.frame, opened.raw].forEach(freeLarge);
    }
    this.#done.run(number);
  }
}
