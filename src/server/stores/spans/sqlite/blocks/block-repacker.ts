import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { AppError } from '#contracts/wire/errors.ts';
import { freeLarge } from '../both/free-large.ts';
import type { StepTime } from '../both/step-time.ts';
import { CommonWords } from '../index/common-words.ts';
import { framesOf, stepsOf, type BlockJob, type JobResult } from './block-jobs.ts';

/**
 * Under steady ingest there is a block to pack every few seconds: a thread for each would cost more
 * than its work, and memory that a process keeps.
 */
const REST_AFTER_MS = 60_000;

/** Starts a thread that gives the port to `serveRepacking`. */
export type StartRepackThread = (port: MessagePort) => void;

type Answer = { readonly result: JobResult } | { readonly failure: string };

/** A job that was begun. */
export interface BlockWork {
  readonly job: BlockJob;
  /** Null until it is done. */
  answer: Answer | null;
  /** What is left of it to do here; null where a thread does it. */
  steps: Generator<void, JobResult> | null;
}

/**
 * Packs the spans of several blocks by conversation, makes filters of their words and takes deleted
 * spans out, one job after the other, in a thread that gives way to all others: done between
 * requests, it would keep them waiting, and the processor from readers. The thread begins with the
 * first job and ends a minute after the last.
 */
export class BlockRepacker {
  readonly #startThread: StartRepackThread | null;
  #port: MessagePort | null = null;
  #isBroken = false;
  /** What the thread was given and has not answered, in that order. */
  #running: BlockWork[] = [];
  readonly #clock: () => number;
  /** Of the jobs that are done here. */
  readonly #common = new CommonWords();
  #usedAt = 0;

  constructor(
    startThread: StartRepackThread | null,
    clock: () => number = () => performance.now(),
  ) {
    this.#startThread = startThread;
    this.#clock = clock;
  }

  /** Begins a job; without a thread it goes on with each `isDone`. */
  begin(job: BlockJob): BlockWork {
    this.#usedAt = this.#clock();
    if (this.#startThread === null || this.#isBroken) return this.beginHere(job);
    const work: BlockWork = { job, answer: null, steps: null };
    this.#port ??= this.#open(this.#startThread);
    this.#running.push(work);
    this.#port.postMessage(job);
    return work;
  }

  /** Begins a job that is done here. */
  beginHere(job: BlockJob): BlockWork {
    return { job, answer: null, steps: stepsOf(job, this.#common) };
  }

  /** Has a job that the thread was given done here, with each `isDone`: it takes too long there. */
  doHere(work: BlockWork): void {
    if (work.answer === null) work.steps ??= stepsOf(work.job, this.#common);
  }

  /** Whether a job is done; without a thread, after doing some more of it. */
  isDone(work: BlockWork, time: StepTime): boolean {
    if (work.steps !== null) {
      work.answer ??= advanced(work.steps, time);
      if (work.answer !== null) work.steps = null;
    }
    return work.answer !== null;
  }

  /** The result of a job that is done. Throws `internal` when it failed. */
  take({ answer }: BlockWork): JobResult {
    if (answer !== null && 'result' in answer) return answer.result;
    throw new AppError('internal', answer?.failure ?? 'The blocks are still being packed.');
  }

  /** There is nothing to do: ends the thread when that has been so for a while. */
  rest(): void {
    if (this.#clock() - this.#usedAt >= REST_AFTER_MS) this.close();
  }

  /** Ends the thread, until there is more to do. */
  close(): void {
    const port = this.#port;
    this.#port = null;
    this.#running = [];
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
    const work = this.#running.shift();
    if (work === undefined) return;
    work.answer ??= answer;
    work.steps = null;
  }

  /** The thread ended unexpectedly: its jobs, and all later ones, are done here. */
  #lose(): void {
    this.#port = null;
    this.#isBroken = true;
    for (const work of this.#running) this.doHere(work);
    this.#running = [];
  }
}

/** The part of the port the thread uses. */
export interface RepackPort {
  on(event: 'message', listener: (job: BlockJob) => void): unknown;
  postMessage(answer: unknown): void;
}

/** The thread's work: does the jobs it receives, until the port is closed. */
export function serveRepacking(port: RepackPort): void {
  const common = new CommonWords();
  port.on('message', (job: BlockJob) => {
    const answer = advanced(stepsOf(job, common), null);
    port.postMessage(answer);
    for (const { frame } of job.blocks) freeLarge(frame);
    if (answer !== null && 'result' in answer) framesOf(answer.result).forEach(freeLarge);
  });
}

/** Does some more of a job, or all without a limit of time; null if it is not done then. */
function advanced(steps: Generator<void, JobResult>, time: StepTime | null): Answer | null {
  try {
    for (;;) {
      const step = steps.next();
      if (step.done === true) return { result: step.value };
      if (time?.isOver === true) return null;
    }
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}
