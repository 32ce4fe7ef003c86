import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '#contracts/wire/errors.ts';
import type { Log } from '#server/telemetry/log.ts';
import type { ProjectLimit, Query, QueryRunner } from './query.ts';
import { GIVES_WAY } from './long-calls.ts';
import { CallCosts, kindOfCall } from './call-costs.ts';
import { callKey, SharedCalls } from './shared-calls.ts';
import { ThreadClient } from './thread-client.ts';
import { WaitingCalls } from './waiting-calls.ts';
import { typedReply } from './wire-codec.ts';
import { monotonicMs } from './monotonic.ts';

export interface ReaderPoolOptions {
  readonly entry: URL;
  readonly options: unknown;
  /**
   * The most readers for calls to come; the first runs from the start, each further one from when
   * all before it were busy at once until it is not needed for a while. As many besides may be busy
   * with calls that run long.
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
/** A further reader that had nothing to do for this long ends. */
const UNUSED_MS = 20_000;
/** A statement that ignores its budget this long past the deadline has its reader replaced. */
const STUCK_MS = 10_000;
const CLOSE_MS = 3_000;
/**
 * Enough that a page of 1,000 spans seldom outlives it; V8's 48 MB would stay in use after the
 * first large page.
 */
const YOUNG_GENERATION_MB = 12;

/**
 * Calls that are expected to have more of a processor leave one reader to the others, where there
 * are several: a page of a list must not wait for two counts over a million spans.
 */
const SHORT_MS_MAX = 20;

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
  /** Those of them with a call that is expected to take long. */
  readonly #long = new Set<ThreadClient>();
  readonly #costs = new CallCosts();
  /** Those that wait for JSON: values are changed by who asked for them. */
  readonly #shared = new SharedCalls();
  /** When each last began a call. */
  readonly #usedAt = new WeakMap<ThreadClient, number>();
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
    this.#watch = setInterval(() => {
      this.#replaceStuck();
      this.#endUnused();
    }, 1_000);
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
    const kind = kindOfCall(call.query, call.params);
    const costMs = this.#costs.expectedMs(kind);
    const onCpu = (millis: number, isAnswered: boolean): void =>
      this.#costs.took(kind, isAnswered ? millis : Math.max(millis, costMs));
    const run = (thread: ThreadClient, leftMs: number, left: AbortSignal | undefined) => {
      if (costMs > SHORT_MS_MAX) this.#long.add(thread);
      this.#usedAt.set(thread, monotonicMs());
      return thread.call(method, call, { deadlineMs: leftMs, signal: left, onCpu });
    };
    const reader = this.#idle();
    if (reader !== null && this.#waiting.size === 0 && costMs <= this.#costMsMax)
      return run(reader, deadlineMs, signal);
    const wait = (left: AbortSignal | undefined, begun = (): void => undefined) => {
      const answer = this.#waiting.add({
        deadlineMs,
        signal: left,
        costMs,
        run: (thread, leftMs) => {
          begun();
          return run(thread, leftMs, left);
        },
      });
      this.#startWaiting();
      return answer;
    };
    if (method === 'value') return wait(signal);
    return this.#shared.ask(callKey(call), signal, wait);
  }

  /** Readers with low priority that have a call; the others only wait for their successor. */
  get #givingWay(): number {
    return this.#leaving.filter(({ inFlight }) => inFlight > 0).length;
  }

  /** What a call may be expected to take that is to begin now. */
  get #costMsMax(): number {
    const { size, callsAtOnce = 1 } = this.#options;
    if (callsAtOnce > 1 || size === 1) return Infinity;
    const long = this.#long.size;
    // No reader starts beside twice as many: the last that may is for short calls as well.
    const isFull = long >= size - 1 || long + this.#givingWay >= 2 * size - 1;
    return isFull ? SHORT_MS_MAX : Infinity;
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
      if (!this.#waiting.startNext(reader, this.#costMsMax)) return;
    if (this.#waiting.size > 0) void this.#grow();
  }

  #letGo(reader: ThreadClient): void {
    this.#drop(reader);
    this.#leaving.push(reader);
    void this.#grow();
  }

  #atRest(reader: ThreadClient): void {
    this.#long.delete(reader);
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
    const counted = this.#readers.length + this.#givingWay;
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
    this.#usedAt.set(reader, monotonicMs());
    this.#readers.push(reader);
    for (const resting of this.#leaving.filter(({ inFlight }) => inFlight === 0))
      this.#end(resting);
    this.#startWaiting();
  }

  #drop(reader: ThreadClient): void {
    this.#long.delete(reader);
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

  /** All but one, which keeps no one waiting: the others start again with the next crowd. */
  #endUnused(): void {
    const now = monotonicMs();
    const unused = this.#readers
      .slice(1)
      .filter((one) => one.inFlight === 0 && now - (this.#usedAt.get(one) ?? 0) > UNUSED_MS);
    for (const reader of unused) this.#end(reader);
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
