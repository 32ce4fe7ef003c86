import { expect } from 'vitest';
import type { TraceRow } from '#core/ports/span-rows.ts';
import type { Page, PageAnchor } from '#core/ports/span-store.ts';
import { spanIdOf, traceIdOf } from './span-maker.ts';
import {
  projectId,
  UNLIMITED,
  write,
  type ConformanceCase,
  type StoreUnderTest,
} from './store-under-test.ts';

const ORDERS = ['asc', 'desc'] as const;

/** Starts collide on purpose: ties are where keyset paging goes wrong. */
async function fill(store: StoreUnderTest, from: number, to: number): Promise<void> {
  const wishes = Array.from({ length: to - from }, (_, i) => from + i).map((n) => ({
    trace: Math.floor(n / 3),
    span: n,
    startMs: (n * 7) % 40,
    durationMs: n % 5,
    session: `s${n % 11}`,
    kind: n % 4 === 0 ? ('LLM' as const) : ('CHAIN' as const),
  }));
  await write(store, wishes);
}

/** Walks all pages; `between` runs after each. */
async function walk<Row extends { readonly id: number }>(
  read: (anchor: PageAnchor | undefined) => Promise<Page<Row>>,
  between: (page: number) => Promise<void> = async () => undefined,
): Promise<number[]> {
  const ids: number[] = [];
  let anchor: PageAnchor | undefined;
  for (let pages = 0; pages < 1_000; pages += 1) {
    const page = await read(anchor);
    ids.push(...page.rows.map((row) => row.id));
    if (page.next === null) return ids;
    anchor = page.next;
    await between(pages);
  }
  throw new Error('the walk never ends');
}

