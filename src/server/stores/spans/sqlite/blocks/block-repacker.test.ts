import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker, type MessagePort } from 'node:worker_threads';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SpanRecord } from '#core/otlp/span-record.ts';
import { makeSpan } from '#test/conformance/span-maker.ts';
import { openBlock, packBlock } from './block-codec.ts';
import type { PackJob, BlockJob } from './block-jobs.ts';
import { BlockRepacker, serveRepacking, type StartRepackThread } from './block-repacker.ts';
import { openConnection } from '../both/connection.ts';
import { StepTime } from '../both/step-time.ts';
import { openSpanStore, type OpenSpanStore } from '../open-writer.ts';

const THREAD = new URL('../../../../compose/threads/repacker-thread.ts', import.meta.url);
/** Those beyond the newest 8,192 are packed better. */
const SPANS = 9_600;
const TEXT = 'some words that compress ';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'telltale-repacker-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const records: readonly SpanRecord[] = Array.from({ length: SPANS }, (_, span) =>
  makeSpan({
    trace: 1 + Math.floor(span / 10),
    span: span + 1,
    text: `${span} ${TEXT.repeat(1 + (span % 5))}`,
  }),
);

const inThread: StartRepackThread = (port) =>
  new Worker(THREAD, { workerData: port, transferList: [port] }).unref();
const NO_BLOCKS: PackJob = {
  kind: 'pack',
  blocks: [],
  ids: new Float64Array(),
  ranks: new Uint32Array(),
  list: null,
};
/** Accepts the work and never does it. */
const dying: StartRepackThread = (port) => port.on('message', () => port.close());

async function open(
  startRepackThread?: StartRepackThread,
  clock = () => performance.now(),
): Promise<OpenSpanStore> {
  const store = openSpanStore(join(directory, 'spans.db'), {
    attributesOf: () => null,
    freeBytesMin: 0,
    clock,
    ...(startRepackThread === undefined ? {} : { startRepackThread }),
  });
  await store.writer.write([{ projectName: 'p', records }]);
  return store;
}

function levels(): Record<number, number> {
  const db = openConnection(join(directory, 'spans.db'), { readonly: true, cacheKib: 1_024 });
  const rows = db
    .prepare<[], [number, number]>('SELECT level, sum(span_count) FROM blocks GROUP BY level')
    .raw(true)
    .all();
  db.close();
  return Object.fromEntries(rows);
}

function wordFilters(): readonly unknown[] {
  const db = openConnection(join(directory, 'spans.db'), { readonly: true, cacheKib: 1_024 });
  const filters = db.prepare('SELECT * FROM block_words').all();
  db.close();
  return filters;
}

function dropWordFilters(): void {
  const db = openConnection(join(directory, 'spans.db'), { readonly: false, cacheKib: 1_024 });
  db.exec(`DELETE FROM block_words; DELETE FROM block_word_ends;
    INSERT INTO blocks_without_words (first_id, level) SELECT first_id, level FROM blocks WHERE level = 3`);
  db.close();
}

async function settleAll(store: OpenSpanStore): Promise<void> {
  const deadline = performance.now() + 120_000;
  for (
    let state = await store.upkeep.settle('all');
    state !== 'done';
    state = await store.upkeep.settle('all')
  ) {
    expect(performance.now()).toBeLessThan(deadline);
    if (state === 'waiting') await delay(2);
  }
}

async function expectKept(store: OpenSpanStore, gone = new Set<number>()): Promise<void> {
  for (let from = 0; from < SPANS; from += 1_000) {
    const ids = Array.from(
      { length: Math.min(1_000, SPANS - from) },
      (_, i) => from + i + 1,
    ).filter((id) => !gone.has(id));
    const payloads = await store.reader.payloads(ids);
    expect(payloads.length).toBe(ids.length);
    payloads.forEach((payload, i) => {
      if (Buffer.compare(payload.bytes, records[(ids[i] ?? 0) - 1]?.bytes ?? Buffer.alloc(0)) !== 0)
        throw new Error(`span ${ids[i]} came back different`);
    });
  }
}

