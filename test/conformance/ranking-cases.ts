import { expect } from 'vitest';
import type { PageAnchor, RankSort, SpanRankSort } from '#core/ports/span-store.ts';
import { nanoOf, type SpanWish } from './span-maker.ts';
import {
  projectId,
  UNLIMITED,
  write,
  type ConformanceCase,
  type StoreUnderTest,
} from './store-under-test.ts';

const SORTS: readonly RankSort[] = ['latency_ms', 'token_count', 'cost_usd'];
/** Fields that traces don't have. */
const SPAN_SORTS: readonly SpanRankSort[] = [
  ...SORTS,
  'time_to_first_token_ms',
  'tokens_per_second',
];
const COUNT = 120;

/** Every value several times, and rows without any: ties have to be stable. */
const WISHES: readonly SpanWish[] = Array.from({ length: COUNT }, (_, n) => ({
  trace: n,
  span: n,
  startMs: (n * 37) % 101,
  durationMs: (n * 7) % 11,
  name: n % 3 === 0 ? 'ask' : 'step',
  kind: n % 4 === 3 ? ('CHAIN' as const) : ('LLM' as const),
  user: n % 5 === 0 ? 'ann' : 'bob',
  ...(n % 4 === 3
    ? {}
    : { prompt: (n * 3) % 7, completion: n % 2, costUsd: ((n * 13) % 9) / 3_000_000 }),
  ...(n % 4 === 1
    ? { durationMs: 10 + (n % 11), completion: 1 + (n % 3), firstTokenMs: (n % 5) / 2 + 0.000_001 }
    : {}),
}));

function valueOf(wish: SpanWish, sort: SpanRankSort): number {
  const { completion = 0, durationMs = 0, firstTokenMs } = wish;
  if (sort === 'time_to_first_token_ms') return firstTokenMs ?? -1;
  if (sort === 'tokens_per_second') {
    const ms = durationMs - (firstTokenMs ?? 0);
    return completion > 0 && ms >= 10 ? completion / ms : -1;
  }
  if (sort === 'latency_ms') return wish.durationMs ?? 0;
  if (sort === 'token_count')
    return wish.prompt === undefined ? -1 : wish.prompt + (wish.completion ?? 0);
  return wish.costUsd ?? -1;
}

function expected(
  sort: SpanRankSort,
  order: 'asc' | 'desc',
  wishes: readonly SpanWish[],
  ofTraces: boolean,
): number[] {
  const sign = order === 'asc' ? 1 : -1;
  // A trace without tokens has a total of none.
  const value = (wish: SpanWish): number =>
    ofTraces && sort === 'token_count' ? Math.max(0, valueOf(wish, sort)) : valueOf(wish, sort);
  return wishes
    .toSorted((a, b) => sign * (value(a) - value(b) || a.span - b.span))
    .map((wish) => wish.span);
}

type Read = (
  anchor: PageAnchor | undefined,
) => Promise<{ readonly ids: number[]; readonly next: PageAnchor | null }>;

async function walk(read: Read): Promise<number[]> {
  const seen: number[] = [];
  let anchor: PageAnchor | undefined;
  for (let pages = 0; pages < COUNT; pages += 1) {
    const { ids, next } = await read(anchor);
    seen.push(...ids);
    if (next === null) return seen;
    anchor = next;
  }
  throw new Error('the walk never ends');
}

async function spansRanked(
  store: StoreUnderTest,
  sort: SpanRankSort,
  order: 'asc' | 'desc',
  conditions: object = {},
): Promise<number[]> {
  const project = await projectId(store);
  return await walk(async (anchor) => {
    const page = {
      projectId: project,
      sort,
      order,
      limit: 7,
      ...conditions,
      ...(anchor === undefined ? {} : { anchor }),
    };
    const { rows, next } = await store.reader.spans(page, UNLIMITED);
    return { ids: rows.map((row) => Number.parseInt(row.spanId.slice(2), 16)), next };
  });
}

async function tracesRanked(
  store: StoreUnderTest,
  sort: RankSort,
  order: 'asc' | 'desc',
  conditions: object = {},
): Promise<number[]> {
  const project = await projectId(store);
  return await walk(async (anchor) => {
    const page = {
      projectId: project,
      sort,
      order,
      limit: 7,
      ...conditions,
      ...(anchor === undefined ? {} : { anchor }),
    };
    const { rows, next } = await store.reader.traces(page, UNLIMITED);
    return { ids: rows.map((row) => Number.parseInt(row.traceId.slice(4), 16)), next };
  });
}