export const PAGING_CASES: Readonly<Record<string, ConformanceCase>> = {
  'pages spans, traces and sessions without gaps or repeats': async (store) => {
    await fill(store, 0, 200);
    const project = await projectId(store);
    for (const order of ORDERS) {
      for (const limit of [1, 7, 200, 1_000]) {
        const page = { projectId: project, order, limit };
        const anchored = (anchor: PageAnchor | undefined): object =>
          anchor === undefined ? {} : { anchor };
        for (const sort of ['id', 'start_time'] as const) {
          const all = await store.reader.spans({ ...page, sort, limit: 1_000 }, UNLIMITED);
          expect(
            await walk((anchor) =>
              store.reader.spans({ ...page, sort, ...anchored(anchor) }, UNLIMITED),
            ),
          ).toEqual(all.rows.map((row) => row.id));
          const some = await walk((anchor) =>
            store.reader.spans({ ...page, sort, kinds: ['LLM'], ...anchored(anchor) }, UNLIMITED),
          );
          expect(some).toEqual(all.rows.filter((row) => row.kind === 'LLM').map((row) => row.id));
          const byUser = await walk((anchor) =>
            store.reader.spans(
              { ...page, sort, sessionIds: ['s1', 's2'], ...anchored(anchor) },
              UNLIMITED,
            ),
          );
          expect(byUser).toEqual(
            all.rows
              .filter((row) => ['s1', 's2'].includes(row.sessionId ?? ''))
              .map((row) => row.id),
          );
        }
        for (const sort of ['start_time', 'latency_ms'] as const) {
          const all = await store.reader.traces({ ...page, sort, limit: 1_000 }, UNLIMITED);
          expect(all.rows).toHaveLength(67);
          expect(
            await walk((anchor) =>
              store.reader.traces({ ...page, sort, ...anchored(anchor) }, UNLIMITED),
            ),
          ).toEqual(all.rows.map((row) => row.id));
        }
        const sessions = await walk((anchor) =>
          store.reader.sessions({ ...page, sort: 'id', ...anchored(anchor) }, UNLIMITED),
        );
        expect(sessions).toHaveLength(11);
        expect(sessions).toEqual(sessions.toSorted((a, b) => (order === 'asc' ? a - b : b - a)));
      }
    }
  },

  'shows the newest that are left, hours after them others were': async (store) => {
    const HOUR_MS = 3_600_000;
    const wishes = [0, 50].flatMap((hour, block) =>
      Array.from({ length: 40 }, (_, i) => ({
        trace: block * 20 + (i >> 1),
        span: block * 100 + i + 1,
        // The second span of a trace comes hours later.
        startMs: (hour + (i % 2) * 5) * HOUR_MS + (i >> 1),
        ...(i % 2 === 0 ? {} : { parent: block * 100 + i }),
      })),
    );
    await write(store, wishes);
    const page = { projectId: await projectId(store), sort: 'start_time', limit: 5 } as const;
    const spans = async (order: 'asc' | 'desc'): Promise<readonly string[]> =>
      (await store.reader.spans({ ...page, order }, UNLIMITED)).rows.map(({ spanId }) => spanId);
    const byId = async (order: 'asc' | 'desc'): Promise<readonly string[]> =>
      (await store.reader.spans({ ...page, sort: 'id', order }, UNLIMITED)).rows.map(
        ({ spanId }) => spanId,
      );
    const traces = async (order: 'asc' | 'desc'): Promise<readonly TraceRow[]> =>
      (await store.reader.traces({ ...page, order }, UNLIMITED)).rows;
    const traceIds = async (order: 'asc' | 'desc') =>
      (await traces(order)).map(({ traceId }) => traceId);
    const ids = (first: number, step: number): string[] =>
      Array.from({ length: 5 }, (_, i) => spanIdOf(first + i * step));
    expect(await spans('desc')).toEqual(ids(140, -2));
    expect(await spans('desc')).toEqual(ids(140, -2));
    const numbered = wishes.map(({ span }) => spanIdOf(span));
    expect(await byId('desc')).toEqual(numbered.slice(-5).toReversed());
    expect(await byId('asc')).toEqual(numbered.slice(0, 5));
    expect(await traceIds('desc')).toEqual([39, 38, 37, 36, 35].map(traceIdOf));
    expect(await traceIds('asc')).toEqual([0, 1, 2, 3, 4].map(traceIdOf));
    const newest = await store.reader.traces({ ...page, order: 'desc', limit: 20 }, UNLIMITED);
    await store.eraser.deleteTraces(newest.rows.map(({ id }) => id));
    expect(await spans('desc')).toEqual(ids(40, -2));
    expect(await byId('desc')).toEqual(numbered.slice(35, 40).toReversed());
    expect(await traceIds('desc')).toEqual([19, 18, 17, 16, 15].map(traceIdOf));
    // Of a deleted root the trace starts with what is left.
    const [row] = await traces('asc');
    await store.eraser.deleteSpans([row?.rootSpanNumber ?? 0]);
    expect(await traceIds('desc')).toEqual([0, 19, 18, 17, 16].map(traceIdOf));
    expect(await spans('asc')).toEqual(ids(3, 2));
  },

  'gives the bytes of rows that are left': async (store) => {
    await write(
      store,
      [1, 2, 3].map((span) => ({ trace: 1, span, text: `text ${span}`, session: 'a\'s \\ "s"' })),
    );
    const { rows } = await store.reader.spans(
      { projectId: await projectId(store), sort: 'start_time', order: 'asc', limit: 5 },
      UNLIMITED,
    );
    const whole = await store.reader.payloads(rows.map(({ id }) => id));
    expect(await store.reader.payloads(rows)).toEqual(whole);
    expect(await store.reader.payloads(rows.map((row) => ({ ...row })))).toEqual(whole);
    await store.eraser.deleteSpans([rows[1]?.id ?? 0]);
    const left = await store.reader.payloads(rows.map(({ id }) => id));
    expect(left.map(({ row }) => row.spanId)).toEqual([spanIdOf(1), spanIdOf(3)]);
    expect(left.map(({ bytes }) => bytes)).toEqual([whole[0]?.bytes, whole[2]?.bytes]);
  },

  'goes on strictly after a row that is named': async (store) => {
    await fill(store, 0, 50);
    const project = await projectId(store);
    const read = (anchor: PageAnchor | undefined) =>
      store.reader.traces(
        {
          projectId: project,
          sort: 'start_time',
          order: 'desc',
          limit: 4,
          ...(anchor === undefined ? {} : { anchor }),
        },
        UNLIMITED,
      );
    const all = await walk(read);
    let last: PageAnchor | undefined;
    const ids: number[] = [];
    for (let page = await read(last); page.rows.length > 0; page = await read(last)) {
      ids.push(...page.rows.map((row) => row.id));
      const row = page.rows.at(-1);
      last =
        row === undefined
          ? undefined
          : { sortValue: row.startTimeUnixNano, id: row.id, inclusive: false };
    }
    expect(ids).toEqual(all);
  },

  'keeps walks whole while spans come and go': async (store) => {
    await fill(store, 0, 150);
    const project = await projectId(store);
    for (const sort of ['id', 'start_time'] as const) {
      for (const order of ORDERS) {
        const before = await store.reader.spans(
          { projectId: project, sort, order, limit: 1_000 },
          UNLIMITED,
        );
        const doomed = before.rows.filter((_, i) => i % 5 === 0).map((row) => row.id);
        const stable = new Set(
          before.rows.map((row) => row.id).filter((id) => !doomed.includes(id)),
        );
        let next = 10_000 + 1_000 * ORDERS.indexOf(order) + (sort === 'id' ? 0 : 5_000);
        const seen = await walk(
          (anchor) =>
            store.reader.spans(
              {
                projectId: project,
                sort,
                order,
                limit: 10,
                ...(anchor === undefined ? {} : { anchor }),
              },
              UNLIMITED,
            ),
          async (page) => {
            if (page >= 8) return;
            await store.eraser.deleteSpans(doomed.splice(0, 3));
            await fill(store, next, next + 6);
            next += 6;
          },
        );
        expect(new Set(seen).size).toBe(seen.length);
        const kept = seen.filter((id) => stable.has(id));
        expect(kept).toEqual(before.rows.map((row) => row.id).filter((id) => stable.has(id)));
      }
    }
  },
};
