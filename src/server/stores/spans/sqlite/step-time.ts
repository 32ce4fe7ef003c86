/** Milliseconds since any moment; goes forward only. */
export type Clock = () => number;

/**
 * What a piece of work that others wait for may take. Rows cost a hundred times more on a cold or busy disk than in memory, so such work is
 * cut by time: it is done in slices, and after each it asks whether its time is over. At least one slice is always done, so it ends.
 */
export class StepTime {
  readonly #clock: Clock;
  readonly #until: number;

  constructor(clock: Clock, milliseconds: number) {
    this.#clock = clock;
    this.#until = clock() + milliseconds;
  }

  get isOver(): boolean {
    return this.#clock() >= this.#until;
  }
}
