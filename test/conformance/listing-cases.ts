import { expect } from 'vitest';
import type { SpanQuery, TraceQuery } from '#core/ports/span-store.ts';
import { nanoOf, spanIdOf, traceIdOf, type SpanWish } from './span-maker.ts';
import {
  projectId,
  UNLIMITED,
  write,
  type ConformanceCase,
  type StoreUnderTest,
} from './store-under-test.ts';

const SAMPLE: readonly SpanWish[] = [
  {
    trace: 1,
    span: 1,
    startMs: 0,
    durationMs: 100,
    name: 'root',
    kind: 'AGENT',
    session: 's1',
    user: 'ann',
  },
  {
    trace: 1,
    span: 2,
    parent: 1,
    startMs: 10,
    name: 'ask',
    kind: 'LLM',
    model: 'gpt',
    user: 'ann',
    prompt: 5,
  },
  { trace: 1, span: 3, parent: 2, startMs: 20, name: 'tool', kind: 'TOOL', status: 2, user: 'bob' },
  {
    trace: 2,
    span: 4,
    startMs: 30,
    durationMs: 900,
    name: 'root',
    kind: 'AGENT',
    session: 's2',
    user: 'bob',
  },
  {
    trace: 2,
    span: 5,
    parent: 4,
    startMs: 40,
    name: 'ask',
    kind: 'LLM',
    model: 'claude',
    text: 'needle',
  },
  { trace: 3, span: 6, parent: 66, startMs: 5, durationMs: 1, name: 'orphan' },
];

/** Numbers of the spans that a query finds, in its order. */
async function found(store: StoreUnderTest, query: Partial<SpanQuery>): Promise<number[]> {
  const page = await store.reader.spans(
    { projectId: await projectId(store), sort: 'start_time', order: 'asc', limit: 100, ...query },
    UNLIMITED,
  );
  return page.rows.map((row) => Number.parseInt(row.spanId.slice(2), 16));
}

async function foundTraces(store: StoreUnderTest, query: Partial<TraceQuery>): Promise<number[]> {
  const page = await store.reader.traces(
    { projectId: await projectId(store), sort: 'start_time', order: 'asc', limit: 100, ...query },
    UNLIMITED,
  );
  return page.rows.map((row) => Number.parseInt(row.traceId.slice(4), 16));
}

