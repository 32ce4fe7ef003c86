import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrate } from '#server/stores/migrator.ts';
import { openConnection } from '../both/connection.ts';
import { SPAN_MIGRATIONS } from '../migrations/span-migrations.ts';
import { BlockFinder } from './block-finder.ts';
import { BlockTable } from './block-table.ts';

let directory: string;
let db: Database.Database;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'telltale-block-table-'));
  const path = join(directory, 'spans.db');
  db = openConnection(path, { readonly: false, cacheKib: 1_024 });
  migrate(db, SPAN_MIGRATIONS, { path, backup: false });
});
afterEach(() => {
  db.close();
  rmSync(directory, { recursive: true });
});

it('knows the numbers of a block again whose last ones went, so that the rest is consecutive', () => {
  const [table, finder, frame] = [new BlockTable(db), new BlockFinder(db), Buffer.alloc(1)];
  table.insert({ number: 1, ids: [1, 2, 3, 10, 11], level: 3, conversation: 1, frame });
  table.insert({ number: 4, ids: [4, 5, 6, 7, 8, 9], level: 3, conversation: 2, frame });
  table.rewrite(1, { before: [1, 2, 3, 10, 11], after: [1, 2, 3], frame });
  expect(finder.runsOf(1, 0, 100)).toEqual([[1, 3]]);
  expect(finder.runsOf(4, 0, 100)).toEqual([[4, 6]]);
  expect([3, 4].map((id) => finder.blockOf(id))).toEqual([1, 4]);
  expect(finder.within(4, 4)).toEqual([4]);
});

it('drops several blocks with all that is kept about them, and nothing of others between them', () => {
  const [table, finder, frame] = [new BlockTable(db), new BlockFinder(db), Buffer.alloc(1)];
  table.insert({ number: 1, ids: [1, 4, 9], level: 3, conversation: 1, frame });
  table.insert({ number: 2, ids: [2, 5, 8], level: 3, conversation: 2, frame });
  table.insert({ number: 3, ids: [3, 6, 7], level: 3, conversation: null, frame });
  table.insert({ number: 10, ids: [10, 11], level: 3, conversation: 4, frame });
  table.dropAll([
    { number: 1, ids: [1, 4, 9] },
    { number: 3, ids: [3, 6, 7] },
  ]);
  expect(finder.within(1, 20)).toEqual([2, 10]);
  const left = (name: string) => db.prepare(`SELECT block FROM ${name} ORDER BY 1`).pluck().all();
  expect(left('block_runs')).toEqual([2, 2, 2]);
  expect(left('conversation_blocks')).toEqual([2, 10]);
});
