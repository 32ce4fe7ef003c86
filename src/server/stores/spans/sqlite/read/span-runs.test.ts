import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SpanRow } from '#core/ports/span-rows.ts';
import type { PageAnchor, SpanQuery } from '#core/ports/span-store.ts';
import { nanoOf, type SpanWish } from '#test/conformance/span-maker.ts';
import { projectId, settle, UNLIMITED, write } from '#test/conformance/store-under-test.ts';
import { RUN_SPANS, runOf } from '../index/span-run.ts';
import { openSpanStore, type OpenSpanStore } from '../open-writer.ts';

const RUNS = 5;
const SPANS_IN_RUN = 240;
const WINDOW_MS = 1_000;

let directory: string;
let store: OpenSpanStore;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'span-runs-'));
  store = open();
});
afterEach(() => {
  store.close();
  rmSync(directory, { recursive: true });
});

function open(): OpenSpanStore {
  return openSpanStore(join(directory, 'spans.db'), {
    attributesOf: () => ({}),
    freeBytesMin: 0,
  });
}

function changed<Result>(change: (db: Database.Database) => Result): Result {
  store.close();
  const db = new Database(join(directory, 'spans.db'));
  const result = change(db);
  db.close();
  store = open();
  return result;
}

type StartMs = (run: number, n: number) => number;
/** Every run covers the whole window; some spans start at once. */
const IN_NO_ORDER: StartMs = (run, n) => (n * 37 + run * 11) % WINDOW_MS;
/** A run follows the one before, and they overlap a little. */
const IN_ORDER: StartMs = (run, n) => (run * WINDOW_MS) / RUNS + n - (n % 7) * 9;

function wishes(run: number, startMs: StartMs): SpanWish[] {
  return Array.from({ length: SPANS_IN_RUN }, (_, n) => {
    const span = run * SPANS_IN_RUN + n;
    return {
      trace: Math.floor(span / 4),
      span,
      startMs: startMs(run, n),
      durationMs: (span * 7_919) % 997,
      name: ['ask', 'step', 'search'][n % 3] ?? '',
      kind: n % 3 === 0 ? ('LLM' as const) : ('CHAIN' as const),
      ...(n % 3 === 0 ? { model: n % 2 === 0 ? 'a' : 'b', prompt: n, completion: 1 } : {}),
      ...(n % 40 === 0 ? { status: 2 as const } : {}),
      user: `user ${span % 5}`,
    };
  });
}

/** As if each run were full: the next span has the first number of the next run. */
async function fill(startMs: StartMs): Promise<void> {
  for (let run = 0; run < RUNS; run += 1) {
    const all = wishes(run, startMs);
    await write(
      store,
      all.filter(({ trace }) => trace % 3 !== 0),
    );
    await write(
      store,
      all.filter(({ trace }) => trace % 3 === 0),
      'q',
    );
    const next = (run + 1) * RUN_SPANS + 1;
    changed((db) => db.prepare("UPDATE counters SET next = ? WHERE name = 'span'").run(next));
  }
}

type Asked = Omit<SpanQuery, 'projectId' | 'sort' | 'order' | 'limit' | 'anchor'>;

async function rowsByNumber(asked: Asked = {}): Promise<readonly SpanRow[]> {
  const query = { ...asked, projectId: await projectId(store), sort: 'id', order: 'asc' } as const;
  return (await store.reader.spans({ ...query, limit: 5_000 }, UNLIMITED)).rows;
}

/** Walks the list page by page to its end, and compares it with all rows, sorted here. */
async function expectListed(asked: Asked = {}): Promise<void> {
  const rows = await rowsByNumber(asked);
  for (const order of ['asc', 'desc'] as const) {
    const sign = order === 'asc' ? 1 : -1;
    const expected = rows
      .toSorted((a, b) => sign * (Number(a.startTimeUnixNano - b.startTimeUnixNano) || a.id - b.id))
      .map((row) => row.id);
    const seen: number[] = [];
    let anchor: PageAnchor | undefined;
    do {
      const query = { ...asked, projectId: await projectId(store), order, limit: 33 } as const;
      const page = await store.reader.spans(
        { ...query, sort: 'start_time', ...(anchor === undefined ? {} : { anchor }) },
        UNLIMITED,
      );
      seen.push(...page.rows.map((row) => row.id));
      anchor = page.next ?? undefined;
    } while (anchor !== undefined);
    expect(seen, order).toEqual(expected);
  }
}

const WINDOW = { startUnixNano: nanoOf(300), endUnixNano: nanoOf(620) };

