import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PostgresMeta } from '#server/stores/meta/postgres/postgres-meta.ts';
import { PostgresNumbers } from '#server/stores/meta/postgres/postgres-numbers.ts';
import { PostgresTurns } from '#server/stores/meta/postgres/postgres-turns.ts';
import { ClickHouse } from '#server/stores/spans/clickhouse/client/clickhouse.ts';
import { openClickHouseStore } from '#server/stores/spans/clickhouse/open-store.ts';
import { numbersInUse } from '#server/stores/spans/clickhouse/write/numbers.ts';
import { openPostgres, POSTGRES, type PostgresServer } from '#test/postgres-server.ts';
import { annotate, onSpan, onTrace } from '../conformance/annotation-maker.ts';
import { spanIdOf, traceIdOf } from '../conformance/span-maker.ts';
import {
  allSpans,
  projectId,
  settle,
  UNLIMITED,
  write,
  type StoreUnderTest,
} from '../conformance/store-under-test.ts';
import { ClickHouseEngine, hasEngine } from './clickhouse-engine.ts';

let engine: ClickHouseEngine;
let postgres: PostgresServer;
let meta: PostgresMeta;
let database: string;
const stores: { close(): Promise<void> }[] = [];

async function openOne(): Promise<StoreUnderTest> {
  const settings = postgres.settings('meta');
  const numbers = new PostgresNumbers(settings);
  const turns = new PostgresTurns(settings);
  const store = await openClickHouseStore({
    url: engine.url,
    database,
    attributesOf: () => ({}),
    turns,
    numbers: async (db) => {
      for (const [kind, greatest] of await numbersInUse(db))
        await numbers.beginAfter(kind, greatest);
      return numbers;
    },
  });
  const opened = {
    ...store,
    close: async () => {
      await store.close();
      await Promise.all([numbers.close(), turns.close()]);
    },
  };
  stores.push(opened);
  return opened;
}

async function openTwo(): Promise<[StoreUnderTest, StoreUnderTest]> {
  return Promise.all([openOne(), openOne()]);
}

async function traceOf(store: StoreUnderTest, trace: number) {
  const [row] = await store.reader.findTraces([{ traceId: traceIdOf(trace) }]);
  return row;
}

async function sessionsOf(store: StoreUnderTest) {
  const { rows } = await store.reader.sessions(
    { projectId: await projectId(store), sort: 'id', order: 'asc', limit: 10 },
    UNLIMITED,
  );
  return rows;
}

