import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeSpan, RESOURCE, spanIdOf, traceIdOf } from '#test/conformance/span-maker.ts';
import {
  allSpans,
  projectId,
  settle,
  UNLIMITED,
  write,
} from '#test/conformance/store-under-test.ts';
import { LatencySketch, nearestRank } from '#core/figures/latency-sketch.ts';
import { openSpanStore, type OpenSpanStore } from '../open-writer.ts';

let directory: string;
let store: OpenSpanStore;

function open(freeBytesMin = 0): OpenSpanStore {
  return openSpanStore(join(directory, 'spans.db'), { attributesOf: () => null, freeBytesMin });
}

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'telltale-durability-'));
  store = open();
});
afterEach(() => {
  store.close();
  rmSync(directory, { recursive: true });
});

/** Whether any of the store's files contains the text verbatim. */
function filesHold(text: string): boolean {
  return readdirSync(directory).some((name) => readFileSync(join(directory, name)).includes(text));
}

function integrity(): unknown {
  const db = new Database(join(directory, 'spans.db'), { readonly: true });
  try {
    return db.pragma('integrity_check', { simple: true });
  } finally {
    db.close();
  }
}

it('takes deleted text out of its files', async () => {
  // Blocks are compressed, so what is looked for is text that cannot be: random, and in the columns
  // too.
  const secret = 'Xq7-secret-Zk31vTfWm90';
  const error = {
    ...makeSpan({
      trace: 1,
      span: 1,
      status: 2,
      user: `user-${secret}`,
      session: `session-${secret}`,
    }),
    errorMessage: `error ${secret}`,
  };
  const named = { ...makeSpan({ trace: 2, span: 2 }), bytes: Buffer.from(secret.repeat(3)) };
  await store.writer.write([{ projectName: 'p', records: [error, named] }]);
  await write(
    store,
    Array.from({ length: 200 }, (_, i) => ({ trace: 10 + i, span: 10 + i })),
  );
  expect(filesHold(secret)).toBe(true);
  const rows = await store.reader.findTraces([1, 2].map((n) => ({ traceId: traceIdOf(n) })));
  await store.eraser.deleteTraces(rows.map((row) => row.id));
  await settle(store);
  expect(filesHold(secret)).toBe(false);
  expect(await allSpans(store)).toHaveLength(200);
  expect(integrity()).toBe('ok');
});

it('takes the names, models and resources that only deleted spans had out of its files, those of older versions too', async () => {
  const secret = 'Hk2-secret-Pp83mCwQz11';
  const resource = { ...RESOURCE, schemaUrl: `https://${secret}` };
  const wish = {
    trace: 1,
    span: 1,
    kind: 'LLM',
    name: `name ${secret}`,
    model: `model ${secret}`,
    resource,
  } as const;
  await write(store, [wish, { trace: 2, span: 2 }]);
  expect(filesHold(secret)).toBe(true);
  const rows = await store.reader.findTraces([{ traceId: traceIdOf(1) }]);
  await store.eraser.deleteTraces(rows.map((row) => row.id));
  await settle(store);
  expect(filesHold(secret)).toBe(false);
  // Nor does the writer take it for stored: the same name can come again.
  await write(store, [{ ...wish, trace: 3 }]);
  expect((await allSpans(store)).map(({ name }) => name)).toEqual(['step', wish.name]);
  store.close();
  const db = new Database(join(directory, 'spans.db'));
  db.prepare(
    `INSERT INTO shapes (id, project_id, is_root, kind, otel_kind, status, name, span_count, start_min, start_max)
     SELECT 99999, project_id, 1, 0, 0, 0, 'old-Zq66', 0, 0, 0 FROM shapes LIMIT 1`,
  ).run();
  db.close();
  store = open();
  expect(filesHold('old-Zq66')).toBe(true);
  await settle(store);
  expect(filesHold('old-Zq66')).toBe(false);
  expect(await allSpans(store)).toHaveLength(2);
  expect(integrity()).toBe('ok');
});

