import { AppError } from '#contracts/wire/errors.ts';

interface Waiting {
  readonly grant: () => void;
  readonly timer: NodeJS.Timeout;
}

/**
 * Gives one connection to one user at a time, first come, first served. States: free; held (by one, others wait in line). A wait has a
 * deadline: `unavailable` says that the line was too slow.
 */
export class ConnectionLock {
  readonly #waitMsMax: number;
  readonly #line: Waiting[] = [];
  #held = false;

  constructor(waitMsMax: number) {
    this.#waitMsMax = waitMsMax;
  }

  async acquire(): Promise<void> {
    if (!this.#held) {
      this.#held = true;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const waiting: Waiting = {
        grant: resolve,
        timer: setTimeout(() => {
          this.#line.splice(this.#line.indexOf(waiting), 1);
          reject(new AppError('unavailable', 'The metadata database is busy; try again in a second.', { retryAfterSeconds: 1 }));
        }, this.#waitMsMax),
      };
      this.#line.push(waiting);
    });
  }

  release(): void {
    const next = this.#line.shift();
    if (next === undefined) {
      this.#held = false;
      return;
    }
    clearTimeout(next.timer);
    next.grant();
  }
}
