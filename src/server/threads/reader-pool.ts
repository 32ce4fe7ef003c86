import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '#contracts/wire/errors.ts';
import type { Log } from '#server/telemetry/log.ts';
import type { ProjectLimit, Query, QueryRunner } from './query.ts';
import { GIVES_WAY } from './long-calls.ts';
import { ThreadClient } from './thread-client.ts';
import { typedReply } from './wire-codec.ts';
import { monotonicMs } from './monotonic.ts';

export interface ReaderPoolOptions {
  readonly entry: URL;
  readonly options: unknown;
  /**
   * The most readers for calls to come; the first runs from the start, each further one from when
   * all before it were busy at once. As many besides may be busy with calls that run long.
   */
  readonly size: number;
  /**
   * Calls waiting, for each of so many readers, before further ones are refused with `unavailable`.
   */
  readonly inFlightMax: number;
  /** Calls that a reader answers beside each other; each alone unless given. */
  readonly callsAtOnce?: number;
  readonly queryDeadlineMs: number;
  readonly log: Log;
  /** Receives a reader's other messages. */
  readonly onEvent?: (event: unknown) => void;
}

/** The message to a reader thread. */
export interface QueryCall {
  readonly query: string;
  readonly params: unknown;
  readonly limitedTo: ProjectLimit;
}

const RESPAWN_DELAY_MS_FIRST = 100;
const RESPAWN_DELAY_MS_MAX = 5_000;
/** A statement that ignores its budget this long past the deadline has its reader replaced. */
const STUCK_MS = 10_000;
const CLOSE_MS = 3_000;
/**
 * Enough that a page of 1,000 spans seldom outlives it; V8's 48 MB would stay in use after the
 * first large page.
 */
const YOUNG_GENERATION_MB = 12;

const RETRY = { retryAfterSeconds: 1 } as const;

/**
 * Reader threads, each with its own read-only connections. A query goes to an idle reader, or waits
 * for one; when a reader crashes, its query fails with `unavailable` and it is restarted; a reader
 * stuck inside a statement is replaced and left to end by itself. A reader with a long-running call
 * gets low priority permanently: it is replaced, and ends after that call, but not before another
 * reader can answer.
 */
export class ReaderPool implements QueryRunner {
  readonly #options: ReaderPoolOptions;
  readonly #waiting: WaitingCalls;
  #readers: ThreadClient[] = [];
  /** Those that give way. */
  #leaving: ThreadClient[] = [];
  /** Those and all that start or end: the process must not end before them. */
  readonly #threads = new Set<ThreadClient>();
  #isGrowing = false;
  /** Starts that are under way or will be tried again. */
  #starts = 0;
  /** The last start failed; what waits while no reader runs would wait in vain. */
  #startFailed = false;
  #closing = false;
  #respawnDelayMs = RESPAWN_DELAY_MS_FIRST;
  #watch: NodeJS.Timeout | null = null;

  constructor(options: ReaderPoolOptions) {
    this.#options = options;
    this.#waiting = new WaitingCalls(options.size * options.inFlightMax);
  }

  /** Resolves when the first reader has its connections open. */
  async start(): Promise<void> {
    await this.#spawn();
    this.#watch = setInterval(() => this.#replaceStuck(), 1_000);
    this.#watch.unref();
  }

