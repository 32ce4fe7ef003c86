import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  compileSessionFilter,
  compileSpanFilter,
  compileTraceFilter,
} from '#core/filter/compile-filter.ts';
import { attributesNested } from '#core/otlp/span-attributes.ts';
import { decodeSpan } from '#core/otlp/span-codec.ts';
import { hashOfWord } from '#core/search/word-hashes.ts';
import { readSent } from '#test/conformance/sent-span.ts';
import { projectId, settle, UNLIMITED } from '#test/conformance/store-under-test.ts';
import type { SpanWish } from '#test/conformance/span-maker.ts';
import { mayHoldWord } from '../index/word-filter.ts';
import { WordList } from '../index/word-list.ts';
import { partOf } from '../index/word-parts.ts';
import { hashesIn } from '../index/word-table.ts';
import type { BlockJob } from '../blocks/block-jobs.ts';
import { serveRepacking, type StartRepackThread } from '../blocks/block-repacker.ts';
import { openSpanStore, type OpenSpanStore } from '../open-writer.ts';

/** More than are kept as they came, so that older ones are packed and indexed. */
const SPANS = 12_000;
const WORDS = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'eta'];
/** Makes the old spans large enough for several blocks. */
const FILLER = ` ${'filler'.repeat(400)}`;
const wishOf = (i: number): SpanWish => ({
  trace: 1 + Math.floor(i / 10),
  span: i + 1,
  startMs: i,
  session: `s${Math.floor(i / 50)}`,
  text: `${WORDS[i % 7]} ${WORDS[(i * 5 + 1) % 6]} number${i}${i % 499 === 3 ? ' rare-word' : ''}${i < 4_000 ? FILLER : ''}`,
});

let folder: string;
let file: string;
let store: OpenSpanStore;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'telltale-words-'));
  file = join(folder, 'spans.db');
  store = open();
  for (let at = 0; at < SPANS; at += 500) {
    const wishes = Array.from({ length: 500 }, (_, i) => wishOf(at + i));
    await store.writer.write([{ projectName: 'p', records: readSent(wishes) }]);
  }
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

function open(
  startRepackThread?: StartRepackThread,
  clock = () => performance.now(),
): OpenSpanStore {
  return openSpanStore(file, {
    clock,
    ...(startRepackThread === undefined ? {} : { startRepackThread }),
    attributesOf: (bytes) => attributesNested(decodeSpan(bytes)),
    freeBytesMin: 0,
  });
}

/** The first span that a filter finds. */
async function rowsOf(text: string): Promise<readonly { readonly id: number }[]> {
  const page = await store.reader.spans(
    {
      projectId: await projectId(store),
      sort: 'id',
      order: 'asc',
      limit: 1,
      filter: compileSpanFilter(text)!,
    },
    UNLIMITED,
  );
  return page.rows;
}

/** Numbers of the spans that a filter finds, rising. */
async function found(text: string, order: 'asc' | 'desc' = 'desc'): Promise<number[]> {
  const filter = compileSpanFilter(text);
  if (filter === null) throw new Error('an empty filter');
  const numbers: number[] = [];
  const project = await projectId(store);
  const query = { projectId: project, sort: 'start_time', order, limit: 1_000, filter } as const;
  for (let page = await store.reader.spans(query, UNLIMITED); ;) {
    numbers.push(...page.rows.map((row) => Number.parseInt(row.spanId.slice(2), 16) - 1));
    if (page.next === null) return numbers.sort((a, b) => a - b);
    page = await store.reader.spans({ ...query, anchor: page.next }, UNLIMITED);
  }
}

function expected(words: readonly string[]): number[] {
  return Array.from({ length: SPANS }, (_, i) => i).filter((i) =>
    words.every((word) => wishOf(i).text?.split(/[ -]/).includes(word)),
  );
}

async function expectRight(): Promise<void> {
  for (const words of [['alpha', 'beta'], ['rare'], ['number77'], ['absent'], ['rare', 'gamma']]) {
    const filter = `search('${words.join(' ')}')`;
    expect(await found(filter), filter).toEqual(expected(words));
    expect(await found(filter, 'asc'), filter).toEqual(expected(words));
  }
  const text = wishOf(700).text ?? '';
  expect(await found(`input.value == '${text}'`)).toEqual([700]);
  expect(await found("' number77' in input.value and search('number77')")).toEqual([77]);
}

