import { expect } from 'vitest';
import { NO_TOKENS, type SpanRecord } from '#core/otlp/span-record.ts';
import type { RereadCounts, RereadScope, RereadStep } from '#core/ports/span-rereader.ts';
import { annotate, onSession, onSpan } from './annotation-maker.ts';
import { readSent, sentBytes } from './sent-span.ts';
import { nanoOf, spanIdOf, traceIdOf, type SpanWish } from './span-maker.ts';
import {
  allSpans,
  projectId,
  settle,
  type ConformanceCase,
  type StoreUnderTest,
} from './store-under-test.ts';

const ALL: RereadScope = { what: 'all', isTrial: false };
/** How a version that knew none of the attributes read spans. */
const UNREAD = {
  kind: 'UNKNOWN',
  modelName: null,
  modelProvider: null,
  tokens: NO_TOKENS,
  costUsd: null,
  sessionId: null,
  userId: null,
} as const satisfies Partial<SpanRecord>;

const CALL: SpanWish = {
  trace: 1,
  span: 1,
  kind: 'LLM',
  model: 'gpt',
  prompt: 10,
  completion: 5,
  costUsd: 0.5,
  session: 's',
  user: 'ann',
};

async function writeRead(
  store: StoreUnderTest,
  wishes: readonly SpanWish[],
  old: Partial<SpanRecord> = UNREAD,
  projectName = 'p',
): Promise<void> {
  await store.writer.write([
    { projectName, records: readSent(wishes).map((record) => ({ ...record, ...old })) },
  ]);
}

/** Reads all of the scope again. */
export async function rereadAll(
  store: StoreUnderTest,
  scope: RereadScope = ALL,
): Promise<RereadCounts> {
  let sum: RereadCounts = {
    passed: 0,
    read: 0,
    changed: 0,
    unreadable: 0,
    traces: 0,
    costUsdBefore: 0,
    costUsdAfter: 0,
  };
  let from: number | null = null;
  do {
    const step: RereadStep = await store.rereader.step(scope, from);
    sum = {
      passed: sum.passed + step.passed,
      read: sum.read + step.read,
      changed: sum.changed + step.changed,
      unreadable: sum.unreadable + step.unreadable,
      traces: sum.traces + step.traces,
      costUsdBefore: sum.costUsdBefore + step.costUsdBefore,
      costUsdAfter: sum.costUsdAfter + step.costUsdAfter,
    };
    from = step.next;
  } while (from !== null);
  return sum;
}

async function numberOf(store: StoreUnderTest, span: number): Promise<number> {
  return (await store.reader.findSpans([{ spanId: spanIdOf(span) }]))[0]?.id ?? 0;
}

