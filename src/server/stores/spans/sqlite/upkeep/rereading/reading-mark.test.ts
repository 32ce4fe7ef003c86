import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { PROMOTED_ATTRIBUTES } from '#core/semconv/promoted-attributes.ts';
import { READING_VERSION } from '#core/semconv/reading-version.ts';
import { KIND_RULES } from '#core/semconv/span-kind-rules.ts';

import { makeSpan } from '#test/conformance/span-maker.ts';
import { openSpanStore, type OpenSpanStore } from '#server/stores/spans/sqlite/open-writer.ts';

/**
 * Of the tables that the reading goes by. Where they change, raise READING_VERSION, and put the new
 * pair here.
 */
const READING = { version: 4, tables: '85536b3472a513d8' };

it('has a reading version of its own for these mappings', () => {
  const tables = createHash('sha256')
    .update(JSON.stringify([PROMOTED_ATTRIBUTES, KIND_RULES]))
    .digest('hex')
    .slice(0, 16);
  expect({ version: READING_VERSION, tables }).toEqual(READING);
});

it('takes a new store for read as of now, and one of before there were versions for outdated', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'telltale-reading-'));
  const file = join(directory, 'spans.db');
  const open = (): OpenSpanStore =>
    openSpanStore(file, { attributesOf: () => '', freeBytesMin: 0 });
  let store = open();
  expect(await store.rereader.readingVersion()).toBe(READING_VERSION);
  await store.writer.write([{ projectName: 'p', records: [makeSpan({ trace: 1, span: 1 })] }]);
  store.close();
  store = open();
  expect(await store.rereader.readingVersion()).toBe(READING_VERSION);
  store.close();
  const db = new Database(file);
  db.exec("DELETE FROM counters WHERE name = 'reading'");
  db.close();
  store = open();
  expect(await store.rereader.readingVersion()).toBe(0);
  await store.rereader.noteReading(READING_VERSION);
  expect(await store.rereader.readingVersion()).toBe(READING_VERSION);
  store.close();
  rmSync(directory, { recursive: true });
});
