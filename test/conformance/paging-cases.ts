import { expect } from 'vitest';
import type { Page, PageAnchor } from '#core/ports/span-store.ts';
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
