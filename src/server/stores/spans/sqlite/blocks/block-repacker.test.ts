import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker, type MessagePort } from 'node:worker_threads';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SpanRecord } from '#core/otlp/span-record.ts';
import { makeSpan } from '#test/conformance/span-maker.ts';
import { openBlock } from './block-codec.ts';
import {
  BlockRepacker,
  serveRepacking,
  type RepackJob,
  type StartRepackThread,
} from './block-repacker.ts';
import { openConnection } from '../both/connection.ts';
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
const NO_BLOCKS: RepackJob = { blocks: [], ids: new Float64Array(), ranks: new Uint32Array() };
/** Accepts the work and never does it. */
const dying: StartRepackThread = (port) => port.on('message', () => port.close());

async function open(startRepackThread?: StartRepackThread): Promise<OpenSpanStore> {
  const store = openSpanStore(join(directory, 'spans.db'), {
    attributesOf: () => null,
    freeBytesMin: 0,
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
    } finally {
      store.close();
    }
  },
);

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
    const store = await open((port) => {
      serveRepacking({
        on: (event, listener) =>
          port.on(event, (job: RepackJob) => void finished.then(() => listener(job))),
        postMessage: (answer) => port.postMessage(answer),
      });
    });
    try {
      while ((await store.upkeep.settle('all')) === 'more');
      expect(await store.eraser.deleteSpans([3])).toBe(1);
      while ((await store.upkeep.settle('deletes')) !== 'done');
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
