import { expect } from 'vitest';
import { nanoOf, spanIdOf, traceIdOf } from './span-maker.ts';
import { allSpans, projectId, settle, write, type ConformanceCase } from './store-under-test.ts';

const ALL_TIME = { startUnixNano: 0n, endUnixNano: 2n ** 62n };
const MINUTE_MS = 60_000;

export const PROJECT_CASES: Readonly<Record<string, ConformanceCase>> = {
  'has a default project from the start': async (store) => {
    expect(await store.projectReader.findProject({ name: 'default' })).toMatchObject({
      id: 1,
      name: 'default',
    });
  },

  'creates, changes, finds and lists projects': async (store) => {
    const made = await store.projectWriter.createProject('Alpha', 'first');
    await expect(store.projectWriter.createProject('Alpha', null)).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await store.projectWriter.updateProject(made.id, { description: null })).toMatchObject({
      name: 'Alpha',
      description: null,
    });
    expect(await store.projectWriter.updateProject(404, { description: 'x' })).toBeNull();
    const renamed = await store.projectWriter.createProject('old', 'kept');
    await expect(
      store.projectWriter.updateProject(renamed.id, { name: 'Alpha' }),
    ).rejects.toMatchObject({ code: 'conflict' });
    expect(await store.projectWriter.updateProject(renamed.id, { name: 'new' })).toMatchObject({
      name: 'new',
      description: 'kept',
    });
    expect(await store.projectWriter.updateProject(renamed.id, { name: 'new' })).toMatchObject({
      name: 'new',
    });
    expect(await store.projectReader.findProject({ name: 'old' })).toBeNull();
    await store.eraser.deleteProject(renamed.id);
    const other = await store.projectWriter.createProject('beta', null);
    const first = await store.projectReader.projects({ limit: 2 });
    expect(first.rows.map((row) => row.id)).toEqual([other.id, made.id]);
    const rest = await store.projectReader.projects({
      limit: 2,
      ...(first.next === null ? {} : { beforeOrAtId: first.next.id }),
    });
    expect(rest.rows.map((row) => row.name)).toEqual(['default']);
    expect(
      (await store.projectReader.projects({ limit: 9, nameContains: 'ALP' })).rows.map(
        (row) => row.name,
      ),
    ).toEqual(['Alpha']);
  },

  'leaves projects for a purpose out of lists, until they have none': async (store) => {
    const { projectReader, projectWriter } = store;
    const made = await projectWriter.createProject('Experiment-1', null, 'experiment');
    const later = await projectWriter.createProject('Experiment-2', null);
    await projectWriter.updateProject(later.id, { purpose: 'experiment' });
    const names = async (query: object = {}) =>
      (await projectReader.projects({ limit: 9, ...query })).rows.map(({ name }) => name);
    expect(await names({ isListed: true })).toEqual(['default']);
    expect(await names({ isListed: true, ids: [made.id, 1] })).toEqual(['default']);
    expect(await names()).toEqual(['Experiment-2', 'Experiment-1', 'default']);
    expect(await projectReader.findProject({ name: 'Experiment-1' })).toMatchObject({
      id: made.id,
    });
    await projectWriter.updateProject(made.id, { description: 'still hidden' });
    expect(await names({ isListed: true })).toEqual(['default']);
    await projectWriter.updateProject(made.id, { purpose: null });
    expect(await names({ isListed: true })).toEqual(['Experiment-1', 'default']);
  },

  'makes a new project of spans that still name the old name of a renamed one': async (store) => {
    await write(store, [{ trace: 1, span: 1 }], 'old');
    const renamed = await projectId(store, 'old');
    await store.projectWriter.updateProject(renamed, { name: 'new' });
    await write(store, [{ trace: 2, span: 2 }], 'old');
    expect(await projectId(store, 'old')).not.toBe(renamed);
    expect(
      [await allSpans(store, 'old'), await allSpans(store, 'new')].map((spans) => spans.length),
    ).toEqual([1, 1]);
  },

  'finds the project of an experiment by its first name too, whatever it is called later': async (
    store,
  ) => {
    const { eraser, projectReader, projectWriter } = store;
    const made = await projectWriter.createProject('Experiment-1', null, 'experiment');
    const hidden = await projectWriter.createProject('Experiment-2', null);
    await projectWriter.updateProject(hidden.id, { purpose: 'experiment' });
    await write(store, [{ trace: 1, span: 1 }], 'Experiment-1');
    await projectWriter.updateProject(made.id, { name: 'shorter prompt' });
    await projectWriter.updateProject(hidden.id, { name: 'longer prompt', purpose: null });
    await write(store, [{ trace: 2, span: 2 }], 'Experiment-1');
    await write(store, [{ trace: 3, span: 3 }], 'Experiment-2');
    expect(await projectReader.findProject({ name: 'Experiment-1' })).toMatchObject({
      id: made.id,
      name: 'shorter prompt',
    });
    expect(await projectReader.findProject({ name: 'Experiment-2' })).toMatchObject({
      id: hidden.id,
      name: 'longer prompt',
    });
    expect(
      [await allSpans(store, 'shorter prompt'), await allSpans(store, 'longer prompt')].map(
        (spans) => spans.length,
      ),
    ).toEqual([2, 1]);
    await expect(projectWriter.createProject('Experiment-1', null)).rejects.toMatchObject({
      code: 'conflict',
    });
    await expect(
      projectWriter.updateProject(hidden.id, { name: 'Experiment-1' }),
    ).rejects.toMatchObject({ code: 'conflict' });
    expect(await projectWriter.updateProject(made.id, { name: 'Experiment-1' })).toMatchObject({
      name: 'Experiment-1',
    });
    await eraser.deleteProject(made.id);
    expect(await projectReader.findProject({ name: 'Experiment-1' })).toBeNull();
    await write(store, [{ trace: 4, span: 4 }], 'Experiment-1');
    expect(await projectId(store, 'Experiment-1')).not.toBe(made.id);
  },

  'sums figures by interval': async (store) => {
    await write(store, [
      { trace: 1, span: 1, startMs: 0, durationMs: 100 },
      {
        trace: 1,
        span: 2,
        parent: 1,
        startMs: 5,
        kind: 'LLM',
        model: 'm',
        prompt: 10,
        completion: 4,
        costUsd: 0.5,
        status: 2,
      },
      { trace: 2, span: 3, startMs: 3 * MINUTE_MS, durationMs: 300 },
    ]);
    const id = await projectId(store);
    const window = { startUnixNano: nanoOf(-40_000), endUnixNano: nanoOf(4 * MINUTE_MS - 40_000) };
    const series = await store.figures.series(id, window, 4);
    expect(series.map((bucket) => bucket.spans)).toEqual([2, 0, 0, 1]);
    expect(series[0]).toMatchObject({
      traces: 1,
      errors: 1,
      tokensByModel: { m: { prompt: 10, completion: 4, costUsd: 0.5 } },
    });
    expect(series[0]?.latencyP50Ms).toBeCloseTo(100, -0.3);
    expect(series[1]).toMatchObject({ traces: 0, latencyP50Ms: null, tokensByModel: {} });
    const [summary] = await store.figures.summaries([id, 404], ALL_TIME, 3);
    expect(summary?.totals).toMatchObject({ spans: 3, traces: 2, errors: 1 });
    expect(summary?.failedTraces).toBe(1);
    expect(summary?.totals.latencyP99Ms).toBeGreaterThan(99);
    expect(summary?.lastSpanUnixNano).toBe(nanoOf(3 * MINUTE_MS));
    expect(summary?.sparkline.reduce((sum, bucket) => sum + bucket.spans, 0)).toBe(3);
  },

  'counts the cost of embeddings in totals, but not their tokens, nor what other spans say': async (
    store,
  ) => {
    await write(store, [
      { trace: 1, span: 1, startMs: 0, costUsd: 9 },
      {
        trace: 1,
        span: 2,
        parent: 1,
        startMs: 5,
        kind: 'LLM',
        model: 'm',
        prompt: 10,
        completion: 4,
        costUsd: 0.5,
      },
      {
        trace: 1,
        span: 3,
        parent: 1,
        startMs: 6,
        kind: 'EMBEDDING',
        model: 'e',
        prompt: 100,
        costUsd: 0.25,
      },
      { trace: 1, span: 4, parent: 1, startMs: 7, kind: 'EMBEDDING', model: 'f', prompt: 100 },
    ]);
    const id = await projectId(store);
    const models = async () =>
      (await store.figures.summaries([id], ALL_TIME, 1))[0]?.totals.tokensByModel;
    const traceCost = async () => (await store.reader.findTraces([{ traceId: traceIdOf(1) }]))[0];
    const m = { prompt: 10, completion: 4, costUsd: 0.5 };
    expect(await models()).toEqual({ m, e: { prompt: 0, completion: 0, costUsd: 0.25 } });
    expect(await traceCost()).toMatchObject({ costUsd: 0.75, promptTokens: 10 });
    const [embedding] = await store.reader.findSpans([{ spanId: spanIdOf(3) }]);
    await store.eraser.deleteSpans([embedding?.id ?? 0]);
    await settle(store);
    expect(await models()).toEqual({ m });
    expect(await traceCost()).toMatchObject({ costUsd: 0.5, promptTokens: 10 });
  },

  'counts failed traces and latencies by interval, and knows how far it reaches': async (store) => {
    await write(store, [
      { trace: 1, span: 1, startMs: 0, durationMs: 100, status: 2 },
      { trace: 1, span: 2, parent: 1, startMs: 5, status: 2 },
      { trace: 2, span: 3, startMs: 1_000, durationMs: 100 },
      { trace: 3, span: 4, startMs: 3 * MINUTE_MS, durationMs: 10_000, status: 2 },
    ]);
    const id = await projectId(store);
    const window = { startUnixNano: nanoOf(-40_000), endUnixNano: nanoOf(4 * MINUTE_MS - 40_000) };
    expect(await store.figures.failedTraces(id, window, 4)).toEqual([1, 0, 0, 1]);
    const { edgesMs, columns } = await store.figures.latencies(id, window, 4, 2);
    expect(edgesMs).toHaveLength(3);
    expect(columns).toEqual([
      [2, 0],
      [0, 0],
      [0, 0],
      [0, 1],
    ]);
    expect(await store.projectReader.extent(id)).toEqual({
      startUnixNano: nanoOf(0),
      endUnixNano: nanoOf(3 * MINUTE_MS) + 1n,
    });
    expect(await store.projectReader.extent(404)).toBeNull();
    expect(await store.figures.latencies(404, window, 2, 2)).toEqual({
      edgesMs: [],
      columns: [[], []],
    });
  },

  'leaves what has no duration out of latencies, and takes none of it back with a delete': async (
    store,
  ) => {
    await write(store, [
      { trace: 1, span: 1, startMs: 0, durationMs: 0 },
      { trace: 2, span: 2, startMs: 1, durationMs: 0 },
      { trace: 3, span: 3, startMs: 2, durationMs: 100 },
    ]);
    const id = await projectId(store);
    const window = { startUnixNano: nanoOf(-40_000), endUnixNano: nanoOf(20_000) };
    const median = async () => (await store.figures.series(id, window, 1))[0]?.latencyP50Ms;
    expect(await median()).toBeGreaterThan(98);
    const open = (await allSpans(store)).filter(
      (row) => row.endTimeUnixNano === row.startTimeUnixNano,
    );
    await store.eraser.deleteSpans(open.map((row) => row.id));
    expect(await median()).toBeGreaterThan(98);
    const { columns } = await store.figures.latencies(id, window, 1, 2);
    expect(columns.flat().reduce((sum, count) => sum + count, 0)).toBe(1);
  },

  'sums times to the first token of LLM spans, and takes them back with a delete or a move': async (
    store,
  ) => {
    await write(store, [
      { trace: 1, span: 1, startMs: 0, kind: 'LLM', durationMs: 900, firstTokenMs: 100 },
      { trace: 2, span: 2, startMs: 1, kind: 'LLM', durationMs: 900, firstTokenMs: 400 },
      // The wrapper of a call may report it too.
      { trace: 2, span: 3, startMs: 1, kind: 'CHAIN', durationMs: 900, firstTokenMs: 800 },
      { trace: 3, span: 4, startMs: 2, kind: 'LLM' },
    ]);
    const id = await projectId(store);
    const firstTokens = async (project = id): Promise<unknown> => {
      const [bucket] = await store.figures.series(project, ALL_TIME, 1);
      const rounded = (ms: number | null | undefined): unknown =>
        typeof ms === 'number' ? Math.round(ms / 20) * 20 : ms;
      return [rounded(bucket?.firstTokenP50Ms), rounded(bucket?.firstTokenP95Ms)];
    };
    expect((await allSpans(store)).map((row) => row.firstTokenNano)).toEqual([
      null,
      800_000_000,
      400_000_000,
      100_000_000,
    ]);
    expect(await firstTokens()).toEqual([100, 400]);
    const target = await store.projectWriter.createProject('to', null);
    const [moving] = await store.reader.findTraces([{ traceId: traceIdOf(2) }]);
    await store.projectWriter.transferTraces([moving?.id ?? 0], target.id);
    expect([await firstTokens(), await firstTokens(target.id)]).toEqual([
      [100, 100],
      [400, 400],
    ]);
    await store.eraser.deleteSpans(
      (await allSpans(store)).filter((row) => row.firstTokenNano !== null).map((row) => row.id),
    );
    expect(await firstTokens()).toEqual([null, null]);
  },

  'counts the traces of a window': async (store) => {
    await write(store, [
      { trace: 1, span: 1, startMs: 0 },
      { trace: 1, span: 2, parent: 1, startMs: 5 },
      { trace: 2, span: 3, startMs: 1000 },
    ]);
    const id = await projectId(store);
    expect(await store.projectReader.countTraces(id, {})).toBe(2);
    expect(await store.projectReader.countTraces(id, { endUnixNano: nanoOf(1000) })).toBe(1);
    expect(await store.projectReader.countTraces(id, { startUnixNano: nanoOf(1000) })).toBe(1);
    const [found] = await store.reader.findTraces([{ traceId: traceIdOf(1) }]);
    await store.eraser.deleteTraces([found?.id ?? 0]);
    expect(await store.projectReader.countTraces(id, {})).toBe(1);
    expect(await store.projectReader.countTraces(404, {})).toBe(0);
  },

  'takes deleted spans out of the figures': async (store) => {
    await write(store, [
      { trace: 1, span: 1, status: 2 },
      { trace: 1, span: 2, parent: 1, kind: 'LLM', model: 'm', prompt: 1 },
      { trace: 2, span: 3 },
    ]);
    const id = await projectId(store);
    const bytes = await store.projectReader.spanBytes(id);
    const [found] = await store.reader.findTraces([{ traceId: traceIdOf(1) }]);
    await store.eraser.deleteTraces([found?.id ?? 0]);
    const [bucket] = await store.figures.series(id, ALL_TIME, 1);
    expect(bucket).toMatchObject({ spans: 1, traces: 1, errors: 0, tokensByModel: {} });
    const left = await store.projectReader.spanBytes(id);
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(bytes);
    await store.eraser.deleteSpans((await allSpans(store)).map((row) => row.id));
    expect((await store.figures.summaries([id], ALL_TIME, 1))[0]).toMatchObject({
      totals: { spans: 0, traces: 0, latencyP50Ms: null },
      lastSpanUnixNano: null,
    });
    expect(await store.projectReader.spanBytes(id)).toBe(0);
  },

  'weighs a project without deleted traces that still wait to be purged': async (store) => {
    await write(store, [
      ...Array.from({ length: 1_500 }, (_, at) => ({ trace: 1, span: at + 1 })),
      { trace: 2, span: 9_000 },
    ]);
    const id = await projectId(store);
    const [large, small] = await store.reader.findTraces([
      { traceId: traceIdOf(1) },
      { traceId: traceIdOf(2) },
    ]);
    const { projectReader } = store;
    const [largeBytes, smallBytes] = [
      await projectReader.traceBytes(id, large?.id ?? 0),
      await projectReader.traceBytes(id, small?.id ?? 0),
    ];
    expect(smallBytes).toBeGreaterThan(0);
    expect(await projectReader.spanBytes(id)).toBe(largeBytes + smallBytes);
    expect(await projectReader.traceBytes(404, large?.id ?? 0)).toBe(0);
    await store.eraser.deleteTraces([large?.id ?? 0]);
    expect(await projectReader.spanBytes(id)).toBe(smallBytes);
    expect(await projectReader.traceBytes(id, large?.id ?? 0)).toBe(0);
    await settle(store);
    expect(await projectReader.spanBytes(id)).toBe(smallBytes);
  },

  'moves traces with their spans and figures': async (store) => {
    await write(
      store,
      [
        { trace: 1, span: 1, session: 's', name: 'n' },
        { trace: 1, span: 2, parent: 1 },
        { trace: 2, span: 3 },
      ],
      'from',
    );
    await write(store, [{ trace: 9, span: 9 }], 'third');
    const target = await store.projectWriter.createProject('to', null);
    const rows = await store.reader.findTraces([
      { traceId: traceIdOf(1) },
      { traceId: traceIdOf(9) },
    ]);
    const [moving, foreign] = rows.map((row) => row.id);
    await expect(
      store.projectWriter.transferTraces([moving ?? 0, foreign ?? 0], target.id),
    ).rejects.toMatchObject({
      code: 'unprocessable',
    });
    expect(await store.projectWriter.transferTraces([moving ?? 0], 404)).toBeNull();
    expect(await store.projectWriter.transferTraces([moving ?? 0], target.id)).toBe(1);
    expect(
      [await allSpans(store, 'from'), await allSpans(store, 'to')].map((spans) => spans.length),
    ).toEqual([1, 2]);
    const [from, to] = await Promise.all(
      [await projectId(store, 'from'), target.id].map((id) =>
        store.figures.series(id, ALL_TIME, 1),
      ),
    );
    expect([from?.[0]?.spans, from?.[0]?.traces, to?.[0]?.spans, to?.[0]?.traces]).toEqual([
      1, 1, 2, 1,
    ]);
    await write(store, [{ trace: 1, span: 4, parent: 1 }], 'from');
    expect(await allSpans(store, 'to')).toHaveLength(3);
    await store.eraser.deleteProject(await projectId(store, 'from'));
    await settle(store);
    expect(
      await store.reader.payloads((await allSpans(store, 'to')).map((row) => row.id)),
    ).toHaveLength(3);
  },
};