export const REREADING_CASES: Readonly<Record<string, ConformanceCase>> = {
  'reads spans again: rows, traces, sessions and figures follow': async (store) => {
    await writeRead(store, [CALL, { trace: 1, span: 2, parent: 1, status: 2, user: 'bob' }]);
    const [before] = await store.reader.findTraces([{ traceId: traceIdOf(1) }]);
    expect(before).toMatchObject({ promptTokens: 0, costUsd: null, sessionId: null, userId: null });
    expect(await rereadAll(store)).toEqual({
      passed: 2,
      read: 2,
      changed: 2,
      unreadable: 0,
      traces: 1,
      costUsdBefore: 0,
      costUsdAfter: 0.5,
    });
    const [span] = (await allSpans(store)).filter((row) => row.spanId === spanIdOf(1));
    expect(span).toMatchObject({
      kind: 'LLM',
      modelName: 'gpt',
      modelProvider: 'openai',
      costUsd: 0.5,
      userId: 'ann',
      sessionId: 's',
    });
    const [trace] = await store.reader.findTraces([{ traceId: traceIdOf(1) }]);
    expect(trace).toMatchObject({
      id: before?.id,
      promptTokens: 10,
      completionTokens: 5,
      costUsd: 0.5,
      userId: 'ann',
      rootKind: 'LLM',
    });
    const [found] = await store.reader.findSessions([{ sessionId: 's' }]);
    expect(found?.session).toMatchObject({
      traceCount: 1,
      errorTraceCount: 1,
      promptTokens: 10,
      startTimeUnixNano: nanoOf(1),
    });
    const window = { startUnixNano: nanoOf(-1), endUnixNano: nanoOf(1_000) };
    const [series] = await store.figures.series(await projectId(store), window, 1);
    expect(series?.tokensByModel).toEqual({ gpt: { prompt: 10, completion: 5, costUsd: 0.5 } });
    expect(await rereadAll(store)).toMatchObject({ read: 2, changed: 0, traces: 0 });
  },

  'keeps numbers and annotations of what is read again': async (store) => {
    await writeRead(store, [CALL]);
    const number = await numberOf(store, 1);
    await annotate(store, [onSpan(1, { label: 'good' })]);
    await annotate(store, [onSession('s', { label: 'waited' })], { missing: 'wait' });
    await rereadAll(store);
    expect(await numberOf(store, 1)).toBe(number);
    const [trace] = await store.reader.findTraces([{ traceId: traceIdOf(1) }]);
    const annotations = await store.annotations.annotationsOfTrace(
      trace?.id ?? 0,
      trace?.sessionNumber ?? null,
      10,
    );
    expect(annotations.map((annotation) => annotation.label)).toEqual(['good', 'waited']);
  },

  'counts what would change, and changes nothing': async (store) => {
    await writeRead(store, [CALL, { trace: 2, span: 2 }], { ...UNREAD, costUsd: 0.2, kind: 'LLM' });
    const before = await allSpans(store);
    const counts = await rereadAll(store, { ...ALL, isTrial: true });
    expect(counts).toMatchObject({
      read: 2,
      changed: 2,
      traces: 1,
      costUsdBefore: 0.4,
      costUsdAfter: 0.5,
    });
    expect(await allSpans(store)).toEqual(before);
    expect(await store.reader.findSessions([{ sessionId: 's' }])).toEqual([]);
  },

  'reads one project again, or one window, or costs alone': async (store) => {
    await writeRead(store, [CALL, { ...CALL, span: 2, startMs: 500 }]);
    await writeRead(store, [{ ...CALL, trace: 3, span: 3 }], UNREAD, 'q');
    const scope = { ...ALL, projectIds: [await projectId(store)] };
    expect(await store.rereader.countSpans(scope)).toBe(2);
    const late = { startUnixNano: nanoOf(500), endUnixNano: nanoOf(501) };
    expect(await rereadAll(store, { ...scope, window: late, what: 'costs' })).toMatchObject({
      passed: 2,
      read: 1,
      changed: 1,
      traces: 0,
    });
    const kindsAndCosts = async (project = 'p'): Promise<unknown> =>
      (await allSpans(store, project)).map((row) => [row.kind, row.costUsd]);
    expect(await kindsAndCosts()).toEqual([
      ['UNKNOWN', 0.5],
      ['UNKNOWN', null],
    ]);
    expect(await rereadAll(store, scope)).toMatchObject({ passed: 2, read: 2, changed: 2 });
    expect(await kindsAndCosts()).toEqual([
      ['LLM', 0.5],
      ['LLM', 0.5],
    ]);
    expect(await kindsAndCosts('q')).toEqual([['UNKNOWN', null]]);
  },

  'finds the spans of one project between those of others': async (store) => {
    const many = (from: number): SpanWish[] =>
      Array.from({ length: 700 }, (_, i) => ({ trace: from + i, span: from + i, kind: 'LLM' }));
    await writeRead(store, many(0), UNREAD, 'q');
    await writeRead(
      store,
      [CALL].map((wish) => ({ ...wish, trace: 5_000, span: 5_000 })),
    );
    await writeRead(store, many(1_000), UNREAD, 'q');
    await writeRead(store, [{ ...CALL, trace: 6_000, span: 6_000, startMs: 90_000_000 }]);
    await writeRead(store, many(2_000), UNREAD, 'q');
    const scope = { ...ALL, projectIds: [await projectId(store)] };
    const window = { startUnixNano: nanoOf(80_000_000) };
    expect(await rereadAll(store, { ...scope, window })).toMatchObject({ read: 1, changed: 1 });
    expect(await rereadAll(store, scope)).toMatchObject({ read: 2, changed: 1 });
    expect((await allSpans(store)).map((row) => row.kind)).toEqual(['LLM', 'LLM']);
    expect((await allSpans(store, 'q')).every((row) => row.kind === 'UNKNOWN')).toBe(true);
  },

  'gives a trace the first session and user its spans name': async (store) => {
    const wishes = [
      { trace: 1, span: 1 },
      { trace: 1, span: 2, session: 'second', user: 'bob' },
      { trace: 1, span: 3, session: 'third', user: 'cid' },
    ];
    for (const [i, wish] of wishes.entries())
      await writeRead(
        store,
        [wish],
        i === 2 ? { sessionId: 'old', userId: 'old' } : { sessionId: null, userId: null },
      );
    expect(await store.reader.findSessions([{ sessionId: 'old' }])).toHaveLength(1);
    await rereadAll(store);
    const [trace] = await store.reader.findTraces([{ traceId: traceIdOf(1) }]);
    expect(trace).toMatchObject({ sessionId: 'second', userId: 'bob' });
    expect(await store.reader.findSessions([{ sessionId: 'old' }])).toEqual([]);
    expect((await allSpans(store)).map((row) => row.userId)).toEqual(['cid', 'bob', null]);
  },

  'takes new bytes for a span and shows them at once': async (store) => {
    await writeRead(
      store,
      [
        { ...CALL, text: 'before' },
        { ...CALL, span: 2, text: 'neighbour' },
      ],
      {},
    );
    const [first, second] = [await numberOf(store, 1), await numberOf(store, 2)];
    const project = await projectId(store);
    const [bytesBefore] = [
      await store.projectReader.spanBytes(project),
      await store.reader.payloads([first]),
    ];
    const bytes = sentBytes({ ...CALL, text: 'after, and longer', prompt: 70 });
    expect(await store.rereader.rereadSpans([{ id: first, bytes }, { id: 404 }])).toMatchObject({
      read: 1,
      changed: 1,
    });
    const payloads = await store.reader.payloads([first, second]);
    expect(payloads.map((payload) => Buffer.from(payload.bytes).toString('latin1'))).toEqual([
      expect.stringContaining('after, and longer'),
      expect.stringContaining('neighbour'),
    ]);
    const sent = [bytes, sentBytes({ ...CALL, span: 2, text: 'neighbour' })];
    expect(bytesBefore).toBeLessThan(await store.projectReader.spanBytes(project));
    expect(await store.projectReader.spanBytes(project)).toBe(
      sent.reduce((sum, one) => sum + one.length, 0),
    );
    expect((await store.reader.findTraces([{ traceId: traceIdOf(1) }]))[0]?.promptTokens).toBe(80);
    await settle(store);
    expect(Buffer.from((await store.reader.payloads([first]))[0]?.bytes ?? []).equals(bytes)).toBe(
      true,
    );
  },

  'goes on writing spans of traces that were read again': async (store) => {
    await writeRead(store, [CALL]);
    await rereadAll(store);
    await writeRead(store, [{ ...CALL, span: 2 }], {});
    const [trace] = await store.reader.findTraces([{ traceId: traceIdOf(1) }]);
    expect(trace).toMatchObject({
      spanCount: 2,
      promptTokens: 20,
      costUsd: 1,
      sessionId: 's',
      userId: 'ann',
    });
  },

  'reads times to the first token again, and the figures of them': async (store) => {
    await writeRead(store, [CALL], { ...UNREAD, kind: 'LLM', firstTokenNano: 5_000_000 });
    const window = { startUnixNano: nanoOf(-1), endUnixNano: nanoOf(1_000) };
    const median = async (): Promise<unknown> =>
      (await store.figures.series(await projectId(store), window, 1))[0]?.firstTokenP50Ms;
    expect(await median()).toBeCloseTo(5, 0.5);
    await rereadAll(store);
    expect(await allSpans(store)).toMatchObject([{ kind: 'LLM', firstTokenNano: null }]);
    expect(await median()).toBeNull();
  },

  'leaves deleted spans alone, and deletes what was read again': async (store) => {
    await writeRead(store, [CALL, { ...CALL, trace: 2, span: 2 }, { ...CALL, trace: 3, span: 3 }]);
    const numbers = [await numberOf(store, 1), await numberOf(store, 2)];
    const [trace] = await store.reader.findTraces([{ traceId: traceIdOf(2) }]);
    await store.eraser.deleteSpans([numbers[0] ?? 0]);
    await store.eraser.deleteTraces([trace?.id ?? 0]);
    expect(await rereadAll(store)).toMatchObject({ changed: 1 });
    await store.rereader.rereadSpans(numbers.map((id) => ({ id, bytes: sentBytes(CALL) })));
    expect(await allSpans(store)).toHaveLength(1);
    const [left] = await store.reader.findTraces([{ traceId: traceIdOf(3) }]);
    await store.eraser.deleteTraces([left?.id ?? 0]);
    await settle(store);
    expect(await store.storage.storage()).toMatchObject({ spans: 0, traces: 0, sessions: 0 });
    const window = { startUnixNano: nanoOf(-1), endUnixNano: nanoOf(1_000) };
    const [series] = await store.figures.series(await projectId(store), window, 1);
    expect(series).toMatchObject({ spans: 0, errors: 0, tokensByModel: {} });
  },
};
