import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AppError } from '#contracts/wire/errors.ts';
import { MetaConnection } from './meta-connection.ts';
import { createMetaStore } from './meta-dialect.ts';

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'telltale-meta-dialect-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

it('keeps what is written after a transaction whose begin was given up, and began later', async () => {
  const path = join(directory, 'meta.db');
  const connection = new MetaConnection({ path, backup: false });
  let isLate = true;
  const { db } = createMetaStore({
    statement: async (statement) => {
      const result = connection.execute(statement);
      if (statement.sql !== 'begin immediate' || !isLate) return result;
      isLate = false;
      throw new AppError('deadline_exceeded', 'The request took too long and was stopped.');
    },
    batch: async (steps) => connection.batch(steps),
    textPage: async (query) => connection.textPage(query),
  });
  const setting = (key: string) =>
    db.insertInto('settings').values({ key, value: '1', updated_at_ms: 1 });
  await expect(
    db.transaction().execute(async () => Promise.reject(new Error('never begun'))),
  ).rejects.toMatchObject({ code: 'deadline_exceeded' });
  await setting('alone').execute();
  await db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('settings')
      .values({ key: 'in a transaction', value: '1', updated_at_ms: 1 })
      .execute();
  });
  const other = new Database(path, { readonly: true });
  expect(other.prepare('SELECT key FROM settings ORDER BY key').pluck(true).all()).toEqual([
    'alone',
    'in a transaction',
  ]);
  other.close();
  connection.close();
});
