import { AppError } from '#contracts/wire/errors.ts';
import type { Log } from '#server/telemetry/log.ts';
import { ThreadClient } from './thread-client.ts';

export interface LeasedThreadsOptions {
  readonly name: string;
  readonly entry: URL;
  /** How many work at the same time; others wait, so long at most. */
  readonly sizeMax: number;
  readonly waitMsMax: number;
  /** The error for requests whose thread failed. */
  readonly busyDetail: string;
  /** Memory of a thread's objects: work that would need more fails alone. */
  readonly oldGenerationMb: number;
  /**
   * Heap for short-lived objects; V8's default for each thread is several times what a reader of
   * rows needs.
   */
  readonly youngGenerationMb?: number;
  /** Receives a thread's messages that are not replies. */
  readonly onEvent?: (event: unknown) => void;
  readonly log: Log;
}

/** A thread that works for one holder alone. */
export interface ThreadLease {
  readonly thread: ThreadClient;
  /** Returns the thread. Sends it `close`; terminates it if it doesn't answer. */
  end(): Promise<void>;
}

/** How long a thread is kept for the next holder. */
const IDLE_MS = 60_000;
const CLOSE_MS = 1_000;
const BUSY_RETRY_SECONDS = 5;

/**
 * Threads for work over hostile input, which can hang or exhaust one of them and nothing else.
 * Started when needed, one is kept for a while.
 */
export class LeasedThreads {
  readonly #options: LeasedThreadsOptions;
  readonly #waiting: (() => void)[] = [];
  /** All there are, those that start among them: the process must not end before them. */
  readonly #threads = new Set<ThreadClient>();
  #busy = 0;
  #idle: { readonly thread: ThreadClient; readonly timer: NodeJS.Timeout } | null = null;
  #closing = false;

  constructor(options: LeasedThreadsOptions) {
    this.#options = options;
  }

  /** Rejects with `unavailable` when none came free in time. */
  async lease(): Promise<ThreadLease> {
    await this.#takeTurn();
    let thread: ThreadClient;
    try {
      thread = await this.#thread();
    } catch (error) {
      this.#endTurn();
      throw error;
    }
    let isHeld = true;
    return {
      thread,
      end: async () => {
        if (!isHeld) return;
        isHeld = false;
        await this.#giveBack(thread);
      },
    };
  }

  /** Ends busy threads too: their results are no longer awaited. */
  async stop(): Promise<void> {
    this.#closing = true;
    await Promise.all([...this.#threads].map((thread) => thread.close(CLOSE_MS)));
  }

  async #takeTurn(): Promise<void> {
    if (this.#busy < this.#options.sizeMax) {
      this.#busy += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const grant = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(grant), 1);
        reject(
          new AppError('unavailable', this.#options.busyDetail, {
            retryAfterSeconds: BUSY_RETRY_SECONDS,
          }),
        );
      }, this.#options.waitMsMax);
      this.#waiting.push(grant);
    });
  }

  #endTurn(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#busy -= 1;
    else next();
  }

  async #thread(): Promise<ThreadClient> {
    const { name, entry, log, oldGenerationMb, youngGenerationMb, onEvent } = this.#options;
    const idle = this.#idle;
    if (idle !== null) {
      this.#idle = null;
      clearTimeout(idle.timer);
      return idle.thread;
    }
    if (this.#closing)
      throw new AppError('unavailable', 'The server is stopping.', { retryAfterSeconds: 1 });
    const thread = new ThreadClient({
      name,
      entry,
      options: null,
      inFlightMax: 8,
      oldGenerationMb,
      ...(youngGenerationMb === undefined ? {} : { youngGenerationMb }),
      ...(onEvent === undefined ? {} : { onEvent }),
      onCrash: (error) => log.warn({ err: error }, `a ${name} ended`),
    });
    this.#threads.add(thread);
    void thread.gone.then(() => this.#threads.delete(thread));
    await thread.start();
    return thread;
  }

  /** Keeps a thread that is at rest; ends one that hangs or is one too many. */
  async #giveBack(thread: ThreadClient): Promise<void> {
    try {
      if (this.#closing || this.#idle !== null || thread.inFlight > 1) throw new Error('not kept');
      await thread.call('close', null, { deadlineMs: CLOSE_MS });
      const timer = setTimeout(() => void this.#endIdle(), IDLE_MS);
      timer.unref();
      this.#idle = { thread, timer };
    } catch {
      await thread.close(0);
    } finally {
      this.#endTurn();
    }
  }

  async #endIdle(): Promise<void> {
    const idle = this.#idle;
    this.#idle = null;
    if (idle === null) return;
    clearTimeout(idle.timer);
    await idle.thread.close(CLOSE_MS);
  }
}
