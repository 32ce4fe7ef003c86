import { AppError } from '#contracts/wire/errors.ts';

export interface GroupCommitOptions<Item, Outcome> {
  /** Commits items together, all or none; the outcome of each, in their order. */
  readonly commit: (items: readonly Item[]) => Promise<readonly Outcome[]>;
  readonly bytesOf: (item: Item) => number;
  /** Of one commit: the next statement of others waits behind it. */
  readonly itemsMax: number;
  readonly bytesMax: number;
  /** Of what waits for its commit; more is refused. */
  readonly waitingBytesMax: number;
  readonly waitingItemsMax: number;
  /**
   * Awaited before a group is taken, to let other work go first: items added meanwhile join the
   * group.
   */
  readonly pause?: () => Promise<unknown> | null;
}

interface Waiting<Item, Outcome> {
  readonly item: Item;
  readonly bytes: number;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Commits what many callers bring at the same time in one transaction: what comes while one is
 * under way goes into the next. States: idle -> committing -> idle, with a pause before each group
 * while other work comes first. When a group fails as a whole, each of its items is tried alone, so
 * that one bad item fails alone.
 */
export class GroupCommit<Item, Outcome> {
  readonly #options: GroupCommitOptions<Item, Outcome>;
  readonly #waiting: Waiting<Item, Outcome>[] = [];
  #waitingBytes = 0;
  #isCommitting = false;

  constructor(options: GroupCommitOptions<Item, Outcome>) {
    this.#options = options;
  }

  /** Resolves when the item is on disk. Rejects with `unavailable` when too much waits. */
  add(item: Item): Promise<Outcome> {
    const { bytesOf, waitingBytesMax, waitingItemsMax } = this.#options;
    const bytes = bytesOf(item);
    if (
      this.#waiting.length >= waitingItemsMax ||
      (this.#waiting.length > 0 && this.#waitingBytes + bytes > waitingBytesMax)
    )
      throw new AppError('unavailable', 'Too much waits to be stored; try again in a second.', {
        retryAfterSeconds: 1,
      });
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, bytes, resolve, reject });
      this.#waitingBytes += bytes;
      if (!this.#isCommitting) void this.#commitAll();
    });
  }

  async #commitAll(): Promise<void> {
    this.#isCommitting = true;
    // Items of the same turn of the event loop join this group.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) {
      await this.#options.pause?.();
      await this.#commitGroup(this.#takeGroup());
    }
    this.#isCommitting = false;
  }

  #takeGroup(): readonly Waiting<Item, Outcome>[] {
    const { itemsMax, bytesMax } = this.#options;
    let count = 0;
    let bytes = 0;
    for (const one of this.#waiting) {
      if (count === itemsMax || (count > 0 && bytes + one.bytes > bytesMax)) break;
      count += 1;
      bytes += one.bytes;
    }
    this.#waitingBytes -= bytes;
    return this.#waiting.splice(0, count);
  }

  async #commitGroup(group: readonly Waiting<Item, Outcome>[]): Promise<void> {
    try {
      const outcomes = await this.#options.commit(group.map(({ item }) => item));
      group.forEach(({ resolve, reject }, at) => {
        const outcome = outcomes[at];
        if (outcome === undefined) reject(new Error('A commit gave no outcome for an item.'));
        else resolve(outcome);
      });
    } catch (error) {
      if (group.length === 1 || isOutage(error)) for (const { reject } of group) reject(error);
      else for (const one of group) await this.#commitGroup([one]);
    }
  }
}

/** Errors that every item would get. */
function isOutage(error: unknown): boolean {
  return error instanceof AppError && error.code !== 'conflict';
}
