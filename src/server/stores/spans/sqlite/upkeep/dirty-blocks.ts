import type Database from 'better-sqlite3';
import { unpackedBytes } from '../blocks/block-codec.ts';
import type { RewriteJob, Rewritten, RewrittenBlock } from '../blocks/block-jobs.ts';
import { BlockFinder } from '../blocks/block-finder.ts';
import { BlockTable } from '../blocks/block-table.ts';
import { BlockFrames } from '../blocks/damaged-blocks.ts';
import { freeLarge } from '../both/free-large.ts';
import type { WriteParts } from '../write/write-parts.ts';

const BLOCKS_MAX = 16;
/** Of one job, as stored: what takes its place is written in one transaction. */
const FRAME_BYTES_MAX = 256 * 1024;
/** Of one job, unpacked: a tenth of a second. */
const RAW_BYTES_MAX = 16 * 1024 * 1024;

/** Blocks that hold bytes of deleted spans: which are next, and what is stored in their place. */
export class DirtyBlocks {
  readonly #frames: BlockFrames;
  readonly #finder: BlockFinder;
  readonly #table: BlockTable;
  readonly #next: Database.Statement<[], number>;
  readonly #level: Database.Statement<[number], number>;
  readonly #live: Database.Statement<[number, number], number>;
  readonly #isLive: Database.Statement<[number], number>;
  readonly #done: Database.Statement<[number]>;
  readonly #any: Database.Statement<[], number>;
  readonly #strays: Database.Statement<[]>;
  readonly #whole: Database.Statement<[number]>;

  constructor(db: Database.Database) {
    this.#frames = new BlockFrames(db);
    this.#finder = new BlockFinder(db);
    this.#table = new BlockTable(db);
    this.#next = db
      .prepare<[], number>(
        `SELECT d.first_id FROM dirty_blocks d CROSS JOIN blocks b ON b.first_id = d.first_id ORDER BY d.first_id LIMIT ${BLOCKS_MAX}`,
      )
      .pluck(true);
    this.#level = db
      .prepare<[number], number>('SELECT level FROM blocks WHERE first_id = ?')
      .pluck(true);
    this.#live = db
      .prepare<[number, number], number>(
        'SELECT id FROM spans WHERE id BETWEEN ? AND ? ORDER BY id',
      )
      .pluck(true);
    this.#isLive = db.prepare<[number], number>('SELECT 1 FROM spans WHERE id = ?').pluck(true);
    this.#done = db.prepare('DELETE FROM dirty_blocks WHERE first_id = ?');
    this.#strays = db.prepare(
      'DELETE FROM dirty_blocks WHERE first_id NOT IN (SELECT first_id FROM blocks)',
    );
    this.#any = db.prepare<[], number>('SELECT 1 FROM dirty_blocks LIMIT 1').pluck(true);
    this.#whole = db.prepare('DELETE FROM damaged_blocks WHERE first_id = ?');
  }

  get areThere(): boolean {
    return this.#any.get() !== undefined;
  }

  /** The next to rewrite; null when none of them is there any more. Throws `DamagedBlock`. */
  next(): RewriteJob | null {
    const blocks: RewriteJob['blocks'][number][] = [];
    let [frameBytes, rawBytes] = [0, 0];
    for (const number of this.#next.all()) {
      const frame = this.#frames.get(number);
      if (frame === null) continue;
      frameBytes += frame.length;
      rawBytes += unpackedBytes(frame);
      if (blocks.length > 0 && (frameBytes > FRAME_BYTES_MAX || rawBytes > RAW_BYTES_MAX)) break;
      blocks.push({
        number,
        frame,
        level: this.#level.get(number) ?? 0,
        live: Float64Array.from(this.#liveIn(number)),
      });
    }
    return blocks.length === 0 ? null : { kind: 'rewrite', blocks };
  }

  /** The numbers of the live spans of a block, without unpacking it. */
  #liveIn(number: number): readonly number[] {
    return this.#finder
      .runsOf(number, 0, Number.MAX_SAFE_INTEGER)
      .flatMap(([first, count]) => this.#live.all(first, first + count - 1));
  }

  /**
   * Stores what takes the place of blocks that are still as they were when the job began. One of
   * which more spans were deleted since stays dirty, and so does one that was changed.
   */
  store(parts: WriteParts, { blocks }: RewriteJob, { blocks: results }: Rewritten): void {
    for (const [i, { number, frame }] of blocks.entries()) {
      const result = results[i];
      const now = this.#frames.get(number);
      if (now === null) this.#done.run(number);
      else if (result !== undefined && Buffer.compare(now, frame) === 0) {
        this.#replace(parts, number, result);
        if (result.after.every((id) => this.#isLive.get(id) !== undefined)) this.#done.run(number);
      }
      if (now !== null) freeLarge(now);
    }
  }

  /** Has a block go that cannot be unpacked, if all its spans are deleted; false if they are not. */
  dropDead(number: number): boolean {
    if (this.#liveIn(number).length > 0) return false;
    const ids = this.#finder
      .runsOf(number, 0, Number.MAX_SAFE_INTEGER)
      .flatMap(([first, count]) => Array.from({ length: count }, (_, i) => first + i));
    this.#table.drop(number, ids);
    this.#whole.run(number);
    this.#done.run(number);
    return true;
  }

  /** Forgets blocks that are gone. */
  dropStrays(): void {
    this.#strays.run();
  }

  #replace(parts: WriteParts, number: number, result: RewrittenBlock): void {
    const { before, after, frame, released } = result;
    for (const context of released) parts.contexts.release(context);
    if (after.length === 0) this.#table.drop(number, before);
    else this.#table.rewrite(number, { before, after, frame });
    this.#whole.run(number);
  }
}
