import { invariant } from '#contracts/wire/errors.ts';
import {
  lastExampleId,
  reserveExampleIds,
} from '#server/stores/meta/datasets/change-rows.queries.ts';
import type { MetaStore } from '#server/stores/meta/meta-dialect.ts';

/** Gives ids to new examples, rising. */
export interface ExampleIds {
  /** Call before `next` is called so often. */
  reserve(count: number): Promise<void>;
  next(): number;
}

/** Of a server that is alone: counts on from the largest id there ever was. */
export class CountedExampleIds implements ExampleIds {
  readonly #store: Pick<MetaStore, 'batch'>;
  #last: Promise<number> | null = null;
  #next = 0;

  constructor(store: Pick<MetaStore, 'batch'>) {
    this.#store = store;
  }

  async reserve(): Promise<void> {
    this.#last ??= lastExampleId(this.#store.batch).then((last) => (this.#next = last + 1));
    await this.#last;
  }

  next(): number {
    return this.#next++;
  }
}

/**
 * For one change of one of several servers: takes ids from the database. Those that were reserved
 * and not used are never given.
 */
export class ReservedExampleIds implements ExampleIds {
  readonly #store: Pick<MetaStore, 'db'>;
  #ids: readonly number[] = [];
  #used = 0;

  constructor(store: Pick<MetaStore, 'db'>) {
    this.#store = store;
  }

  async reserve(count: number): Promise<void> {
    if (this.#ids.length - this.#used >= count) return;
    this.#ids = await reserveExampleIds(this.#store.db, count);
    this.#used = 0;
  }

  next(): number {
    const id = this.#ids[this.#used++];
    invariant(id !== undefined, 'ids of examples are reserved before they are given');
    return id;
  }
}
