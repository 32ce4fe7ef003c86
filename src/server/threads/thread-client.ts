import { setTimeout as delay } from 'node:timers/promises';
import { Worker, type Transferable } from 'node:worker_threads';
import { AppError } from '#contracts/wire/errors.ts';
import { monotonicMs } from './monotonic.ts';
import {
  decodeError,
  type ThreadData,
  type ThreadMessage,
  type ThreadReply,
  type ThreadRequest,
} from './wire-codec.ts';

export interface ThreadClientOptions {
  readonly name: string;
  readonly entry: URL;
  /** Plain data for the thread's entry file. */
  readonly options: unknown;
  readonly inFlightMax: number;
  /**
   * Most memory for the thread's short-lived objects; V8's own default is 48 MB, most of which an
   * idle thread would just hold.
   */
  readonly youngGenerationMb?: number;
  /**
   * Most memory for its other objects; a thread that needs more ends. V8's own default unless
   * given.
   */
  readonly oldGenerationMb?: number;
  readonly onEvent?: (event: unknown) => void;
  /** Called whenever the thread has answered all it was asked. */
  readonly onIdle?: () => void;
  /** Called when it has answered something while other calls are under way. */
  readonly onReply?: () => void;
  /**
   * Called once when the thread is gone without being closed; everything in flight has failed by
   * then.
   */
  readonly onCrash: (error: Error) => void;
}

export interface CallOptions {
  readonly deadlineMs: number;
  readonly transfer?: readonly Transferable[];
  readonly signal?: AbortSignal | undefined;
  /** Receives what the call had of a processor, where the thread tells. */
  readonly onCpu?: (millis: number, isAnswered: boolean) => void;
  /**
   * Called once the thread has nothing more to do with the call: possibly long after its caller was
   * answered, and also when the call was refused.
   */
  readonly onDone?: () => void;
}

interface Pending {
  readonly slot: number;
  readonly deadlineAt: number;
  /** False once the caller was answered (deadline, abort) while the thread still works on it. */
  waiting: boolean;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly detach: () => void;
  readonly onCpu: CallOptions['onCpu'];
  readonly onDone: CallOptions['onDone'];
}

const SWEEP_MS = 250;
/**
 * For a thread that is to end to load what it runs; opening a store after that may take minutes,
 * and can be cut short.
 */
const LOAD_MS_MAX = 2_000;

/**
 * A worker thread as seen from the main thread: calls with a deadline, bounded in number, cancelled
 * through shared memory because a thread that is inside SQLite reads no messages. States: starting
 * -> ready -> closing -> gone; a crash goes straight to gone.
 */
export class ThreadClient {
  readonly name: string;
  readonly #worker: Worker;
  readonly #options: ThreadClientOptions;
  readonly #flags: Int32Array;
  readonly #freeSlots: number[];
  readonly #pending = new Map<number, Pending>();
  readonly #sweep: NodeJS.Timeout;
  /** Resolves once nothing of the thread is left. */
  readonly gone: Promise<void>;
  /** Resolves with the first thing it says. */
  readonly #loaded = Promise.withResolvers<void>();
  #nextId = 1;
  #state: 'starting' | 'ready' | 'closing' | 'gone' = 'starting';
  #failure: Error | null = null;
  #started: { resolve: (info: unknown) => void; reject: (error: Error) => void } | null = null;

