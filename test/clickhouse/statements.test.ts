import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  compileSessionFilter,
  compileSpanFilter,
  compileTraceFilter,
} from '#core/filter/compile-filter.ts';
import { openClickHouseStore } from '#server/stores/spans/clickhouse/open-store.ts';
import {
  annotate,
  AUTHOR,
  onDocument,
  onSession,
  onSpan,
  onTrace,
} from '../conformance/annotation-maker.ts';
import { eventBatch } from '../conformance/event-cases.ts';
import { readSent } from '../conformance/sent-span.ts';
import { nanoOf, spanIdOf, traceIdOf } from '../conformance/span-maker.ts';
import {
  allSpans,
  projectId,
  settle,
  UNLIMITED,
  write,
  type StoreUnderTest,
} from '../conformance/store-under-test.ts';
import { ClickHouseEngine, hasEngine } from './clickhouse-engine.ts';

const WINDOW = { startUnixNano: nanoOf(-1), endUnixNano: nanoOf(1_000) };
const PAGE = { order: 'desc', limit: 10 } as const;
const ANCHOR = { sortValue: nanoOf(500), id: 9, inclusive: true };

function given<Filter>(filter: Filter | null): Filter {
  if (filter === null) throw new Error('a filter');
  return filter;
}

async function writeAll(store: StoreUnderTest): Promise<void> {
  await write(store, [
    { trace: 1, span: 1, session: 's', documents: 1 },
    { trace: 1, span: 2, parent: 1, kind: 'LLM', model: 'm', prompt: 2 },
  ]);
  await write(store, [{ trace: 1, span: 3, parent: 2, kind: 'LLM', model: 'm', prompt: 2 }]);
  await store.writer.write([
    eventBatch([
      { trace: 1, span: 1, text: 'late' },
      { trace: 2, span: 4, text: 'early' },
    ]),
  ]);
  await annotate(store, [onSpan(4), onSession('t'), onTrace(2), onDocument(4, 0)], {
    missing: 'wait',
  });
  await store.writer.write([
    { projectName: 'p', records: readSent([{ trace: 2, span: 4, session: 't' }]) },
  ]);
  await write(
    store,
    [10, 11, 12, 13, 14, 15].map((one) => ({ trace: one, span: one })),
  );
  await annotate(store, [
    onSpan(1, { score: 1, label: 'a' }),
    onTrace(1),
    onSession('s'),
    onDocument(1, 0),
  ]);
  await settle(store);
}

async function readLists(store: StoreUnderTest, id: number): Promise<void> {
  const { reader, scores } = store;
  const spans = { ...PAGE, projectId: id, window: WINDOW, withoutScore: 'correct' };
  for (const sort of [
    'id',
    'start_time',
    'latency_ms',
    'token_count',
    'cost_usd',
    'time_to_first_token_ms',
    'tokens_per_second',
  ] as const)
    await reader.spans({ ...spans, sort, anchor: ANCHOR }, UNLIMITED);
  const near = { projectId: id, sort: 'start_time', limit: 1, window: {} } as const;
  const texts = given(compileSpanFilter("'a discount' in input.value"));
  for (const order of ['asc', 'desc'] as const) {
    const { rows } = await reader.spans({ ...near, order }, UNLIMITED);
    await reader.payloads(rows);
    await reader.spans({ ...near, sort: 'id', order }, UNLIMITED);
    // Again, with a known hour.
    await reader.spans({ ...near, order }, UNLIMITED);
    await reader.spans({ ...near, order, filter: texts }, UNLIMITED);
    await reader.traces({ ...near, order }, UNLIMITED);
  }
  const filter = given(
    compileSpanFilter(
      "annotations['correct'].label == 'a' and x == 'some text' and latency_ms > 1 and status_code == 'OK'",
    ),
  );
  const fields = {
    names: ['a'],
    kinds: ['LLM'],
    modelNames: ['m'],
    userIds: ['u'],
    sessionIds: ['s'],
    traceIds: [traceIdOf(1)],
  } as const;
  await reader.spans(
    { ...spans, ...fields, spanIds: [spanIdOf(1)], parent: 'none_or_missing', sort: 'id', filter },
    UNLIMITED,
  );
  for (const parent of ['none', { spanId: spanIdOf(1) }] as const)
    await reader.spans({ ...PAGE, projectId: id, parent, sort: 'id' }, UNLIMITED);
  for (const text of [
    'parent_id is None',
    "annotations['correct']",
    "document_annotations['x'] or trace_annotations['y']",
    "a == 'b'",
    "search('some wor*')",
  ])
    await reader.spans(
      { ...PAGE, projectId: id, sort: 'id', filter: given(compileSpanFilter(text)) },
      UNLIMITED,
    );
  for (const sort of ['start_time', 'latency_ms', 'token_count', 'cost_usd'] as const)
    await reader.traces(
      {
        ...PAGE,
        projectId: id,
        sort,
        anchor: ANCHOR,
        sessions: [{ sessionId: 's' }, { number: 1 }],
      },
      UNLIMITED,
    );
  const traceFilter = given(
    compileTraceFilter(
      "trace_annotations['correct'] and any(s.name == 'step' for s in spans) and document_annotations['correct']",
    ),
  );
  const bounds = {
    hasError: false,
    userIds: ['u'],
    latencyNanoMin: 0n,
    latencyNanoMax: 1n,
    withoutScore: 'x',
    window: WINDOW,
  };
  await reader.traces(
    { ...PAGE, projectId: id, sort: 'start_time', ...bounds, filter: traceFilter },
    UNLIMITED,
  );
  for (const sort of [
    'id',
    'start_time',
    'end_time',
    'duration_ms',
    'trace_count',
    'error_count',
    'token_count',
    'cost_usd',
  ] as const)
    await reader.sessions(
      { ...PAGE, projectId: id, sort, window: WINDOW, anchor: ANCHOR },
      UNLIMITED,
    );
  const sessionFilter = given(
    compileSessionFilter(
      "session_annotations['correct'] and document_annotations['correct'] and num_traces > 0",
    ),
  );
  await reader.sessions(
    { ...PAGE, projectId: id, sort: 'id', withoutScore: 'x', filter: sessionFilter },
    UNLIMITED,
  );
  const scored = { ...PAGE, projectId: id, scoreName: 'correct' };
  await scores.scoredSpans(scored, UNLIMITED);
  await scores.scoredTraces(scored, UNLIMITED);
  await scores.scoredSessions(scored, UNLIMITED);
}

