import { AppError } from '#contracts/wire/errors.ts';

interface Waiting {
  readonly grant: (connection: number) => void;
  readonly timer: NodeJS.Timeout;
}

/**
 * Gives each of some connections to one user at a time, first come, first served. States: free; all
 * held (others wait in line). A wait has a deadline: `unavailable` says that the line was too slow.
 */
export class ConnectionLock {
  readonly #waitMsMax: number;
  readonly #line: Waiting[] = [];
  /** The one given back last is given first: others stay unused while few are needed. */
  readonly #free: number[];

  constructor(waitMsMax: number, connections = 1) {
    this.#waitMsMax = waitMsMax;
    this.#free = Array.from({ length: connections }, (_, at) => connections - 1 - at);
  }

  /** The number of the connection. */
  async acquire(): Promise<number> {
    const free = this.#free.pop();
    if (free !== undefined) return free;
    return new Promise<number>((resolve, reject) => {
      const waiting: Waiting = {
        grant: resolve,
        timer: setTimeout(() => {
          this.#line.splice(this.#line.indexOf(waiting), 1);
          reject(
            new AppError('unavailable', 'The metadata database is busy; try again in a second.', {
              retryAfterSeconds: 1,
            }),
          );
        }, this.#waitMsMax),
      };
      this.#line.push(waiting);
    });
  }

  release(connection: number): void {
    const next = this.#line.shift();
    if (next === undefined) {
      this.#free.push(connection);
      return;
    }
    clearTimeout(next.timer);
    next.grant(connection);
  }
}
