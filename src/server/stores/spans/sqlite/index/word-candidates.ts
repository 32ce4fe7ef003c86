import type Database from 'better-sqlite3';
import { RecentMap } from '../both/recent-map.ts';
import { mayHoldApart, mayHoldWord } from './word-filter.ts';
import { WordList } from './word-list.ts';
import { partOf } from './word-parts.ts';
import { hashesIn, WORD_LIST_SQL } from './word-table.ts';

type WordCells = [lastId: number, firstId: number, list: number, words: Uint8Array];

/** A block that may hold the words. */
export interface WordCandidate {
  readonly number: number;
  /** Whether words of ASCII may be in it in another form than the bytes. */
  readonly isApart: boolean;
}

interface BlockExtent extends WordCandidate {
  readonly lastId: number;
}

interface FiltersRead {
  readonly kept: readonly BlockExtent[];
  /** Of how many. */
  readonly seen: number;
}

export const WORDS_SQL = {
  part: 'SELECT last_id, first_id, list, words FROM block_words WHERE part = ? AND last_id >= ? AND last_id < ? ORDER BY last_id',
  one: 'SELECT last_id, first_id, list, words FROM block_words WHERE part = ? AND last_id = ? AND first_id = ?',
  without: 'SELECT first_id FROM blocks_without_words w',
  last: 'SELECT max(id) FROM spans',
} as const;

/** Filters are read for so many span numbers at a time: a list that is soon full reads few. */
const NUMBERS_AT_ONCE = 262_144;
/** If one block in so many is left, filters are looked up one by one. */
const FEW_LEFT = 16;
/** No more words are asked for: a few rule out what others would. */
const WORDS_ASKED_MAX = 16;
/** Lists of common words that are kept: some 100 KB each. */
const LISTS_KEPT = 16;

/** Which blocks may hold a span with words, by their filters. */
export class WordFilters {
  readonly #part: Database.Statement<[number, number, number], WordCells>;
  readonly #one: Database.Statement<[number, number, number], WordCells>;
  readonly #without: Database.Statement<[], number>;
  readonly #last: Database.Statement<[], number | null>;
  readonly #newestList: Database.Statement<[], number | null>;
  readonly #list: Database.Statement<[number], Uint8Array>;
  readonly #lists = new RecentMap<number, WordList>(LISTS_KEPT);

  constructor(db: Database.Database) {
    this.#part = db.prepare<[number, number, number], WordCells>(WORDS_SQL.part).raw(true);
    this.#one = db.prepare<[number, number, number], WordCells>(WORDS_SQL.one).raw(true);
    this.#without = db.prepare<[], number>(WORDS_SQL.without).pluck(true);
    this.#last = db.prepare<[], number | null>(WORDS_SQL.last).pluck(true);
    this.#newestList = db.prepare<[], number | null>(WORD_LIST_SQL.newest).pluck(true);
    this.#list = db.prepare<[number], Uint8Array>(WORD_LIST_SQL.list).pluck(true);
  }

  /**
   * `step` is called before some milliseconds of work, `onSkipped` with the number of blocks that
   * filters ruled out, as they are read.
   */
  candidates(
    hashes: ReadonlySet<number>,
    step: () => void,
    onSkipped: (blocks: number) => void,
  ): WordCandidates {
    const asked = this.#rarestFirst(hashes).slice(0, WORDS_ASKED_MAX);
    return new WordCandidates(
      (low, end) => {
        step();
        return this.#read(asked, low, end, onSkipped);
      },
      () => this.#last.get() ?? 0,
      new Set(this.#without.all()),
    );
  }

  /** Words that few blocks hold rule out most. */
  #rarestFirst(hashes: ReadonlySet<number>): readonly number[] {
    const newest = this.#listOf(this.#newestList.get() ?? 0);
    const isCommon = (hash: number): number =>
      newest !== null && newest.placeOf(hash) !== -1 ? 1 : 0;
    return [...hashes].sort((a, b) => isCommon(a) - isCommon(b));
  }

