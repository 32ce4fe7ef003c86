import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SpanEvent } from '#core/otlp/logs/span-event.ts';
import { decodeSpan } from '#core/otlp/span-codec.ts';
import type { SpanBatch } from '#core/ports/span-batch.ts';
import { eventBatch, makeEvent } from '#test/conformance/event-cases.ts';
import { readSent } from '#test/conformance/sent-span.ts';
import { settle } from '#test/conformance/store-under-test.ts';
import { openSpanStore, type OpenSpanStore } from '#server/stores/spans/sqlite/open-writer.ts';

let directory: string;
let path: string;
let store: OpenSpanStore;
let laterMs = 0;
let gaveUp: [events: number, why: string][];
let merged: [projectIds: readonly number[], spans: number][];

function open(): OpenSpanStore {
  return openSpanStore(path, {
    attributesOf: () => null,
    freeBytesMin: 0,
    clock: () => performance.now() + laterMs,
    eventWatch: {
      gaveUp: (events, why) => void gaveUp.push([events, why]),
      merged: (projectIds, spans) => void merged.push([projectIds, spans]),
    },
  });
}

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'telltale-events-'));
  path = join(directory, 'spans.db');
  gaveUp = [];
  merged = [];
  laterMs = 0;
  store = open();
});
afterEach(() => {
  store.close();
  rmSync(directory, { recursive: true });
});

function change(sql: string): void {
  const db = new Database(path);
  db.exec(sql);
  db.close();
}

const sendSpan = (span: number) =>
  store.writer.write([
    { projectName: 'p', records: readSent([{ trace: 1, span, kind: 'LLM', model: 'm' }]) },
  ]);
const sendEvent = (span: number, text: string) =>
  store.writer.write([eventBatch([{ trace: 1, span, text }])]);

/** The texts of the events on each stored span. */
async function textsBySpan(): Promise<Record<string, unknown[]>> {
  const project = await store.projectReader.findProject({ name: 'p' });
  const query = { projectId: project?.id ?? 0, sort: 'id', order: 'asc', limit: 100 } as const;
  const { rows } = await store.reader.spans(query, { over: () => false });
  const payloads = await store.reader.payloads(rows.map(({ id }) => id));
  const weight = payloads.reduce((sum, { bytes }) => sum + bytes.length, 0);
  expect(await store.projectReader.spanBytes(project?.id ?? 0)).toBe(weight);
  return Object.fromEntries(
    payloads.map(({ row, bytes }) => [
      Number.parseInt(row.spanId.slice(-2), 16),
      decodeSpan(bytes).events.map(({ attributes: [first] }) =>
        first?.value.type === 'string' ? first.value.value : null,
      ),
    ]),
  );
}

it(
  'every event is on its span once, in whichever order and however often all of it is sent',
  { timeout: 120_000 },
  async () => {
    const step = fc.oneof(
      fc.record({
        do: fc.constant('span'),
        span: fc.integer({ min: 1, max: 3 }),
        text: fc.constant(''),
      }),
      fc.record({
        do: fc.constant('event'),
        span: fc.integer({ min: 1, max: 3 }),
        text: fc.constantFrom('a', 'b', 'c'),
      }),
      fc.record({
        do: fc.constantFrom('settle', 'open again', 'forget'),
        span: fc.constant(0),
        text: fc.constant(''),
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
        const sent: Record<string, Set<string>> = { 1: new Set(), 2: new Set(), 3: new Set() };
        for (const { do: what, span, text } of steps) {
          if (what === 'span') await sendSpan(span);
          else if (what === 'event') {
            await sendEvent(span, text);
            sent[span]?.add(text);
          } else if (what === 'settle') await store.upkeep.settle('deletes');
          else if (what === 'forget') await store.eraser.deleteTraces([404]);
          else {
            store.close();
            store = open();
          }
        }
        for (const span of [1, 2, 3]) await sendSpan(span);
        await settleAll();
        const found = await textsBySpan();
        for (const [span, texts] of Object.entries(sent))
          expect((found[span] ?? []).toSorted()).toEqual([...texts].sort());
        expect(await store.storage.storage()).toMatchObject({ waitingEvents: 0, spans: 3 });
        const project = await store.projectReader.findProject({ name: 'p' });
        await store.eraser.deleteProject(project?.id ?? 0);
        await settleAll();
      }),
      { numRuns: 40 },
    );
  },
);

async function settleAll(): Promise<void> {
  await settle(store);
}

it('gives an event up whose span did not come within an hour', async () => {
  await sendEvent(1, 'old');
  await sendEvent(2, 'new');
  change(`UPDATE waiting_events SET received_at = received_at - 3601000000000 WHERE id = 1`);
  await settleAll();
  expect(gaveUp).toEqual([[1, 'no_span']]);
  await sendSpan(1);
  await sendSpan(2);
  expect(await textsBySpan()).toEqual({ 1: [], 2: ['new'] });
  expect(merged).toEqual([]);
});

it('gives events up in time that came while the clock was ahead', async () => {
  await sendEvents(some(1, 1_500, 'p'));
  change(`UPDATE waiting_events SET received_at = received_at + 864000000000000`);
  await settleAll();
  await sendEvent(1, 'new');
  laterMs = 3_500_000;
  await settleAll();
  expect(gaveUp).toEqual([]);
  laterMs = 3_601_000;
  await settleAll();
  expect(gaveUp).toEqual([
    [1_000, 'no_span'],
    [500, 'no_span'],
  ]);
  await sendSpan(1);
  expect(await textsBySpan()).toEqual({ 1: ['new'] });
  expect(await store.storage.storage()).toMatchObject({ waitingEvents: 0 });
});

