import { expect } from 'vitest';
import { nanoOf, traceIdOf } from './span-maker.ts';
import { projectId, UNLIMITED, write, type ConformanceCase } from './store-under-test.ts';

/** Figures over whole windows. */
export const COUNTING_CASES: Readonly<Record<string, ConformanceCase>> = {
  'cuts a window into parts, newest first and without gaps': async (store) => {
    const spans = Array.from({ length: 3_000 }, (_, at) => ({
      trace: 1 + at,
      span: 1 + at,
      startMs: at,
    }));
    await write(store, spans);
    const project = await projectId(store);
    const window = { startUnixNano: nanoOf(500), endUnixNano: nanoOf(2_500) };
    const parts = await store.figures.timeParts(project, window, 600);
    expect(parts.length).toBeGreaterThan(2);
    expect(parts[0]?.endUnixNano).toBe(window.endUnixNano);
    expect(parts.at(-1)?.startUnixNano).toBe(window.startUnixNano);
    for (const [at, part] of parts.entries())
      if (at > 0) expect(part.endUnixNano).toBe(parts[at - 1]?.startUnixNano);
    expect((await store.figures.timeParts(project, {}, 600)).at(-1)).not.toHaveProperty(
      'startUnixNano',
    );
    expect(await store.figures.timeParts(project, { startUnixNano: nanoOf(10_000) }, 600)).toEqual(
      [],
    );
    expect(await store.figures.timeParts(404, {}, 600)).toEqual([]);
  },

  'counts values over whole windows, of spans and of traces, as deletes and moves leave them':
    async (store) => {
      await write(store, [
        { trace: 1, span: 1, startMs: 0, name: 'ask', kind: 'AGENT', user: 'ann', session: 's1' },
        {
          trace: 1,
          span: 2,
          parent: 1,
          startMs: 5,
          name: 'chat',
          kind: 'LLM',
          model: 'm1',
          status: 2,
        },
        { trace: 1, span: 3, parent: 1, startMs: 500, name: 'chat', kind: 'LLM', model: 'm1' },
        { trace: 2, span: 4, startMs: 100, name: 'ask', kind: 'AGENT' },
        { trace: 2, span: 5, parent: 4, startMs: 110, name: 'chat', kind: 'LLM', model: 'm2' },
        { trace: 3, span: 6, startMs: 200, name: 'find', kind: 'CHAIN' },
      ]);
      const project = await projectId(store);
      const counts = async (of: 'spans' | 'traces', startMs: number, endMs: number) => {
        const whole = await store.figures.valueCounts(
          project,
          of,
          { startUnixNano: nanoOf(startMs), endUnixNano: nanoOf(endMs) },
          UNLIMITED,
        );
        return Object.fromEntries(
          Object.entries(whole).map(([field, { values, isWhole }]) => [
            field,
            isWhole
              ? Object.fromEntries(values.map(({ value, count }) => [value, count]))
              : 'not all',
          ]),
        );
      };
      expect(await counts('spans', 0, 1000)).toEqual({
        status: { ERROR: 1, UNSET: 5 },
        kind: { AGENT: 2, LLM: 3, CHAIN: 1 },
        name: { ask: 2, chat: 3, find: 1 },
        model: { m1: 2, m2: 1 },
        // The session of a span is its trace's, the user its own.
        user: { ann: 1 },
        session: { s1: 3 },
      });
      expect(await counts('spans', 50, 150)).toMatchObject({
        kind: { AGENT: 1, LLM: 1 },
        model: { m2: 1 },
      });
      // Of a trace all its calls count, those after the window too.
      expect(await counts('traces', 0, 150)).toEqual({
        status: { ERROR: 1, OK: 1 },
        kind: { AGENT: 2 },
        name: { ask: 2 },
        model: { m1: 1, m2: 1 },
        user: { ann: 1 },
        session: { s1: 1 },
      });
      const late = {
        status: { OK: 1 },
        kind: { CHAIN: 1 },
        name: { find: 1 },
        model: {},
        user: {},
        session: {},
      };
      expect(await counts('traces', 150, 1000)).toEqual(late);
      const [trace] = await store.reader.findTraces([{ traceId: traceIdOf(1) }]);
      await store.eraser.deleteTraces([trace?.id ?? 0]);
      expect(await counts('spans', 0, 1000)).toMatchObject({
        kind: { AGENT: 1, LLM: 1, CHAIN: 1 },
        model: { m2: 1 },
      });
      expect(await counts('traces', 0, 1000)).toMatchObject({
        status: { OK: 2 },
        name: { ask: 1, find: 1 },
      });
    },

  'sums up several projects at once, each by itself and in the order asked for': async (store) => {
    const call = { kind: 'LLM', model: 'm', prompt: 10, completion: 4, costUsd: 0.5 } as const;
    await write(store, [{ trace: 1, span: 1, startMs: 0, durationMs: 100, ...call }], 'one');
    await write(
      store,
      [
        { trace: 2, span: 2, startMs: 0, durationMs: 300, status: 2 },
        { trace: 2, span: 3, parent: 2, startMs: 90_000, ...call, model: 'n' },
        { trace: 3, span: 4, startMs: 90_000, durationMs: 300, ...call, prompt: 20 },
      ],
      'two',
    );
    await store.projectWriter.createProject('none', null);
    const ids = await Promise.all(['two', 'none', 'one'].map((name) => projectId(store, name)));
    // Minutes of the clock, which roll-ups keep.
    const window = { startUnixNano: nanoOf(-20_000), endUnixNano: nanoOf(100_000) };
    const summaries = await store.figures.summaries([...ids, 404], window, 2);
    expect(
      summaries.map(({ project, totals, failedTraces, lastSpanUnixNano, sparkline }) => ({
        name: project.name,
        counts: [totals.spans, totals.traces, totals.errors, failedTraces],
        p50: totals.latencyP50Ms === null ? null : Math.round(totals.latencyP50Ms / 100) * 100,
        models: totals.tokensByModel,
        lastSpanUnixNano,
        spans: sparkline.map(({ spans }) => spans),
      })),
    ).toEqual([
      {
        name: 'two',
        counts: [3, 2, 1, 1],
        p50: 300,
        models: {
          m: { prompt: 20, completion: 4, costUsd: 0.5 },
          n: { prompt: 10, completion: 4, costUsd: 0.5 },
        },
        lastSpanUnixNano: nanoOf(90_000),
        spans: [1, 2],
      },
      {
        name: 'none',
        counts: [0, 0, 0, 0],
        p50: null,
        models: {},
        lastSpanUnixNano: null,
        spans: [0, 0],
      },
      {
        name: 'one',
        counts: [1, 1, 0, 0],
        p50: 100,
        models: { m: { prompt: 10, completion: 4, costUsd: 0.5 } },
        lastSpanUnixNano: nanoOf(0),
        spans: [1, 0],
      },
    ]);
  },
};
