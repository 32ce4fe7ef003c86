import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page, PageAnchor } from '#core/ports/span-store.ts';
import { ClickHouse } from '#server/stores/spans/clickhouse/client/clickhouse.ts';
import { openClickHouseStore } from '#server/stores/spans/clickhouse/open-store.ts';
import { traceIdOf } from '../conformance/span-maker.ts';
import {
  allSpans,
  projectId,
  UNLIMITED,
  write,
  type StoreUnderTest,
} from '../conformance/store-under-test.ts';
import { ClickHouseEngine, hasEngine } from './clickhouse-engine.ts';

/** Opens a store over the database under test; `onStatement` may throw, as a server that ends. */
async function open(
  engine: ClickHouseEngine,
  database: string,
  onStatement?: (sql: string) => void,
): Promise<StoreUnderTest> {
  return openClickHouseStore({
    url: engine.url,
    database,
    attributesOf: () => ({}),
    ...(onStatement === undefined ? {} : { onStatement }),
  });
}

/** Numbers of the rows of a list, page by page. */
async function walked(
  list: (from: { readonly anchor?: PageAnchor }) => Promise<Page<{ readonly id: number }>>,
): Promise<number[]> {
  const found: number[] = [];
  let anchor: PageAnchor | null = null;
  do {
    const page: Page<{ readonly id: number }> = await list(anchor === null ? {} : { anchor });
    found.push(...page.rows.map(({ id }) => id));
    anchor = page.next;
  } while (anchor !== null);
  return found;
}

describe.skipIf(!hasEngine)('writes that are interrupted', () => {
  let engine: ClickHouseEngine;
  let database: string;
  beforeAll(async () => {
    engine = await ClickHouseEngine.start();
  });
  beforeEach(async () => {
    const made = await engine.database();
    database = made.name;
    return made.drop;
  });
  afterAll(() => engine.stop());

  it('end no list where keys are stored and their spans are not', async () => {
    const store = await open(engine, database);
    const wishes = Array.from({ length: 6 }, (_, n) => ({
      trace: n + 1,
      span: n + 1,
      startMs: n * 10,
      session: `s${n}`,
    }));
    await write(store, wishes);
    const direct = await ClickHouse.connect({ url: engine.url, database });
    await direct.command('ALTER TABLE spans ADD CONSTRAINT closed CHECK number = 0');
    const lost = [
      { trace: 90, span: 90, startMs: 25, session: 'lost' },
      { trace: 91, span: 91, startMs: 26, session: 'lost too' },
      // A span before the first of a trace that is there.
      { trace: 4, span: 92, startMs: 5, session: 's3' },
    ];
    await expect(write(store, lost)).rejects.toThrow('closed');
    await direct.close();
    const project = await projectId(store);
    const all = (await allSpans(store)).map(({ traceNumber }) => traceNumber);
    for (const order of ['asc', 'desc'] as const)
      for (const limit of [1, 3]) {
        const wish = { projectId: project, order, limit };
        const filter = { necessary: {}, matches: () => true };
        const lists = {
          traces: (from: object) =>
            store.reader.traces({ ...wish, sort: 'start_time', ...from }, UNLIMITED),
          'filtered traces': (from: object) =>
            store.reader.traces({ ...wish, sort: 'start_time', filter, ...from }, UNLIMITED),
          'sessions by start': (from: object) =>
            store.reader.sessions({ ...wish, sort: 'start_time', ...from }, UNLIMITED),
          'sessions by id': (from: object) =>
            store.reader.sessions({ ...wish, sort: 'id', ...from }, UNLIMITED),
          spans: (from: object) => store.reader.spans({ ...wish, sort: 'id', ...from }, UNLIMITED),
        };
        for (const [name, list] of Object.entries(lists)) {
          const found = await walked(list);
          expect(found, `${name}, ${order}, ${limit} at a time`).toHaveLength(6);
          expect(new Set(found).size).toBe(6);
          if (name.endsWith('traces')) expect(new Set(found)).toEqual(new Set(all));
        }
      }
    await store.close();
  });

  it('hide no trace of which some spans are deleted', async () => {
    for (const last of [1, 2, 3]) {
      let left = Infinity;
      const store = await open(engine, database, (sql) => {
        if (!/^(INSERT INTO|DELETE FROM) traces_by_id/.test(sql)) return;
        left -= 1;
        if (left <= 0) throw new Error('ended');
      });
      const spans = [1, 2, 3].map((span) => ({
        trace: last,
        span: last * 10 + span,
        startMs: span * 10_000_000,
        session: 's',
      }));
      await write(store, spans);
      const first = (await allSpans(store)).filter(({ traceId }) => traceId === traceIdOf(last));
      left = last;
      const isDone = await store.eraser.deleteSpans([first.at(-1)?.id ?? 0]).then(
        () => true,
        (error: unknown) => !String(error).includes('ended'),
      );
      expect(isDone).toBe(last === 3);
      await store.close();
      const after = await open(engine, database);
      const [trace] = await after.reader.findTraces([{ traceId: traceIdOf(last) }]);
      expect(trace?.spanCount, `ended at statement ${last}`).toBe(2);
      expect(trace?.startTimeUnixNano).toBe(first.at(-2)?.startTimeUnixNano);
      // The rows that were read are merged with the new ones, and replaced all the same.
      const direct = await ClickHouse.connect({ url: engine.url, database });
      await direct.command('OPTIMIZE TABLE traces_by_id FINAL');
      await after.eraser.deleteSpans([first[1]?.id ?? 0]);
      const known = await direct.rows(
        `SELECT min(start) AS first, max(start) AS last FROM traces_by_id WHERE lower(hex(trace_id)) = '${traceIdOf(last)}'`,
      );
      const start = first[0]?.startTimeUnixNano;
      expect(known).toEqual([{ first: start, last: start }]);
      await direct.close();
      await after.close();
    }
  });
});