it.each([
  ['by a thread', inThread],
  ['by a thread that dies, and then here', dying],
  ['here, where there is no thread', undefined],
] as const)(
  'old blocks are packed better %s, and every span is kept',
  { timeout: 180_000 },
  async (_, start) => {
    const store = await open(start);
    try {
      const fresh = levels();
      expect(fresh).toEqual({ 1: SPANS });
      await settleAll(store);
      const settled = levels();
      expect(settled[3]).toBeGreaterThanOrEqual(SPANS - 8_192 - 256);
      expect((settled[1] ?? 0) + (settled[3] ?? 0)).toBe(SPANS);
      await expectKept(store);
      const filters = wordFilters();
      expect(filters.length).toBeGreaterThan(0);
      // Those of blocks that an upgrade leaves without are the same.
      dropWordFilters();
      await settleAll(store);
      expect(wordFilters()).toEqual(filters);
    } finally {
      store.close();
    }
  },
);

it('tells how many blocks wait, while those of an earlier version wait for the extremes of their spans', async () => {
  (await open()).close();
  const db = openConnection(join(directory, 'spans.db'), { readonly: false, cacheKib: 1_024 });
  db.exec(`INSERT INTO missing_extremes (below) VALUES (${SPANS})`);
  db.close();
  const counts: number[] = [];
  const store = openSpanStore(join(directory, 'spans.db'), {
    attributesOf: () => null,
    freeBytesMin: 0,
    onBlocksToSettle: (blocks) => counts.push(blocks),
  });
  for (let steps = 0; counts.length === 0; steps += 1) {
    expect(steps).toBeLessThan(10);
    await store.upkeep.settle('all');
  }
  expect(counts).toEqual([expect.any(Number)]);
  expect(levels()).toEqual({ 1: SPANS });
  store.close();
});

it('works in steps where there is no thread', () => {
  const blocks = [1, 11, 21].map((number) => {
    const spans = Array.from({ length: 10 }, (_, i) => ({
      id: number + i,
      contextId: 1,
      bytes: records[number + i]?.bytes ?? new Uint8Array(),
    }));
    return { number, rank: null, frame: packBlock(number, spans, 1) };
  });
  const repacker = new BlockRepacker(null);
  const work = repacker.begin({ ...NO_BLOCKS, blocks });
  const over = new StepTime(() => 0, 0);
  let steps = 1;
  while (!repacker.isDone(work, over)) steps += 1;
  expect(steps).toBeGreaterThan(blocks.length);
  const result = repacker.take(work);
  expect(result.kind === 'pack' && result.blocks.map(({ ids }) => ids.length)).toEqual([30]);
});

it('keeps its thread while there is work every now and then, and ends it after a minute without', () => {
  let now = 0;
  const ports: MessagePort[] = [];
  const repacker = new BlockRepacker(
    (port) => ports.push(port),
    () => now,
  );
  for (; now < 300_000; now += 5_000) {
    repacker.begin(NO_BLOCKS);
    repacker.rest();
  }
  expect(ports).toHaveLength(1);
  now += 59_000 - 5_000;
  repacker.rest();
  repacker.begin(NO_BLOCKS);
  expect(ports).toHaveLength(1);
  now += 60_000;
  repacker.rest();
  repacker.begin(NO_BLOCKS);
  expect(ports).toHaveLength(2);
  repacker.close();
  for (const port of ports) port.close();
});

it(
  'data deleted while its block was being packed does not come back',
  { timeout: 180_000 },
  async () => {
    let finish: () => void = () => undefined;
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let now = 0;
    const startThread: StartRepackThread = (port) => {
      serveRepacking({
        on: (event, listener) =>
          port.on(event, (job: BlockJob) => void finished.then(() => listener(job))),
        postMessage: (answer) => port.postMessage(answer),
      });
    };
    const store = await open(startThread, () => now);
    try {
      while ((await store.upkeep.settle('all')) === 'more');
      expect(await store.eraser.deleteSpans([3])).toBe(1);
      // The thread is busy for so long that the block is rewritten here.
      while ((await store.upkeep.settle('deletes')) !== 'done') now += 1_000;
      finish();
      await settleAll(store);
      expect(await store.reader.payloads([3])).toEqual([]);
      const db = openConnection(join(directory, 'spans.db'), { readonly: true, cacheKib: 1_024 });
      const frame = db
        .prepare<[], Uint8Array>('SELECT frame FROM blocks WHERE first_id = 1')
        .pluck(true)
        .get();
      db.close();
      expect(openBlock(frame ?? new Uint8Array(), 1).has(3)).toBe(false);
      await expectKept(store, new Set([3]));
    } finally {
      store.close();
    }
  },
);
