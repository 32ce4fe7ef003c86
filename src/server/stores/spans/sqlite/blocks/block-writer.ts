import type Database from 'better-sqlite3';
import { blockNumber, type BlockSpan } from './block-codec.ts';
import { INGEST_LEVEL, type BlockPacker, type PackingBlock } from './block-packer.ts';
import { BlockTable } from './block-table.ts';

/**
 * Measured on 1.6 KB spans: 461 bytes a span and 3.5 µs in blocks of 64, 430 bytes and 3.2 µs in
 * blocks of 128, which is 2 % of what was received. Reading one span back unpacks its whole block,
 * 0.12 ms instead of 0.06. Blocks of 160 take 1 % less and as long to pack as those of 64.
 */
const BLOCK_SPANS_MAX = 128;
const BLOCK_BYTES_MAX = 256 * 1024;
/**
 * A span this large waits for others of its conversation: agents send all of it with every call of
 * a model. Smaller ones are packed as they come, while the next are stored.
 */
const WAITING_BYTES_MIN = 8 * 1024;

interface BegunBlock {
  readonly spans: readonly BlockSpan[];
  readonly packing: PackingBlock;
}

interface Waiting {
  spans: BlockSpan[];
  bytes: number;
}

/**
 * Gathers the spans of the running transaction into blocks, large ones by conversation. Only what
 * is stored comes here, so duplicates leave no bytes behind.
 */
export class BlockWriter {
  readonly #packer: BlockPacker;
  readonly #table: BlockTable;
  #small: Waiting = { spans: [], bytes: 0 };
  /** Large spans by their conversation. */
  readonly #large = new Map<number, Waiting>();
  /** Blocks of this transaction that are being packed, oldest first. */
  #begun: BegunBlock[] = [];
  #count = 0;

  constructor(db: Database.Database, packer: BlockPacker) {
    this.#packer = packer;
    this.#table = new BlockTable(db);
  }

  /** `conversation` tells which spans belong together: see `conversationOf`. */
  add(span: BlockSpan, conversation: number): void {
    const waiting = span.bytes.length < WAITING_BYTES_MIN ? this.#small : this.#of(conversation);
    waiting.spans.push(span);
    waiting.bytes += span.bytes.length;
    if (waiting.spans.length >= BLOCK_SPANS_MAX || waiting.bytes >= BLOCK_BYTES_MAX)
      this.#pack(waiting);
  }

  /** Has the spans gathered so far packed, be it as small blocks. */
  begin(): void {
    this.#pack(this.#small);
    const shared: Waiting = { spans: [], bytes: 0 };
    for (const { spans, bytes } of this.#large.values()) {
      if (shared.bytes + bytes > BLOCK_BYTES_MAX) this.#pack(shared);
      shared.spans.push(...spans);
      shared.bytes += bytes;
    }
    this.#pack(shared);
    this.#large.clear();
  }

  /** Writes every block begun; call before the commit. */
  flush(): void {
    this.begin();
    // The other thread works from the oldest on.
    for (const { packing } of this.#begun.toReversed()) this.#packer.help(packing);
    while (this.#begun.length > 0) this.#storeOldest();
    this.#count = 0;
  }

  /** Forgets the blocks of a transaction that was rolled back. */
  discard(): void {
    for (const { packing } of this.#begun) this.#packer.finish(packing, () => undefined);
    this.#begun = [];
  }

  #of(conversation: number): Waiting {
    let waiting = this.#large.get(conversation);
    if (waiting === undefined) this.#large.set(conversation, (waiting = { spans: [], bytes: 0 }));
    return waiting;
  }

  #pack(waiting: Waiting): void {
    const { spans } = waiting;
    if (spans.length === 0) return;
    waiting.spans = [];
    waiting.bytes = 0;
    this.#count += 1;
    this.#begun.push({ spans, packing: this.#packer.begin(spans, this.#count) });
    while (this.#begun[0] !== undefined && this.#packer.isDone(this.#begun[0].packing))
      this.#storeOldest();
  }

  #storeOldest(): void {
    const oldest = this.#begun.shift();
    if (oldest === undefined) return;
    const { spans, packing } = oldest;
    const ids = spans.map(({ id }) => id);
    this.#packer.finish(packing, (frame) =>
      this.#table.insert({
        number: blockNumber(spans),
        ids,
        level: INGEST_LEVEL,
        conversation: null,
        frame,
      }),
    );
  }
}

/** The number by which spans belong together: of their session where they have one, else of their trace. */
export function conversationOf(traceNumber: number, sessionNumber: number | null): number {
  return sessionNumber === null ? 2 * traceNumber : 2 * sessionNumber + 1;
}
