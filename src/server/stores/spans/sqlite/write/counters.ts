import type Database from 'better-sqlite3';

export type CounterName =
  | 'span'
  | 'trace'
  | 'session'
  | 'shape'
  | 'context'
  | 'annotation'
  | 'waiting'
  | 'event';

/**
 * Row numbers that only ever rise: Global IDs are made of them, so one that was deleted must never
 * come back.
 */
export class Counters {
  readonly #store: Database.Statement<[number, string]>;
  readonly #next: Map<string, number>;
  readonly #changed = new Set<CounterName>();

  constructor(db: Database.Database) {
    this.#store = db.prepare(
      'INSERT INTO counters (next, name) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET next = excluded.next',
    );
    const rows = db
      .prepare<[], { name: string; next: number }>('SELECT name, next FROM counters')
      .all();
    this.#next = new Map(rows.map((row) => [row.name, row.next]));
  }

  /** The number the next `take` will give. */
  peek(name: CounterName): number {
    return this.#next.get(name) ?? 1;
  }

  take(name: CounterName): number {
    const number = this.peek(name);
    this.#next.set(name, number + 1);
    this.#changed.add(name);
    return number;
  }

  /** Has the next `take` give this number: for rows that bring theirs from another store. */
  set(name: CounterName, next: number): void {
    this.#next.set(name, next);
    this.#changed.add(name);
  }

  /** Stores what was taken; call before the commit. */
  flush(): void {
    for (const name of this.#changed) this.#store.run(this.peek(name), name);
    this.#changed.clear();
  }
}