async function readRows(store: StoreUnderTest, id: number): Promise<void> {
  const { annotations, figures, owners, projectReader, reader, storage, traces } = store;
  await reader.findSpans([{ spanId: spanIdOf(1) }]);
  await reader.payloads([1]);
  await reader.findTraces([{ traceId: traceIdOf(1) }, { number: 1 }]);
  await reader.findSessions([{ sessionId: 's' }, { number: 1 }]);
  await traces.traceView({ traceId: traceIdOf(1) }, 10);
  await traces.services({ number: 1 }, 10);
  await traces.highlights([1]);
  for (const kind of ['span', 'trace', 'session', 'annotation'] as const)
    await owners.projectsOf(kind, [1]);
  await projectReader.extent(id);
  await projectReader.countTraces(id, WINDOW);
  await projectReader.spanBytes(id);
  await projectReader.traceBytes(id, 1);
  await storage.storage();
  await figures.summaries([id], WINDOW, 2);
  await figures.latencies(id, WINDOW, 2, 2);
  await figures.deployments(id, WINDOW);
  await figures.valueCounts(id, 'spans', WINDOW, UNLIMITED);
  await figures.valueCounts(id, 'traces', WINDOW, UNLIMITED);
  await figures.idsLike(id, 's', 10);
  await figures.timeParts(id, WINDOW, 2);
  const query = { projectId: id, target: 'span', limit: 10 } as const;
  await annotations.annotations({
    ...query,
    targetIds: ['x'],
    identifiers: ['y'],
    names: ['z'],
    namesExcluded: ['a'],
    beforeOrAtId: 9,
  });
  await annotations.annotationHistory(1);
  await annotations.annotationsOfTrace(1, 1, 10);
  await annotations.annotationSummaries('span', [1]);
  await annotations.labelCounts(id, 'trace', WINDOW);
  await annotations.annotationFigures(id, WINDOW, 2);
  await annotations.annotationPairs(
    { ...query, name: 'correct', window: WINDOW, fromNumber: 9 },
    UNLIMITED,
  );
  await annotations.locateSpans(Buffer.from(spanIdOf(1), 'hex'), UNLIMITED);
  await annotations.waiting({ limit: 10 });
}