  constructor(options: ThreadClientOptions) {
    this.name = options.name;
    this.#options = options;
    const cancelFlags = new SharedArrayBuffer(options.inFlightMax * Int32Array.BYTES_PER_ELEMENT);
    this.#flags = new Int32Array(cancelFlags);
    this.#freeSlots = Array.from({ length: options.inFlightMax }, (_, index) => index);
    const workerData: ThreadData<unknown> = { cancelFlags, options: options.options };
    const { oldGenerationMb, youngGenerationMb } = options;
    this.#worker = new Worker(options.entry, {
      workerData,
      name: options.name,
      resourceLimits: {
        ...(youngGenerationMb === undefined ? {} : { maxYoungGenerationSizeMb: youngGenerationMb }),
        ...(oldGenerationMb === undefined ? {} : { maxOldGenerationSizeMb: oldGenerationMb }),
      },
    });
    this.#worker.on('message', (message: ThreadMessage) => this.#receive(message));
    this.#worker.on('error', (error: Error) => {
      this.#failure ??= error;
    });
    this.gone = new Promise((resolve) => {
      this.#worker.on('exit', (code) => {
        this.#exited(code);
        resolve();
      });
    });
    this.#sweep = setInterval(() => this.#expire(), SWEEP_MS);
    this.#sweep.unref();
  }

  /**
   * Resolves with the thread's message when it is ready; rejects with the reason it could not
   * start.
   */
  start(): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== null) reject(this.#failure);
      else this.#started = { resolve, reject };
    });
  }

  get inFlight(): number {
    return this.#pending.size;
  }

  /** Runs past its deadline with no caller waiting: a statement that cannot be interrupted. */
  get stuckSinceMs(): number {
    let since = 0;
    const now = monotonicMs();
    for (const call of this.#pending.values()) since = Math.max(since, now - call.deadlineAt);
    return since;
  }

  /**
   * Rejects with the AppError thrown in the thread, `deadline_exceeded`, or `unavailable` when the
   * thread is full or gone.
   */
  call(method: string, params: unknown, options: CallOptions): Promise<unknown> {
    const slot = this.#state === 'ready' ? this.#freeSlots.pop() : undefined;
    if (slot === undefined) {
      options.onDone?.();
      const why =
        this.#state === 'ready'
          ? `busy: ${this.#options.inFlightMax} calls are waiting`
          : 'not running';
      return Promise.reject(this.#unavailable(`The ${this.name} is ${why}.`));
    }
    Atomics.store(this.#flags, slot, 0);
    const id = this.#nextId++;
    const deadlineAt = monotonicMs() + options.deadlineMs;
    return new Promise((resolve, reject) => {
      const abort = (): void =>
        this.#abandon(
          id,
          new AppError('deadline_exceeded', 'The request was cancelled by its client.'),
        );
      this.#pending.set(id, {
        slot,
        deadlineAt,
        waiting: true,
        resolve,
        reject,
        detach: () => options.signal?.removeEventListener('abort', abort),
        onCpu: options.onCpu,
        onDone: options.onDone,
      });
      const request: ThreadRequest = {
        kind: 'call',
        id,
        slot,
        method,
        params,
        deadlineMs: deadlineAt,
      };
      this.#worker.postMessage(request, options.transfer ?? []);
      if (options.signal?.aborted === true) abort();
      else options.signal?.addEventListener('abort', abort, { once: true });
    });
  }

  /**
   * Lets the thread finish its work, then waits for its end; terminates a thread that doesn't end
   * in time. The time starts once the thread is ready, or has had time to load its modules:
   * SQLite's addon ends the whole process, by SIGABRT, when its thread is terminated while loading
   * it.
   */
  async close(deadlineMs: number): Promise<void> {
    if (this.#state === 'gone') return;
    const request: ThreadRequest = { kind: 'close' };
    if (this.#state !== 'closing') this.#worker.postMessage(request);
    this.#state = 'closing';
    await Promise.race([
      this.#loaded.promise,
      this.gone,
      delay(LOAD_MS_MAX, undefined, { ref: false }),
    ]);
    const timer = setTimeout(() => void this.#worker.terminate(), deadlineMs);
    await this.gone;
    clearTimeout(timer);
  }

  #receive(message: ThreadMessage): void {
    this.#loaded.resolve();
    switch (message.kind) {
      case 'ready':
        if (this.#state === 'starting') this.#state = 'ready';
        this.#started?.resolve(message.info);
        this.#started = null;
        return;
      case 'failed':
        this.#failure = decodeError(message.error);
        return;
      case 'event':
        this.#options.onEvent?.(message.event);
        return;
      case 'replies':
        for (const reply of message.replies) this.#settle(reply);
        if (this.#pending.size === 0) this.#options.onIdle?.();
        else this.#options.onReply?.();
    }
  }

  #settle(reply: ThreadReply): void {
    const call = this.#pending.get(reply.id);
    if (call === undefined) return;
    this.#pending.delete(reply.id);
    this.#freeSlots.push(call.slot);
    if (reply.cpuMs !== undefined) call.onCpu?.(reply.cpuMs, reply.ok);
    call.onDone?.();
    if (!call.waiting) return;
    call.detach();
    if (reply.ok) call.resolve(reply.value);
    else call.reject(decodeError(reply.error));
  }

  /** Answers the caller now; the slot stays taken until the thread has noticed. */
  #abandon(id: number, error: Error): void {
    const call = this.#pending.get(id);
    if (call === undefined || !call.waiting) return;
    call.waiting = false;
    call.detach();
    Atomics.store(this.#flags, call.slot, 1);
    call.reject(error);
  }

  #expire(): void {
    const now = monotonicMs();
    for (const [id, call] of this.#pending) {
      if (call.waiting && now > call.deadlineAt) {
        this.#abandon(
          id,
          new AppError(
            'deadline_exceeded',
            'The request took too long and was stopped. Narrow the time range or the filter.',
          ),
        );
      }
    }
  }

  #exited(code: number): void {
    const crashed = this.#state !== 'closing';
    const wasStarting = this.#state === 'starting';
    this.#state = 'gone';
    clearInterval(this.#sweep);
    const failure = this.#failure ?? new Error(`The ${this.name} ended with code ${code}.`);
    this.#failure = failure;
    this.#started?.reject(failure);
    for (const call of this.#pending.values()) {
      call.detach();
      if (call.waiting)
        call.reject(this.#unavailable(`The ${this.name} stopped before it had answered.`));
      call.onDone?.();
    }
    this.#pending.clear();
    if (crashed && !wasStarting) this.#options.onCrash(failure);
  }

  #unavailable(detail: string): AppError {
    return new AppError('unavailable', detail, { retryAfterSeconds: 1 });
  }
}
