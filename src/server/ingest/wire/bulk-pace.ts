import { setTimeout as delay } from 'node:timers/promises';

/** While ingest is pressed, bulk work rests so many times as long as it worked. */
const REST = 9;
/**
 * The longest wait of a step, whatever others did before: so bulk work always continues, and a
 * large upload doesn't hold up a small one.
 */
const REST_MS_MAX = 2_000;
const LOOK_EVERY_MS = 20;

/**
 * Holds back bulk work that is done in steps (uploads of datasets) while the span writer is
 * pressed: all of it together works for a small share of the time then, one step after the other,
 * and as fast as it can otherwise. States: free -> resting, after each step under pressure -> free.
 */
export class BulkPace {
  readonly #isPressed: () => boolean;
  readonly #clock: () => number;
  readonly #wait: (milliseconds: number) => Promise<unknown>;
  #restsUntil = 0;
  #working = 0;

  constructor(
    isPressed: () => boolean,
    clock: () => number = () => performance.now(),
    wait: (milliseconds: number) => Promise<unknown> = delay,
  ) {
    this.#isPressed = isPressed;
    this.#clock = clock;
    this.#wait = wait;
  }

  /** Runs one step when it is its turn. */
  async step<R>(work: () => Promise<R>): Promise<R> {
    await this.#rest();
    const startedAt = this.#clock();
    this.#working += 1;
    try {
      return await work();
    } finally {
      this.#working -= 1;
      const endedAt = this.#clock();
      if (this.#isPressed())
        this.#restsUntil = Math.max(endedAt, this.#restsUntil) + REST * (endedAt - startedAt);
    }
  }

  async #rest(): Promise<void> {
    const until = this.#clock() + REST_MS_MAX;
    while (
      this.#isPressed() &&
      (this.#working > 0 || this.#clock() < this.#restsUntil) &&
      this.#clock() < until
    )
      await this.#wait(LOOK_EVERY_MS);
    // Rest still owed by now is dropped: the next work would otherwise pay another's.
    this.#restsUntil = Math.min(this.#restsUntil, this.#clock());
  }
}
