import { expect } from 'vitest';
import { fromHex, toHex } from '#core/otlp/hex.ts';
import { nanoOf, resourceOf, spanIdOf, traceIdOf, type SpanWish } from './span-maker.ts';
import {
  projectId,
  UNLIMITED,
  write,
  type ConformanceCase,
  type StoreUnderTest,
} from './store-under-test.ts';
import type { TraceRow } from '#core/ports/span-rows.ts';
import type { TraceSkeleton } from '#core/ports/whole-trace.ts';

async function trace(store: StoreUnderTest, number = 1): Promise<TraceRow | undefined> {
  return (await store.reader.findTraces([{ traceId: traceIdOf(number) }]))[0];
}

async function skeleton(store: StoreUnderTest, max = 1_000_000): Promise<TraceSkeleton> {
  const found = await store.traces.skeleton({ traceId: traceIdOf(1) }, max);
  if (found === null) throw new Error('the trace is missing');
  expect((await store.traces.traceView({ traceId: traceIdOf(1) }, max))?.skeleton).toEqual(found);
  return found;
}

function spanIdsOf({ spanIds }: TraceSkeleton): string[] {
  return Array.from({ length: spanIds.length / 8 }, (_, row) =>
    toHex(spanIds.subarray(row * 8, (row + 1) * 8)),
  );
}

/** Writes each span in its own transaction, in the given order. */
async function writeEach(store: StoreUnderTest, wishes: readonly SpanWish[]): Promise<void> {
  for (const wish of wishes) await write(store, [wish]);
}

