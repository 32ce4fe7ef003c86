import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AppError } from '#contracts/wire/errors.ts';
import { openSqliteTestMeta } from './open-test-meta.ts';

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'telltale-meta-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

describe('meta.db', () => {
  test('has the schema that is committed', async () => {
    const { db, connection } = openSqliteTestMeta();
    const { rows } = await sql<{
      sql: string;
    }>`select sql from sqlite_schema where sql is not null and name not like 'sqlite_%' order by name`.execute(
      db,
    );
    await expect(`${rows.map((row) => `${row.sql};`).join('\n\n')}\n`).toMatchFileSnapshot(
      './schema.sql',
    );
    connection.close();
  });

  test('commits with fsync, in WAL mode, and checks foreign keys', async () => {
    const { db, connection } = openSqliteTestMeta(join(directory, 'meta.db'));
    const pragma = async (name: string): Promise<unknown> => {
      const { rows } = await sql<Record<string, unknown>>`${sql.raw(`pragma ${name}`)}`.execute(db);
      return Object.values(rows[0] ?? {})[0];
    };
    expect(await pragma('synchronous')).toBe(2);
    expect(await pragma('journal_mode')).toBe('wal');
    expect(await pragma('foreign_keys')).toBe(1);
    expect(await pragma('secure_delete')).toBe(1);
    connection.close();
  });

  test('opens again at the same version without a backup, and refuses a newer one in one line', () => {
    const path = join(directory, 'meta.db');
    openSqliteTestMeta(path).connection.close();
    const again = openSqliteTestMeta(path).connection;
    expect(again.migration.from).toBe(again.migration.to);
    expect(again.migration.backupPath).toBeNull();
    again.close();
    const raw = new Database(path);
    raw.pragma('user_version = 9999');
    raw.close();
    expect(() => openSqliteTestMeta(path)).toThrow(/schema version 9999/);
    expect(readdirSync(directory).some((name) => name.includes('backup'))).toBe(false);
  });

  test('names a conflict, and leaves nothing of a failed transaction', async () => {
    const { db, connection } = openSqliteTestMeta();
    const insert = (key: string) =>
      db.insertInto('settings').values({ key, value: '1', updated_at_ms: 1 });
    const failing = db.transaction().execute(async (transaction) => {
      await transaction
        .insertInto('settings')
        .values({ key: 'a', value: '1', updated_at_ms: 1 })
        .execute();
      await transaction
        .insertInto('settings')
        .values({ key: 'a', value: '2', updated_at_ms: 1 })
        .execute();
    });
    await expect(failing).rejects.toThrow(AppError);
    await expect(failing).rejects.toMatchObject({ code: 'conflict' });
    expect(await db.selectFrom('settings').selectAll().execute()).toEqual([]);
    await insert('a').execute();
    expect(await db.selectFrom('settings').select('key').execute()).toEqual([{ key: 'a' }]);
    connection.close();
  });

  test('keeps no journal file for temporary tables, and rolls them back with the rest all the same', async () => {
    const { batch, connection } = openSqliteTestMeta(join(directory, 'meta.db'));
    const run = async (text: string, parameterRows: readonly (readonly unknown[])[] = [[]]) =>
      (await batch([{ sql: text, parameterRows }]))[0];
    await run('CREATE TEMP TABLE stage (hash TEXT PRIMARY KEY) WITHOUT ROWID');
    expect((await run('PRAGMA temp.journal_mode'))?.rows).toEqual([{ journal_mode: 'memory' }]);
    expect((await run('PRAGMA temp.cache_size'))?.rows).toEqual([{ cache_size: -16_000 }]);
    // More pages than the cache has, each touched again and again.
    const hashes = (from: number): string[][] =>
      Array.from({ length: 30_000 }, (_, at) => [
        `${((from + at) * 7_919) % 1_000_003} ${'x'.repeat(600)}`,
      ]);
    const insert = 'INSERT INTO temp.stage (hash) VALUES (?)';
    await run(insert, hashes(0));
    const failing = batch([
      { sql: insert, parameterRows: hashes(30_000) },
      { sql: insert, parameterRows: hashes(0) },
    ]);
    await expect(failing).rejects.toMatchObject({ code: 'conflict' });
    const counted = await run(
      'SELECT count(*) AS count, count(DISTINCT hash) AS different FROM temp.stage',
    );
    expect(counted?.rows).toEqual([{ count: 30_000, different: 30_000 }]);
    connection.close();
  });

  test('keeps transactions apart: what runs meanwhile waits for its turn', async () => {
    const { db, connection } = openSqliteTestMeta();
    const step = async (worker: number): Promise<void> =>
      db.transaction().execute(async (transaction) => {
        const row = await transaction
          .selectFrom('settings')
          .select('value')
          .where('key', '=', 'count')
          .executeTakeFirst();
        const next = String(Number(row?.value ?? '0') + 1);
        await new Promise((resolve) => setImmediate(resolve));
        await transaction
          .insertInto('settings')
          .values({ key: 'count', value: next, updated_at_ms: worker })
          .onConflict((on) => on.column('key').doUpdateSet({ value: next }))
          .execute();
      });
    await Promise.all(Array.from({ length: 20 }, (_, worker) => step(worker)));
    expect(await db.selectFrom('settings').select('value').executeTakeFirst()).toEqual({
      value: '20',
    });
    connection.close();
  });

  test('copies itself whole while it is in use', async () => {
    const { db, connection } = openSqliteTestMeta(join(directory, 'meta.db'));
    await db
      .insertInto('settings')
      .values({ key: 'kept', value: 'true', updated_at_ms: 1 })
      .execute();
    connection.backupTo(join(directory, 'copy.db'));
    connection.close();
    const copy = openSqliteTestMeta(join(directory, 'copy.db'));
    expect(await copy.db.selectFrom('settings').select('key').execute()).toEqual([{ key: 'kept' }]);
    copy.connection.close();
  });
});