describe.each([
  ['in no order', IN_NO_ORDER],
  ['in order', IN_ORDER],
])('spans of several runs whose times come %s', (_, startMs) => {
  it('are listed by time, as a sort of all rows has them', async () => {
    await fill(startMs);
    expect(new Set((await rowsByNumber()).map((row) => runOf(row.id))).size).toBe(RUNS);
    await expectListed();
    await expectListed({ kinds: ['LLM'] });
    await expectListed({ statusCodes: ['ERROR'], window: WINDOW });
    await expectListed({ window: WINDOW });
    await expectListed({ names: ['ask', 'search'], modelNames: ['a'] });
  });

  it('are counted by value in a window', async () => {
    await fill(startMs);
    const rows = await rowsByNumber({ window: WINDOW });
    const counts = await store.figures.valueCounts(
      await projectId(store),
      'spans',
      WINDOW,
      UNLIMITED,
    );
    const countOf = (value: (row: SpanRow) => string | null): Record<string, number> => {
      const byValue: Record<string, number> = {};
      for (const row of rows) {
        const key = value(row);
        if (key !== null) byValue[key] = (byValue[key] ?? 0) + 1;
      }
      return byValue;
    };
    const found = (field: 'name' | 'model' | 'user') =>
      Object.fromEntries(counts[field]?.values.map(({ value, count }) => [value, count]) ?? []);
    expect(found('name')).toEqual(countOf((row) => row.name));
    expect(found('model')).toEqual(countOf((row) => row.modelName));
    expect(found('user')).toEqual(countOf((row) => row.userId));
    const ofTraces = await store.figures.valueCounts(
      await projectId(store),
      'traces',
      {},
      UNLIMITED,
    );
    const all = await rowsByNumber();
    const traces = (model: string): number =>
      new Set(all.filter((row) => row.modelName === model).map((row) => row.traceNumber)).size;
    expect(ofTraces.model?.values).toEqual(
      ['a', 'b']
        .map((value) => ({ value, count: traces(value) }))
        .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1)),
    );
  });

  it('are sorted by value while their extremes are missing', async () => {
    await fill(startMs);
    changed((db) => db.exec(`INSERT INTO missing_extremes VALUES (${RUNS * RUN_SPANS})`));
    const query = { projectId: await projectId(store), sort: 'latency_ms', order: 'desc' } as const;
    const { rows } = await store.reader.spans({ ...query, limit: 50 }, UNLIMITED);
    const latency = (row: SpanRow): number => Number(row.endTimeUnixNano - row.startTimeUnixNano);
    const expected = (await rowsByNumber())
      .toSorted((a, b) => latency(b) - latency(a) || b.id - a.id)
      .slice(0, 50);
    expect(rows.map((row) => row.id)).toEqual(expected.map((row) => row.id));
  });
});

it('leaves out runs that lost all spans of a project, and shapes that no span has', async () => {
  await fill(IN_NO_ORDER);
  await write(store, [{ trace: 9_001, span: 9_001, startMs: 5, name: 'once' }]);
  const id = await projectId(store);
  const runs = (): readonly unknown[] =>
    changed((db) =>
      db.prepare('SELECT run FROM span_runs WHERE project_id = ? ORDER BY run').pluck().all(id),
    );
  expect(runs()).toEqual([0, 1, 2, 3, 4, 5]);
  const gone = (await rowsByNumber()).filter((row) => [2, 5].includes(runOf(row.id)));
  await store.eraser.deleteTraces([...new Set(gone.map((row) => row.traceNumber))]);
  await settle(store);
  expect(runs()).toEqual([0, 1, 3, 4]);
  const named = changed((db) =>
    db.prepare("SELECT count(*) FROM shapes WHERE name = 'once'").pluck().get(),
  );
  expect(named).toBe(0);
  await expectListed();
  await write(store, [{ trace: 9_002, span: 9_002, startMs: 5 }]);
  expect(runs()).toEqual([0, 1, 3, 4, 5]);
  await expectListed();
});

it('finds traces that were moved in from another project', async () => {
  await fill(IN_NO_ORDER);
  const [q, p] = [await projectId(store, 'q'), await projectId(store)];
  const query = { projectId: q, sort: 'id', order: 'asc', limit: 1_000 } as const;
  const { rows } = await store.reader.spans(query, UNLIMITED);
  await store.eraser.deleteTraces([
    ...new Set((await rowsByNumber()).map((row) => row.traceNumber)),
  ]);
  await settle(store);
  await store.projectWriter.transferTraces([...new Set(rows.map((row) => row.traceNumber))], p);
  expect(await rowsByNumber()).toHaveLength(rows.length);
  await expectListed();
});
