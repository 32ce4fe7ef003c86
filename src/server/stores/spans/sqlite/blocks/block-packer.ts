import {
  blockBytes,
  compressBlock,
  layOutBlock,
  packBlock,
  blockNumber,
  type BlockSpan,
} from './block-codec.ts';
import { freeLarge } from '../both/free-large.ts';
import { PackQueue, servePackQueue } from './pack-queue.ts';

/** The fastest level: higher ones wait for `settle`, off the ingest path. */
export const INGEST_LEVEL = 1;
/**
 * A transaction with this many blocks is worth a second thread; smaller ones are packed sooner
 * without.
 */
const BLOCKS_WORTH_A_THREAD = 4;
/** A block takes half a millisecond; a thread that holds one longer than this is gone. */
const THREAD_WAIT_MS = 5_000;

/** Starts a thread that gives the memory to `packBlocks`. */
export type StartPackThread = (memory: SharedArrayBuffer) => void;

/** A block that is being packed: its place in the queue, or its frame. */
export type PackingBlock = { readonly place: number } | { readonly frame: Uint8Array };

/**
 * Packs the blocks of incoming spans, a third of the work of storing them: with the help of another
 * thread once there are many.
 */
export class BlockPacker {
  readonly #startThread: StartPackThread | null;
  #queue: PackQueue | null = null;

  constructor(startThread: StartPackThread | null) {
    this.#startThread = startThread;
  }

  /** Begins a block, the `count`th of its transaction. */
  begin(spans: readonly BlockSpan[], count: number): PackingBlock {
    if (this.#queue === null && this.#startThread !== null && count >= BLOCKS_WORTH_A_THREAD) {
      this.#queue = new PackQueue(compressQueued, THREAD_WAIT_MS);
      this.#startThread(this.#queue.memory);
    }
    const number = blockNumber(spans);
    const place =
      this.#queue?.offer(blockBytes(spans), (into) => layOutBlock(number, spans, into)) ?? null;
    return place === null ? { frame: packBlock(number, spans, INGEST_LEVEL) } : { place };
  }

  isDone(block: PackingBlock): boolean {
    return 'frame' in block || this.#queue === null || this.#queue.isDone(block.place);
  }

  /** Packs the block here if the thread has not begun it. */
  help(block: PackingBlock): void {
    if ('place' in block) this.#queue?.help(block.place);
  }

  /** Gives the frame to `use`, waiting for it if need be, and takes its memory back. */
  finish(block: PackingBlock, use: (frame: Uint8Array) => void): void {
    if ('frame' in block) {
      use(block.frame);
      return freeLarge(block.frame);
    }
    try {
      if (this.#queue !== null) use(this.#queue.frame(block.place));
    } finally {
      this.#queue?.release(block.place);
    }
  }

  close(): void {
    this.#queue?.close();
    this.#queue = null;
  }
}

/** The thread's work with its shared memory: packs blocks until the packer is closed. */
export function packBlocks(memory: SharedArrayBuffer): void {
  servePackQueue(memory, compressQueued);
}

/** The queue copies frames and frees them at once. */
function compressQueued(raw: Uint8Array): Buffer {
  return compressBlock(raw, INGEST_LEVEL, 'whole');
}