export const LISTING_CASES: Readonly<Record<string, ConformanceCase>> = {
  'lists spans by start and by arrival, both ways': async (store) => {
    await write(store, SAMPLE);
    expect(await found(store, {})).toEqual([1, 6, 2, 3, 4, 5]);
    expect(await found(store, { order: 'desc' })).toEqual([5, 4, 3, 2, 6, 1]);
    expect(await found(store, { sort: 'id' })).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await found(store, { sort: 'id', order: 'desc' })).toEqual([6, 5, 4, 3, 2, 1]);
  },

  'filters spans by each field, in both sorts': async (store) => {
    await write(store, SAMPLE);
    await write(
      store,
      [{ trace: 9, span: 9, name: 'ask', kind: 'LLM', user: 'ann', session: 's1', startMs: 1 }],
      'another',
    );
    const expected: readonly [Partial<SpanQuery>, number[]][] = [
      [{ kinds: ['LLM', 'TOOL'] }, [2, 3, 5]],
      [{ statusCodes: ['ERROR'] }, [3]],
      [{ names: ['ask'] }, [2, 5]],
      [{ modelNames: ['gpt'] }, [2]],
      [{ sessionIds: ['s1'] }, [1, 2, 3]],
      [{ userIds: ['ann'] }, [1, 2]],
      [{ userIds: ['bob'] }, [3, 4]],
      [{ userIds: ['ann', 'bob'] }, [1, 2, 3, 4]],
      [{ traceIds: [traceIdOf(2), traceIdOf(3)] }, [4, 5, 6]],
      [{ spanIds: [spanIdOf(3), spanIdOf(5), spanIdOf(404)] }, [3, 5]],
      [{ parent: 'none' }, [1, 4]],
      [{ parent: 'none_or_missing' }, [1, 4, 6]],
      [{ parent: { spanId: spanIdOf(1) } }, [2]],
      [{ parent: { spanId: spanIdOf(66) } }, [6]],
      [{ window: { startUnixNano: nanoOf(10), endUnixNano: nanoOf(40) } }, [2, 3, 4]],
      [{ kinds: ['LLM'], modelNames: ['claude'], sessionIds: ['s2'] }, [5]],
      [{ kinds: [] }, []],
      [{ names: [] }, []],
      [{ userIds: [] }, []],
      [{ spanIds: [] }, []],
      [{ traceIds: [] }, []],
      [{ sessionIds: [] }, []],
    ];
    for (const [query, spans] of expected) {
      for (const sort of ['start_time', 'id'] as const) {
        expect(
          (await found(store, { ...query, sort })).toSorted(),
          JSON.stringify(query, (_, v) => String(v)),
        ).toEqual(spans);
        expect(await found(store, { ...query, sort, order: 'desc' })).toEqual(
          (await found(store, { ...query, sort })).toReversed(),
        );
      }
    }
  },

  'asks a filter about rows, parents and attributes': async (store) => {
    await write(store, SAMPLE);
    const filter = (
      matches: NonNullable<SpanQuery['filter']>['matches'],
      necessary = {},
    ): Partial<SpanQuery> => ({
      filter: { necessary, matches },
    });
    expect(
      await found(
        store,
        filter((span) => JSON.stringify(span.attributes()).includes('needle')),
      ),
    ).toEqual([5]);
    expect(
      await found(
        store,
        filter((span) => !span.hasParent),
      ),
    ).toEqual([1, 6, 4]);
    expect(
      await found(
        store,
        filter((span) => span.row.name === 'ask', { kinds: ['LLM'] }),
      ),
    ).toEqual([2, 5]);
    expect(
      await found(store, { ...filter(() => true, { kinds: ['LLM'] }), kinds: ['TOOL'] }),
    ).toEqual([]);
    expect(
      await found(
        store,
        filter(() => true, { latencyNanoMin: 100_000_000n }),
      ),
    ).toEqual([1, 4]);
    expect(
      await found(store, {
        ...filter((span) => JSON.stringify(span.attributes()).includes('text')),
        sort: 'id',
        limit: 2,
      }),
    ).toEqual([1, 2]);
  },

  'shows a filter the whole status message and the tokens below a span': async (store) => {
    await write(store, [
      ...SAMPLE,
      { trace: 1, span: 7, parent: 3, startMs: 25, kind: 'LLM', prompt: 3, completion: 2 },
    ]);
    const filter = (matches: NonNullable<SpanQuery['filter']>['matches']): Partial<SpanQuery> => ({
      filter: { necessary: {}, matches },
    });
    expect(
      await found(
        store,
        filter((span) => span.cumulativeTokens?.().prompt === 8),
      ),
    ).toEqual([1, 2]);
    expect(
      await found(
        store,
        filter((span) => span.cumulativeTokens?.().completion === 2),
      ),
    ).toEqual([1, 2, 3, 7]);
    expect(
      await found(
        store,
        filter((span) => span.statusMessage?.() === ''),
      ),
    ).toHaveLength(7);
  },

  'finds texts in bytes in list order, across projects': async (store) => {
    const wishes = Array.from({ length: 1_500 }, (_, n) => ({
      trace: n,
      span: n,
      startMs: (n * 7) % 400,
      text: n % 50 === 0 ? `the needle-${n}` : n % 70 === 0 ? String.raw`\u006e` : 'hay',
    }));
    await write(store, wishes.slice(0, 700));
    await write(
      store,
      Array.from({ length: 300 }, (_, n) => ({
        trace: 9_000 + n,
        span: 9_000 + n,
        text: 'the needle-0',
      })),
      'another',
    );
    await write(store, wishes.slice(700));
    const wanted = wishes.filter(({ span, text }) => text !== 'hay' && span % 100 !== 50);
    const matches: NonNullable<SpanQuery['filter']>['matches'] = (span) =>
      /needle|u006e/.test(JSON.stringify(span.attributes())) &&
      Number.parseInt(span.row.spanId.slice(2), 16) % 100 !== 50;
    const filter = { necessary: { texts: ['needle-'] }, matches };
    for (const sort of ['start_time', 'id'] as const) {
      const inOrder = wanted
        .toSorted((a, b) => (sort === 'id' ? 0 : a.startMs - b.startMs) || a.span - b.span)
        .map(({ span }) => span);
      expect(await found(store, { filter, sort })).toEqual(inOrder);
      expect(await found(store, { filter, sort, order: 'desc' })).toEqual(inOrder.toReversed());
      expect(
        await found(store, {
          filter,
          sort,
          kinds: ['CHAIN'],
          window: { startUnixNano: nanoOf(100) },
        }),
      ).toEqual(inOrder.filter((span) => (span * 7) % 400 >= 100));
      const page = {
        projectId: await projectId(store),
        filter,
        sort,
        order: 'desc' as const,
        limit: 5,
      };
      const { rows, next } = await store.reader.spans(page, UNLIMITED);
      const rest = await store.reader.spans(
        { ...page, limit: 100, ...(next === null ? {} : { anchor: next }) },
        UNLIMITED,
      );
      expect(
        [...rows, ...rest.rows].map((row) => Number.parseInt(row.spanId.slice(2), 16)),
      ).toEqual(inOrder.toReversed());
    }
  },

  'stops a scan whose budget is over': async (store) => {
    await write(
      store,
      Array.from({ length: 3_000 }, (_, i) => ({ trace: i, span: i })),
    );
    const query: SpanQuery = {
      projectId: await projectId(store),
      sort: 'start_time',
      order: 'desc',
      limit: 10,
      filter: { necessary: {}, matches: () => false },
    };
    await expect(store.reader.spans(query, { over: () => true })).rejects.toMatchObject({
      code: 'deadline_exceeded',
    });
  },

  'lists traces by start and latency with each filter': async (store) => {
    await write(store, SAMPLE);
    expect(await foundTraces(store, {})).toEqual([1, 3, 2]);
    expect(await foundTraces(store, { sort: 'latency_ms', order: 'desc' })).toEqual([2, 1, 3]);
    expect(await foundTraces(store, { hasError: true })).toEqual([1]);
    expect(await foundTraces(store, { hasError: false })).toEqual([3, 2]);
    expect(await foundTraces(store, { userIds: ['bob'] })).toEqual([2]);
    expect(
      await foundTraces(store, { sessions: [{ sessionId: 's1' }, { sessionId: 'none' }] }),
    ).toEqual([1]);
    expect(await foundTraces(store, { sessions: [] })).toEqual([]);
    expect(
      await foundTraces(store, { latencyNanoMin: 2_000_000n, latencyNanoMax: 500_000_000n }),
    ).toEqual([1]);
    expect(
      await foundTraces(store, { window: { startUnixNano: nanoOf(5), endUnixNano: nanoOf(30) } }),
    ).toEqual([3]);
    const matches: NonNullable<TraceQuery['filter']>['matches'] = (trace) =>
      trace.spans().some((span) => span.row.name === 'tool');
    expect(
      await foundTraces(store, { filter: { necessary: { hasError: true }, matches } }),
    ).toEqual([1]);
  },

  'lists spans of a project whose names vary without bound': async (store) => {
    const wishes = Array.from({ length: 2_500 }, (_, i) => ({
      trace: i,
      span: i,
      name: `GET /users/${i}`,
      kind: 'LLM' as const,
      model: `m${i}`,
    }));
    await write(store, wishes);
    expect(await found(store, { names: ['GET /users/2400', 'GET /users/3'] })).toEqual([3, 2_400]);
    expect(await found(store, { modelNames: ['m2401'], sort: 'id' })).toEqual([2_401]);
    expect(await found(store, { order: 'desc', limit: 3 })).toEqual([2_499, 2_498, 2_497]);
  },
};