it('gives up with a deleted project what waits for its traces, and nothing else', async () => {
  const send = (trace: number, span: number, projectName: string) =>
    store.writer.write([{ projectName, records: readSent([{ trace, span }]) }]);
  await send(1, 1, 'p');
  await send(2, 1, 'q');
  for (const trace of [1, 2, 3]) {
    const wishes = [2, 3].map((awaited) => ({ trace, span: awaited, text: 'x' }));
    await store.writer.write([eventBatch(wishes)]);
  }
  const project = await store.projectReader.findProject({ name: 'p' });
  await store.eraser.deleteProject(project?.id ?? 0);
  expect(await store.storage.storage()).toMatchObject({ waitingEvents: 4 });
  await send(1, 2, 'p');
  expect(await textsBySpan()).toEqual({ 2: [] });
  await send(2, 2, 'q');
  await send(3, 3, 'q');
  expect(await store.storage.storage()).toMatchObject({ waitingEvents: 2 });
});

it('says which projects have spans that got their events', async () => {
  await sendSpan(1);
  await sendSpan(2);
  await sendEvent(1, 'a');
  await sendEvent(2, 'b');
  await sendEvent(3, 'c');
  await settleAll();
  const project = await store.projectReader.findProject({ name: 'p' });
  // In one step of settling or in two: a step that has lasted long enough ends.
  expect(new Set(merged.flatMap(([projects]) => projects))).toEqual(new Set([project?.id]));
  expect(merged.reduce((sum, [, spans]) => sum + spans, 0)).toBe(2);
});

it('leaves events of a damaged block waiting, and gives others theirs', async () => {
  await sendSpan(1);
  await sendSpan(2);
  await sendEvent(1, 'a');
  await sendEvent(2, 'b');
  change(`UPDATE blocks SET frame = x'00112233' WHERE first_id = 1`);
  await settleAll();
  expect(await store.storage.storage()).toMatchObject({ waitingEvents: 1 });
  expect(merged.map(([, spans]) => spans)).toEqual([1]);
});

/** Events of so many spans, of one trace. */
function some(from: number, count: number, project: string): SpanEvent[] {
  const { bytes } = makeEvent({ trace: 1, span: 1, text: 'x' });
  return Array.from({ length: count }, (_, n) => {
    const spanId = new Uint8Array(8);
    new DataView(spanId.buffer).setUint32(4, from + n + 1);
    return { traceId: new Uint8Array(16).fill(1), spanId, projectName: project, bytes };
  });
}

const sendEvents = async (events: SpanEvent[], more: Partial<SpanBatch> = {}) =>
  (await store.writer.write([{ projectName: null, records: [], events, ...more }]))[0];

it('takes no more events than may wait in all', async () => {
  for (let from = 0; from < 100_000; from += 20_000)
    expect(await sendEvents(some(from, 20_000, `p${from}`))).toMatchObject({ stored: 20_000 });
  expect(await sendEvents(some(100_000, 2, 'other'))).toMatchObject({ isFull: true, stored: 0 });
  expect(
    (
      await store.writer.write([{ projectName: 'p', records: readSent([{ trace: 1, span: 1 }]) }])
    )[0],
  ).toMatchObject({ stored: 1 });
});

it('leaves room for others where the events of one project or of one limited key are very many', async () => {
  await sendEvents([
    ...some(0, 24_998, 'busy'),
    makeEvent({ trace: 1, span: 1, text: 'x', project: 'busy' }),
  ]);
  expect(await sendEvents(some(30_000, 2, 'busy'))).toMatchObject({ isFull: true, stored: 0 });
  // A collector sends for several: what has room is taken, what has none is refused by name.
  expect(await sendEvents([...some(30_000, 2, 'busy'), ...some(40_000, 1, 'calm')])).toMatchObject({
    stored: 1,
    refused: [
      { index: 0, reason: 'too many events of its project wait for their spans' },
      { index: 1 },
    ],
  });
  // The name in the request's header goes before.
  expect(await sendEvents(some(50_000, 2, 'calm'), { projectName: 'busy' })).toMatchObject({
    isFull: true,
  });
  store.close();
  store = open();
  expect(await sendEvents(some(30_000, 2, 'busy'))).toMatchObject({ isFull: true });
  // An event that joined its span no longer waits.
  await store.writer.write([{ projectName: 'busy', records: readSent([{ trace: 1, span: 1 }]) }]);
  expect(await sendEvents(some(30_000, 2, 'busy'))).toMatchObject({ stored: 2 });
  const project = await store.projectReader.findProject({ name: 'busy' });
  const limited = { allowedProjectIds: [project?.id ?? 0] };
  // The same key under other names is the same key.
  expect(await sendEvents(some(60_000, 25_000, 'busy'), limited)).toMatchObject({ stored: 25_000 });
  expect(
    await sendEvents([makeEvent({ trace: 1, span: 2, text: 'y', project: 'b' })], limited),
  ).toMatchObject({ isFull: true });
});

it('tells how many events a span has no room for', { timeout: 120_000 }, async () => {
  await sendSpan(1);
  const text = 'x'.repeat(7 * 1024 ** 2);
  for (const [one, other] of ['ab', 'cd', 'ef', 'gh', 'ij']) {
    for (const part of [one, other]) await sendEvent(1, part + text);
    await settleAll();
  }
  expect(gaveUp).toEqual([[1, 'span_too_large']]);
  const kept = (await textsBySpan())[1]?.map((one) => String(one).slice(0, 1));
  expect(kept).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']);
  expect(await store.storage.storage()).toMatchObject({ waitingEvents: 0 });
});
