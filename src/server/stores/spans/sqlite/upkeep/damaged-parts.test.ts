import { closeSync, copyFileSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { settle, write } from '#test/conformance/store-under-test.ts';
import { damagedParts, knownDamage } from './damaged-parts.ts';
import { openSpanStore } from '../open-writer.ts';

let directory: string;
let path: string;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'telltale-check-'));
  path = join(directory, 'whole.db');
  const store = openSpanStore(path, { attributesOf: () => null, freeBytesMin: 0 });
  const spans = Array.from({ length: 600 }, (_, span) => ({
    trace: Math.floor(span / 3),
    span,
    session: `s${span}`,
    text: String(Math.random()),
  }));
  for (let from = 0; from < spans.length; from += 200)
    await write(store, spans.slice(from, from + 200));
  await settle(store);
  store.close();
});
afterAll(() => rmSync(directory, { recursive: true }));

/** A copy with these bytes somewhere in it. */
function copyWith(name: string, bytes: Uint8Array, at: number): string {
  const copy = join(directory, name);
  copyFileSync(path, copy);
  const file = openSync(copy, 'r+');
  writeSync(file, bytes, 0, bytes.length, at);
  closeSync(file);
  return copy;
}

function leafOf(table: string): number {
  const db = new Database(path, { readonly: true });
  const page = db.prepare<[string], number>("SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY pageno LIMIT 1").pluck(true).get(table); // prettier-ignore
  db.close();
  return page ?? 0;
}

it('finds nothing wrong with a store that is whole', () => {
  expect(damagedParts(path)).toEqual([]);
});

it.each(['sessions', 'traces', 'spans'])('names the table whose page is damaged: %s', (table) => {
  const damaged = copyWith(`${table}.db`, Buffer.alloc(64, 0xff), (leafOf(table) - 1) * 4_096);
  expect(damagedParts(damaged)).toEqual([`table ${table}`]);
});

it('names a block of spans that does not unpack, which SQLite takes for whole', () => {
  const copy = copyWith('block.db', Buffer.alloc(0), 0);
  const db = new Database(copy);
  const first = db.prepare('SELECT min(first_id) FROM blocks').pluck(true).get();
  db.prepare('UPDATE blocks SET frame = ? WHERE first_id = ?').run(
    Buffer.from('no frame at all'),
    first,
  );
  db.close();
  expect(damagedParts(copy)).toEqual([`the block of spans from number ${String(first)} on`]);
});

it('names the blocks that a server found damaged, which a file too large to be read through has, too', () => {
  const copy = copyWith('noted.db', Buffer.alloc(0), 0);
  const db = new Database(copy);
  expect(knownDamage(db)).toEqual([]);
  db.exec('INSERT INTO damaged_blocks SELECT first_id FROM blocks');
  const first = db.prepare('SELECT min(first_id) FROM blocks').pluck().get();
  expect(knownDamage(db)[0]).toBe(`the block of spans from number ${String(first)} on`);
  db.exec('DROP TABLE damaged_blocks');
  expect(knownDamage(db)).toEqual([]);
  db.close();
});

it('says so where not even the list of tables can be read', () => {
  expect(damagedParts(copyWith('schema.db', Buffer.alloc(512, 0x20), 0))).toEqual([
    'the list of its tables',
  ]);
});
