import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { storedSpanReading } from '#core/otlp/read-stored-spans.ts';
import { NO_TOKENS } from '#core/otlp/span-record.ts';
import type { SpanRow } from '#core/ports/span-rows.ts';
import { countedUsage, repeatOf } from '#core/trace/repeated-call.ts';
import { rereadAll } from '#test/conformance/rereading-cases.ts';
import { readSent } from '#test/conformance/sent-span.ts';
import { nanoOf, spanIdOf, traceIdOf, type SpanWish } from '#test/conformance/span-maker.ts';
import { allSpans, projectId, write } from '#test/conformance/store-under-test.ts';
import { openSpanStore, type OpenSpanStore } from '#server/stores/spans/sqlite/open-writer.ts';

const WINDOW = { startUnixNano: nanoOf(-1), endUnixNano: nanoOf(120_000) };
const TRACES = [1, 2];

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'telltale-repeats-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

function open(name: string): OpenSpanStore {
  return openSpanStore(join(directory, name), {
    attributesOf: () => '',
    freeBytesMin: 0,
    readSpans: storedSpanReading(() => null),
  });
}

const OUTER = {
  trace: 1,
  span: 2,
  kind: 'LLM',
  model: 'gpt',
  prompt: 10,
  completion: 5,
  costUsd: 0.5,
  session: 's',
} as const;
const INNER = { ...OUTER, span: 3, parent: 2 } as const;

it('marks spans that an older version stored when they are read again', async () => {
  let store = open('older.db');
  await store.writer.write([{ projectName: 'p', records: readSent([OUTER, INNER]) }]);
  store.close();
  const db = new Database(join(directory, 'older.db'));
  db.exec(`UPDATE spans SET repeats = NULL; UPDATE traces SET prompt_tokens = 20, completion_tokens = 10, cost_usd = 1;
    UPDATE rollups SET models = '[["gpt",20,10,1]]'`);
  db.close();
  store = open('older.db');
  await rereadAll(store, { what: 'all', isTrial: true });
  expect((await store.reader.findTraces([{ traceId: traceIdOf(1) }]))[0]).toMatchObject({
    promptTokens: 20,
  });
  await rereadAll(store);
  expect((await store.reader.findTraces([{ traceId: traceIdOf(1) }]))[0]).toMatchObject({
    promptTokens: 10,
    completionTokens: 5,
    costUsd: 0.5,
  });
  const [series] = await store.figures.series(await projectId(store), WINDOW, 1);
  expect(series?.tokensByModel).toEqual({ gpt: { prompt: 10, completion: 5, costUsd: 0.5 } });
  store.close();
});

const span = fc.record({
  trace: fc.constantFrom(...TRACES),
  span: fc.integer({ min: 1, max: 14 }),
  parent: fc.option(fc.integer({ min: 1, max: 14 }), { nil: undefined }),
  startMs: fc.integer({ min: 0, max: 100_000 }),
  kind: fc.constantFrom(
    'LLM' as const,
    'LLM' as const,
    'LLM' as const,
    'EMBEDDING' as const,
    'CHAIN' as const,
  ),
  model: fc.constantFrom('gpt', 'gpt', 'claude'),
  prompt: fc.constantFrom(10, 10, 0),
  costUsd: fc.constantFrom(undefined, 0.5, 0.25),
});
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      write: fc.array(span, { minLength: 1, maxLength: 10 }),
      isMisread: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ drop: fc.integer({ min: 1, max: 14 }) }) },
  { weight: 1, arbitrary: fc.constantFrom('reopen' as const, 'reread' as const) },
);

