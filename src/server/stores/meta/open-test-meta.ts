import { MetaConnection } from './meta-connection.ts';
import { createMetaStore, type MetaStore } from './meta-dialect.ts';

/** The metadata database in this thread, for tests: the real connection and the real driver, with the copying that a thread border does. */
export function openTestMeta(path = ':memory:'): MetaStore & { readonly connection: MetaConnection } {
  const connection = new MetaConnection({ path, backup: true });
  const store = createMetaStore({
    statement: async (statement) => structuredClone(connection.execute(structuredClone(statement))),
    batch: async (steps) => structuredClone(connection.batch(structuredClone(steps))),
    textPage: async (query) => structuredClone(connection.textPage(structuredClone(query))),
  });
  return { ...store, connection };
}
