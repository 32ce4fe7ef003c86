import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { fillMetadata } from '#test/metadata-rows.ts';
import { makeTestDatabase } from '#test/open-postgres-meta.ts';
import type { CopyDb } from '../copy/copy-db.ts';
import { MetaCopy } from '../copy/meta-copy.ts';
import { metaCatalogue } from '../copy/meta-catalogue.ts';
import { PostgresCopyDb } from '../copy/postgres-copy-db.ts';
import { SqliteCopyDb } from '../copy/sqlite-copy-db.ts';
import { MetaConnection } from '../meta-connection.ts';
import { PostgresMeta } from './postgres-meta.ts';
import type { PostgresSettings } from './postgres-settings.ts';

let folder = '';
let filled = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'telltale-copy-'));
  filled = path.join(folder, 'filled.db');
  new MetaConnection({ path: filled, backup: false }).close();
  const db = new Database(filled);
  fillMetadata(db);
  db.close();
  return () => rmSync(folder, { recursive: true, force: true });
});

const open: CopyDb[] = [];
afterEach(async () => {
  for (const db of open.splice(0)) await db.close();
});

function kept<Db extends CopyDb>(db: Db): Db {
  open.push(db);
  return db;
}

async function postgres(settings: PostgresSettings): Promise<PostgresCopyDb> {
  return kept(await PostgresCopyDb.open(settings, () => undefined));
}

async function copyAll(source: CopyDb, target: CopyDb): Promise<void> {
  const copy = new MetaCopy(source, target);
  await copy.begin('all');
  await copy.copy(() => undefined);
  expect((await copy.counts()).filter((one) => one.source !== one.target)).toEqual([]);
  await copy.finish();
}

/** Everything of a file, table by table. */
function contents(file: string) {
  const db = new Database(file, { readonly: true });
  const names = [...metaCatalogue().map(({ name }) => name), 'audit_chain'];
  const tables = names.map((name) => [
    name,
    db.prepare(`SELECT * FROM ${name} ORDER BY 1, 2`).all(),
  ]);
  const numbers = db
    .prepare<[], { name: string; seq: number }>(
      'SELECT name, seq FROM sqlite_sequence ORDER BY name',
    )
    .all();
  const others = db.prepare("SELECT name FROM sqlite_schema WHERE name LIKE 'telltale%'").all();
  db.close();
  return { tables: Object.fromEntries(tables), numbers, others };
}

it('moves every row and number to PostgreSQL, and back, as they were', async () => {
  const there = await postgres(makeTestDatabase());
  await copyAll(kept(SqliteCopyDb.source(filled)), there);
  const [packed] = await there.rows(
    'SELECT count(*) FROM experiment_runs WHERE packed_output IS NOT NULL OR output IS NULL',
  );
  expect(packed).toEqual([0]);
  // A number that was given to a deleted row is not given again.
  await there.write([
    {
      sql: `INSERT INTO alerts (kind, key_id, detail, fired_at_ms) VALUES ('inactive', 77, '', 1)`,
      parameterRows: [[]],
    },
  ]);
  expect(await there.rows('SELECT id FROM alerts WHERE key_id = 77')).toEqual([[10]]);
  await there.write([{ sql: 'DELETE FROM alerts WHERE key_id = 77', parameterRows: [[]] }]);
  const back = path.join(folder, 'back.db');
  await copyAll(there, kept(SqliteCopyDb.target(back)));
  const before = contents(filled);
  const numbers = before.numbers.map((row) => (row.name === 'alerts' ? { ...row, seq: 10 } : row));
  expect(contents(back)).toEqual({ ...before, numbers });
});

it('continues where it was killed, between any two pages', async () => {
  const settings = makeTestDatabase();
  const total = 13;
  for (let pages = 1; ; pages += total) {
    const target = await PostgresCopyDb.open(settings, () => undefined);
    const source = SqliteCopyDb.source(filled);
    const copy = new MetaCopy(source, target);
    expect(await copy.begin('all')).toBe(pages > 1);
    let left = total;
    const isOver = await copy
      .copy(() => {
        left -= 1;
        if (left === 0) throw new Error('killed');
      })
      .then(
        () => true,
        () => false,
      );
    if (isOver) {
      expect((await copy.counts()).every((one) => one.source === one.target)).toBe(true);
      await copy.finish();
    }
    await Promise.all([target.close(), source.close()]);
    if (isOver) break;
    // No server takes half of it.
    await expect(PostgresMeta.open(settings, () => undefined)).rejects.toMatchObject({
      code: 'unavailable',
      detail: expect.stringContaining('unfinished copy'),
    });
  }
  const meta = await PostgresMeta.open(settings, () => undefined);
  await meta.close();
});

it('refuses a target with data, another source, and one that changed', async () => {
  const settings = makeTestDatabase();
  const target = await postgres(settings);
  const source = kept(SqliteCopyDb.source(filled));
  await new MetaCopy(source, target).begin('all');
  await expect(new MetaCopy(source, target).begin('other')).rejects.toMatchObject({
    code: 'conflict',
    detail: expect.stringContaining('drop that one'),
  });
  expect(await new MetaCopy(source, target).begin('all')).toBe(true);
  const filledDb = await postgres(makeTestDatabase());
  await filledDb.write([
    {
      sql: `INSERT INTO settings (key, value, updated_at_ms) VALUES ('a', '1', 1)`,
      parameterRows: [[]],
    },
  ]);
  await expect(new MetaCopy(source, filledDb).begin('all')).rejects.toMatchObject({
    code: 'conflict',
    detail: expect.stringContaining('(settings): a copy is never mixed with other data. Set'),
  });
});
