import {
  parentPort,
  receiveMessageOnPort,
  workerData,
  type MessagePort,
  type Transferable,
} from 'node:worker_threads';
import { invariant } from '#contracts/wire/errors.ts';
import type { ReadBudget } from '#core/ports/span-store.ts';
import { monotonicMs } from './monotonic.ts';
import { collectWhenQuiet } from './quiet-heap.ts';
import { threadCpuMs } from './thread-cpu.ts';
import {
  encodeError,
  typedReply,
  typedThreadData,
  type ThreadMessage,
  type ThreadReply,
  type ThreadRequest,
} from './wire-codec.ts';

export interface IncomingCall {
  readonly id: number;
  readonly method: string;
  readonly params: unknown;
  /** Over when the caller's deadline passed or the caller gave up. */
  readonly budget: ReadBudget;
}

/** A handler's result: a value, and the buffers to move instead of copy. */
export interface CallResult {
  readonly value: unknown;
  readonly transfer?: readonly Transferable[];
}

/** The thread's own end of the line to the main thread. */
export class ThreadPort<Options> {
  readonly options: Options;
  readonly #port: MessagePort;
  readonly #flags: Int32Array;
  #closing = false;

  constructor() {
    invariant(parentPort !== null, 'a thread entry file runs in a worker thread');
    this.#port = parentPort;
    const data = typedThreadData<Options>(workerData);
    this.options = data.options;
    this.#flags = new Int32Array(data.cancelFlags);
  }

  /** The main thread asked this thread to finish. */
  get closing(): boolean {
    return this.#closing;
  }

  /**
   * Calls back when something arrived and again for each further message; the listener may `take`
   * more at once.
   */
  onCall(listener: (call: IncomingCall) => void, onClose: () => void): void {
    this.#port.on('message', (message: ThreadRequest) => {
      const call = this.#open(message);
      if (call !== null) listener(call);
      else onClose();
    });
  }

  /** The next waiting call, without going back to the event loop; null when none waits. */
  take(): IncomingCall | null {
    const received = receiveMessageOnPort(this.#port);
    if (received === undefined) return null;
    return this.#open(typedReply<ThreadRequest>(received.message));
  }

  ready(info: unknown): void {
    this.#send({ kind: 'ready', info }, []);
  }

  event(event: unknown): void {
    this.#send({ kind: 'event', event }, []);
  }

  reply(replies: readonly ThreadReply[], transfer: readonly Transferable[] = []): void {
    if (replies.length > 0) this.#send({ kind: 'replies', replies }, transfer);
  }

  /** Stops listening, so that the thread ends by itself once its work is done. */
  end(): void {
    this.#port.close();
  }

  #open(message: ThreadRequest): IncomingCall | null {
    if (message.kind === 'close') {
      this.#closing = true;
      return null;
    }
    const { id, slot, method, params, deadlineMs } = message;
    const over = (): boolean => Atomics.load(this.#flags, slot) !== 0 || monotonicMs() > deadlineMs;
    return { id, method, params, budget: { over } };
  }

  #send(message: ThreadMessage, transfer: readonly Transferable[]): void {
    this.#port.postMessage(message, transfer);
  }
}

/**
 * Runs a thread's entry: a failed start is reported to the main thread as the original error, then
 * the thread ends. The function that `main` may return is called after heavy work: it frees caches.
 */
export async function runThread(main: () => Promise<(() => void) | void>): Promise<void> {
  try {
    const rest = await main();
    collectWhenQuiet(rest ?? undefined);
  } catch (error) {
    const message: ThreadMessage = { kind: 'failed', error: encodeError(error) };
    parentPort?.postMessage(message);
    parentPort?.close();
  }
}

/** Answers calls one after the other until the main thread closes the line, then runs `close`. */
export function serveCalls<Options>(
  port: ThreadPort<Options>,
  handle: (call: IncomingCall) => Promise<CallResult>,
  close: () => void | Promise<void>,
): void {
  let last: Promise<void> = Promise.resolve();
  port.onCall(
    (call) => {
      last = last.then(() => answer(port, handle, call, threadCpuMs));
    },
    () => {
      void last.then(close).finally(() => port.end());
    },
  );
}

/**
 * The same, but each call is begun when it comes: handlers that give up their turn now and then are
 * answered beside each other.
 */
export function serveTurns<Options>(
  port: ThreadPort<Options>,
  handle: (call: IncomingCall) => Promise<CallResult>,
  close: () => void | Promise<void>,
): void {
  const running = new Set<Promise<void>>();
  port.onCall(
    (call) => {
      const work = answer(port, handle, call, null).finally(() => running.delete(work));
      running.add(work);
    },
    () => {
      void Promise.all(running)
        .then(close)
        .finally(() => port.end());
    },
  );
}

async function answer<Options>(
  port: ThreadPort<Options>,
  handle: (call: IncomingCall) => Promise<CallResult>,
  call: IncomingCall,
  cpuMs: (() => number) | null,
): Promise<void> {
  const before = cpuMs?.() ?? 0;
  const spent = (): { readonly cpuMs?: number } =>
    cpuMs === null ? {} : { cpuMs: cpuMs() - before };
  try {
    const { value, transfer } = await handle(call);
    port.reply([{ id: call.id, ok: true, value, ...spent() }], transfer);
  } catch (error) {
    port.reply([{ id: call.id, ok: false, error: encodeError(error), ...spent() }]);
  }
}
