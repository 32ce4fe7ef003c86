import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MetaConnection } from './meta-connection.ts';

const TABLES = ['jobs', 'api_keys', 'app_codes', 'app_grants'];
/**
 * Rows without the values that may be missing, and with them; and the newest of each table deleted
 * again.
 */
const ROWS = `
INSERT INTO app_codes VALUES (zeroblob(32), 1, 1, 'http://127.0.0.1/callback', 'c', NULL, 1, 2), (randomblob(32), 1, 1, 'x', 'c', '["a"]', 1, 2);
INSERT INTO app_grants VALUES
  (7, 1, 1, NULL, zeroblob(32), zeroblob(32), NULL, 1, NULL, NULL, 2, 3, NULL, NULL, 4, 5),
  (8, 1, 1, '["traces:read"]', randomblob(32), randomblob(32), '[]', 1, randomblob(32), randomblob(32), 2, 3, 'a', 'u', 4, 5),
  (9, 1, 1, NULL, randomblob(32), randomblob(32), NULL, 1, NULL, NULL, 2, 3, NULL, NULL, 4, 5);
DELETE FROM app_grants WHERE id = 9;
DELETE FROM jobs WHERE id = 9;
INSERT INTO api_keys SELECT 2, kind, prefix, last_four, randomblob(32), name, 'of one project', 1, role, scopes, '[1]', 0, 1, 1, 1, 2, 3, 4 FROM api_keys;
INSERT INTO api_keys SELECT 5, kind, prefix, last_four, randomblob(32), name, NULL, NULL, NULL, scopes, NULL, 0, NULL, NULL, 1, NULL, NULL, NULL FROM api_keys WHERE id = 1;
DELETE FROM api_keys WHERE id = 5;
`;

const folder = mkdtempSync(path.join(tmpdir(), 'telltale-older-'));
const file = path.join(folder, 'meta.db');
const untouched = path.join(folder, 'untouched.db');
beforeAll(() => {
  // As a server of schema version 15 left it: with jobs that ended, failed and wait, datasets, a
  // user and a key.
  writeFileSync(
    file,
    gunzipSync(readFileSync(path.resolve('test/fixtures/databases/meta-v15.db.gz'))),
  );
  const db = new Database(file);
  db.exec(ROWS);
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
  copyFileSync(file, untouched);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function contents(from: string): unknown {
  const db = new Database(from, { readonly: true });
  const rows = TABLES.map((table) => [table, rowsOf(db, table)]);
  const indexes = db.prepare("SELECT tbl_name, name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL AND tbl_name NOT LIKE 'experiment%' ORDER BY name").all(); // prettier-ignore
  const datasets = db
    .prepare(
      'SELECT id, name, metadata, example_count, latest_version_id FROM datasets ORDER BY id',
    )
    .all();
  const numbers = db.prepare('SELECT name, seq FROM sqlite_sequence ORDER BY name').all();
  const audit = db.prepare('SELECT count(*), max(seq) FROM audit_log').all();
  db.close();
  return { rows: Object.fromEntries(rows), indexes, datasets, numbers, audit };
}

/** Jobs have a server since version 20: these are any server’s. */
function rowsOf(db: Database.Database, table: string): readonly unknown[] {
  const rows = db.prepare<[], Record<string, unknown>>(`SELECT * FROM ${table} ORDER BY 1`).all();
  return table === 'jobs' ? rows.map((row) => ({ server_id: null, ...row })) : rows;
}

it('keeps every row, every index and the numbers already given of a database of schema version 15', () => {
  const connection = new MetaConnection({ path: file, backup: true });
  const { from, backupPath } = connection.migration;
  connection.close();
  expect({ from, backupPath }).toEqual({ from: 15, backupPath: `${file}.v15.backup` });
  expect(contents(file)).toEqual(contents(untouched));
  const db = new Database(file);
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(db.pragma('foreign_key_check')).toEqual([]);
  // Experiments come with version 17: the first of each dataset is number 1.
  expect(db.prepare('SELECT count(*) AS datasets, max(last_experiment_number) AS numbers FROM datasets').get()).toEqual({ datasets: expect.any(Number), numbers: 0 }); // prettier-ignore
  expect(db.prepare('SELECT count(*) AS experiments FROM experiments').get()).toEqual({
    experiments: 0,
  });
  // Numbers of what was deleted are not given again.
  expect(db.prepare("INSERT INTO jobs (name, payload, state, run_at_ms, created_at_ms) VALUES ('x', '{}', 'done', 1, 1)").run()).toMatchObject({ lastInsertRowid: 10 }); // prettier-ignore
  expect(() => db.exec("UPDATE jobs SET result = 'no json'")).toThrow(/CHECK constraint/);
  db.close();
});

it('lets no column that may be null be checked as JSON without saying so: SQLite 3.40 takes that for damage', () => {
  const db = new Database(file, { readonly: true });
  const tables = db.prepare<[], { name: string; sql: string }>("SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%json_valid%'").all(); // prettier-ignore
  const columns = db.prepare<[string], { name: string; notnull: number }>(
    'SELECT name, "notnull" FROM pragma_table_info(?)',
  );
  const wrong = tables.flatMap(
    ({ name: table, sql }) =>
    columns.all(table).filter(({ name, notnull }) => notnull === 0 && sql.includes(`CHECK (json_valid(${name}))`)).map(({ name }) => `${table}.${name}`), // prettier-ignore
  );
  db.close();
  expect(tables.length).toBeGreaterThan(8);
  expect(wrong).toEqual([]);
});
