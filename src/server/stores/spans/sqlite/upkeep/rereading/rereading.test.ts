import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SPAN_KINDS } from '#contracts/spans/span-kind.ts';
import { storedSpanReading } from '#core/otlp/read-stored-spans.ts';
import { NO_TOKENS, type SpanRecord } from '#core/otlp/span-record.ts';
import type { SpanQuery } from '#core/ports/span-store.ts';
import { rereadAll } from '#test/conformance/rereading-cases.ts';
import { readSent } from '#test/conformance/sent-span.ts';
import { nanoOf, spanIdOf, type SpanWish } from '#test/conformance/span-maker.ts';
import { settle, UNLIMITED, type StoreUnderTest } from '#test/conformance/store-under-test.ts';
import { openSpanStore } from '#server/stores/spans/sqlite/open-writer.ts';

const MINUTE_MS = 60_000;
const PROJECTS = ['p', 'q'];
const ALL_TIME = { startUnixNano: nanoOf(-MINUTE_MS), endUnixNano: nanoOf(10 * MINUTE_MS) };
const NAMES = ['ask', 'plan', 'answer'];
const MODELS = ['gpt', 'claude', undefined];
const USERS = ['ann', 'bob', undefined];
const SESSIONS = ['one', 'two', undefined];
const PRICE = 0.001;

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'telltale-rereading-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

/**
 * A trace stays in one project, and a session too: which project a session of two belongs to
 * depends on which of its traces named it first.
 */
const batch = fc.array(
  fc.record({
    trace: fc.constantFrom(0, 0, 1, 1, 2, 3),
    parent: fc.option(fc.integer({ min: 0, max: 20 }), { nil: undefined }),
    startMs: fc.integer({ min: 0, max: 5 * MINUTE_MS }),
    durationMs: fc.integer({ min: 0, max: 900 }),
    name: fc.constantFrom(...NAMES),
    kind: fc.constantFrom('LLM' as const, 'LLM' as const, 'CHAIN' as const, 'TOOL' as const),
    status: fc.constantFrom(0 as const, 1 as const, 2 as const),
    model: fc.constantFrom(...MODELS),
    user: fc.constantFrom(...USERS),
    session: fc.constantFrom(...SESSIONS),
    prompt: fc.constantFrom(undefined, 0, 3, 70),
    costUsd: fc.option(fc.integer({ min: 0, max: 8 }), { nil: undefined }),
  }),
  { minLength: 1, maxLength: 14 },
);

/** How another version read a span: any of it may have been something else. */
const misread = fc.record(
  {
    kind: fc.constantFrom(...SPAN_KINDS),
    name: fc.constantFrom('other', ...NAMES),
    statusCode: fc.constantFrom(0 as const, 2 as const),
    errorMessage: fc.constantFrom(null, 'odd'),
    modelName: fc.constantFrom(null, 'gpt', 'wrong'),
    modelProvider: fc.constantFrom(null, 'openai'),
    tokens: fc.constantFrom(NO_TOKENS, { ...NO_TOKENS, prompt: 3, audio: 2 }),
    costUsd: fc.constantFrom(null, 0.25),
    userId: fc.constantFrom(null, 'ann', 'zed'),
    sessionName: fc.constantFrom(null, 'one', 'lost'),
    firstTokenNano: fc.constantFrom(null, 5),
    documentCount: fc.constantFrom(0, 4),
  },
  { requiredKeys: [] },
);

type Sent = typeof batch extends fc.Arbitrary<(infer Span)[]> ? Span : never;

interface Wish extends SpanWish {
  readonly project: string;
}

function wishesOf(batches: readonly (readonly Sent[])[]): Wish[][] {
  let span = 0;
  return batches.map((spans) =>
    spans.map(({ session, costUsd, ...wish }) => {
      span += 1;
      const project = wish.trace % 2 === 0 ? 'p' : 'q';
      const wishNow: { -readonly [Key in keyof Wish]?: Wish[Key] | undefined } = {
        ...wish,
        session: session === undefined ? undefined : `${project}-${session}`,
        costUsd: costUsd === undefined ? undefined : costUsd / 8,
      };
      const given = Object.fromEntries(
        Object.entries(wishNow).filter(([, value]) => value !== undefined),
      );
      return { ...given, trace: wish.trace, span, project };
    }),
  );
}

async function open(
  name: string,
  write: readonly (readonly { project: string; record: SpanRecord }[])[],
): Promise<StoreUnderTest> {
  const store = openSpanStore(join(directory, name), {
    attributesOf: (bytes) => Buffer.from(bytes).toString('latin1'),
    freeBytesMin: 0,
    readSpans: storedSpanReading((call) => (call.tokens.prompt ?? 0) * PRICE),
  });
  for (const spans of write)
    await store.writer.write(
      PROJECTS.map((projectName) => ({
        projectName,
        records: spans.filter(({ project }) => project === projectName).map(({ record }) => record),
      })),
    );
  return store;
}

