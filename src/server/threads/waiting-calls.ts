import { AppError } from '#contracts/wire/errors.ts';
import { monotonicMs } from './monotonic.ts';
import type { ThreadClient } from './thread-client.ts';

/** A call for whichever thread is free first. */
export interface WaitingCall {
  readonly method: string;
  readonly params: unknown;
  readonly deadlineMs: number;
  readonly signal: AbortSignal | undefined;
}

interface Entry {
  readonly start: (thread: ThreadClient) => void;
  readonly leave: (error: AppError) => void;
}

/** Calls that wait for a thread, in the order they came; each until its deadline, or until its caller gives up. */
export class WaitingCalls {
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
      return Promise.reject(new AppError('unavailable', `The readers are busy: ${this.#max} calls are waiting.`, { retryAfterSeconds: 1 }));
    const deadlineAt = monotonicMs() + deadlineMs;
    return new Promise((resolve, reject) => {
      const abort = (): void => entry.leave(new AppError('deadline_exceeded', 'The request was cancelled by its client.'));
      const late = (): void => entry.leave(new AppError('deadline_exceeded', 'The request waited too long for a reader; try again.'));
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
