import { MetaConnection } from './meta-connection.ts';
import type { MetaDb } from './meta-db.ts';
import { createMetaDb } from './meta-dialect.ts';

/** The metadata database in this thread, for tests: the real connection and the real driver, with the copying that a thread border does. */
export function openTestMeta(path = ':memory:'): { readonly db: MetaDb; readonly connection: MetaConnection } {
  const connection = new MetaConnection({ path, backup: true });
  const db = createMetaDb(async (statement) => structuredClone(connection.execute(structuredClone(statement))));
  return { db, connection };
}
