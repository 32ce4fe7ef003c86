import { expect } from 'vitest';
import { makeSpan, RESOURCE, SCOPE, spanIdOf, traceIdOf } from './span-maker.ts';
import { allSpans, projectId, UNLIMITED, write, type ConformanceCase } from './store-under-test.ts';

export const WRITING_CASES: Readonly<Record<string, ConformanceCase>> = {
  'stores a span and gives back its row and its own bytes': async (store) => {
    const record = makeSpan({
      trace: 1,
      span: 1,
      name: 'ask',
      kind: 'LLM',
      status: 2,
      model: 'm',
      session: 's',
      user: 'u',
      prompt: 3,
      completion: 4,
      costUsd: 0.5,
    });
    const [outcome] = await store.writer.write([{ projectName: 'p', records: [record] }]);
    expect(outcome).toEqual({
      stored: 1,
      duplicates: 0,
      refused: [],
      projectIds: [await projectId(store)],
    });
    const [row] = await allSpans(store);
    expect(row).toMatchObject({
      traceId: traceIdOf(1),
      spanId: spanIdOf(1),
      parentSpanId: null,
      name: 'ask',
      kind: 'LLM',
      otelKind: 1,
      statusCode: 'ERROR',
      errorMessage: 'it broke',
      modelName: 'm',
      modelProvider: 'openai',
      sessionId: 's',
      userId: 'u',
      costUsd: 0.5,
      startTimeUnixNano: record.startTimeUnixNano,
      endTimeUnixNano: record.endTimeUnixNano,
      documentCount: 0,
    });
    expect(row?.tokens).toMatchObject({ prompt: 3, completion: 4, total: null });
    const [payload] = await store.reader.payloads([row?.id ?? 0]);
    expect(Buffer.from(payload?.bytes ?? [])).toEqual(Buffer.from(record.bytes));
    expect(Buffer.from(payload?.resourceBytes ?? [])).toEqual(Buffer.from(RESOURCE.bytes));
    expect(payload?.resourceSchemaUrl).toBe(RESOURCE.schemaUrl);
    expect(Buffer.from(payload?.scopeBytes ?? [])).toEqual(Buffer.from(SCOPE.bytes));
  },

  'tells new spans from known ones in the midst of a request': async (store) => {
    await write(store, [
      { trace: 1, span: 1, status: 2 },
      { trace: 2, span: 1, user: 'ann' },
      { trace: 1, span: 5, parent: 1 },
    ]);
    const mixed = [
      { trace: 1, span: 2, parent: 1, name: 'two' },
      { trace: 2, span: 1, user: 'bob' },
      { trace: 3, span: 1, user: 'ann', prompt: 0.5, kind: 'LLM' },
      { trace: 1, span: 5, user: 'cleo', parent: 1 },
      { trace: 1, span: 6, user: 'dora', parent: 1 },
      { trace: 3, span: 2, user: 'bob', parent: 1, status: 2 },
      { trace: 3, span: 1, user: 'bob' },
      { trace: 2, span: 2, user: 'bob', costUsd: 0.1, kind: 'LLM' },
    ] as const;
    const [outcome] = await write(store, mixed);
    expect(outcome).toMatchObject({ stored: 5, duplicates: 3 });
    const [again] = await write(store, mixed);
    expect(again).toMatchObject({ stored: 0, duplicates: 8 });
    const rows = await allSpans(store);
    const found = rows.map(({ traceId, spanId, userId, costUsd }) => [
      traceId,
      spanId,
      userId,
      costUsd,
    ]);
    const wanted = [
      [1, 1, null, null],
      [2, 1, 'ann', null],
      [1, 5, null, null],
      [1, 2, null, null],
      [3, 1, 'ann', null],
      [1, 6, 'dora', null],
      [3, 2, 'bob', null],
      [2, 2, 'bob', 0.1],
    ].map(([trace, span, ...rest]) => [traceIdOf(Number(trace)), spanIdOf(Number(span)), ...rest]);
    expect(found.toSorted(byText)).toEqual(wanted.toSorted(byText));
    for (const { id } of rows) {
      const [payload] = await store.reader.payloads([id]);
      expect(payload).toBeDefined();
    }
    const traces = await store.reader.findTraces(
      [1, 2, 3].map((trace) => ({ traceId: traceIdOf(trace) })),
    );
    expect(traces.map((trace) => trace?.spanCount).toSorted()).toEqual([2, 2, 4]);
  },

  'changes nothing for a span it has': async (store) => {
    await write(store, [
      { trace: 1, span: 1, session: 'a' },
      { trace: 1, span: 2, parent: 1 },
    ]);
    const before = [
      await allSpans(store),
      await store.reader.findTraces([{ traceId: traceIdOf(1) }]),
    ];
    const [again] = await write(
      store,
      [
        {
          trace: 1,
          span: 1,
          name: 'other',
          startMs: -900,
          durationMs: 9_000,
          session: 'b',
          user: 'x',
          status: 2,
        },
      ],
      'q',
    );
    expect(again).toEqual({ stored: 0, duplicates: 1, refused: [], projectIds: [] });
    expect([
      await allSpans(store),
      await store.reader.findTraces([{ traceId: traceIdOf(1) }]),
    ]).toEqual(before);
    expect(await store.projectReader.findProject({ name: 'q' })).toBeNull();
  },

  'counts duplicates within one batch and across the batches of one write': async (store) => {
    const record = makeSpan({ trace: 1, span: 1 });
    const outcomes = await store.writer.write([
      { projectName: 'p', records: [record, record] },
      { projectName: 'p', records: [record, makeSpan({ trace: 1, span: 2 })] },
    ]);
    expect(outcomes.map(({ stored, duplicates }) => [stored, duplicates])).toEqual([
      [1, 1],
      [1, 1],
    ]);
    expect(await allSpans(store)).toHaveLength(2);
  },

  'refuses a record with a malformed id alone': async (store) => {
    const bad = { ...makeSpan({ trace: 1, span: 1 }), spanId: new Uint8Array(3) };
    const [outcome] = await store.writer.write([
      { projectName: 'p', records: [bad, makeSpan({ trace: 1, span: 2 })] },
    ]);
    expect(outcome).toMatchObject({ stored: 1, duplicates: 0 });
    expect(outcome?.refused).toEqual([{ index: 0, reason: expect.stringContaining('span_id') }]);
  },

  'takes the project of the request, then of the resource, then the default': async (store) => {
    const named = { ...RESOURCE, projectName: 'from-resource' };
    await write(store, [{ trace: 1, span: 1, resource: named }], 'from-header');
    await store.writer.write([
      {
        projectName: null,
        records: [
          makeSpan({ trace: 2, span: 2, resource: named }),
          makeSpan({ trace: 3, span: 3 }),
        ],
      },
    ]);
    for (const name of ['from-header', 'from-resource', 'default'])
      expect(await allSpans(store, name)).toHaveLength(1);
  },

  'keeps a trace in the project where it was first seen': async (store) => {
    await write(store, [{ trace: 1, span: 1 }], 'first');
    await write(store, [{ trace: 1, span: 2, parent: 1 }], 'second');
    expect(await allSpans(store, 'first')).toHaveLength(2);
  },

  'holds the same span id in two traces, newest first': async (store) => {
    await write(store, [{ trace: 1, span: 7 }]);
    await write(store, [{ trace: 2, span: 7 }]);
    const rows = await store.reader.findSpans([{ spanId: spanIdOf(7) }]);
    expect(rows.map((row) => row.traceId)).toEqual([traceIdOf(2), traceIdOf(1)]);
  },

  'copies views before it resolves': async (store) => {
    const record = makeSpan({ trace: 1, span: 1 });
    const sent = Buffer.from(record.bytes);
    await store.writer.write([{ projectName: 'p', records: [record] }]);
    for (const view of [record.bytes, record.traceId, record.spanId]) view.fill(0xff);
    await write(store, [{ trace: 1, span: 2 }]);
    const rows = await allSpans(store);
    expect(rows.map((row) => row.traceId)).toEqual([traceIdOf(1), traceIdOf(1)]);
    const [payload] = await store.reader.payloads([rows[1]?.id ?? 0]);
    expect(Buffer.from(payload?.bytes ?? [])).toEqual(sent);
  },

  'keeps names, users and models that are not plain text': async (store) => {
    const odd = ['__proto__', "'; DROP TABLE spans; --", '😀 名前', '123', ' '];
    await write(
      store,
      odd.map((text, i) => ({
        trace: i,
        span: i,
        name: text,
        user: text,
        model: text,
        kind: 'LLM' as const,
        prompt: 1,
      })),
    );
    const rows = (await allSpans(store)).toReversed();
    expect(rows.map((row) => [row.name, row.userId, row.modelName])).toEqual(
      odd.map((text) => [text, text, text]),
    );
    const window = { startUnixNano: 0n, endUnixNano: 2n ** 62n };
    const [bucket] = await store.figures.series(await projectId(store), window, 1);
    expect(Object.keys(bucket?.tokensByModel ?? {}).sort()).toEqual([...odd].sort());
  },

  'serves extreme times and negative durations': async (store) => {
    const limits = [0n, 2n ** 63n - 1n, 1n].map((time, i) => ({
      ...makeSpan({ trace: i, span: i }),
      startTimeUnixNano: time,
      endTimeUnixNano: 1n,
    }));
    await store.writer.write([{ projectName: 'p', records: limits }]);
    const rows = await allSpans(store);
    expect(rows.map((row) => [row.startTimeUnixNano, row.endTimeUnixNano])).toEqual([
      [2n ** 63n - 1n, 1n],
      [1n, 1n],
      [0n, 1n],
    ]);
    const page = await store.reader.traces(
      { projectId: await projectId(store), sort: 'latency_ms', order: 'desc', limit: 10 },
      UNLIMITED,
    );
    expect(page.rows).toHaveLength(3);
  },
};

function byText(a: unknown, b: unknown): number {
  return JSON.stringify(a) < JSON.stringify(b) ? -1 : 1;
}
