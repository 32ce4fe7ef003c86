import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { AppError } from '#contracts/wire/errors.ts';
import { blockNumber, openBlock, packBlock, type BlockSpan } from './block-codec.ts';
import { arrange } from './conversation-order.ts';
import { freeLarge } from '../both/free-large.ts';

/**
 * In this order the level matters little: level 9 takes a tenth less for texts without repetition,
 * in five times the time, and nothing less for conversations.
 */
export const SETTLED_LEVEL = 3;

/**
 * Under steady ingest there is a block to pack every few seconds: a thread for each would cost more
 * than its work, and memory that a process keeps.
 */
const REST_AFTER_MS = 60_000;

/** Starts a thread that gives the port to `serveRepacking`. */
export type StartRepackThread = (port: MessagePort) => void;

/** Blocks whose spans are to be arranged by conversation. */
export interface RepackJob {
  readonly blocks: readonly {
    readonly number: number;
    readonly frame: Uint8Array;
    /** The rank of all its spans; null where `ids` tells. */
    readonly rank: number | null;
  }[];
  /** Numbers of spans, and the place of each one's conversation among all. */
  readonly ids: Float64Array;
  readonly ranks: Uint32Array;
}

export interface Repacked {
  /** The blocks that take the place of the job's. */
  readonly blocks: readonly {
    readonly number: number;
    readonly ids: Float64Array;
    /** Of the conversation that it holds alone. */
    readonly rank: number | null;
    readonly frame: Uint8Array;
  }[];
  /** The numbers in each block of the job. */
  readonly before: readonly Float64Array[];
}

type Answer = { readonly repacked: Repacked } | { readonly damaged: string };

/** Blocks on their way to becoming others. */
export interface Repacking {
  readonly job: RepackJob;
  /** Null until it is done. */
  answer: Answer | null;
}

/**
 * Packs the spans of several blocks by conversation, one job at a time, in a thread that gives way
 * to all others: done between requests, 50 ms of it would keep a request waiting, and the processor
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
  begin(job: RepackJob): Repacking {
    const repacking: Repacking = { job, answer: null };
    this.#usedAt = this.#clock();
    if (this.#startThread === null || this.#isBroken) repacking.answer = repack(job);
    else {
      this.#port ??= this.#open(this.#startThread);
      this.#running = repacking;
      this.#port.postMessage(job);
    }
    return repacking;
  }

  /** The blocks of a job that is done. Throws `internal` when a block was damaged. */
  take({ answer }: Repacking): Repacked {
    if (answer !== null && 'repacked' in answer) return answer.repacked;
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
    if (this.#running !== null) this.#settle(repack(this.#running.job));
  }
}

/** The part of the port the thread uses. */
export interface RepackPort {
  on(event: 'message', listener: (job: RepackJob) => void): unknown;
  postMessage(answer: unknown): void;
}

/** The thread's work: packs the blocks it receives, until the port is closed. */
export function serveRepacking(port: RepackPort): void {
  port.on('message', (job: RepackJob) => {
    const answer = repack(job);
    port.postMessage(answer);
    for (const { frame } of job.blocks) freeLarge(frame);
    if ('repacked' in answer) for (const { frame } of answer.repacked.blocks) freeLarge(frame);
  });
}

function repack({ blocks, ids, ranks }: RepackJob): Answer {
  try {
    const opened = blocks.map(({ number, frame }) => openBlock(frame, number));
    const rankOf = new Map(Array.from(ids, (id, i) => [id, ranks[i] ?? 0]));
    const last = ranks.reduce((most, rank) => Math.max(most, rank), 0) + 1;
    const byRank: BlockSpan[][] = [];
    for (const [i, block] of opened.entries())
      for (const span of block.spans())
        // Of a span that was deleted since, no conversation is known.
        (byRank[blocks[i]?.rank ?? rankOf.get(span.id) ?? last] ??= []).push(span);
    const repacked: Repacked = {
      blocks: arrange(byRank).map(({ spans, rank }) => {
        const number = blockNumber(spans);
        return {
          number,
          ids: Float64Array.from(spans, ({ id }) => id),
          rank: rank === last ? null : rank,
          frame: packBlock(number, spans, SETTLED_LEVEL),
        };
      }),
      before: opened.map((block) => block.ids),
    };
    for (const { raw } of opened) freeLarge(raw);
    return { repacked };
  } catch (error) {
    return { damaged: error instanceof Error ? error.message : String(error) };
  }
}