async function changeAll(store: StoreUnderTest, id: number): Promise<void> {
  const { annotationWriter, eraser, projectWriter, rereader } = store;
  await rereader.countSpans({ what: 'all', isTrial: false, projectIds: [id] });
  await rereader.step({ what: 'all', isTrial: false, projectIds: [id], window: WINDOW }, 9);
  await annotationWriter.deleteAnnotationsWhere(
    { projectId: id, target: 'span', name: 'correct', identifier: '' },
    AUTHOR,
  );
  await annotationWriter.restoreAnnotation(1, 1, AUTHOR);
  await annotationWriter.expireWaiting(0n, 10);
  const { id: other } = await projectWriter.createProject('q', null);
  await projectWriter.transferTraces([2], other);
  await eraser.deleteSpans([2]);
  await eraser.deleteTraces([2]);
  await eraser.deleteTracesIn(id, { startUnixNano: 0n, endUnixNano: 1n });
  await eraser.deleteSessions([1]);
  await eraser.deleteProject(id);
  await settle(store);
}

describe.skipIf(!hasEngine)('the statements for ClickHouse', () => {
  let engine: ClickHouseEngine;
  beforeAll(async () => {
    engine = await ClickHouseEngine.start();
  });
  afterAll(() => engine.stop());

  it('are those of the snapshot, with no value in them', async () => {
    const sent = new Set<string>();
    const { name } = await engine.database();
    const store = await openClickHouseStore({
      url: engine.url,
      database: name,
      attributesOf: () => ({}),
      textsNear: 4,
      onStatement: (sql) => sent.add(sql),
    });
    await writeAll(store);
    const id = await projectId(store);
    await readLists(store, id);
    await readRows(store, id);
    await changeAll(store, id);
    await store.close();
    const statements = [...sent].filter((sql) => !sql.startsWith('CREATE ')).sort();
    for (const sql of statements) expect(sql).not.toMatch(/7e57|5a00|some text|correct/);
    await expect(statements.map((sql) => `${sql};\n`).join('\n')).toMatchFileSnapshot(
      'statements.sql',
    );
  });

  it('are as few for many spans as for one', async () => {
    let sent = 0;
    const { name } = await engine.database();
    const store = await openClickHouseStore({
      url: engine.url,
      database: name,
      attributesOf: () => ({}),
      onStatement: () => (sent += 1),
    });
    const spans = Array.from({ length: 20 }, (_, index) => index + 1);
    await write(
      store,
      spans.map((span) => ({ trace: span, span })),
    );
    const statementsOf = async (read: () => Promise<unknown>): Promise<number> => {
      sent = 0;
      await read();
      return sent;
    };
    const found = await store.reader.findSpans(spans.map((span) => ({ spanId: spanIdOf(span) })));
    expect(found).toHaveLength(spans.length);
    const refs = found.map(({ id }) => ({ number: id }));
    expect(await statementsOf(() => store.reader.findSpans(refs))).toBe(2);
    // Rows that are known are not read again.
    expect(await statementsOf(() => store.reader.payloads(found))).toBe(1);
    await store.close();
  });

  it('count what is stored again only where it changed', async () => {
    const sent: string[] = [];
    const { name } = await engine.database();
    const store = await openClickHouseStore({
      url: engine.url,
      database: name,
      attributesOf: () => ({}),
      onStatement: (sql) => sent.push(sql),
    });
    const counted = async (): Promise<unknown> => {
      const { spans, traces, sessions, payloadBytes } = await store.storage.storage();
      return { spans, traces, sessions, payloadBytes };
    };
    const stored = async (): Promise<unknown> => {
      const rows = await allSpans(store);
      const ids = rows.map(({ id }) => id);
      const bytes = (await store.reader.payloads(ids)).map((payload) => payload.bytes.length);
      return {
        spans: rows.length,
        traces: new Set(rows.map(({ traceId }) => traceId)).size,
        sessions: new Set(rows.flatMap(({ sessionId }) => sessionId ?? [])).size,
        payloadBytes: bytes.reduce((sum, length) => sum + length, 0),
      };
    };
    const spans = Array.from({ length: 20 }, (_, span) => ({ trace: span % 7, span }));
    const later = spans.map(({ trace, span }) => ({
      trace: trace + 10,
      span: span + 100,
      startMs: 200_000_000 + span,
      session: `session ${trace}`,
    }));
    expect(await counted()).toEqual({ spans: 0, traces: 0, sessions: 0, payloadBytes: 0 });
    await write(store, [...spans, ...later]);
    // A session that a trace gets later makes revisions of its spans.
    await write(store, [{ trace: 3, span: 50, session: 'session 3' }, ...spans]);
    expect(await counted()).toEqual(await stored());
    sent.length = 0;
    await counted();
    expect(sent.filter((sql) => /FROM (?:spans|traces_by_id)/.test(sql))).toEqual([]);
    await store.eraser.deleteTraces(
      (await allSpans(store)).slice(0, 1).map((row) => row.traceNumber),
    );
    expect(await counted()).toEqual(await stored());
    await store.close();
  });
});
