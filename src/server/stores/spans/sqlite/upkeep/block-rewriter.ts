import type Database from 'better-sqlite3';
import { openBlock, packBlock } from '../blocks/block-codec.ts';
import { freeLarge } from '../both/free-large.ts';
import type { WriteParts } from '../write/write-parts.ts';

/** Rewrites blocks without the bytes of deleted spans. */
export class BlockRewriter {
  readonly #parts: WriteParts;
  readonly #db: Database.Database;

  constructor(parts: WriteParts) {
    this.#parts = parts;
    this.#db = parts.db;
  }

  /** Packs what lives of a block again, at the level it had; a block of which nothing lives goes. */
  rewrite(firstId: number): void {
    const block = this.#db
      .prepare<[number], { span_count: number; level: number; frame: Uint8Array }>(
        'SELECT span_count, level, frame FROM blocks WHERE first_id = ?',
      )
      .get(firstId);
    if (block !== undefined) {
      const live = new Set(
        this.#db
          .prepare<[number, number], number>('SELECT id FROM spans WHERE id BETWEEN ? AND ?')
          .pluck(true)
          .all(firstId, firstId + block.span_count - 1),
      );
      const opened = openBlock(block.frame, firstId);
      const entries = opened.entries().map((entry, i) => {
        if (entry === null || live.has(firstId + i)) return entry;
        this.#parts.contexts.release(entry.contextId);
        return null;
      });
      if (live.size === 0) this.#db.prepare('DELETE FROM blocks WHERE first_id = ?').run(firstId);
      else {
        const frame = packBlock(entries, block.level);
        this.#db.prepare('UPDATE blocks SET frame = ? WHERE first_id = ?').run(frame, firstId);
        freeLarge(frame);
      }
      [block.frame, opened.raw].forEach(freeLarge);
    }
    this.#db.prepare('DELETE FROM dirty_blocks WHERE first_id = ?').run(firstId);
  }
}
