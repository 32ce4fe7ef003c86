import Database from 'better-sqlite3';

/** A statement that was run, with what it was given and what came of it. */
export interface RunStatement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  readonly rows: readonly unknown[];
}

const RUNS = ['get', 'all', 'iterate', 'run'] as const;

/**
 * Sees every statement of every database that is opened from now on in this thread, until `stop`.
 */
export class WatchedStatements {
  readonly #prepare = Database.prototype.prepare;
  #seen: RunStatement[] | null = null;

  constructor() {
    const watch = (statement: Database.Statement): void => this.#watch(statement);
    const prepare = this.#prepare;
    Database.prototype.prepare = function (this: Database.Database, sql: string) {
      const statement = prepare.call(this, sql);
      watch(statement);
      return statement;
    } as typeof prepare; // as: the statement's result type is the caller's responsibility
  }

  stop(): void {
    Database.prototype.prepare = this.#prepare;
  }

  /** The work that runs until it is complete. */
  async during(work: () => Promise<unknown>): Promise<readonly RunStatement[]> {
    const seen: RunStatement[] = [];
    this.#seen = seen;
    try {
      await work();
    } finally {
      this.#seen = null;
    }
    return seen;
  }

  #watch(statement: Database.Statement): void {
    for (const run of RUNS) {
      const inner = statement[run].bind(statement);
      const value = (...parameters: unknown[]): unknown => {
        const result: unknown = inner(...parameters);
        const rows =
          // as: it gives rows one by one
          run === 'iterate' && this.#seen !== null ? [...(result as Iterable<unknown>)] : result;
        this.#seen?.push({
          sql: statement.source,
          parameters,
          rows: run === 'run' ? [] : Array.isArray(rows) ? rows : [rows],
        });
        return run === 'iterate' && Array.isArray(rows) ? rows[Symbol.iterator]() : rows;
      };
      Object.defineProperty(statement, run, { value });
    }
  }
}
