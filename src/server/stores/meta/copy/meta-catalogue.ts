import Database from 'better-sqlite3';
import { invariant } from '#contracts/wire/errors.ts';
import { migrate } from '#server/stores/migrator.ts';
import { META_MIGRATIONS } from '../migrations/all-migrations.ts';

/** A table of metadata, as both engines have it. */
export interface MetaTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** The columns of its primary key, in order. */
  readonly key: readonly string[];
  /** Whether the database numbers its rows, and keeps the last number after the row is deleted. */
  readonly isNumbered: boolean;
  /** How many rows the schema itself begins with. */
  readonly firstRows: number;
}

/** The schema version that a source must have. */
export const META_VERSION = META_MIGRATIONS.at(-1)?.version ?? 0;
/** The one row about the audit log's chain; it moves with the rows of the log. */
const CHAIN = 'audit_chain';

/**
 * All tables of the newest schema, each after those that it refers to, so that no row comes before
 * the one that its foreign key names. Read from the schema itself: a table that a migration adds is
 * copied.
 */
export function metaCatalogue(): readonly MetaTable[] {
  const db = new Database(':memory:');
  try {
    migrate(db, META_MIGRATIONS, { path: ':memory:', backup: false });
    const names = db
      .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
      .pluck(true)
      .all()
      .filter((name) => !name.startsWith('sqlite_') && name !== CHAIN);
    return inOrder(names, (name) => referredBy(db, name)).map((name) => describe(db, name));
  } finally {
    db.close();
  }
}

function referredBy(db: Database.Database, table: string): readonly string[] {
  return db
    .prepare<[string], string>('SELECT "table" FROM pragma_foreign_key_list(?)')
    .pluck(true)
    .all(table)
    .filter((other) => other !== table);
}

function describe(db: Database.Database, name: string): MetaTable {
  const columns = db
    .prepare<[string], { name: string; pk: number }>('SELECT name, pk FROM pragma_table_info(?)')
    .all(name);
  const key = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
  invariant(key.length > 0, `table ${name} has a primary key`);
  const sql = db
    .prepare<[string], string>('SELECT sql FROM sqlite_schema WHERE name = ?')
    .pluck(true)
    .get(name);
  return {
    name,
    columns: columns.map((column) => column.name),
    key: key.map((column) => column.name),
    isNumbered: /AUTOINCREMENT/i.test(sql ?? ''),
    firstRows: db.prepare<[], number>(`SELECT count(*) FROM ${name}`).pluck(true).get() ?? 0,
  };
}

/** Names, each behind those that it needs. */
function inOrder(
  names: readonly string[],
  needs: (name: string) => readonly string[],
): readonly string[] {
  const ordered = new Set<string>();
  const place = (name: string, path: readonly string[]): void => {
    invariant(!path.includes(name), `foreign keys form a ring at ${name}`);
    for (const needed of needs(name)) place(needed, [...path, name]);
    ordered.add(name);
  };
  for (const name of names) place(name, []);
  return [...ordered];
}
