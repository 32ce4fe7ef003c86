import { AppError } from '#contracts/errors.ts';

interface Waiting {
  readonly grant: () => void;
  readonly timer: NodeJS.Timeout;
}

/** Lets one change of a dataset run at a time, by the dataset's name, first come, first served. A wait has a deadline: `unavailable` after that. */
export class ChangeLine {
  readonly #lines = new Map<string, Waiting[]>();

  /** Runs the work when it is its turn. */
  async run<R>(name: string, waitMsMax: number, work: () => Promise<R>): Promise<R> {
    await this.#enter(name, waitMsMax);
    try {
      return await work();
    } finally {
      this.#leave(name);
    }
  }

  async #enter(name: string, waitMsMax: number): Promise<void> {
    const line = this.#lines.get(name);
    if (line === undefined) {
      this.#lines.set(name, []);
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        line.splice(line.indexOf(waiting), 1);
        const detail = `The dataset '${name.slice(0, 200)}' is being changed, and that takes longer than ${waitMsMax / 1_000} s; try again.`;
        reject(new AppError('unavailable', detail, { retryAfterSeconds: 5 }));
      }, waitMsMax);
      const waiting: Waiting = { grant: resolve, timer };
      line.push(waiting);
    });
  }

  #leave(name: string): void {
    const next = this.#lines.get(name)?.shift();
    if (next === undefined) {
      this.#lines.delete(name);
      return;
    }
    clearTimeout(next.timer);
    next.grant();
  }
}