it('gives the space of a deleted project back', async () => {
  const texts = Array.from({ length: 4_000 }, (_, i) => ({
    trace: i,
    span: i,
    text: Array.from({ length: 60 }, () => Math.random().toString(36)).join(),
  }));
  for (let i = 0; i < texts.length; i += 1_000)
    await write(store, texts.slice(i, i + 1_000), 'big');
  await settle(store);
  const before = (await store.storage.storage())['fileBytes'] ?? 0;
  await store.eraser.deleteProject(await projectId(store, 'big'));
  await settle(store);
  const after = await store.storage.storage();
  expect(after['fileBytes']).toBeLessThan(before);
  expect(after).toMatchObject({
    spans: 0,
    walBytes: 0,
    blocksToRewrite: 0,
    blocksToIndex: 0,
    tracesToPurge: 0,
    projectsToPurge: 0,
  });
  const rest = (after['fileBytes'] ?? 0) - (after['freeBytes'] ?? 0);
  expect(rest).toBeLessThan(before / 4);
});

it('packs old blocks again without losing a byte', async () => {
  const wishes = Array.from({ length: 10_000 }, (_, i) => ({
    trace: Math.floor(i / 10),
    span: i,
    text: `payload of span ${i}`,
  }));
  for (let i = 0; i < wishes.length; i += 2_000) await write(store, wishes.slice(i, i + 2_000));
  await settle(store);
  const db = new Database(join(directory, 'spans.db'), { readonly: true });
  expect(db.prepare('SELECT count(*) FROM blocks WHERE level > 1').pluck().get()).toBeGreaterThan(
    0,
  );
  db.close();
  for (const number of [1, 32, 33, 1_000, 1_808, 1_809, 9_999]) {
    const [payload] = await store.reader.payloads([number]);
    expect(Buffer.from(payload?.bytes ?? []).toString('latin1')).toContain(
      `payload of span ${number - 1}`,
    );
  }
  await store.eraser.deleteSpans([7]);
  await settle(store);
  expect(await store.reader.payloads([6, 7, 8])).toHaveLength(2);
  expect(integrity()).toBe('ok');
});

it('finds everything again after it was closed', async () => {
  await write(
    store,
    Array.from({ length: 700 }, (_, i) => ({
      trace: Math.floor(i / 7),
      span: i,
      session: `s${i % 5}`,
    })),
  );
  const before = await allSpans(store);
  store.close();
  store = open();
  expect(await allSpans(store)).toEqual(before);
  expect(await store.reader.findSpans([{ spanId: spanIdOf(333) }])).toHaveLength(1);
  const [again] = await write(store, [
    { trace: 3, span: 22 },
    { trace: 3, span: 9_000 },
  ]);
  expect(again).toMatchObject({ stored: 1, duplicates: 1 });
  expect(integrity()).toBe('ok');
});

it('opens an existing file without writing to it', async () => {
  await write(store, [{ trace: 1, span: 1 }]);
  store.close();
  store = open();
  // Commits made while opening would not be synced by the commit that acknowledges spans, were its
  // own sync missing.
  const log = join(directory, 'spans.db-wal');
  expect(existsSync(log) ? statSync(log).size : 0).toBe(0);
});

it('never gives a number twice', async () => {
  await write(store, [{ trace: 1, span: 1, session: 'a' }]);
  const [first] = await allSpans(store);
  await store.eraser.deleteProject(await projectId(store));
  await settle(store);
  store.close();
  store = open();
  await write(store, [{ trace: 1, span: 1, session: 'a' }]);
  const [second] = await allSpans(store);
  expect(second?.id).toBeGreaterThan(first?.id ?? 0);
  expect(second?.projectId).toBeGreaterThan(first?.projectId ?? 0);
});

