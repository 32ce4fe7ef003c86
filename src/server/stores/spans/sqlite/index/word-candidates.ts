import type Database from 'better-sqlite3';
import { mayHoldWord, partOf } from './word-filter.ts';

type WordCells = [lastId: number, firstId: number, words: Uint8Array];
type BlockExtent = readonly [firstId: number, lastId: number];

export const WORDS_SQL = {
  part: 'SELECT last_id, first_id, words FROM block_words WHERE part = ? AND last_id >= ? AND last_id < ? ORDER BY last_id',
  one: 'SELECT words FROM block_words WHERE part = ? AND last_id = ? AND first_id = ?',
  without: 'SELECT first_id FROM blocks_without_words w',
  last: 'SELECT max(id) FROM spans',
} as const;

/** Filters are read for so many span numbers at a time: a list that is soon full reads few. */
const NUMBERS_AT_ONCE = 262_144;

/** Which blocks may hold a span with words, by their filters. */
export class WordFilters {
  readonly #part: Database.Statement<[number, number, number], WordCells>;
  readonly #one: Database.Statement<[number, number, number], Uint8Array>;
  readonly #without: Database.Statement<[], number>;
  readonly #last: Database.Statement<[], number | null>;

  constructor(db: Database.Database) {
    this.#part = db.prepare<[number, number, number], WordCells>(WORDS_SQL.part).raw(true);
    this.#one = db.prepare<[number, number, number], Uint8Array>(WORDS_SQL.one).pluck(true);
    this.#without = db.prepare<[], number>(WORDS_SQL.without).pluck(true);
    this.#last = db.prepare<[], number | null>(WORDS_SQL.last).pluck(true);
  }

  /** `onSkipped` is called with the number of blocks that filters ruled out, as they are read. */
  candidates(hashes: ReadonlySet<number>, onSkipped: (blocks: number) => void): WordCandidates {
    return new WordCandidates(
      (low, end) => this.#read([...hashes], low, end, onSkipped),
      () => this.#last.get() ?? 0,
      new Set(this.#without.all()),
    );
  }

  /** Blocks whose last number is in the range, and which may hold all the words. */
  #read(
    hashes: readonly number[],
    low: number,
    end: number,
    onSkipped: (blocks: number) => void,
  ): readonly BlockExtent[] {
    const [first = 0, ...others] = hashes;
    const found: BlockExtent[] = [];
    let seen = 0;
    for (const [lastId, firstId, words] of this.#part.iterate(partOf(first), low, end)) {
      seen += 1;
      if (mayHoldWord(words, first)) found.push([firstId, lastId]);
    }
    const kept = found.filter(([firstId, lastId]) =>
      others.every((hash) => {
        const words = this.#one.get(partOf(hash), lastId, firstId);
        return words !== undefined && mayHoldWord(words, hash);
      }),
    );
    onSkipped(seen - kept.length);
    return kept;
  }
}

/** The blocks to read for one list. */
export class WordCandidates {
  readonly #read: (low: number, end: number) => readonly BlockExtent[];
  readonly #lastNumber: () => number;
  /** Blocks that have no filter yet. */
  readonly #without: ReadonlySet<number>;
  readonly #withoutMin: number;
  #open: BlockExtent[] = [];
  /** Filters of blocks that end from this number on were read. */
  #readFrom = Number.MAX_SAFE_INTEGER;

  constructor(
    read: (low: number, end: number) => readonly BlockExtent[],
    lastNumber: () => number,
    without: ReadonlySet<number>,
  ) {
    this.#read = read;
    this.#lastNumber = lastNumber;
    this.#without = without;
    this.#withoutMin = without.size === 0 ? Infinity : Math.min(...without);
  }

  /** Blocks that have no filter yet, which may hold anything. */
  get without(): readonly number[] {
    return [...this.#without];
  }

  /** Whether so few blocks may hold the words: reads all filters, unless there are more. */
  areAtMost(max: number): boolean {
    while (this.#readFrom > 0 && this.#open.length <= max) this.#readDownTo(this.#nextLow());
    return this.#open.length <= max;
  }

  #nextLow(): number {
    return this.#readFrom === Number.MAX_SAFE_INTEGER ? this.#lastNumber() : this.#readFrom - 1;
  }

  /**
   * Blocks with a span of these numbers that may hold the words; a block is given once. `within`
   * gives all blocks with such a span.
   */
  *in(low: number, high: number, within: () => readonly number[]): Generator<number> {
    this.#readDownTo(low);
    const later: BlockExtent[] = [];
    for (const extent of this.#open) {
      if (extent[0] <= high && extent[1] >= low) yield extent[0];
      else later.push(extent);
    }
    this.#open = later;
    if (high < this.#withoutMin) return;
    for (const firstId of within()) if (this.#without.has(firstId)) yield firstId;
  }

  #readDownTo(low: number): void {
    if (low >= this.#readFrom) return;
    const from = Math.max(0, low - NUMBERS_AT_ONCE);
    this.#open.push(...this.#read(from, this.#readFrom));
    this.#readFrom = from;
  }
}