function indexed(word: string): number {
  const db = new Database(file, { readonly: true });
  const hash = hashOfWord(word);
  const filters = db
    .prepare<[number], [Uint8Array, number, Uint8Array | null]>(
      `SELECT words, list, (SELECT hashes FROM word_lists WHERE id = list)
       FROM block_words WHERE part = ?`,
    )
    .raw(true)
    .all(partOf(hash));
  db.close();
  return filters.filter(([words, id, hashes]) =>
    mayHoldWord(words, hash, hashes === null ? null : new WordList(id, hashesIn(hashes))),
  ).length;
}

it('finds the same before and after blocks are indexed', async () => {
  await expectRight();
  expect(indexed('alpha')).toBe(0);
  await settle(store);
  expect(indexed('alpha')).toBeGreaterThan(1);
  expect((await store.storage.storage())['blocksToIndex']).toBe(0);
  await expectRight();
  const filter = compileTraceFilter("search('rare')");
  if (filter === null) throw new Error('an empty filter');
  const traces = await store.reader.traces(
    { projectId: await projectId(store), sort: 'start_time', order: 'asc', limit: 100, filter },
    UNLIMITED,
  );
  expect(traces.rows).toHaveLength(expected(['rare']).length);
});

it('tells what a page took', async () => {
  await settle(store);
  const page = await store.reader.spans(
    {
      projectId: await projectId(store),
      sort: 'start_time',
      order: 'desc',
      limit: 10,
      explain: true,
      filter: compileSpanFilter("search('absent')")!,
    },
    UNLIMITED,
  );
  expect(page.plan).toMatchObject({ index: 'words', rowsRead: 0 });
  expect(page.plan?.blocksSkipped).toBeGreaterThan(1);
  expect(page.plan?.blocksRead).toBeGreaterThan(0);
});

it('narrows traces and sessions by beginnings of words', async () => {
  await settle(store);
  const project = await projectId(store);
  const query = { projectId: project, sort: 'start_time', order: 'desc', limit: 100 } as const;
  for (const [text, count] of [
    ["search('absent*')", 0],
    ["search('rare*')", expected(['rare']).length],
    ['search(\'"number3 rar"*\')', 1],
  ] as const) {
    const traces = await store.reader.traces(
      { ...query, explain: true, filter: compileTraceFilter(text)! },
      UNLIMITED,
    );
    expect(traces.rows, text).toHaveLength(count);
    expect(traces.plan, text).toMatchObject({ index: 'words' });
    expect(traces.plan?.blocksSkipped, text).toBeGreaterThan(1);
    const sessions = await store.reader.sessions(
      { ...query, filter: compileSessionFilter(text)! },
      UNLIMITED,
    );
    expect(sessions.rows, text).toHaveLength(count);
  }
});

it('forgets the words of deleted spans with their bytes', async () => {
  await settle(store);
  expect(indexed('number1003')).toBe(1);
  const rows = await rowsOf("search('number1003')");
  await store.eraser.deleteSpans(rows.map(({ id }) => id));
  expect(await found("search('number1003')")).toEqual([]);
  await settle(store);
  expect(indexed('number1003')).toBe(0);
  expect(indexed('number1004')).toBe(1);
  expect(await found("search('number1004')")).toEqual([1_004]);
});