export const RANKING_CASES: Readonly<Record<string, ConformanceCase>> = {
  'ranks spans and traces by duration, tokens and cost, page by page, ties by number': async (
    store,
  ) => {
    await write(store, WISHES);
    for (const sort of SORTS) {
      for (const order of ['asc', 'desc'] as const) {
        expect(await spansRanked(store, sort, order)).toEqual(expected(sort, order, WISHES, false));
        expect(await tracesRanked(store, sort, order)).toEqual(expected(sort, order, WISHES, true));
      }
    }
  },

  'ranks spans by the time to their first token and by tokens per second': async (store) => {
    await write(store, WISHES);
    const filter = {
      necessary: {},
      matches: (span: { row: { name: string } }) => span.row.name === 'ask',
    };
    const asked = WISHES.filter(({ name }) => name === 'ask');
    for (const sort of SPAN_SORTS) {
      for (const order of ['asc', 'desc'] as const) {
        expect(await spansRanked(store, sort, order)).toEqual(expected(sort, order, WISHES, false));
        expect(await spansRanked(store, sort, order, { filter })).toEqual(
          expected(sort, order, asked, false),
        );
      }
    }
  },

  'ranks only what the conditions leave': async (store) => {
    await write(store, WISHES);
    await write(
      store,
      [{ trace: 900, span: 900, prompt: 99, costUsd: 9, durationMs: 99, kind: 'LLM' }],
      'another',
    );
    const window = { startUnixNano: nanoOf(10), endUnixNano: nanoOf(60) };
    const inWindow = ({ startMs = 0 }: SpanWish): boolean => startMs >= 10 && startMs < 60;
    const filter = {
      necessary: {},
      matches: (span: { row: { name: string } }) => span.row.name === 'ask',
    };
    for (const sort of SORTS) {
      const ranked = (keep: (wish: SpanWish) => boolean): number[] =>
        expected(sort, 'desc', WISHES.filter(keep), false);
      expect(await spansRanked(store, sort, 'desc', { window })).toEqual(ranked(inWindow));
      expect(await spansRanked(store, sort, 'desc', { window, filter })).toEqual(
        ranked((one) => inWindow(one) && one.name === 'ask'),
      );
      expect(await spansRanked(store, sort, 'desc', { kinds: ['CHAIN'] })).toEqual(
        ranked((one) => one.kind === 'CHAIN'),
      );
      expect(await spansRanked(store, sort, 'desc', { userIds: ['ann'] })).toEqual(
        ranked((one) => one.user === 'ann'),
      );
      const traces = (keep: (wish: SpanWish) => boolean): number[] =>
        expected(sort, 'desc', WISHES.filter(keep), true);
      const traceFilter = {
        necessary: {},
        matches: (trace: { row: { rootName: string | null } }) => trace.row.rootName === 'ask',
      };
      expect(await tracesRanked(store, sort, 'desc', { window })).toEqual(traces(inWindow));
      expect(await tracesRanked(store, sort, 'desc', { window, filter: traceFilter })).toEqual(
        traces((one) => inWindow(one) && one.name === 'ask'),
      );
      expect(await tracesRanked(store, sort, 'desc', { userIds: ['ann'] })).toEqual(
        traces((one) => one.user === 'ann'),
      );
    }
  },

  'leaves deleted rows out of a ranking at once, and stops when the budget is over': async (
    store,
  ) => {
    await write(store, WISHES);
    const project = await projectId(store);
    const all = await store.reader.traces(
      { projectId: project, sort: 'cost_usd', order: 'desc', limit: 1_000 },
      UNLIMITED,
    );
    const doomed = all.rows.slice(0, 60);
    await store.eraser.deleteTraces(doomed.map((row) => row.id));
    const left = new Set(
      all.rows.slice(60).map((row) => Number.parseInt(row.traceId.slice(4), 16)),
    );
    const remaining = WISHES.filter((wish) => left.has(wish.span));
    expect(await spansRanked(store, 'cost_usd', 'desc')).toEqual(
      expected('cost_usd', 'desc', remaining, false),
    );
    for (const sort of SORTS) {
      const query = { projectId: project, sort, order: 'desc', limit: 5 } as const;
      await expect(store.reader.spans(query, { over: () => true })).rejects.toMatchObject({
        code: 'deadline_exceeded',
      });
    }
  },
};