  async stop(): Promise<void> {
    this.#closing = true;
    if (this.#watch !== null) clearInterval(this.#watch);
    this.#waiting.refuseAll(new AppError('unavailable', 'The server is stopping.', RETRY));
    await Promise.all([...this.#threads].map((reader) => reader.close(CLOSE_MS)));
  }

  /** Readers that answer now. */
  get running(): number {
    return this.#readers.length + this.#leaving.length;
  }

  async value<P, R>(
    query: Query<P, R>,
    params: P,
    signal?: AbortSignal,
    limitedTo: ProjectLimit = null,
  ): Promise<R> {
    return typedReply<R>(
      await this.#call('value', query, { query: query.name, params, limitedTo }, signal),
    );
  }

  async json<P, R>(
    query: Query<P, R>,
    params: P,
    signal?: AbortSignal,
    limitedTo: ProjectLimit = null,
  ): Promise<Uint8Array> {
    return typedReply<Uint8Array>(
      await this.#call('json', query, { query: query.name, params, limitedTo }, signal),
    );
  }

  #call(
    method: 'value' | 'json',
    { deadlineMs = this.#options.queryDeadlineMs }: Pick<Query<never, unknown>, 'deadlineMs'>,
    call: QueryCall,
    signal: AbortSignal | undefined,
  ): Promise<unknown> {
    if (this.running === 0 && (this.#starts === 0 || this.#startFailed))
      return Promise.reject(noReader());
    const reader = this.#idle();
    if (reader !== null) return reader.call(method, call, { deadlineMs, signal });
    void this.#grow();
    return this.#waiting.add({ method, params: call, deadlineMs, signal });
  }

  /**
   * The reader with the fewest calls that can take one now; one that gave way only while there is
   * no other.
   */
  #idle(): ThreadClient | null {
    const { callsAtOnce = 1 } = this.#options;
    let idle: ThreadClient | null = null;
    for (const reader of this.#readers.length > 0 ? this.#readers : this.#leaving)
      if (reader.inFlight < Math.min(callsAtOnce, idle?.inFlight ?? Infinity)) idle = reader;
    return idle;
  }

  #startWaiting(): void {
    for (
      let reader = this.#idle();
      reader !== null && this.#waiting.size > 0;
      reader = this.#idle()
    )
      this.#waiting.startNext(reader);
    if (this.#waiting.size > 0) void this.#grow();
  }

  #letGo(reader: ThreadClient): void {
    this.#drop(reader);
    this.#leaving.push(reader);
    void this.#grow();
  }

  #atRest(reader: ThreadClient): void {
    if (this.#leaving.includes(reader)) {
      if (this.#readers.length === 0) void this.#grow();
      if (this.#readers.length > 0 || this.#starts === 0) this.#end(reader);
    }
    this.#startWaiting();
  }

  #end(reader: ThreadClient): void {
    this.#drop(reader);
    void reader.close(CLOSE_MS);
  }

  /**
   * Starts one more reader, for the calls to come. A server that is never asked two things at once
   * keeps the memory of one.
   */
  async #grow(): Promise<void> {
    const { size } = this.#options;
    // A low-priority reader that only waits for its successor must not block it.
    const counted =
      this.#readers.length + this.#leaving.filter((reader) => reader.inFlight > 0).length;
    if (this.#isGrowing || this.#closing || this.#readers.length >= size || counted >= 2 * size)
      return;
    this.#isGrowing = true;
    try {
      await this.#spawn();
    } catch (error) {
      if (this.#closing) return;
      this.#options.log.error({ err: error }, 'a further reader thread could not start');
      // With none left, none would be asked for: callers are refused.
      if (this.#readers.length === 0) void this.#respawn();
    } finally {
      this.#isGrowing = false;
    }
  }

  async #spawn(): Promise<void> {
    const reader: ThreadClient = new ThreadClient({
      name: 'reader',
      entry: this.#options.entry,
      options: this.#options.options,
      inFlightMax: this.#options.inFlightMax,
      youngGenerationMb: YOUNG_GENERATION_MB,
      onEvent: (event) => {
        if (event === GIVES_WAY) this.#letGo(reader);
        else this.#options.onEvent?.(event);
      },
      onIdle: () => this.#atRest(reader),
      onReply: () => this.#startWaiting(),
      onCrash: (error) => {
        this.#options.log.error({ err: error }, 'a reader thread crashed; starting another');
        this.#drop(reader);
        void this.#respawn();
      },
    });
    this.#threads.add(reader);
    void reader.gone.then(() => this.#threads.delete(reader));
    this.#starts += 1;
    try {
      await reader.start();
      this.#startFailed = false;
    } catch (error) {
      this.#startFailed = true;
      if (this.running === 0) this.#waiting.refuseAll(noReader());
      throw error;
    } finally {
      this.#starts -= 1;
    }
    if (this.#closing) return reader.close(CLOSE_MS);
    this.#readers.push(reader);
    for (const resting of this.#leaving.filter(({ inFlight }) => inFlight === 0))
      this.#end(resting);
    this.#startWaiting();
  }

  #drop(reader: ThreadClient): void {
    this.#readers = this.#readers.filter((other) => other !== reader);
    this.#leaving = this.#leaving.filter((other) => other !== reader);
  }

  async #respawn(): Promise<void> {
    this.#starts += 1;
    try {
      await this.#startAgain();
    } finally {
      this.#starts -= 1;
    }
  }

  async #startAgain(): Promise<void> {
    while (!this.#closing) {
      await delay(this.#respawnDelayMs, undefined, { ref: false });
      this.#respawnDelayMs = Math.min(this.#respawnDelayMs * 2, RESPAWN_DELAY_MS_MAX);
      try {
        if (!this.#closing && this.#readers.length < this.#options.size) await this.#spawn();
        this.#respawnDelayMs = RESPAWN_DELAY_MS_FIRST;
        return;
      } catch (error) {
        this.#options.log.error({ err: error }, 'a reader thread could not start; trying again');
      }
    }
  }

  #replaceStuck(): void {
    for (const reader of [...this.#readers, ...this.#leaving]) {
      if (reader.stuckSinceMs < STUCK_MS) continue;
      this.#options.log.warn(
        { inFlight: reader.inFlight },
        'a reader thread is stuck in a statement; replacing it',
      );
      this.#drop(reader);
      this.#threads.delete(reader);
      void reader.close(0);
      void this.#respawn();
    }
  }
}

function noReader(): AppError {
  return new AppError(
    'unavailable',
    'No reader is running right now; try again in a second.',
    RETRY,
  );
}

/** A call for whichever thread is free first. */
interface WaitingCall {
  readonly method: string;
  readonly params: unknown;
  readonly deadlineMs: number;
  readonly signal: AbortSignal | undefined;
}

interface Entry {
  readonly start: (thread: ThreadClient) => void;
  readonly leave: (error: AppError) => void;
}

/**
 * Calls that wait for a thread, in the order they came; each until its deadline, or until its
 * caller gives up.
 */
class WaitingCalls {
  readonly #entries = new Set<Entry>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Rejects with `unavailable` when too many wait already. */
  add({ method, params, deadlineMs, signal }: WaitingCall): Promise<unknown> {
    if (this.#entries.size >= this.#max)
      return Promise.reject(
        new AppError('unavailable', `The readers are busy: ${this.#max} calls are waiting.`, {
          retryAfterSeconds: 1,
        }),
      );
    const deadlineAt = monotonicMs() + deadlineMs;
    return new Promise((resolve, reject) => {
      const abort = (): void =>
        entry.leave(new AppError('deadline_exceeded', 'The request was cancelled by its client.'));
      const late = (): void =>
        entry.leave(
          new AppError('deadline_exceeded', 'The request waited too long for a reader; try again.'),
        );
      const timer = setTimeout(late, deadlineMs);
      const end = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        this.#entries.delete(entry);
      };
      const entry: Entry = {
        start: (thread) => {
          end();
          resolve(thread.call(method, params, { deadlineMs: deadlineAt - monotonicMs(), signal }));
        },
        leave: (error) => {
          end();
          reject(error);
        },
      };
      this.#entries.add(entry);
      if (signal?.aborted === true) abort();
      else signal?.addEventListener('abort', abort, { once: true });
    });
  }

  /** Gives the one that waits longest to the thread. */
  startNext(thread: ThreadClient): void {
    for (const entry of this.#entries) {
      entry.start(thread);
      return;
    }
  }

  refuseAll(error: AppError): void {
    for (const entry of this.#entries) entry.leave(error);
  }
}
