import type Database from 'better-sqlite3';
import { openBlock, type BlockEntry, type OpenBlock } from './block-codec.ts';
import { BlockFinder } from './block-finder.ts';
import { freeLarge } from '../both/free-large.ts';
import { RecentMap } from '../both/recent-map.ts';
import type { ResourceOf } from './wanted-values.ts';

interface Block {
  readonly number: number;
  readonly opened: OpenBlock;
}

export interface ContextCells {
  readonly resource_bytes: Uint8Array;
  readonly resource_schema_url: string;
  readonly scope_bytes: Uint8Array;
  readonly scope_schema_url: string;
}

/**
 * Blocks kept unpacked, and their bytes together. Lists read neighbours, and a scan in time order
 * hops between a few blocks.
 */
const BLOCKS_KEPT = 64;
const BYTES_KEPT = 16 * 1024 * 1024;
/** Of blocks that are no longer kept, until they are freed; of more, it is left to the collector. */
const FORMER_BYTES_MAX = 16 * 1024 * 1024;
const CONTEXTS_KEPT = 256;
/** Spans that are kept without their blocks, and how many of one block. */
const ENTRIES_KEPT = 128;
const SPANS_COPIED = 4;
const COPIED_BYTES_MAX = 32 * 1024;
const EMPTY_CONTEXT: ContextCells = {
  resource_bytes: new Uint8Array(),
  resource_schema_url: '',
  scope_bytes: new Uint8Array(),
  scope_schema_url: '',
};

/**
 * Cuts spans' own bytes out of their blocks. Span numbers are never used again, so what is kept is
 * only ever deleted, which does no harm (ask for live spans), or, seldom, rewritten with further
 * bytes of spans; then it is all let go of.
 */
export class PayloadReader {
  readonly #finder: BlockFinder;
  readonly #context: Database.Statement<[number], ContextCells>;
  readonly #rewritings: Database.Statement<[], number>;
  #rewritingsSeen = 0;
  /** Blocks that were unpacked so far. */
  blocksOpened = 0;
  /** The one asked for last comes first. */
  readonly #kept: Block[] = [];
  #keptBytes = 0;
  /** Blocks that are no longer kept; null where no caller frees them. */
  #former: OpenBlock[] | null = null;
  #formerBytes = 0;
  #contexts = new RecentMap<number, ContextCells>(CONTEXTS_KEPT);
  #last: Block | null = null;
  #entries = new RecentMap<number, BlockEntry>(ENTRIES_KEPT);

  constructor(db: Database.Database) {
    this.#finder = new BlockFinder(db);
    this.#context = db.prepare(
      'SELECT resource_bytes, resource_schema_url, scope_bytes, scope_schema_url FROM contexts WHERE id = ?',
    );
    this.#rewritings = db
      .prepare<[], number>("SELECT next FROM counters WHERE name = 'rewriting'")
      .pluck(true);
  }

  /** The bytes of a live span and the number of its context; null when it was deleted meanwhile. */
  entry(id: number): BlockEntry | null {
    const found = this.#entries.get(id);
    if (found !== undefined) return found;
    const block = this.#last?.opened.has(id) === true ? this.#last : this.#find(id);
    this.#last = block;
    return block?.opened.entry(id) ?? null;
  }

  /** These spans block by block, so that none is unpacked twice for a page of them. */
  byBlock<Span extends { readonly id: number }>(spans: readonly Span[]): readonly Span[] {
    if (spans.length < 2) return spans;
    return spans
      .map((span) => ({ span, block: this.#finder.blockOf(span.id) ?? 0 }))
      .sort((a, b) => a.block - b.block)
      .map(({ span }) => span);
  }

  context(id: number): ContextCells {
    const known = this.#contexts.get(id);
    if (known !== undefined) return known;
    const context = this.#context.get(id) ?? EMPTY_CONTEXT;
    this.#contexts.set(id, context);
    return context;
  }

  readonly resourceOf: ResourceOf = (contextId) => this.context(contextId).resource_bytes;

  /** Starts a snapshot. Few contexts make up a page, so few are kept. */
  forget(): void {
    this.#contexts = new RecentMap(CONTEXTS_KEPT);
    const rewritings = this.#rewritings.get() ?? 0;
    if (rewritings !== this.#rewritingsSeen) this.rest();
    this.#rewritingsSeen = rewritings;
  }

  /** Lets go of the blocks that are kept for the next to ask. */
  rest(): void {
    this.#kept.length = 0;
    this.#keptBytes = 0;
    if (this.#former !== null) this.#former = [];
    this.#formerBytes = 0;
    this.#last = null;
    this.#entries = new RecentMap(ENTRIES_KEPT);
  }

  /**
   * Nothing that was read so far is in use any more: frees the blocks that are no longer kept. Left
   * to the garbage collector, which sees only its own heap, they would grow to 64 MB.
   */
  freeUnused(): void {
    for (const { raw } of this.#former ?? []) freeLarge(raw);
    this.#former = [];
    this.#formerBytes = 0;
    this.#last = null;
  }

  /**
   * Keeps copies of a few spans of a block that is unpacked: a search finds one in each of more
   * blocks than are kept. False where they are too many or too large; then the block is to be kept.
   */
  keepSpans(ids: readonly number[], block: OpenBlock): boolean {
    if (ids.length > SPANS_COPIED) return false;
    const entries = ids.map((id) => ({ id, entry: block.entry(id) }));
    if (entries.some(({ entry }) => (entry?.bytes.length ?? 0) > COPIED_BYTES_MAX)) return false;
    for (const { id, entry } of entries)
      if (entry !== null) this.#entries.set(id, { ...entry, bytes: new Uint8Array(entry.bytes) });
    return true;
  }

  /** Accepts a block that is already unpacked. */
  keep(number: number, opened: OpenBlock): void {
    this.#keep({ number, opened });
  }

  #find(id: number): Block | null {
    const number = this.#finder.blockOf(id);
    if (number === null) return null;
    const known = this.#kept.find((block) => block.number === number && block.opened.has(id));
    if (known !== undefined) {
      this.#keep(known);
      return known;
    }
    const frame = this.#finder.frame(number);
    if (frame === null) return null;
    const block: Block = { number, opened: openBlock(frame, number) };
    freeLarge(frame);
    this.blocksOpened += 1;
    this.#keep(block);
    return block;
  }

  /** The blocks not asked for longest go; a single one stays whatever it weighs. */
  #keep(block: Block): void {
    const place = this.#kept.findIndex(({ number }) => number === block.number);
    const [former] = place === -1 ? [] : this.#kept.splice(place, 1);
    if (former !== undefined && former.opened !== block.opened) this.#letGo(former);
    this.#kept.unshift(block);
    this.#keptBytes += block.opened.raw.length - (former?.opened.raw.length ?? 0);
    while (
      this.#kept.length > 1 &&
      (this.#kept.length > BLOCKS_KEPT || this.#keptBytes > BYTES_KEPT)
    ) {
      const last = this.#kept.pop();
      this.#keptBytes -= last?.opened.raw.length ?? 0;
      if (last !== undefined) this.#letGo(last);
    }
  }

  #letGo({ opened }: Block): void {
    if (this.#former === null || this.#formerBytes + opened.raw.length > FORMER_BYTES_MAX) return;
    this.#former.push(opened);
    this.#formerBytes += opened.raw.length;
  }
}
