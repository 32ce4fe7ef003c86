import type Database from 'better-sqlite3';
import type { Run } from './block-finder.ts';

/** A block that is ready to be stored. */
export interface PackedBlock {
  /** The lowest number of its spans. */
  readonly number: number;
  /** The numbers of its spans, in any order. */
  readonly ids: ArrayLike<number>;
  readonly level: number;
  /** Whose spans alone it holds; null where several share it. */
  readonly conversation: number | null;
  readonly frame: Uint8Array;
}

/**
 * Every write of a block, and what is kept about blocks: which numbers they hold, and which of them
 * hold one conversation alone.
 */
export class BlockTable {
  readonly #insert: Database.Statement<[number, number, number, Uint8Array]>;
  readonly #update: Database.Statement<[Uint8Array, number, number]>;
  readonly #drop: Database.Statement<[number]>;
  readonly #insertRun: Database.Statement<[number, number, number]>;
  readonly #dropRun: Database.Statement<[number]>;
  readonly #insertConversation: Database.Statement<[number, number]>;
  readonly #dropConversation: Database.Statement<[number]>;
  readonly #dropSeveral: Database.Statement<[string]>;
  readonly #dropRunsOf: Database.Statement<[number, number, string]>;
  readonly #dropConversations: Database.Statement<[string]>;

  constructor(db: Database.Database) {
    this.#insert = db.prepare(
      'INSERT INTO blocks (first_id, span_count, level, frame) VALUES (?, ?, ?, ?)',
    );
    this.#update = db.prepare('UPDATE blocks SET frame = ?, span_count = ? WHERE first_id = ?');
    this.#drop = db.prepare('DELETE FROM blocks WHERE first_id = ?');
    this.#insertRun = db.prepare(
      'INSERT INTO block_runs (first_id, span_count, block) VALUES (?, ?, ?)',
    );
    this.#dropRun = db.prepare('DELETE FROM block_runs WHERE first_id = ?');
    this.#insertConversation = db.prepare(
      'INSERT INTO conversation_blocks (block, conversation) VALUES (?, ?)',
    );
    this.#dropConversation = db.prepare('DELETE FROM conversation_blocks WHERE block = ?');
    const numbers = '(SELECT value FROM json_each(?))';
    this.#dropSeveral = db.prepare(`DELETE FROM blocks WHERE first_id IN ${numbers}`);
    this.#dropRunsOf = db.prepare(
      `DELETE FROM block_runs WHERE first_id BETWEEN ? AND ? AND block IN ${numbers}`,
    );
    this.#dropConversations = db.prepare(
      `DELETE FROM conversation_blocks WHERE block IN ${numbers}`,
    );
  }

  insert({ number, ids, level, conversation, frame }: PackedBlock): void {
    this.#insert.run(number, ids.length, level, frame);
    this.#addRuns(number, ids);
    if (conversation !== null) this.#insertConversation.run(number, conversation);
  }

  /** Stores a block again after spans of it were deleted, or got other bytes. */
  rewrite(
    number: number,
    {
      before,
      after,
      frame,
    }: { before: ArrayLike<number>; after: ArrayLike<number>; frame: Uint8Array },
  ): void {
    this.#update.run(frame, after.length, number);
    if (before.length === after.length) return;
    this.#dropRuns(number, before);
    this.#addRuns(number, after);
  }

  /** Drops blocks whose numbers lie near each other, as `drop` does: many at once cost less. */
  dropAll(blocks: readonly { readonly number: number; readonly ids: ArrayLike<number> }[]): void {
    let [low, high] = [Number.MAX_SAFE_INTEGER, 0];
    for (const { ids } of blocks)
      for (let i = 0; i < ids.length; i += 1) {
        low = Math.min(low, ids[i] ?? low);
        high = Math.max(high, ids[i] ?? high);
      }
    const numbers = JSON.stringify(blocks.map(({ number }) => number));
    this.#dropSeveral.run(numbers);
    this.#dropRunsOf.run(low, high, numbers);
    this.#dropConversations.run(numbers);
  }

  drop(number: number, ids: ArrayLike<number>): void {
    this.#drop.run(number);
    this.#dropRuns(number, ids);
    this.#dropConversation.run(number);
  }

  #addRuns(number: number, ids: ArrayLike<number>): void {
    for (const [first, count] of runsToStore(number, ids))
      this.#insertRun.run(first, count, number);
  }

  #dropRuns(number: number, ids: ArrayLike<number>): void {
    for (const [first] of runsToStore(number, ids)) this.#dropRun.run(first);
  }
}

/** Runs of consecutive numbers, rising; none where all are consecutive from the block's own on. */
function runsToStore(number: number, ids: ArrayLike<number>): readonly Run[] {
  if (isConsecutive(number, ids)) return [];
  const rising = Float64Array.from(ids).sort();
  const runs: [number, number][] = [];
  for (const id of rising) {
    const last = runs.at(-1);
    if (last !== undefined && id === last[0] + last[1]) last[1] += 1;
    else runs.push([id, 1]);
  }
  return runs.length === 1 && runs[0]?.[0] === number ? [] : runs;
}

/** As the spans of a block arrive, unless they wait for others of their conversation. */
function isConsecutive(number: number, ids: ArrayLike<number>): boolean {
  for (let i = 0; i < ids.length; i += 1) if (ids[i] !== number + i) return false;
  return true;
}
