import { AppError } from '#contracts/wire/errors.ts';
import type { PageAnchor, PageRequest, ReadBudget } from '#core/ports/span-store.ts';

/** Numbers of rows are lower, and as long as a cursor holds. */
const NUMBER_END = 999_999_999_999_999;

/** Throws `deadline_exceeded` once the budget is over. */
export function checkBudget(budget: ReadBudget): void {
  if (budget.over())
    throw new AppError(
      'deadline_exceeded',
      'The search took too long: narrow it by time, kind or name, or ask for fewer rows.',
    );
}

/** What was found so far is wanted now. */
export class Enough extends Error {}

interface WalkOptions {
  /** Whether what was found so far is wanted, before the budget is over. */
  readonly isEnough?: () => boolean;
  /** Rows that are looked at between two questions to the budget. */
  readonly every?: number;
}

/** How far a list has come; ends it by `Enough` where it may end early, or by `deadline_exceeded`. */
export class ListWalk {
  readonly #list: Pick<PageRequest<string>, 'order' | 'anchor' | 'mayEndEarly'>;
  readonly #budget: ReadBudget;
  readonly #isEnough: () => boolean;
  readonly #every: number;
  #seen = 0;
  #value: bigint | null = null;
  #id = 0;

  constructor(
    list: Pick<PageRequest<string>, 'order' | 'anchor' | 'mayEndEarly'>,
    budget: ReadBudget,
    { isEnough = () => false, every = 1 }: WalkOptions = {},
  ) {
    this.#list = list;
    this.#budget = budget;
    this.#isEnough = isEnough;
    this.#every = every;
  }

  /** Where to go on; null before the list is beyond where it began. */
  get next(): PageAnchor | null {
    return this.#value === null ? null : { sortValue: this.#value, id: this.#id, inclusive: false };
  }

  /** Asks the budget. */
  readonly step = (): void => {
    if (this.#value === null || this.#list.mayEndEarly !== true) checkBudget(this.#budget);
    else if (this.#budget.over() || this.#isEnough()) throw new Enough();
  };

  /** A row was looked at, and all before it in the list. */
  passed(sortValue: bigint, id: number): void {
    this.#value = sortValue;
    this.#id = id;
    this.#seen += 1;
    if (this.#seen % this.#every === 0) this.step();
  }

  /** All rows were looked at that come before this value in the list. */
  readonly reached = (sortValue: bigint): void => {
    const { anchor } = this.#list;
    if (anchor !== undefined && !this.#isBefore(anchor.sortValue, sortValue)) return;
    if (this.#value !== null && !this.#isBefore(this.#value, sortValue)) return;
    this.#value = sortValue;
    this.#id = this.#list.order === 'asc' ? 0 : NUMBER_END;
  };

  #isBefore(value: bigint, other: bigint): boolean {
    return this.#list.order === 'asc' ? value < other : value > other;
  }
}

/** Reads rows of a list until it is full or ends early: then `next` is where to go on. */
export function endingEarly<P>(walk: ListWalk, read: () => P, early: (next: PageAnchor) => P): P {
  try {
    return read();
  } catch (error) {
    const { next } = walk;
    if (!(error instanceof Enough) || next === null) throw error;
    return early(next);
  }
}
