import type { PostgresReads } from '#server/stores/meta/postgres/postgres-reads.ts';
import type { Cell, RowSource } from './row-source.ts';

/** The same rows from PostgreSQL, by a connection of its own. */
export class PostgresRowSource implements RowSource {
  readonly #reads: PostgresReads;
  #isInSnapshot = false;

  constructor(reads: PostgresReads) {
    this.#reads = reads;
  }

  rows(sql: string, parameters: readonly (number | string)[]): readonly (readonly Cell[])[] {
    return this.#reads.lists<Cell>(sql, parameters);
  }

  snapshot<R>(work: () => R): R {
    if (this.#isInSnapshot) return work();
    this.#reads.begin();
    this.#isInSnapshot = true;
    try {
      return work();
    } finally {
      this.#isInSnapshot = false;
      this.#reads.commit();
    }
  }

  close(): void {
    this.#reads.close();
  }
}