/** The expected totals, from the rows alone. */
function expectedOf(rows: readonly SpanRow[]): {
  marks: unknown;
  traces: unknown;
  models: unknown;
} {
  const bySpan = new Map(rows.map((row) => [row.traceId + row.spanId, row]));
  const models: Record<string, { prompt: number; completion: number; costUsd: number }> = {};
  const traces: Record<string, { prompt: number; costUsd: number | null }> = {};
  const marks: Record<string, number> = {};
  for (const row of rows) {
    const parent = bySpan.get(row.traceId + (row.parentSpanId ?? ''));
    const isLoop = parent?.parentSpanId === row.spanId;
    const repeats = parent === undefined || isLoop ? 0 : repeatOf(factsOf(row), factsOf(parent));
    if (repeats !== 0) marks[row.traceId + row.spanId] = repeats;
    const { prompt, completion, costUsd } = countedUsage({ ...factsOf(row), repeats });
    const trace = (traces[row.traceId] ??= { prompt: 0, costUsd: null });
    trace.prompt += prompt;
    if (costUsd !== null) trace.costUsd = (trace.costUsd ?? 0) + costUsd;
    if (prompt === 0 && costUsd === null) continue;
    const model = (models[row.modelName ?? ''] ??= { prompt: 0, completion: 0, costUsd: 0 });
    model.prompt += prompt;
    model.completion += completion;
    model.costUsd += costUsd ?? 0;
  }
  return { marks, traces, models };
}

function factsOf({ kind, modelName, tokens, costUsd }: SpanRow): Parameters<typeof repeatOf>[0] {
  return { kind, modelName, prompt: tokens.prompt, completion: tokens.completion, costUsd };
}

async function foundIn(
  store: OpenSpanStore,
  rows: readonly SpanRow[],
): Promise<ReturnType<typeof expectedOf>> {
  const found = await store.reader.findTraces(
    TRACES.map((trace) => ({ traceId: traceIdOf(trace) })),
  );
  const [series] = await store.figures.series(await projectId(store), WINDOW, 1);
  return {
    marks: Object.fromEntries(
      rows.flatMap((row) => (row.repeats === 0 ? [] : [[row.traceId + row.spanId, row.repeats]])),
    ),
    traces: Object.fromEntries(
      found.map((trace) => [trace.traceId, { prompt: trace.promptTokens, costUsd: trace.costUsd }]),
    ),
    models: series?.tokensByModel,
  };
}

it('is right after spans came in any order, were deleted or read again, and after a restart', async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      const name = `run-${(run += 1)}.db`;
      let store = open(name);
      await write(store, [{ trace: 99, span: 99 }]);
      let hasMisread = false;
      for (const one of steps) {
        if (one === 'reopen') {
          store.close();
          store = open(name);
        } else if (one === 'reread') await rereadAll(store);
        else if ('drop' in one) {
          const spans = await store.reader.findSpans([{ spanId: spanIdOf(one.drop) }]);
          await store.eraser.deleteSpans(spans.map((row) => row.id));
        } else {
          hasMisread ||= one.isMisread;
          await writeSpans(store, one.write, one.isMisread);
        }
        const rows = (await allSpans(store)).filter((row) => row.traceId !== traceIdOf(99));
        expect(await foundIn(store, rows)).toEqual(expectedOf(rows));
      }
      if (hasMisread) await rereadAll(store);
      const rows = (await allSpans(store)).filter((row) => row.traceId !== traceIdOf(99));
      expect(await foundIn(store, rows)).toEqual(expectedOf(rows));
      store.close();
    }),
    { numRuns: 60, endOnFailure: true },
  );
}, 60_000);

/** Misread, every other span is taken for one without tokens. */
async function writeSpans(
  store: OpenSpanStore,
  spans: readonly Record<string, unknown>[],
  isMisread: boolean,
): Promise<void> {
  const wishes = spans.map(
    (one) =>
      Object.fromEntries(
        Object.entries(one).filter(([, value]) => value !== undefined),
      ) as unknown as SpanWish,
  );
  const records = readSent(wishes.map((wish) => ({ ...wish, completion: 0 }))).map((record, at) =>
    isMisread && at % 2 === 0 ? { ...record, tokens: NO_TOKENS, costUsd: null } : record,
  );
  await store.writer.write([{ projectName: 'p', records }]);
}