it('stores no filter of a block that lost spans while its filter was made', async () => {
  await settle(store);
  store.close();
  const db = new Database(file);
  db.exec(`DELETE FROM block_words; DELETE FROM block_word_ends;
    INSERT INTO blocks_without_words (first_id, level) SELECT first_id, level FROM blocks WHERE level = 3`);
  db.close();
  const held: (() => void)[] = [];
  let now = 0;
  const hold: StartRepackThread = (port) =>
    serveRepacking({
      on: (event, listener) =>
        port.on(event, (job: BlockJob) => void held.push(() => listener(job))),
      postMessage: (answer) => port.postMessage(answer),
    });
  store = open(hold, () => now);
  while (held.length === 0) {
    await store.upkeep.settle('all');
    await setImmediate();
  }
  const [row] = await rowsOf("search('number1003')");
  expect(await store.eraser.deleteSpans([row?.id ?? 0])).toBe(1);
  // The thread is busy for so long that the block is rewritten here.
  while ((await store.upkeep.settle('deletes')) !== 'done') now += 1_000;
  const deadline = performance.now() + 60_000;
  for (let state = 'more'; state !== 'done'; state = await store.upkeep.settle('all')) {
    expect(performance.now()).toBeLessThan(deadline);
    for (const release of held.splice(0)) release();
    await setImmediate();
  }
  expect(indexed('number1003')).toBe(0);
  expect(indexed('number1004')).toBe(1);
  expect((await store.storage.storage())['blocksToIndex']).toBe(0);
  expect(await found("search('number1004')")).toEqual([1_004]);
});

it('indexes a database of an earlier version in the background', async () => {
  await settle(store);
  store.close();
  const db = new Database(file);
  for (const name of ['new', 'changed', 'deleted']) db.exec(`DROP TRIGGER block_words_of_${name}`);
  for (const table of [
    'block_words',
    'block_word_ends',
    'blocks_without_words',
    'word_lists',
    'damaged_blocks',
    ...TABLES_OF_LATER_VERSIONS,
  ])
    db.exec(`DROP TABLE ${table}`);
  db.exec(
    'DROP TABLE span_runs; DROP TABLE shape_runs; DROP INDEX spans_by_run; CREATE INDEX spans_by_shape ON spans (shape_id, start_time)',
  );
  db.exec(`${WITHOUT_TOTALS} PRAGMA user_version = 16`);
  db.close();
  store = open();
  expect((await store.storage.storage())['blocksToIndex']).toBeGreaterThan(1);
  await expectRight();
  await settle(store);
  expect((await store.storage.storage())['blocksToIndex']).toBe(0);
  await expectRight();
});

it('makes filters of an earlier form anew in the background', async () => {
  await settle(store);
  store.close();
  const db = new Database(file);
  for (const name of ['unused', 'replaced']) db.exec(`DROP TRIGGER word_list_${name}`);
  for (const table of ['block_words', 'block_word_ends', 'word_lists', ...TABLES_OF_LATER_VERSIONS])
    db.exec(`DROP TABLE ${table}`);
  db.exec(blockWordsOfVersion21);
  db.exec(`${WITHOUT_TOTALS} PRAGMA user_version = 21`);
  db.close();
  store = open();
  expect((await store.storage.storage())['blocksToIndex']).toBeGreaterThan(1);
  await expectRight();
  await settle(store);
  expect((await store.storage.storage())['blocksToIndex']).toBe(0);
  expect(indexed('alpha')).toBeGreaterThan(1);
  await expectRight();
});

const TABLES_OF_LATER_VERSIONS = [
  'trace_zones',
  'soiled_trace_zones',
  'trace_runs',
  'session_runs',
  'trace_id_filters',
  'session_zones',
  'soiled_session_zones',
];
const WITHOUT_TOTALS = ['trace_count', 'error_count', 'token_count', 'cost_sum']
  .map((column) => `ALTER TABLE sessions DROP COLUMN ${column};`)
  .join('\n');

/** Filters that hold nothing: a search that asked them would miss everything. */
const blockWordsOfVersion21 = `
CREATE TABLE block_words (
  part INTEGER NOT NULL,
  last_id INTEGER NOT NULL,
  first_id INTEGER NOT NULL,
  words BLOB NOT NULL,
  PRIMARY KEY (part, last_id, first_id)
) WITHOUT ROWID;
CREATE TABLE block_word_ends (first_id INTEGER PRIMARY KEY, last_id INTEGER NOT NULL);
INSERT INTO block_word_ends SELECT first_id, first_id + span_count FROM blocks WHERE level = 3;
INSERT INTO block_words SELECT 0, last_id, first_id, x'0000' FROM block_word_ends;
DELETE FROM blocks_without_words WHERE level = 3;`;
