import { expect } from 'vitest';
import type { SpanQuery } from '#core/ports/span-store.ts';
import { annotate, onSession } from './annotation-maker.ts';
import { nanoOf, spanIdOf, traceIdOf } from './span-maker.ts';
import {
  allSpans,
  projectId,
  settle,
  UNLIMITED,
  write,
  type ConformanceCase,
} from './store-under-test.ts';

export const ERASING_CASES: Readonly<Record<string, ConformanceCase>> = {
  'deletes a span and leaves its children as orphans': async (store) => {
    await write(store, [
      { trace: 1, span: 1, startMs: 0, durationMs: 500, name: 'root', user: 'ann' },
      {
        trace: 1,
        span: 2,
        parent: 1,
        startMs: 10,
        durationMs: 20,
        name: 'child',
        user: 'bob',
        status: 2,
        kind: 'LLM',
        prompt: 7,
      },
      { trace: 1, span: 3, parent: 2, startMs: 15, durationMs: 5, name: 'leaf' },
    ]);
    const [root] = await store.reader.findSpans([{ spanId: spanIdOf(1) }]);
    expect(await store.eraser.deleteSpans([root?.id ?? 0, 404])).toBe(1);
    const [trace] = await store.reader.findTraces([{ traceId: traceIdOf(1) }]);
    expect(trace).toMatchObject({
      spanCount: 2,
      rootName: 'child',
      startTimeUnixNano: nanoOf(10),
      endTimeUnixNano: nanoOf(30),
      errorCount: 1,
      promptTokens: 7,
      userId: 'bob',
    });
    expect((await allSpans(store)).map((row) => row.name)).toEqual(['leaf', 'child']);
    expect(await store.reader.payloads([root?.id ?? 0])).toEqual([]);
    expect(await store.reader.findSpans([{ spanId: spanIdOf(1) }])).toEqual([]);
  },

  'takes a deleted span again, under a new number': async (store) => {
    await write(store, [{ trace: 1, span: 1 }]);
    const [before] = await allSpans(store);
    await store.eraser.deleteSpans([before?.id ?? 0]);
    expect(await store.reader.findTraces([{ traceId: traceIdOf(1) }])).toEqual([]);
    expect((await write(store, [{ trace: 1, span: 1 }]))[0]?.stored).toBe(1);
    const [after] = await allSpans(store);
    expect(after?.id).toBeGreaterThan(before?.id ?? 0);
    expect(after?.traceNumber).toBeGreaterThan(before?.traceNumber ?? 0);
  },

  'deletes traces, and the sessions they leave empty': async (store) => {
    await write(store, [
      { trace: 1, span: 1, session: 'a' },
      { trace: 2, span: 2, session: 'a', startMs: 70 },
      { trace: 3, span: 3, session: 'b' },
    ]);
    const rows = await store.reader.findTraces([1, 3].map((n) => ({ traceId: traceIdOf(n) })));
    expect(await store.eraser.deleteTraces([...rows.map((row) => row.id), 404])).toBe(2);
    expect(await allSpans(store)).toHaveLength(1);
    const sessions = await store.reader.findSessions([{ sessionId: 'a' }, { sessionId: 'b' }]);
    expect(
      sessions.map(({ session }) => [
        session.sessionId,
        session.traceCount,
        session.startTimeUnixNano,
      ]),
    ).toEqual([['a', 1, nanoOf(70)]]);
  },

  'deletes the traces that start in a window': async (store) => {
    await write(
      store,
      [0, 10, 20, 30].map((ms) => ({ trace: ms, span: ms, startMs: ms })),
    );
    const id = await projectId(store);
    expect(
      await store.eraser.deleteTracesIn(id, { startUnixNano: nanoOf(10), endUnixNano: nanoOf(30) }),
    ).toBe(2);
    expect((await allSpans(store)).map((row) => row.spanId)).toEqual([spanIdOf(30), spanIdOf(0)]);
  },

  'deletes a session with its traces': async (store) => {
    await write(store, [
      { trace: 1, span: 1, session: 'a' },
      { trace: 2, span: 2, session: 'b' },
    ]);
    const [found] = await store.reader.findSessions([{ sessionId: 'a' }]);
    expect(await store.eraser.deleteSessions([found?.session.id ?? 0, 404])).toBe(1);
    expect(await store.reader.findSessions([{ sessionId: 'a' }])).toEqual([]);
    expect(await allSpans(store)).toHaveLength(1);
  },

  'deletes a project at once, and takes its traces again as new ones': async (store) => {
    const spans = Array.from({ length: 1_200 }, (_, i) => ({
      trace: i % 30,
      span: i,
      session: 'shared',
      user: 'u',
    }));
    await write(store, spans);
    await write(store, [{ trace: 5_000, span: 5_000 }], 'kept');
    const id = await projectId(store);
    expect(await store.eraser.deleteProject(id)).toBe(true);
    expect(await store.eraser.deleteProject(id)).toBe(false);
    expect(await store.projectReader.findProject({ number: id })).toBeNull();
    const query: SpanQuery = { projectId: id, sort: 'start_time', order: 'desc', limit: 10 };
    expect((await store.reader.spans(query, UNLIMITED)).rows).toEqual([]);
    expect(
      (await store.reader.spans({ ...query, traceIds: [traceIdOf(1)] }, UNLIMITED)).rows,
    ).toEqual([]);
    expect(await store.reader.findSpans([{ spanId: spanIdOf(1) }])).toEqual([]);
    expect(await store.reader.findTraces([{ traceId: traceIdOf(1) }])).toEqual([]);
    expect(await store.reader.findSessions([{ sessionId: 'shared' }])).toEqual([]);
    await write(store, spans.slice(0, 3));
    expect(await projectId(store)).toBeGreaterThan(id);
    await settle(store);
    expect(await allSpans(store)).toHaveLength(3);
    expect(await allSpans(store, 'kept')).toHaveLength(1);
    expect(await store.storage.storage()).toMatchObject({ spans: 4, traces: 4, sessions: 1 });
  },

  'keeps a session that began in a deleted project, where others have traces of it': async (
    store,
  ) => {
    await write(store, [{ trace: 1, span: 1, session: 's', startMs: 100 }]);
    await write(store, [{ trace: 2, span: 2, session: 's', startMs: 200 }], 'kept');
    await write(store, [{ trace: 3, span: 3, session: 's', startMs: 300 }], 'later');
    const [before] = await store.reader.findSessions([{ sessionId: 's' }]);
    await annotate(store, [onSession('s')]);
    await store.eraser.deleteProject(await projectId(store));
    const kept = await projectId(store, 'kept');
    await settle(store);
    const rows = await store.reader.findTraces([{ traceId: traceIdOf(2) }]);
    expect(rows.map(({ sessionId }) => sessionId)).toEqual(['s']);
    const [passedOn] = await store.reader.findSessions([{ sessionId: 's' }]);
    expect(passedOn?.session).toMatchObject({
      id: before?.session.id,
      projectId: kept,
      traceCount: 2,
    });
    const { rows: annotations } = await store.annotations.annotations({
      projectId: kept,
      target: 'session',
      limit: 10,
    });
    expect(annotations).toHaveLength(1);
    await write(store, [{ trace: 4, span: 4, session: 's', startMs: 150 }], 'kept');
    const [found] = await store.reader.findSessions([{ sessionId: 's' }]);
    expect(found?.session).toMatchObject({ traceCount: 3, startTimeUnixNano: nanoOf(150) });
  },

  'hides a large trace at once and purges it in steps': async (store) => {
    await write(
      store,
      Array.from({ length: 5_000 }, (_, i) => ({
        trace: 1,
        span: i,
        ...(i === 0 ? {} : { parent: 0 }),
      })),
    );
    await write(store, [{ trace: 2, span: 9_999 }]);
    const [found] = await store.reader.findTraces([{ traceId: traceIdOf(1) }]);
    await store.eraser.deleteTraces([found?.id ?? 0]);
    expect(await store.traces.skeleton({ traceId: traceIdOf(1) }, 10)).toBeNull();
    expect(await allSpans(store)).toHaveLength(1);
    expect(await store.reader.findSpans([{ spanId: spanIdOf(3) }])).toEqual([]);
    await settle(store);
    expect(await allSpans(store)).toHaveLength(1);
    expect(await store.storage.storage()).toMatchObject({ spans: 1, traces: 1 });
  },

  'keeps the payloads of what lives through rewriting': async (store) => {
    await write(
      store,
      Array.from({ length: 100 }, (_, i) => ({ trace: i, span: i, text: `kept ${i}` })),
    );
    const rows = await allSpans(store);
    await store.eraser.deleteSpans(rows.filter((_, i) => i % 2 === 0).map((row) => row.id));
    await settle(store);
    const left = await allSpans(store);
    const payloads = await store.reader.payloads(left.map((row) => row.id));
    expect(payloads).toHaveLength(50);
    for (const { row, bytes } of payloads)
      expect(Buffer.from(bytes).toString('latin1')).toContain(
        `kept ${Number.parseInt(row.spanId.slice(2), 16)}`,
      );
  },
};
