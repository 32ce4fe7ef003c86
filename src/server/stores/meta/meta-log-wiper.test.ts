import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openSqliteTestMeta } from './open-test-meta.ts';

const SECRET = 'a text that must be erased';
const WITHIN_MS = 60_000;

let directory = '';
let path = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'telltale-meta-'));
  path = join(directory, 'meta.db');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(directory, { recursive: true, force: true });
});

const found = (): string[] =>
  readdirSync(directory).filter((name) => readFileSync(join(directory, name)).includes(SECRET));
const setting = (key: string, value: string) => ({
  key,
  value: JSON.stringify(value),
  updated_at_ms: 1,
});

test('deleted and replaced data is in no file a minute later', async () => {
  const { db, connection } = openSqliteTestMeta(path);
  await db
    .insertInto('settings')
    .values([
      setting('deleted', SECRET),
      setting('replaced', SECRET),
      setting('long', SECRET.repeat(10_000)),
      setting('kept', 'kept'),
    ])
    .execute();
  vi.advanceTimersByTime(WITHIN_MS);
  expect(found()).toEqual(['meta.db']);
  await db.deleteFrom('settings').where('key', 'in', ['deleted', 'long']).execute();
  await db
    .updateTable('settings')
    .set({ value: '"another"' })
    .where('key', '=', 'replaced')
    .execute();
  vi.advanceTimersByTime(WITHIN_MS);
  expect(found()).toEqual([]);
  expect(
    await db
      .selectFrom('settings')
      .select(['key', 'value'])
      .where('key', 'in', ['kept', 'replaced'])
      .orderBy('key')
      .execute(),
  ).toEqual([
    { key: 'kept', value: '"kept"' },
    { key: 'replaced', value: '"another"' },
  ]);
  connection.close();
});

test('neither a transaction nor a reader blocks it permanently', async () => {
  const { db, connection } = openSqliteTestMeta(path);
  await db
    .insertInto('settings')
    .values([setting('one', SECRET), setting('two', '2')])
    .execute();
  const reader = new Database(path, { readonly: true });
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM settings').get();
  await db.deleteFrom('settings').where('key', '=', 'one').execute();
  vi.advanceTimersByTime(WITHIN_MS);
  expect(found()).not.toEqual([]);
  reader.exec('COMMIT');
  await db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('settings')
      .set({ value: '3' })
      .where('key', '=', 'two')
      .execute();
    vi.advanceTimersByTime(WITHIN_MS);
  });
  vi.advanceTimersByTime(WITHIN_MS);
  expect(found()).toEqual([]);
  reader.close();
  connection.close();
});
