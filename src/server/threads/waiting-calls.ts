import { AppError } from '#contracts/wire/errors.ts';
import { monotonicMs } from './monotonic.ts';
import type { ThreadClient } from './thread-client.ts';

/** A call for whichever thread is free first. */
export interface WaitingCall {
  readonly deadlineMs: number;
  readonly signal: AbortSignal | undefined;
  /** What it is expected to take. */
  readonly costMs: number;
  /** Runs it on a thread, within the time that is left. */
  readonly run: (thread: ThreadClient, deadlineMs: number) => Promise<unknown>;
}

interface Entry {
  /** When shorter calls stop being served before it. */
  readonly dueAt: number;
  readonly costMs: number;
  readonly start: (thread: ThreadClient) => void;
  readonly leave: (error: AppError) => void;
}

/** A call lets shorter ones pass for so many times of what it takes itself. */
const PATIENCE = 12;

/**
 * Calls that wait for a thread: short ones are served before long ones that came a little earlier.
 * Each waits until its deadline, or until its caller gives up.
 */
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
  add({ deadlineMs, signal, costMs, run }: WaitingCall): Promise<unknown> {
    if (this.#entries.size >= this.#max)
      return Promise.reject(
        new AppError('unavailable', `The readers are busy: ${this.#max} calls are waiting.`, {
          retryAfterSeconds: 1,
        }),
      );
    const now = monotonicMs();
    const deadlineAt = now + deadlineMs;
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
        dueAt: now + PATIENCE * costMs,
        costMs,
        start: (thread) => {
          end();
          resolve(run(thread, deadlineAt - monotonicMs()));
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

  /** Gives the one that is due first to the thread, of those that cost no more; false without one. */
  startNext(thread: ThreadClient, costMsMax: number): boolean {
    let next: Entry | null = null;
    for (const entry of this.#entries)
      if (entry.costMs <= costMsMax && (next === null || entry.dueAt < next.dueAt)) next = entry;
    next?.start(thread);
    return next !== null;
  }

  refuseAll(error: AppError): void {
    for (const entry of this.#entries) entry.leave(error);
  }
}
