import { AppError } from '#contracts/wire/errors.ts';

interface Waiting {
  readonly grant: () => void;
}

/** How long to wait. */
export interface LineWait {
  readonly waitMsMax: number;
  /** Ends the wait: `unavailable`. */
  readonly signal?: AbortSignal | undefined;
}

/** Lets one change of a dataset run at a time, by the dataset's name, first come, first served. A wait has a deadline: `unavailable` after that. */
export class ChangeLine {
  readonly #lines = new Map<string, Waiting[]>();

  /** Runs the work when it is its turn. */
  async run<R>(name: string, wait: LineWait, work: () => Promise<R>): Promise<R> {
    await this.#enter(name, wait);
    try {
      return await work();
    } finally {
      this.#leave(name);
    }
  }

  async #enter(name: string, { waitMsMax, signal }: LineWait): Promise<void> {
    signal?.throwIfAborted();
    const line = this.#lines.get(name);
    if (line === undefined) {
      this.#lines.set(name, []);
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const leave = (error: Error): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', stop);
        line.splice(line.indexOf(waiting), 1);
        reject(error);
      };
      const stop = (): void => leave(new AppError('unavailable', 'The change was canceled while it waited.'));
      const timer = setTimeout(() => {
        const detail = `The dataset '${name.slice(0, 200)}' is being changed, and that takes longer than ${waitMsMax / 1_000} s; try again.`;
        leave(new AppError('unavailable', detail, { retryAfterSeconds: 5 }));
      }, waitMsMax);
      const grant = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', stop);
        resolve();
      };
      const waiting: Waiting = { grant };
      signal?.addEventListener('abort', stop, { once: true });
      line.push(waiting);
    });
  }

  #leave(name: string): void {
    const next = this.#lines.get(name)?.shift();
    if (next === undefined) {
      this.#lines.delete(name);
      return;
    }
    next.grant();
  }
}