describe.skipIf(!hasEngine || POSTGRES === null)('several servers on one database', () => {
  beforeAll(async () => {
    [engine, postgres] = await Promise.all([ClickHouseEngine.start(), openPostgres()]);
    await postgres.run('CREATE DATABASE meta');
    meta = await PostgresMeta.open(postgres.settings('meta'), () => undefined);
  });
  beforeEach(async () => {
    ({ name: database } = await engine.database());
    await postgres.run('DELETE FROM row_names', 'meta');
    return async () => {
      await Promise.all(stores.splice(0).map((store) => store.close()));
    };
  });
  afterAll(async () => {
    await meta.close();
    await Promise.all([engine.stop(), postgres.close()]);
  });

  it('take row numbers that rise, and none twice', async () => {
    const [a, b] = await openTwo();
    await Promise.all(
      Array.from({ length: 5 }, (_, index) =>
        write(index % 2 === 0 ? a : b, [
          { trace: index + 1, span: index * 10 + 1 },
          { trace: index + 1, span: index * 10 + 2 },
        ]),
      ),
    );
    const numbers = (await allSpans(a)).map(({ id }) => id);
    expect(numbers).toHaveLength(10);
    expect(new Set(numbers).size).toBe(10);
    const third = await openOne();
    await write(third, [{ trace: 9, span: 99 }]);
    const all = (await allSpans(third)).map(({ id }) => id);
    expect(Math.max(...all)).toBeGreaterThan(Math.max(...numbers));
  });

  it('count a span once that both store in the same moment', async () => {
    const [a, b] = await openTwo();
    const spans = [
      { trace: 1, span: 1, session: 's' },
      { trace: 1, span: 2, parent: 1, kind: 'LLM', prompt: 5, costUsd: 1 },
    ] as const;
    await Promise.all([write(a, spans), write(b, spans)]);
    for (const look of [1, 2]) {
      expect(await allSpans(a), `look ${look}`).toHaveLength(2);
      expect(await traceOf(b, 1)).toMatchObject({ spanCount: 2, promptTokens: 5, costUsd: 1 });
      await settle(a);
    }
  });

  it('find all spans, and each once, after a write that ended between keys and spans', async () => {
    const [a, b] = await openTwo();
    const direct = await ClickHouse.connect({ url: engine.url, database });
    const spans = [
      { trace: 1, span: 1, session: 's' },
      { trace: 1, span: 2, parent: 1 },
    ];
    await direct.command('ALTER TABLE spans ADD CONSTRAINT closed CHECK number = 0');
    await expect(write(a, spans)).rejects.toThrow('closed');
    await direct.command('ALTER TABLE spans DROP CONSTRAINT closed');
    await direct.close();
    expect(await allSpans(a).catch(() => [])).toEqual([]);
    await write(b, spans);
    expect(await allSpans(a)).toHaveLength(2);
    expect(await a.reader.findSpans([{ spanId: spanIdOf(1) }])).toHaveLength(1);
    expect(await traceOf(a, 1)).toMatchObject({ spanCount: 2, sessionId: 's' });
  });

  it('make one project and one session of a name that both meet first', async () => {
    const [a, b] = await openTwo();
    await Promise.all([
      write(a, [{ trace: 1, span: 1, session: 'chat' }], 'fresh'),
      write(b, [{ trace: 2, span: 2, session: 'chat' }], 'fresh'),
    ]);
    const { rows } = await a.projectReader.projects({ limit: 10, nameContains: 'fresh' });
    expect(rows).toHaveLength(1);
    expect(await allSpans(b, 'fresh')).toHaveLength(2);
    const page = await b.reader.sessions(
      { projectId: rows[0]?.id ?? 0, sort: 'id', order: 'asc', limit: 10 },
      UNLIMITED,
    );
    expect(page.rows).toMatchObject([{ sessionId: 'chat', traceCount: 2 }]);
  });

  it('give the name of a renamed or deleted project to a new one', async () => {
    const [a, b] = await openTwo();
    await write(a, [{ trace: 1, span: 1 }], 'old');
    const id = await projectId(a, 'old');
    await b.projectWriter.updateProject(id, { name: 'renamed' });
    await write(b, [{ trace: 2, span: 2 }], 'old');
    expect(await projectId(a, 'old')).not.toBe(id);
    await a.eraser.deleteProject(id);
    await write(b, [{ trace: 3, span: 3 }], 'renamed');
    expect(await projectId(a, 'renamed')).not.toBe(id);
  });

  it('heal a trace that got two numbers, projects and sessions', async () => {
    const [a, b] = await openTwo();
    await Promise.all([
      write(a, [{ trace: 1, span: 1, session: 's', kind: 'LLM', model: 'm', prompt: 3 }], 'p'),
      write(
        b,
        [{ trace: 1, span: 2, parent: 1, session: 't', kind: 'LLM', model: 'm', prompt: 3 }],
        'q',
      ),
    ]);
    const before = await traceOf(a, 1);
    expect(before?.spanCount).toBe(2);
    await annotate(a, [onTrace(1, { score: 1 }), onSpan(2, { score: 1 })]);
    await settle(b);
    await settle(a);
    const healed = await traceOf(a, 1);
    expect(healed).toMatchObject({
      id: before?.id,
      projectId: before?.projectId,
      sessionId: before?.sessionId,
      spanCount: 2,
      promptTokens: 3,
    });
    const kept = healed?.projectId === (await projectId(a, 'p')) ? 'p' : 'q';
    expect(await allSpans(b, kept)).toHaveLength(2);
    expect(await allSpans(b, kept === 'p' ? 'q' : 'p').catch(() => [])).toEqual([]);
    const summaries = await b.annotations.annotationSummaries('trace', [healed?.id ?? 0]);
    expect(summaries.get(healed?.id ?? 0)).toHaveLength(1);
    expect(await b.storage.storage()).toMatchObject({ spans: 2, traces: 1, sessions: 1 });
  });

  it('write one annotation of a key that both write', async () => {
    const [a, b] = await openTwo();
    await write(a, [{ trace: 1, span: 1 }]);
    const outcomes = await Promise.all(
      [a, b, a, b].map((store, score) => annotate(store, [onSpan(1, { score })])),
    );
    expect(new Set(outcomes.flatMap(({ numbers }) => numbers)).size).toBe(1);
    const [row] = (await allSpans(a)).map(({ id }) => id);
    expect(await b.annotations.annotationSummaries('span', [row ?? 0])).toMatchObject(
      new Map([[row, [{ name: 'correct' }]]]),
    );
    expect(
      (
        await a.annotations.annotations({
          projectId: await projectId(a),
          target: 'span',
          limit: 10,
        })
      ).rows,
    ).toHaveLength(1);
  });

  it('apply an annotation that waits, whichever server the span comes to', async () => {
    const [a, b] = await openTwo();
    await write(a, [{ trace: 9, span: 9 }]);
    await Promise.all([
      annotate(a, [onSpan(1, { score: 1 })], { missing: 'wait' }),
      write(b, [{ trace: 1, span: 1, session: 's' }]),
    ]);
    expect((await b.annotations.waiting({ limit: 10 })).rows).toEqual([]);
    expect(await sessionsOf(a)).toHaveLength(1);
  });

  it('annotate and delete beside an engine that takes long to clear the disk', async () => {
    const [a, b] = await openTwo();
    await write(a, [
      { trace: 1, span: 1 },
      { trace: 2, span: 2 },
    ]);
    await settle(a);
    const direct = await ClickHouse.connect({ url: engine.url, database });
    const onDisk = async (): Promise<unknown> =>
      (await direct.rows('SELECT count() AS found FROM spans SETTINGS apply_deleted_mask = 0'))[0];
    await a.eraser.deleteTraces([(await traceOf(a, 1))?.id ?? 0]);
    await direct.command('SYSTEM STOP MERGES spans');
    expect(await a.upkeep.settle('deletes')).toBe('waiting');
    await annotate(a, [onSpan(2, { score: 1 })]);
    await annotate(b, [onTrace(2, { score: 1 })]);
    expect(await a.upkeep.settle('all')).toBe('waiting');
    expect(await onDisk()).toEqual({ found: 2 });
    await direct.command('SYSTEM START MERGES spans');
    await settle(a);
    expect(await onDisk()).toEqual({ found: 1 });
    expect(await allSpans(b)).toHaveLength(1);
    await direct.close();
  });

  it('end no statement beside one that its caller gave up', async () => {
    const db = await ClickHouse.connect({ url: engine.url, database });
    await db.rows('SELECT 1');
    const left = new AbortController();
    const given = db.until(left.signal).rows('SELECT 2');
    left.abort(new Error('The caller left'));
    await expect(given).rejects.toThrow('The caller left');
    // On the same connection, and for longer than one may be idle.
    expect(await db.rows('SELECT sleep(3) AS slept')).toEqual([{ slept: 0 }]);
    await db.close();
  });
});