  /** Blocks whose last number is in the range, and which may hold all the words. */
  #read(
    [first = 0, ...others]: readonly number[],
    low: number,
    end: number,
    onSkipped: (blocks: number) => void,
  ): FiltersRead {
    let kept: BlockExtent[] = [];
    let seen = 0;
    for (const cells of this.#part.iterate(partOf(first), low, end)) {
      seen += 1;
      if (this.#mayHold(cells, first))
        kept.push({ number: cells[1], lastId: cells[0], isApart: mayHoldApart(cells[3]) });
    }
    for (const hash of others)
      kept =
        kept.length * FEW_LEFT < seen
          ? kept.filter(({ number, lastId }) => {
              const cells = this.#one.get(partOf(hash), lastId, number);
              return cells !== undefined && this.#mayHold(cells, hash);
            })
          : this.#both(kept, hash, low, end);
    onSkipped(seen - kept.length);
    return { kept, seen };
  }

  /** Those of a range that may hold a further word. */
  #both(kept: readonly BlockExtent[], hash: number, low: number, end: number): BlockExtent[] {
    const holding = new Set<number>();
    for (const cells of this.#part.iterate(partOf(hash), low, end))
      if (this.#mayHold(cells, hash)) holding.add(cells[1]);
    return kept.filter(({ number }) => holding.has(number));
  }

  #mayHold([, , list, words]: WordCells, hash: number): boolean {
    if (list === 0) return mayHoldWord(words, hash, null);
    const known = this.#listOf(list);
    // A list goes with its last filter: that of a block deleted meanwhile.
    return known === null || mayHoldWord(words, hash, known);
  }

  #listOf(id: number): WordList | null {
    const known = this.#lists.get(id);
    if (known !== undefined) return known;
    const cells = this.#list.get(id);
    if (cells === undefined) return null;
    const list = new WordList(id, hashesIn(cells));
    this.#lists.set(id, list);
    return list;
  }
}

/** The blocks to read for one list. */
export class WordCandidates {
  readonly #read: (low: number, end: number) => FiltersRead;
  readonly #lastNumber: () => number;
  /** Blocks that have no filter yet. */
  readonly #without: ReadonlySet<number>;
  readonly #withoutMin: number;
  #open: BlockExtent[] = [];
  #seen = 0;
  /** Filters of blocks that end from this number on were read. */
  #readFrom = Number.MAX_SAFE_INTEGER;

  constructor(
    read: (low: number, end: number) => FiltersRead,
    lastNumber: () => number,
    without: ReadonlySet<number>,
  ) {
    this.#read = read;
    this.#lastNumber = lastNumber;
    this.#without = without;
    let min = Infinity;
    for (const number of without) min = Math.min(min, number);
    this.#withoutMin = min;
  }

  /** Blocks that have no filter yet, which may hold anything. */
  get without(): readonly number[] {
    return [...this.#without];
  }

  /**
   * Whether so few blocks may hold the words, of those that end from a number on: reads all their
   * filters, unless there are more. A share of all blocks is few as well.
   */
  areAtMost(max: number, low = 0, share = 0): boolean {
    const areFew = (): boolean => this.#open.length <= max + share * this.#seen;
    while (this.#readFrom > low && areFew()) this.#readDownTo(this.#nextLow());
    return areFew();
  }

  /**
   * Ranges of numbers, without the end, that hold all spans with the words from a number on; null
   * if more than `max` blocks may hold them, because a list meets these soon.
   */
  places(max: number, low: number): readonly [low: number, end: number][] | null {
    if (!this.areAtMost(max, low)) return null;
    const ranges = this.#open.map(({ number, lastId }): [number, number] => [number, lastId + 1]);
    return this.#withoutMin === Infinity
      ? ranges
      : [...ranges, [this.#withoutMin, Number.MAX_SAFE_INTEGER]];
  }

  #nextLow(): number {
    return this.#readFrom === Number.MAX_SAFE_INTEGER ? this.#lastNumber() : this.#readFrom - 1;
  }

  /**
   * Blocks with a span of these numbers that may hold the words; a block is given once. `within`
   * gives all blocks with such a span.
   */
  *in(low: number, high: number, within: () => readonly number[]): Generator<WordCandidate> {
    this.#readDownTo(low);
    const later: BlockExtent[] = [];
    for (const extent of this.#open) {
      if (extent.number <= high && extent.lastId >= low) yield extent;
      else later.push(extent);
    }
    this.#open = later;
    if (high < this.#withoutMin) return;
    for (const number of within()) if (this.#without.has(number)) yield { number, isApart: true };
  }

  #readDownTo(low: number): void {
    if (low >= this.#readFrom) return;
    const from = Math.max(0, low - NUMBERS_AT_ONCE);
    const { kept, seen } = this.#read(from, this.#readFrom);
    this.#open.push(...kept);
    this.#seen += seen;
    this.#readFrom = from;
  }
}