export const TRACE_CASES: Readonly<Record<string, ConformanceCase>> = {
  'sums a trace over spans that arrive in any order': async (store) => {
    const spans: SpanWish[] = [
      {
        trace: 1,
        span: 3,
        parent: 2,
        startMs: 30,
        durationMs: 5,
        kind: 'LLM',
        prompt: 10,
        completion: 5,
        costUsd: 0.25,
        status: 2,
      },
      { trace: 1, span: 2, parent: 1, startMs: 20, durationMs: 90, prompt: 10, completion: 5 },
      {
        trace: 1,
        span: 1,
        startMs: 0,
        durationMs: 200,
        name: 'root',
        kind: 'AGENT',
        session: 's',
        user: 'u',
      },
    ];
    await writeEach(store, spans);
    const row = await trace(store);
    expect(row).toMatchObject({
      startTimeUnixNano: nanoOf(0),
      endTimeUnixNano: nanoOf(200),
      spanCount: 3,
      errorCount: 1,
      promptTokens: 10,
      completionTokens: 5,
      costUsd: 0.25,
      sessionId: 's',
      userId: 'u',
      rootName: 'root',
      rootKind: 'AGENT',
      rootStatusCode: 'UNSET',
    });
  },

  'shows the earliest orphan until a root comes, then the earliest root': async (store) => {
    await write(store, [{ trace: 1, span: 5, parent: 4, startMs: 50, name: 'leaf' }]);
    expect(await trace(store)).toMatchObject({ rootName: 'leaf' });
    await write(store, [
      { trace: 1, span: 4, parent: 3, startMs: 40, name: 'middle' },
      { trace: 1, span: 9, parent: 8, startMs: 45, name: 'other' },
    ]);
    expect(await trace(store)).toMatchObject({ rootName: 'middle' });
    await write(store, [{ trace: 1, span: 3, parent: 2, startMs: 60, name: 'late parent' }]);
    expect(await trace(store)).toMatchObject({ rootName: 'other' });
    await write(store, [{ trace: 1, span: 1, startMs: 70, name: 'root' }]);
    expect(await trace(store)).toMatchObject({ rootName: 'root' });
    await write(store, [{ trace: 1, span: 2, startMs: 65, name: 'earlier root' }]);
    expect(await trace(store)).toMatchObject({ rootName: 'earlier root' });
  },

  'survives self-parents, cycles and chains': async (store) => {
    await write(store, [
      { trace: 1, span: 1, parent: 1 },
      { trace: 1, span: 2, parent: 3, startMs: 0 },
      { trace: 1, span: 3, parent: 2 },
    ]);
    expect(await trace(store)).toMatchObject({ spanCount: 3, rootSpanNumber: expect.any(Number) });
    const columns = await skeleton(store);
    expect(spanIdsOf(columns)).toEqual([spanIdOf(2), spanIdOf(1), spanIdOf(3)]);
    expect([...columns.parents]).toEqual([2, 1, 0]);
  },

  'gives the columns of a skeleton to the last digit': async (store) => {
    const costs = [
      0,
      1e-9,
      0.1,
      0.1 + 0.2,
      1 / 3,
      123_456.789_012_345_67,
      5e-324,
      1.797e308,
      2 ** 53 + 2,
      1e21,
    ];
    const names = [
      'plain',
      'with "quotes" and \\',
      'néw\nline \u0000',
      '日本語 🎉',
      '</script>',
      '',
    ];
    await write(
      store,
      costs.map((costUsd, i) => ({
        trace: 1,
        span: i + 1,
        ...(i % 3 === 0 ? {} : { parent: i === 4 ? 999 : 1 }),
        startMs: (i * 7) % 5,
        durationMs: i,
        name: names[i % names.length] ?? '',
        ...(i % 2 === 0
          ? { kind: 'LLM' as const, prompt: i, completion: 0, costUsd, model: `m"${i}` }
          : { costUsd }),
      })),
    );
    const read = await skeleton(store);
    expect(read.ids).toHaveLength(costs.length);
    expect(new Set(read.costsUsd)).toEqual(new Set(costs));
    expect(new Set(read.nameIndexes)).toEqual(new Set(read.names.keys()));
    expect(new Set(read.names)).toEqual(new Set(names));
    expect(new Set(read.models)).toEqual(new Set([0, 2, 4, 6, 8].map((i) => `m"${i}`)));
    expect(Object.values(read.missingParents)).toEqual([spanIdOf(999)]);
    expect((await skeleton(store, 3)).complete).toBe(false);
    expect(await store.traces.traceView({ traceId: traceIdOf(2) }, 10)).toBeNull();
  },

  'says which service sent each span of a trace': async (store) => {
    const [web, orders] = ['web', 'orders'].map((name) =>
      resourceOf({ 'service.name': name, 'process.pid': name }),
    );
    if (web === undefined || orders === undefined) throw new Error('no resource');
    await write(store, [
      { trace: 1, span: 1, startMs: 0, resource: web },
      { trace: 1, span: 3, parent: 1, startMs: 20, resource: orders },
      { trace: 2, span: 9, resource: orders },
    ]);
    await write(store, [
      { trace: 1, span: 2, parent: 1, startMs: 10, resource: orders },
      {
        trace: 1,
        span: 4,
        parent: 1,
        startMs: 30,
        resource: resourceOf({ 'service.version': '2' }),
      },
      {
        trace: 1,
        span: 5,
        parent: 1,
        startMs: 40,
        resource: resourceOf({ 'service.name': ' web ' }),
      },
    ]);
    const { ids } = await skeleton(store);
    const found = await store.traces.services({ traceId: traceIdOf(1) }, 100);
    expect(found).toMatchObject({
      complete: true,
      services: ['web', 'orders'],
      indexes: [0, 1, 1, -1, 0],
    });
    expect(found?.indexes).toHaveLength(ids.length);
    expect(await store.traces.services({ traceId: traceIdOf(1) }, 2)).toMatchObject({
      complete: false,
      indexes: [0, 1],
    });
    expect(await store.traces.services({ traceId: traceIdOf(404) }, 2)).toBeNull();
  },

  'finds the first and the last model call and the first failure of each trace': async (store) => {
    await write(store, [
      { trace: 1, span: 1, startMs: 5 },
      { trace: 1, span: 2, parent: 1, kind: 'LLM', model: 'first', status: 2 },
      { trace: 1, span: 3, parent: 1, kind: 'LLM', model: 'second' },
      { trace: 2, span: 4, status: 2 },
      { trace: 3, span: 5 },
    ]);
    const rows = await store.reader.findTraces(
      [1, 2, 3].map((number) => ({ traceId: traceIdOf(number) })),
    );
    const found = await store.traces.highlights(rows.map(({ id }) => id));
    const [one, two, three] = rows.map(({ id }) => found.get(id));
    const [last] = await store.reader.findSpans([{ number: one?.lastLlmNumber ?? 0 }]);
    expect([one?.firstLlm?.modelName, last?.spanId, one?.firstError?.spanId]).toEqual([
      'first',
      spanIdOf(3),
      spanIdOf(2),
    ]);
    expect([two?.firstLlm, two?.lastLlmNumber, two?.firstError?.spanId]).toEqual([
      null,
      null,
      spanIdOf(4),
    ]);
    expect(three).toBeUndefined();
    expect((await store.traces.highlights([])).size).toBe(0);
  },

  'reads a chain 10,000 deep that arrived children first': async (store) => {
    const deep = Array.from({ length: 10_000 }, (_, i) => ({
      trace: 1,
      span: i,
      startMs: i,
      ...(i === 0 ? {} : { parent: i - 1 }),
    })).toReversed();
    for (let i = 0; i < deep.length; i += 2_500) await write(store, deep.slice(i, i + 2_500));
    const columns = await skeleton(store);
    expect(columns.parents.every((parent, i) => parent === i - 1)).toBe(true);
    expect(await trace(store)).toMatchObject({ spanCount: 10_000, rootSpanNumber: 10_000 });
  },

  'reads a trace of 50,000 spans, whole or cut': async (store) => {
    const wide = Array.from({ length: 50_000 }, (_, i) => ({
      trace: 1,
      span: i,
      startMs: i / 100,
      ...(i === 0 ? {} : { parent: 0 }),
    }));
    for (let i = 0; i < wide.length; i += 10_000) await write(store, wide.slice(i, i + 10_000));
    const whole = await skeleton(store);
    expect([whole.complete, whole.ids.length, whole.parents.at(-1)]).toEqual([true, 50_000, 0]);
    const cut = await skeleton(store, 100);
    expect([cut.complete, cut.ids.length, cut.trace.spanCount]).toEqual([false, 100, 50_000]);
  },

  'gives a skeleton in columns': async (store) => {
    await write(store, [
      { trace: 1, span: 1, startMs: 0, durationMs: 100, name: 'root', kind: 'AGENT' },
      {
        trace: 1,
        span: 2,
        parent: 1,
        startMs: 10,
        durationMs: 20,
        name: 'ask',
        kind: 'LLM',
        status: 2,
        model: 'm',
        prompt: 1,
        completion: 2,
        costUsd: 0.1,
        firstTokenMs: 7.5,
      },
      { trace: 1, span: 3, parent: 99, startMs: 20, durationMs: 5, name: 'ask' },
    ]);
    const { trace: row, ids, ...columns } = await skeleton(store);
    expect([row.spanCount, ids.length]).toEqual([3, 3]);
    expect(columns).toEqual({
      complete: true,
      spanIds: Uint8Array.from([1, 2, 3].flatMap((span) => [...(fromHex(spanIdOf(span)) ?? [])])),
      parents: Int32Array.of(-1, 0, -2),
      missingParents: { 2: spanIdOf(99) },
      startOffsetsNano: Float64Array.of(0, 1e7, 2e7),
      durationsNano: Float64Array.of(1e8, 2e7, 5e6),
      names: ['root', 'ask'],
      nameIndexes: Int32Array.of(0, 1, 1),
      kinds: Uint8Array.of(1, 7, 2),
      statuses: Uint8Array.of(0, 2, 0),
      promptTokens: Float64Array.of(Number.NaN, 1, Number.NaN),
      completionTokens: Float64Array.of(Number.NaN, 2, Number.NaN),
      costsUsd: Float64Array.of(Number.NaN, 0.1, Number.NaN),
      firstTokensNano: Float64Array.of(Number.NaN, 7_500_000, Number.NaN),
      models: ['m'],
      modelIndexes: Int32Array.of(-1, 0, -1),
      repeats: {},
    });
    expect(await store.traces.skeleton({ traceId: traceIdOf(404) }, 10)).toBeNull();
  },

  'puts a trace into the first session it names, and widens the session': async (store) => {
    await write(store, [{ trace: 1, span: 1, startMs: 100, session: 'a', user: 'ann' }]);
    await write(store, [
      { trace: 1, span: 2, parent: 1, startMs: 110, session: 'b' },
      { trace: 2, span: 3, startMs: 50, durationMs: 500, session: 'a', status: 2 },
    ]);
    const [found] = await store.reader.findSessions([{ sessionId: 'a' }]);
    expect(found?.session).toMatchObject({
      traceCount: 2,
      errorTraceCount: 1,
      userId: 'ann',
      startTimeUnixNano: nanoOf(50),
      endTimeUnixNano: nanoOf(550),
    });
    expect(found?.traces.map((row) => row.traceId)).toEqual([traceIdOf(2), traceIdOf(1)]);
    expect(await store.reader.findSessions([{ sessionId: 'b' }])).toEqual([]);
    const page = await store.reader.sessions(
      { projectId: await projectId(store), sort: 'id', order: 'desc', limit: 10 },
      UNLIMITED,
    );
    expect(page.rows.map((row) => row.sessionId)).toEqual(['a']);
  },

  'finds many spans in the order asked, the newest of one id first': async (store) => {
    await write(store, [
      { trace: 1, span: 1 },
      { trace: 1, span: 2 },
      { trace: 2, span: 1 },
    ]);
    const [second] = await store.reader.findSpans([{ spanId: spanIdOf(2) }]);
    const found = await store.reader.findSpans([
      { number: second?.id ?? 0 },
      { spanId: spanIdOf(404) },
      { spanId: spanIdOf(1).toUpperCase() },
    ]);
    expect(found.map(({ traceId, spanId }) => [traceId, spanId])).toEqual([
      [traceIdOf(1), spanIdOf(2)],
      [traceIdOf(2), spanIdOf(1)],
      [traceIdOf(1), spanIdOf(1)],
    ]);
  },

  'answers unknown ids with nothing': async (store) => {
    await write(store, [{ trace: 1, span: 1 }]);
    expect(await store.reader.findSpans([{ spanId: 'zz' }])).toEqual([]);
    expect(await store.reader.findSpans([{ spanId: spanIdOf(404) }])).toEqual([]);
    expect(await store.reader.findSpans([{ number: 404 }])).toEqual([]);
    expect(await store.reader.findTraces([{ number: 404 }, { traceId: 'not hex' }])).toEqual([]);
    expect(await store.reader.findSessions([{ number: 404 }])).toEqual([]);
    expect(await store.reader.payloads([404])).toEqual([]);
    const page = await store.reader.spans(
      { projectId: 404, sort: 'id', order: 'desc', limit: 10 },
      UNLIMITED,
    );
    expect(page).toEqual({ rows: [], next: null });
  },
};
