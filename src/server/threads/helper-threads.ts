import { setTimeout as delay } from 'node:timers/promises';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** Threads that a thread starts for part of its work. They do not keep it alive. */
export class HelperThreads {
  readonly #ends = new Set<Promise<void>>();

  /** Starts `entry` as a thread; `onError` receives its failure, if any. */
  start(entry: URL, options: WorkerOptions, onError: (error: unknown) => void): void {
    const thread = new Worker(entry, options);
    const end = new Promise<void>((resolve) => {
      thread.on('exit', () => {
        this.#ends.delete(end);
        resolve();
      });
    });
    this.#ends.add(end);
    thread.on('error', onError);
    thread.unref();
  }

  /**
   * Resolves once all started threads have ended, or after `deadlineMs`; stop them first. A thread
   * that ends terminates its own threads at any point, and one that is creating a zstd handle then
   * ends the whole process, by SIGABRT.
   */
  async ended(deadlineMs: number): Promise<void> {
    const over = new AbortController();
    await Promise.race([
      Promise.all(this.#ends),
      delay(deadlineMs, undefined, { signal: over.signal }),
    ]);
    over.abort();
  }
}