/** Everything readers see, except session numbers, which depend on the order. */
async function figuresOf(store: StoreUnderTest): Promise<unknown> {
  const projects = [];
  for (const name of PROJECTS) {
    const project = await store.projectReader.findProject({ name });
    if (project === null) continue;
    const projectId = project.id;
    const query: SpanQuery = { projectId, sort: 'start_time', order: 'desc', limit: 500 };
    const spans = async (also: Partial<SpanQuery>): Promise<unknown> =>
      (await store.reader.spans({ ...query, ...also }, UNLIMITED)).rows;
    const idsOf = async (also: Partial<SpanQuery>): Promise<readonly number[]> =>
      (await store.reader.spans({ ...query, ...also }, UNLIMITED)).rows.map((row) => row.id);
    const traces = (
      await store.reader.traces(
        { projectId, sort: 'start_time', order: 'desc', limit: 500 },
        UNLIMITED,
      )
    ).rows;
    const sessions = (
      await store.reader.sessions(
        { projectId, sort: 'start_time', order: 'asc', limit: 500 },
        UNLIMITED,
      )
    ).rows;
    projects.push({
      spans: await spans({}),
      byCost: await idsOf({ sort: 'cost_usd' }),
      byKind: await Promise.all(SPAN_KINDS.map((kind) => idsOf({ kinds: [kind] }))),
      byModel: await Promise.all(
        ['gpt', 'claude', 'wrong'].map((model) => idsOf({ modelNames: [model] })),
      ),
      byUser: await Promise.all(['ann', 'bob', 'zed'].map((user) => idsOf({ userIds: [user] }))),
      bySession: await Promise.all(
        ['one', 'two', 'lost'].map((id) => idsOf({ sessionIds: [`${name}-${id}`] })),
      ),
      byStatus: await idsOf({ statusCodes: ['ERROR'] }),
      traces: traces.map(({ sessionNumber, ...trace }) => ({
        ...trace,
        hasSession: sessionNumber !== null,
      })),
      tracesByUser: await Promise.all(
        ['ann', 'bob', 'zed'].map(async (user) =>
          (
            await store.reader.traces(
              { projectId, sort: 'start_time', order: 'asc', limit: 500, userIds: [user] },
              UNLIMITED,
            )
          ).rows.map((trace) => trace.id),
        ),
      ),
      skeletons: await Promise.all(
        traces.map(async ({ id }) => {
          const skeleton = await store.traces.skeleton({ number: id }, 500);
          return [skeleton?.costsUsd, skeleton?.repeats];
        }),
      ),
      sessions: sessions
        .map(({ id: _id, ...session }) => session)
        .sort((a, b) => a.sessionId.localeCompare(b.sessionId)),
      sessionRanks: await Promise.all(
        (['duration_ms', 'trace_count', 'error_count', 'token_count', 'cost_usd'] as const).map(
          async (sort) =>
            (await store.reader.sessions({ projectId, sort, order: 'asc', limit: 500 }, UNLIMITED))
              .ranks,
        ),
      ),
      series: await store.figures.series(projectId, ALL_TIME, 11),
      summaries: (await store.figures.summaries([projectId], ALL_TIME, 11)).map(
        ({ project: _project, ...summary }) => summary,
      ),
      failed: await store.figures.failedTraces(projectId, ALL_TIME, 11),
      facets: await store.figures.valueCounts(projectId, 'spans', ALL_TIME, UNLIMITED),
      traceFacets: await store.figures.valueCounts(projectId, 'traces', ALL_TIME, UNLIMITED),
      bytes: await store.projectReader.spanBytes(projectId),
    });
  }
  return JSON.parse(
    JSON.stringify(projects, (_key, value: unknown) => {
      if (typeof value === 'bigint') return `${value}`;
      return typeof value === 'number' ? Math.round(value * 1e9) / 1e9 : value;
    }),
  );
}

it('makes of a store that was read otherwise what it would be had all been read like this', async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(batch, { minLength: 1, maxLength: 5 }),
      fc.array(misread, { minLength: 8, maxLength: 8 }),
      fc.integer({ min: 1, max: 12 }),
      async (batches, misreadings, deleted) => {
        run += 1;
        const wishes = wishesOf(batches);
        const right = wishes.map((spans) => {
          const records = readSent(spans, (call) => (call.tokens.prompt ?? 0) * PRICE);
          return spans.map(({ project }, i) => ({ project, record: records[i] ?? failed() }));
        });
        const wrong = right.map((spans) =>
          spans.map(({ project, record }) => {
            const { sessionName, ...read } =
              misreadings[Number(Buffer.from(record.spanId).readBigUInt64BE() % 8n)] ?? {};
            const sessionId =
              sessionName === undefined || sessionName === null
                ? sessionName
                : `${project}-${sessionName}`;
            return {
              project,
              record: { ...record, ...read, ...(sessionId === undefined ? {} : { sessionId }) },
            };
          }),
        );
        const [expected, store] = [
          await open(`right-${run}.db`, right),
          await open(`wrong-${run}.db`, wrong),
        ];
        try {
          expect(await rereadAll(expected)).toMatchObject({ changed: 0, traces: 0 });
          if (run % 2 === 0) await settle(store);
          await rereadAll(store);
          expect(await figuresOf(store)).toEqual(await figuresOf(expected));
          expect(await rereadAll(store)).toMatchObject({ changed: 0, traces: 0 });
          for (const one of [expected, store]) await deleteSpan(one, deleted);
          expect(await figuresOf(store)).toEqual(await figuresOf(expected));
        } finally {
          await expected.close();
          await store.close();
        }
      },
    ),
    { numRuns: 40, endOnFailure: true },
  );
}, 60_000);

async function deleteSpan(store: StoreUnderTest, span: number): Promise<void> {
  const [row] = await store.reader.findSpans([{ spanId: spanIdOf(span) }]);
  if (row !== undefined) await store.eraser.deleteSpans([row.id]);
}

function failed(): never {
  throw new Error('a span was refused');
}
