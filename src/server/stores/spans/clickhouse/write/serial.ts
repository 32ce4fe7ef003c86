import type { ServerTurns } from './server-turns.ts';

/** Runs tasks one after the other. */
export class Serial {
  #last: Promise<unknown> = Promise.resolve();

  run<Answer>(task: () => Promise<Answer>): Promise<Answer> {
    const next = this.#last.then(task, task);
    this.#last = next.catch(() => undefined);
    return next;
  }
}

/** Runs tasks one after the other, also with the tasks of other servers. */
export class SharedSerial extends Serial {
  readonly #turns: ServerTurns;

  constructor(turns: ServerTurns) {
    super();
    this.#turns = turns;
  }

  override run<Answer>(task: () => Promise<Answer>): Promise<Answer> {
    return super.run(() => this.#turns.inTurn(task));
  }

  /** The same, but not at all while another server has its turn. */
  runIfFree<Answer>(task: () => Promise<Answer>): Promise<Answer | null> {
    return super.run(() => this.#turns.ifFree(task));
  }
}
