import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SeededRandom } from '#core/statistics/seeded-random.ts';
import type { SpanRecord } from '#core/otlp/span-record.ts';
import { makeSpan } from '#test/conformance/span-maker.ts';
import { openConnection } from '../both/connection.ts';
import { openSpanStore, type OpenSpanStore } from '../open-writer.ts';
import { compressBlock, openBlock } from './block-codec.ts';

const MINUTE_MS = 60_000;
const ROUNDS = 12;
const AGENTS = 24;

let directory: string;
let now = 0;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'telltale-settling-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

function open(): OpenSpanStore {
  return openSpanStore(join(directory, 'spans.db'), {
    attributesOf: () => null,
    freeBytesMin: 0,
    clock: () => now,
  });
}

/** Settles to the end, and again once nothing came for a while. */
async function settleAll(store: OpenSpanStore): Promise<void> {
  for (const waitMs of [0, 2 * MINUTE_MS]) {
    now += waitMs;
    let steps = 0;
    while ((await store.upkeep.settle('all')) !== 'done') expect((steps += 1)).toBeLessThan(10_000);
  }
}

/** Every span that was sent, by its number, which is the order in which they were stored. */
class Sent {
  readonly live = new Map<number, SpanRecord>();
  #next = 1;

  add(record: SpanRecord): void {
    this.live.set(this.#next, record);
    this.#next += 1;
  }
}

/** Agents that send their whole conversation with every call, each in a trace or a session of its own. */
class Agents {
  readonly #random: SeededRandom;
  readonly #written = new Map<number, string>();
  #spans = 0;

  constructor(random: SeededRandom) {
    this.#random = random;
  }

