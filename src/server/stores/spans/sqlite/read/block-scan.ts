import type Database from 'better-sqlite3';
import { openBlock, type BlockEntry, type OpenBlock } from '../blocks/block-codec.ts';
import { BlockFinder, FIND_BLOCK_SQL } from '../blocks/block-finder.ts';
import { freeLarge } from '../both/free-large.ts';
import type { PayloadReader } from '../blocks/payload-reader.ts';
import { WordFilters, type WordCandidate, type WordCandidates } from '../index/word-candidates.ts';
import type { ReadWork } from './read-work.ts';
import type { SpanConditions } from './span-conditions.ts';
import type { SpanKey } from './span-keys.ts';
import type { ResourceOf } from '../blocks/wanted-values.ts';
import type { WantedWords } from '../blocks/wanted-words.ts';
import { ZoneWalk, type ZoneList } from './zone-walk.ts';
import { ZONE_SPANS } from '../index/zone-writer.ts';

/** The shapes are those of the project that may match. */
export interface ScanConditions extends SpanConditions {
  readonly shapes: ReadonlySet<number>;
}

type StartCells = [id: bigint, start: bigint, shape: bigint];

/** How JSON may write any character at all: where it occurs, a text may be there in other words. */
const ESCAPE = Buffer.from('\\u');

export const SCAN_SQL = {
  ...FIND_BLOCK_SQL,
  start: 'SELECT id, start_time, shape_id FROM spans WHERE id = ?',
  starts: 'SELECT id, start_time, shape_id FROM spans WHERE id BETWEEN ? AND ?',
} as const;

/** From so many spans found in a block on, their times are read together. */
const STARTS_TOGETHER = 8;
/** Unless others lie between them: reading one more costs a tenth of a look-up. */
const STARTS_SPARSE = 8;
/** Up to so many blocks that may hold the words of a filter are read before anything else. */
const FEW_BLOCKS = 64;
/**
 * So many without a filter are read for traces and sessions too: the newest spans are in small
 * blocks that have none yet.
 */
const FRESH_BLOCKS = 512;
/**
 * For traces and sessions, up to this share of all blocks: to read the spans of each until a page
 * is full takes longer.
 */
const FEW_SHARE = 0.1;
/** Up to so many blocks are read at once for them: some 50 ms. */
const SOON_READ = 16;

/** Whether the bytes may hold all the texts. */
function mayHold(bytes: Uint8Array, texts: readonly Uint8Array[]): boolean {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return texts.every((text) => view.indexOf(text) !== -1) || view.indexOf(ESCAPE) !== -1;
}

/**
 * Finds spans by what their own bytes must hold, texts, words and attributes, reading whole blocks:
 * no row is looked at of a span without it, and no block whose filter says that a word is not in
 * it. Zones are read in the order of the list; what they held waits until no zone left can hold
 * anything earlier in it.
 */
export class BlockScan {
  readonly #payloads: PayloadReader;
  readonly #walk: ZoneWalk;
  readonly #work: ReadWork;
  readonly #filters: WordFilters;
  readonly #finder: BlockFinder;
  readonly #start: Database.Statement<[number], StartCells>;
  readonly #starts: Database.Statement<[number, number], StartCells>;

  constructor(db: Database.Database, payloads: PayloadReader, walk: ZoneWalk, work: ReadWork) {
    this.#work = work;
    this.#walk = walk;
    this.#payloads = payloads;
    this.#filters = new WordFilters(db);
    this.#finder = new BlockFinder(db);
    this.#start = db.prepare<[number], StartCells>(SCAN_SQL.start).safeIntegers(true).raw(true);
    this.#starts = db
      .prepare<[number, number], StartCells>(SCAN_SQL.starts)
      .safeIntegers(true)
      .raw(true);
  }

  /**
   * Keys in list order. `step` is called before each zone, some milliseconds of work. If a scan is
   * not `worth` it otherwise: null, unless few blocks may hold the words.
   */
  keys(
    c: ScanConditions,
    list: ZoneList,
    step: () => void,
    isWorth: boolean,
  ): Generator<SpanKey> | null {
    const candidates = this.#candidates(c.words, step);
    if (!isWorth && candidates?.areAtMost(FEW_BLOCKS) !== true) return null;
    this.#work.index = candidates === null ? 'content' : 'words';
    return this.#keys(c, list, step, candidates);
  }

  /**
   * Keys of spans with the words, newest first, unless so many blocks may hold them that a list of
   * traces meets them sooner, or so few that `numbersOf` is soon done: null then.
   */
  newest(c: ScanConditions, step: () => void): Generator<SpanKey> | null {
    const candidates = this.#candidates(c.words, step);
    if (candidates?.areAtMost(FEW_BLOCKS, 0, FEW_SHARE) !== true) return null;
    if (candidates.areAtMost(SOON_READ)) return null;
    this.#work.index = 'words';
    return this.#keys(c, { sort: 'start_time', order: 'desc' }, step, candidates);
  }