it('finds span ids across runs of its index', async () => {
  for (let from = 0; from < 140_000; from += 20_000) {
    await write(
      store,
      Array.from({ length: 20_000 }, (_, i) => ({
        trace: Math.floor((from + i) / 50),
        span: from + i,
      })),
    );
  }
  for (const span of [0, 131_071, 131_072, 139_999])
    expect(await store.reader.findSpans([{ spanId: spanIdOf(span) }])).toHaveLength(1);
  store.close();
  store = open();
  await write(store, [{ trace: 77_777, span: 777_777 }]);
  for (const span of [5, 131_073, 777_777])
    expect(await store.reader.findSpans([{ spanId: spanIdOf(span) }])).toHaveLength(1);
});

it('refuses spans when the disk is too full, and says why', async () => {
  store.close();
  store = open(Number.MAX_SAFE_INTEGER);
  expect(store.writer.canWrite()).toEqual({
    ok: false,
    reason: expect.stringContaining('free some space'),
  });
});

it('reports a full file as storage_full, keeps what it had, and recovers', async () => {
  await write(store, [{ trace: 1, span: 1 }]);
  store.close();
  const path = join(directory, 'spans.db');
  store = openSpanStore(path, { attributesOf: () => null, freeBytesMin: 0, pagesMax: 60 });
  const big = Array.from({ length: 500 }, (_, i) => ({
    trace: i,
    span: i,
    text: Math.random().toString(36).repeat(40),
  }));
  await expect(write(store, big)).rejects.toMatchObject({ code: 'storage_full' });
  expect(store.writer.canWrite()).toMatchObject({ ok: false });
  await expect(write(store, [{ trace: 5, span: 5 }])).rejects.toMatchObject({
    code: 'unavailable',
  });
  expect(await allSpans(store)).toHaveLength(1);
  await expect.poll(() => store.writer.canWrite()).toEqual({ ok: true });
  expect((await write(store, [{ trace: 2, span: 2 }]))[0]?.stored).toBe(1);
  expect(integrity()).toBe('ok');
});

it('copies itself while spans come in', async () => {
  await write(
    store,
    Array.from({ length: 2_000 }, (_, i) => ({ trace: i, span: i })),
  );
  const backup = store.backupTo(join(directory, 'copy'));
  await write(
    store,
    Array.from({ length: 100 }, (_, i) => ({ trace: 5_000 + i, span: 5_000 + i })),
  );
  const path = await backup;
  await expect(store.backupTo(join(directory, 'copy'))).rejects.toMatchObject({ code: 'conflict' });
  const copy = openSpanStore(path, { attributesOf: () => null, freeBytesMin: 0 });
  const id = (await copy.projectReader.findProject({ name: 'p' }))?.id ?? 0;
  const count = (
    await copy.figures.summaries([id], { startUnixNano: 0n, endUnixNano: 2n ** 62n }, 1)
  )[0]?.totals.spans;
  expect(count).toBeGreaterThanOrEqual(2_000);
  expect(
    (await copy.reader.spans({ projectId: id, sort: 'id', order: 'asc', limit: 1_000 }, UNLIMITED))
      .rows,
  ).toHaveLength(1_000);
  copy.close();
});

it('sketches latencies within one percent, merged in any way', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 1_000, max: 1e13, noNaN: true }), { minLength: 1, maxLength: 300 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (values, q) => {
        const [left, right] = [new LatencySketch(), new LatencySketch()];
        values.forEach((value, i) => (i % 2 === 0 ? left : right).add(value));
        const merged = LatencySketch.decode(left.encode());
        merged.merge(right);
        const exact = values.toSorted((a, b) => a - b)[nearestRank(q, values.length)] ?? 0;
        expect(Math.abs((merged.quantile(q) ?? 0) - exact) / exact).toBeLessThanOrEqual(0.0101);
        for (const value of values) merged.add(value, -1);
        expect(merged.total).toBe(0);
        expect(merged.encode()).toHaveLength(0);
      },
    ),
  );
});