  below(limit: number): number {
    return Math.floor(this.#random.fraction() * limit);
  }

  next(): SpanRecord {
    const agent = this.below(AGENTS);
    this.#spans += 1;
    const isShort = agent % 3 === 0;
    const words = Array.from({ length: isShort ? 20 : 400 }, () => this.below(1e6).toString(36));
    const text = `${this.#written.get(agent) ?? ''} ${words.join(' ')}`;
    if (!isShort) this.#written.set(agent, text);
    const hasSession = agent % 2 === 0;
    // In a session, every fourth turn begins a trace.
    const trace = hasSession ? 100 + agent * 1_000 + (this.#spans >> 2) : agent + 1;
    return makeSpan({
      trace,
      span: this.#spans,
      text,
      ...(hasSession ? { session: `agent ${agent}` } : {}),
    });
  }
}

async function expectAll(store: OpenSpanStore, { live }: Sent): Promise<void> {
  const numbers = [...live.keys()];
  for (let from = 0; from < numbers.length; from += 200) {
    const wanted = numbers.slice(from, from + 200);
    const payloads = await store.reader.payloads(wanted);
    expect(payloads.map(({ row }) => row.id).sort((a, b) => a - b)).toEqual(wanted);
    for (const { row, bytes } of payloads)
      if (Buffer.compare(bytes, live.get(row.id)?.bytes ?? Buffer.alloc(0)) !== 0)
        throw new Error(`span ${row.id} came back different`);
  }
}

function openFile(): Database.Database {
  return openConnection(join(directory, 'spans.db'), { readonly: true, cacheKib: 1_024 });
}

function countOf(sql: string): number {
  const db = openFile();
  const count = db.prepare<[], number>(`SELECT count(*) FROM ${sql}`).pluck(true).get();
  db.close();
  return count ?? 0;
}

/** Opens every block: each live span is in exactly one of them, and nothing else is. */
function expectBlocks({ live }: Sent): void {
  const db = openFile();
  const held: number[] = [];
  const rows = db
    .prepare<[], [number, Uint8Array]>('SELECT first_id, frame FROM blocks')
    .raw(true)
    .all();
  for (const [number, frame] of rows)
    held.push(
      ...openBlock(frame, number)
        .spans()
        .map(({ id }) => id),
    );
  db.close();
  expect(held.sort((a, b) => a - b)).toEqual([...live.keys()]);
  const strays = 'WHERE block NOT IN (SELECT first_id FROM blocks)';
  expect(countOf(`block_runs ${strays}`) + countOf(`conversation_blocks ${strays}`)).toBe(0);
}

it.each([1, 2, 3, 4])(
  'gives the bytes of every span back after any order of arrival, deletes and settling (%s)',
  { timeout: 120_000 },
  async (seed) => {
    const agents = new Agents(new SeededRandom(seed));
    const sent = new Sent();
    let store = open();
    for (let round = 0; round < ROUNDS; round += 1) {
      const spans = Array.from({ length: 1 + agents.below(120) }, () => agents.next());
      await store.writer.write([{ projectName: 'p', records: spans }]);
      for (const record of spans) sent.add(record);
      const chosen = [...sent.live.keys()].filter(() => agents.below(12) === 0);
      if (round % 3 === 1) {
        expect(await store.eraser.deleteSpans(chosen)).toBe(chosen.length);
        for (const number of chosen) sent.live.delete(number);
      }
      // Some steps only, so that the next spans and deletes come while blocks are being packed.
      if (agents.below(2) === 0) await settleAll(store);
      else for (let step = agents.below(6); step > 0; step -= 1) await store.upkeep.settle('all');
      await expectAll(store, sent);
      if (round % 5 === 4) {
        store.close();
        store = open();
      }
    }
    await settleAll(store);
    await expectAll(store, sent);
    store.close();
    expectBlocks(sent);
    expect(countOf('blocks WHERE level = 3')).toBeGreaterThan(1);
    expect(countOf('block_runs')).toBeGreaterThan(10);
    expect(countOf('conversation_blocks')).toBeGreaterThan(1);
  },
);

it('packs late spans with the conversation they belong to, and leaves what is much larger alone', async () => {
  const store = open();
  const random = new SeededRandom('late');
  let span = 0;
  const write = async (trace: number, count: number): Promise<void> => {
    const records = Array.from({ length: count }, () => {
      const words = Array.from({ length: 8_000 }, () => random.uint32().toString(36));
      return makeSpan({ trace, span: (span += 1), text: words.join(' ') });
    });
    await store.writer.write([{ projectName: 'p', records }]);
  };
  try {
    await write(1, 20);
    await settleAll(store);
    expect(countOf('conversation_blocks')).toBe(1);
    await write(1, 20);
    await write(2, 10);
    await settleAll(store);
    expect(countOf('conversation_blocks')).toBe(2);
    expect(countOf('blocks')).toBe(2);
    // Half as much again, and more, is packed anew; what adds less has a block of its own.
    await write(1, 18);
    await settleAll(store);
    expect(countOf('conversation_blocks')).toBe(3);
  } finally {
    store.close();
  }
});

/** The frame of a block of consecutive numbers as the release before wrote it. */
function frameOfBefore(number: number, frame: Uint8Array): { count: number; old: Buffer } {
  const opened = openBlock(frame, number);
  // A deleted span kept its place.
  const count = (opened.ids.at(-1) ?? number) - number + 1;
  const head = Buffer.alloc(5 + 8 * count);
  head[0] = 1;
  head.writeUInt32LE(count, 1);
  const bodies: Uint8Array[] = [];
  for (let place = 0; place < count; place += 1) {
    const entry = opened.entry(number + place);
    if (entry === null) continue;
    head.writeUInt32LE(entry.bytes.length, 5 + 8 * place);
    head.writeUInt32LE(entry.contextId, 9 + 8 * place);
    bodies.push(entry.bytes);
  }
  return { count, old: compressBlock(Buffer.concat([head, ...bodies]), 9) };
}

it('reads the blocks of the release before, takes deleted spans out of them and packs them anew', async () => {
  const sent = new Sent();
  const waiting: number[] = [];
  const openCounting = (): OpenSpanStore =>
    openSpanStore(join(directory, 'spans.db'), {
      attributesOf: () => null,
      freeBytesMin: 0,
      clock: () => now,
      onBlocksToSettle: (blocks) => waiting.push(blocks),
    });
  let store = openCounting();
  const records = Array.from({ length: 3_000 }, (_, i) =>
    makeSpan({ trace: i % 40, span: i, text: `span ${i} `.repeat(1 + (i % 50)) }),
  );
  for (let i = 0; i < records.length; i += 500)
    await store.writer.write([{ projectName: 'p', records: records.slice(i, i + 500) }]);
  for (const record of records) sent.add(record);
  const erase = async (numbers: readonly number[]): Promise<void> => {
    expect(await store.eraser.deleteSpans(numbers)).toBe(numbers.length);
    for (const number of numbers) sent.live.delete(number);
    while ((await store.upkeep.settle('deletes')) !== 'done');
  };
  await erase([5, 700]);
  store.close();
  const db = openConnection(join(directory, 'spans.db'), { readonly: false, cacheKib: 1_024 });
  const blocks = db
    .prepare<[], [number, Uint8Array]>('SELECT first_id, frame FROM blocks')
    .raw(true)
    .all();
  for (const [number, frame] of blocks) {
    const { count, old } = frameOfBefore(number, frame);
    db.prepare('UPDATE blocks SET frame = ?, span_count = ?, level = 9 WHERE first_id = ?').run(
      old,
      count,
      number,
    );
  }
  db.exec('DELETE FROM block_runs');
  db.close();
  store = openCounting();
  await expectAll(store, sent);
  await erase([6, 7, 1_300]);
  await expectAll(store, sent);
  await settleAll(store);
  await expectAll(store, sent);
  store.close();
  expectBlocks(sent);
  expect(countOf('blocks WHERE level <> 3')).toBe(0);
  expect(Math.max(...waiting)).toBe(blocks.length);
  expect(waiting.at(-1)).toBe(0);
});
