/** Milliseconds since any moment; goes forward only. */
export type Clock = () => number;

/**
 * The time budget of work that others wait for. Rows cost a hundred times more on a cold or busy
 * disk than in memory, so such work is limited by time: it runs in slices, and checks the budget
 * after each. At least one slice always runs, so the work ends.
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
