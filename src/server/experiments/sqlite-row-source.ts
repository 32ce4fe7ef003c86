import Database from 'better-sqlite3';
import type { Cell, RowSource } from './row-source.ts';

const BUSY_MS = 5_000;
const CACHE_KIB = 16_000;

/** Its own read-only connection to `meta.db`, so that neither the metadata thread nor the main thread waits for it. */
export class SqliteRowSource implements RowSource {
  readonly #db: Database.Database;
  readonly #statements = new Map<string, Database.Statement<(number | string)[], readonly Cell[]>>();

  constructor(path: string) {
    this.#db = new Database(path, { readonly: true, fileMustExist: true, timeout: BUSY_MS });
    this.#db.pragma(`cache_size = -${CACHE_KIB}`);
    this.#db.pragma('trusted_schema = OFF');
  }

  rows(sql: string, parameters: readonly (number | string)[]): readonly (readonly Cell[])[] {
    return this.#prepared(sql).all(...parameters);
  }

  snapshot<R>(work: () => R): R {
    return this.#db.inTransaction ? work() : this.#db.transaction(work)();
  }

  close(): void {
    this.#db.close();
  }

  #prepared(sql: string): Database.Statement<(number | string)[], readonly Cell[]> {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    if (this.#statements.size >= STATEMENTS_MAX) this.#statements.clear();
    const statement = this.#db.prepare<(number | string)[], readonly Cell[]>(sql).raw();
    this.#statements.set(sql, statement);
    return statement;
  }
}
/** Lists of ids of many lengths make as many statements. */
const STATEMENTS_MAX = 200;
