import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { AppError } from '#contracts/wire/errors.ts';
import { openBlock, packBlock } from './block-codec.ts';
import { freeLarge } from '../both/free-large.ts';

/** Some 15 ms to pack, and half a millisecond to read one span back. */
export const SETTLED_LEVEL = 9;

/**
 * Under steady ingest there is a block to pack every few seconds: a thread for each would cost more
 * than its work, and memory that a process keeps.
 */
const REST_AFTER_MS = 60_000;

/** Starts a thread that gives the port to `serveRepacking`. */
export type StartRepackThread = (port: MessagePort) => void;

type Answer = { readonly frame: Uint8Array } | { readonly damaged: string };

/** Blocks on their way to becoming one. */
export interface Repacking {
  readonly frames: readonly Uint8Array[];
  /** Null until it is done. */
  answer: Answer | null;
}

/**
 * Packs several blocks into one at a higher level, one job at a time, in a thread that gives way to
 * all others: done between requests, 15 ms of it would keep a request waiting, and the processor
 * from readers. The thread begins with the first job and ends a minute after the last.
 */
export class BlockRepacker {
  readonly #startThread: StartRepackThread | null;
  #port: MessagePort | null = null;
  #isBroken = false;
  #running: Repacking | null = null;
  readonly #clock: () => number;
  #usedAt = 0;

  constructor(
    startThread: StartRepackThread | null,
    clock: () => number = () => performance.now(),
  ) {
    this.#startThread = startThread;
    this.#clock = clock;
  }

  /** Begins a job; without a thread it is done when this returns. */
  begin(frames: readonly Uint8Array[]): Repacking {
    const job: Repacking = { frames, answer: null };
    this.#usedAt = this.#clock();
    if (this.#startThread === null || this.#isBroken) job.answer = repack(frames);
    else {
      this.#port ??= this.#open(this.#startThread);
      this.#running = job;
      this.#port.postMessage(frames);
    }
    return job;
  }

  /** The frame of a job that is done. Throws `internal` when a block was damaged. */
  take({ answer }: Repacking): Uint8Array {
    if (answer !== null && 'frame' in answer) return answer.frame;
    throw new AppError('internal', answer?.damaged ?? 'The blocks are still being packed.');
  }

  /** There is nothing to do: ends the thread when that has been so for a while. */
  rest(): void {
    if (this.#clock() - this.#usedAt >= REST_AFTER_MS) this.close();
  }

  /** Ends the thread, until there is more to do. */
  close(): void {
    const port = this.#port;
    this.#port = null;
    this.#running = null;
    port?.close();
  }

  #open(startThread: StartRepackThread): MessagePort {
    const { port1, port2 } = new MessageChannel();
    port1.on('message', (answer: Answer) => this.#settle(answer));
    port1.on('close', () => {
      if (this.#port === port1) this.#lose();
    });
    port1.unref();
    startThread(port2);
    return port1;
  }

  #settle(answer: Answer): void {
    if (this.#running !== null) this.#running.answer = answer;
    this.#running = null;
  }

  /** The thread ended unexpectedly: its job, and all later ones, run here. */
  #lose(): void {
    this.#port = null;
    this.#isBroken = true;
    if (this.#running !== null) this.#settle(repack(this.#running.frames));
  }
}

/** The part of the port the thread uses. */
export interface RepackPort {
  on(event: 'message', listener: (frames: readonly Uint8Array[]) => void): unknown;
  postMessage(answer: unknown): void;
}

/** The thread's work: packs the blocks it receives, until the port is closed. */
export function serveRepacking(port: RepackPort): void {
  port.on('message', (frames: readonly Uint8Array[]) => {
    const answer = repack(frames);
    port.postMessage(answer);
    frames.forEach(freeLarge);
    if ('frame' in answer) freeLarge(answer.frame);
  });
}

function repack(frames: readonly Uint8Array[]): Answer {
  try {
    const blocks = frames.map(openBlock);
    const frame = packBlock(
      blocks.flatMap((block) => block.entries()),
      SETTLED_LEVEL,
    );
    for (const { raw } of blocks) freeLarge(raw);
    return { frame };
  } catch (error) {
    return { damaged: error instanceof Error ? error.message : String(error) };
  }
}
