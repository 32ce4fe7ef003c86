import type { MetaEngine } from './meta-batch.ts';
import { MetaConnection, type MetaResult, type MetaStatement } from './meta-connection.ts';
import { createMetaStore, type MetaStore } from './meta-dialect.ts';

/**
 * The metadata database in this thread, for tests. `connection` runs statements at once, and closes
 * the database.
 */
export type TestMeta = MetaStore & { readonly connection: TestConnection };

export interface TestConnection {
  execute(statement: MetaStatement): MetaResult;
  /** The rows of a statement, each as the list of its cells. */
  rows<Cell>(sql: string, parameters: readonly unknown[]): readonly (readonly Cell[])[];
  close(): void;
}

type OpenMeta = (path: string) => TestMeta;

let engine: MetaEngine = 'sqlite';
let open: OpenMeta = (path) => openSqliteTestMeta(path);

/** Has tests run on another engine; their set-up calls it (`test/postgres-tests.ts`). */
export function useEngine(name: MetaEngine, opener: OpenMeta): void {
  engine = name;
  open = opener;
}

/** The engine that tests run on. */
export function testEngine(): MetaEngine {
  return engine;
}

/** The metadata in a database of its own, on the engine that the tests run on. */
export function openTestMeta(path = ':memory:'): TestMeta {
  return open(path);
}

class SqliteTestConnection extends MetaConnection implements TestConnection {
  rows<Cell>(sql: string, parameters: readonly unknown[]): readonly (readonly Cell[])[] {
    // as: rows of a statement hold what SQLite has, in the order of the columns.
    return this.execute({ sql, parameters }).rows.map((row) =>
      Object.values(row as Record<string, Cell>),
    );
  }
}

/**
 * The same on SQLite: the real connection and the real driver, with the copying that a thread
 * border does.
 */
export function openSqliteTestMeta(
  path = ':memory:',
): MetaStore & { readonly connection: SqliteTestConnection } {
  const connection = new SqliteTestConnection({ path, backup: true });
  const store = createMetaStore({
    statement: async (statement) => structuredClone(connection.execute(structuredClone(statement))),
    batch: async (steps) => structuredClone(connection.batch(structuredClone(steps))),
    textPage: async (query) => structuredClone(connection.textPage(structuredClone(query))),
  });
  return { ...store, connection };
}
