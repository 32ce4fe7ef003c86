import { expect } from 'vitest';
import { NO_TOKENS } from '#core/otlp/span-record.ts';
import type { SeriesBucket } from '#core/ports/figure-reader.ts';
import type { SpanQuery } from '#core/ports/span-store.ts';
import type { SpanRow, TraceRow } from '#core/ports/span-rows.ts';
import { rereadAll } from './rereading-cases.ts';
import { readSent } from './sent-span.ts';
import { nanoOf, spanIdOf, traceIdOf, type SpanWish } from './span-maker.ts';
import {
  allSpans,
  projectId,
  settle,
  UNLIMITED,
  write,
  type ConformanceCase,
  type StoreUnderTest,
} from './store-under-test.ts';

const CALL = {
  trace: 1,
  kind: 'LLM',
  model: 'gpt',
  prompt: 10,
  completion: 5,
  costUsd: 0.5,
  session: 's',
  user: 'ann',
} as const;
const ROOT: SpanWish = { trace: 1, span: 1, session: 's' };
/** A framework's span, an SDK's in it, and that of an HTTP client in that. */
const OUTER: SpanWish = { ...CALL, span: 2, parent: 1 };
const INNER: SpanWish = { ...CALL, span: 3, parent: 2 };
const INMOST: SpanWish = { ...CALL, span: 4, parent: 3 };
const ONCE = { promptTokens: 10, completionTokens: 5, costUsd: 0.5 };
const TWICE = { promptTokens: 20, completionTokens: 10, costUsd: 1 };
const WINDOW = { startUnixNano: nanoOf(-1), endUnixNano: nanoOf(1_000) };

async function traceOf(store: StoreUnderTest, trace = 1): Promise<TraceRow | undefined> {
  return (await store.reader.findTraces([{ traceId: traceIdOf(trace) }]))[0];
}

async function usageOf(
  store: StoreUnderTest,
  project = 'p',
): Promise<SeriesBucket['tokensByModel'] | undefined> {
  return (await store.figures.series(await projectId(store, project), WINDOW, 1))[0]?.tokensByModel;
}

/** The values of every total that includes the trace. */
async function expectTotals(store: StoreUnderTest, totals: typeof ONCE): Promise<void> {
  expect(await traceOf(store)).toMatchObject(totals);
  const [session] = await store.reader.findSessions([{ sessionId: 's' }]);
  expect(session?.session).toMatchObject(totals);
  const { promptTokens: prompt, completionTokens: completion, costUsd } = totals;
  expect(await usageOf(store)).toEqual({ gpt: { prompt, completion, costUsd } });
}

/** Whether totals leave something out of the spans, by their numbers in the case. */
async function marksOf(store: StoreUnderTest): Promise<Record<string, number>> {
  const rows = await allSpans(store);
  return Object.fromEntries(
    rows.flatMap((row) => (row.repeats === 0 ? [] : [[numberOf(row), row.repeats]])),
  );
}

function unpriced({ costUsd: _, ...wish }: SpanWish): SpanWish {
  return wish;
}

/** A span's number in the case. */
function numberOf({ spanId }: Pick<SpanRow, 'spanId'>): number {
  return Number.parseInt(spanId.slice(8), 16);
}

async function deleteSpan(store: StoreUnderTest, span: number): Promise<void> {
  const found = await store.reader.findSpans([{ spanId: spanIdOf(span) }]);
  await store.eraser.deleteSpans(found.map((row) => row.id));
}

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, at) =>
    permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]),
  );
}