  /** Numbers of spans of any project that hold the words; null if too many blocks may hold them. */
  numbersOf(words: WantedWords, step: () => void): number[] | null {
    const candidates = this.#candidates(words, step);
    if (candidates === null || !candidates.areAtMost(FEW_BLOCKS, 0, FEW_SHARE)) return null;
    const { without } = candidates;
    if (without.length > FRESH_BLOCKS) return null;
    this.#work.index = 'words';
    const numbers: number[] = [];
    for (const { number, isApart } of candidates.in(0, Number.MAX_SAFE_INTEGER, () => without)) {
      step();
      const block = this.#open(number);
      if (block === null) continue;
      for (const place of words.placesIn(block, isApart)) numbers.push(block.ids[place] ?? 0);
      freeLarge(block.raw);
    }
    return numbers;
  }

  #candidates(words: WantedWords | null, step: () => void): WordCandidates | null {
    if (words === null || words.entries.size === 0) return null;
    return this.#filters.candidates(words.entries, step, (blocks) => {
      this.#work.blocksSkipped += blocks;
    });
  }

  #keys(
    c: ScanConditions,
    list: ZoneList,
    step: () => void,
    candidates: WordCandidates | null,
  ): Generator<SpanKey> {
    const read = new Set<number>();
    return this.#walk.keys(
      c,
      list,
      step,
      (low) => {
        const high = low + ZONE_SPANS - 1;
        const within = (): readonly number[] => this.#finder.within(low, high);
        return this.#found(candidates?.in(low, high, within) ?? anyOf(within()), c, read, step);
      },
      (low) => candidates?.places(FEW_BLOCKS, low) ?? null,
    );
  }

  /**
   * Keys of the spans in the blocks that may match. Blocks across zones are read with the first of
   * them; they hold spans of other projects too, of which no more than the shape is looked at.
   */
  #found(
    blocks: Iterable<WordCandidate>,
    c: ScanConditions,
    read: Set<number>,
    step: () => void,
  ): SpanKey[] {
    const keys: SpanKey[] = [];
    for (const { number, isApart } of blocks) {
      if (read.has(number)) continue;
      read.add(number);
      step();
      const block = this.#open(number);
      if (block === null) continue;
      const ids = matching(block, c, isApart, this.#payloads.resourceOf);
      if (ids.length === 0) {
        freeLarge(block.raw);
        continue;
      }
      // The caller comes back for the attributes of some.
      if (this.#payloads.keepSpans(ids, block)) freeLarge(block.raw);
      else this.#payloads.keep(number, block);
      keys.push(...this.#keysOf(ids, c.shapes));
    }
    return keys;
  }

  #open(number: number): OpenBlock | null {
    const frame = this.#finder.frame(number);
    if (frame === null) return null;
    const block = openBlock(frame, number);
    freeLarge(frame);
    this.#work.blocksRead += 1;
    return block;
  }

  /** Keys of rising numbers from one block, of spans of these shapes. */
  #keysOf(ids: readonly number[], shapes: ReadonlySet<number>): SpanKey[] {
    const numbers = (ids.at(-1) ?? 0) - (ids[0] ?? 0) + 1;
    const isSparse = ids.length < STARTS_TOGETHER || numbers > STARTS_SPARSE * ids.length;
    const cells = isSparse
      ? ids.flatMap((id) => {
          const found = this.#start.get(id);
          return found === undefined ? [] : [found];
        })
      : this.#starts.all(ids[0] ?? 0, ids.at(-1) ?? 0);
    const wanted = new Set(ids);
    return cells
      .filter(([id, , shape]) => shapes.has(Number(shape)) && wanted.has(Number(id)))
      .map(([id, start]) => ({ start, id: Number(id) }));
  }
}

/** Blocks of which no filter is asked. */
function anyOf(blocks: readonly number[]): WordCandidate[] {
  return blocks.map((number) => ({ number, isApart: true }));
}

/** Numbers of the block's spans that may match, rising. */
function matching(
  block: OpenBlock,
  c: SpanConditions,
  isApart: boolean,
  resourceOf: ResourceOf,
): number[] {
  const ids: number[] = [];
  if (!mayHold(block.raw, c.texts)) return ids;
  for (const place of c.words?.placesIn(block, isApart) ?? Array(block.count).keys()) {
    const entry = block.at(place);
    if (entry !== null && mayMatch(entry, c, resourceOf)) ids.push(block.ids[place] ?? 0);
  }
  return ids.sort((a, b) => a - b);
}

function mayMatch(
  entry: BlockEntry,
  { texts, attributes, wanted }: SpanConditions,
  resourceOf: ResourceOf,
): boolean {
  if (texts.length > 0 && !mayHold(entry.bytes, texts)) return false;
  const test = attributes?.mayMatch ?? null;
  return test === null || wanted === null || test(wanted.of(entry, resourceOf));
}