export const REPEAT_CASES: Readonly<Record<string, ConformanceCase>> = {
  'counts a call once that two spans report, the inner one sent first': async (store) => {
    await write(store, [INNER]);
    await expectTotals(store, ONCE);
    await write(store, [OUTER, ROOT]);
    await expectTotals(store, ONCE);
    expect(await marksOf(store)).toEqual({ 3: 2 });
    const rows = await allSpans(store);
    expect(
      rows.filter((row) => row.kind === 'LLM').map((row) => [row.tokens.prompt, row.costUsd]),
    ).toEqual([
      [10, 0.5],
      [10, 0.5],
    ]);
    await write(store, [INNER, OUTER]);
    await expectTotals(store, ONCE);
  },

  'counts a call once that three spans report, in whatever order and batches they come': async (
    store,
  ) => {
    const orders = permutations([OUTER, INNER, INMOST]);
    for (const [at, spans] of [...orders, ...orders].entries()) {
      const own = spans.map((span) => ({ ...span, trace: at + 1 }));
      if (at < orders.length) await write(store, own);
      else for (const span of own) await write(store, [span]);
      expect(await traceOf(store, at + 1)).toMatchObject(ONCE);
    }
    const calls = 2 * orders.length;
    expect(await usageOf(store)).toEqual({
      gpt: { prompt: 10 * calls, completion: 5 * calls, costUsd: 0.5 * calls },
    });
  },

  'counts each call of a trace with very many': async (store) => {
    const pairs = Array.from({ length: 60 }, (_, at) => [
      { ...OUTER, span: 100 + at },
      { ...INNER, span: 300 + at, parent: 100 + at },
    ]);
    await write(
      store,
      pairs.map(([, inner]) => inner).filter((span) => span !== undefined),
    );
    await write(
      store,
      pairs.map(([outer]) => outer).filter((span) => span !== undefined),
    );
    await expectTotals(store, { promptTokens: 600, completionTokens: 300, costUsd: 30 });
  },

  'keeps the cost that only one of the spans has': async (store) => {
    await write(store, [ROOT, unpriced(OUTER), INNER]);
    await expectTotals(store, ONCE);
    expect(await marksOf(store)).toEqual({ 3: 1 });
    await write(store, [
      { ...OUTER, trace: 2, costUsd: 0.25 },
      { ...unpriced(INNER), trace: 2 },
    ]);
    expect(await traceOf(store, 2)).toMatchObject({ ...ONCE, costUsd: 0.25 });
  },

  'takes names of one model for the same': async (store) => {
    await write(store, [
      OUTER,
      { ...INNER, model: 'gpt-2026-03-01' },
      { ...INMOST, model: 'openai/gpt' },
    ]);
    expect(await marksOf(store)).toEqual({ 3: 2, 4: 2 });
  },

  'counts embeddings once': async (store) => {
    await write(
      store,
      [OUTER, INNER].map(({ completion: _, ...span }) => ({ ...span, kind: 'EMBEDDING' as const })),
    );
    expect(await traceOf(store)).toMatchObject({ promptTokens: 0, costUsd: 0.5 });
    expect(await usageOf(store)).toEqual({ gpt: { prompt: 0, completion: 0, costUsd: 0.5 } });
  },

  'counts calls that are not the same, each': async (store) => {
    const others: readonly (readonly SpanWish[])[] = [
      [OUTER, { ...INNER, completion: 6 }],
      [OUTER, { ...INNER, model: 'claude' }],
      [{ ...OUTER, kind: 'AGENT' }, INNER],
      [OUTER, { trace: 1, span: 5, parent: 2 }, { ...INNER, parent: 5 }],
      [OUTER, { ...INNER, parent: 1 }],
      [
        { ...OUTER, prompt: 0, completion: 0 },
        { ...INNER, prompt: 0, completion: 0 },
      ],
      [{ ...OUTER, parent: 2 }],
      [{ ...OUTER, parent: 3 }, INNER],
      [OUTER, { ...INNER, trace: 99 }],
    ];
    for (const [at, spans] of others.entries())
      await write(
        store,
        spans.map((span) => ({ ...span, trace: span.trace === 1 ? at + 1 : span.trace })),
      );
    expect(await marksOf(store)).toEqual({});
    expect(await traceOf(store, 1)).toMatchObject({
      promptTokens: 20,
      completionTokens: 11,
      costUsd: 1,
    });
    expect(await traceOf(store, 8)).toMatchObject(TWICE);
  },

  'counts what is left when one of the spans is deleted': async (store) => {
    await write(store, [ROOT, OUTER, INNER, INMOST]);
    await deleteSpan(store, 3);
    expect(await marksOf(store)).toEqual({});
    await expectTotals(store, TWICE);
    await write(store, [INNER]);
    await expectTotals(store, ONCE);
    await deleteSpan(store, 2);
    expect(await marksOf(store)).toEqual({ 4: 2 });
    await expectTotals(store, ONCE);
    await deleteSpan(store, 3);
    await expectTotals(store, ONCE);
    expect(await marksOf(store)).toEqual({});
    await deleteSpan(store, 4);
    expect(await traceOf(store)).toMatchObject({
      promptTokens: 0,
      completionTokens: 0,
      costUsd: null,
    });
    expect(await usageOf(store)).toEqual({});
  },

  'leaves nothing of a deleted trace in any total, and moves one with what it counts': async (
    store,
  ) => {
    await write(store, [ROOT, OUTER, INNER]);
    await write(store, [{ trace: 9, span: 90 }], 'q');
    const trace = await traceOf(store);
    await store.projectWriter.transferTraces([trace?.id ?? 0], await projectId(store, 'q'));
    expect(await usageOf(store)).toEqual({});
    expect(await usageOf(store, 'q')).toEqual({ gpt: { prompt: 10, completion: 5, costUsd: 0.5 } });
    await store.eraser.deleteTraces([trace?.id ?? 0]);
    await settle(store);
    expect(await usageOf(store, 'q')).toEqual({});
  },

  'shows the marks in skeletons, and counts once below each span': async (store) => {
    await write(store, [
      ROOT,
      { trace: 1, span: 5, parent: 1 },
      { ...OUTER, startMs: 7, parent: 5 },
      { ...INNER, startMs: 8 },
    ]);
    const skeleton = await store.traces.skeleton({ traceId: traceIdOf(1) }, 10);
    expect(skeleton?.repeats).toEqual({ 3: 2 });
    const query: SpanQuery = {
      projectId: await projectId(store),
      sort: 'id',
      order: 'asc',
      limit: 10,
    };
    const filter = {
      necessary: {},
      matches: (span: Parameters<NonNullable<SpanQuery['filter']>['matches']>[0]) =>
        span.cumulativeTokens?.().prompt === 10,
    };
    const found = await store.reader.spans({ ...query, filter }, UNLIMITED);
    expect(found.rows.map((row) => numberOf(row))).toEqual([1, 5, 2]);
  },

  'marks spans anew when they are read again': async (store) => {
    const [outer, inner] = readSent([OUTER, INNER]);
    if (outer === undefined || inner === undefined) throw new Error('no records');
    const unread = { kind: 'UNKNOWN', modelName: null, tokens: NO_TOKENS, costUsd: null } as const;
    await store.writer.write([{ projectName: 'p', records: [{ ...outer, ...unread }, inner] }]);
    await expectTotals(store, ONCE);
    expect(await rereadAll(store)).toMatchObject({ changed: 1 });
    expect(await marksOf(store)).toEqual({ 3: 2 });
    await expectTotals(store, ONCE);
    await store.writer.write([{ projectName: 'p', records: readSent([INMOST]) }]);
    await expectTotals(store, ONCE);
    expect(await rereadAll(store)).toMatchObject({ costUsdBefore: 0.5, costUsdAfter: 0.5 });
  },

  'counts calls apart that are read again as different ones': async (store) => {
    const [outer, inner] = readSent([OUTER, { ...INNER, prompt: 11 }]);
    if (outer === undefined || inner === undefined) throw new Error('no records');
    await store.writer.write([
      {
        projectName: 'p',
        records: [
          { ...outer, costUsd: null },
          { ...inner, tokens: outer.tokens },
        ],
      },
    ]);
    expect(await marksOf(store)).toEqual({ 3: 1 });
    await expectTotals(store, ONCE);
    await rereadAll(store, { what: 'costs', isTrial: false });
    expect(await marksOf(store)).toEqual({ 3: 2 });
    await expectTotals(store, ONCE);
    await rereadAll(store);
    expect(await marksOf(store)).toEqual({});
    await expectTotals(store, { ...TWICE, promptTokens: 21 });
  },
};
