import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { compileTraceFilter } from '#core/filter/compile-filter.ts';
import type { TraceRow } from '#core/ports/span-rows.ts';
import type { PageAnchor, TraceQuery } from '#core/ports/span-store.ts';
import { traceRankValue } from '#core/trace/rank-value.ts';
import { nanoOf, type SpanWish } from '#test/conformance/span-maker.ts';
import { projectId, settle, UNLIMITED, write } from '#test/conformance/store-under-test.ts';
import { listBounds } from '../migrations/0023-list-bounds.ts';
import { openSpanStore, type OpenSpanStore } from '../open-writer.ts';

/** More than four zones of each of two projects. */
const TRACES = 2_500;
const SORTS = ['token_count', 'cost_usd', 'latency_ms'] as const;

let directory: string;
let store: OpenSpanStore;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'ranked-trace-zones-'));
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

/** A call of a model whose figures look random and repeat; some have no cost, some an error. */
function callOf(trace: number, span: number): SpanWish {
  const value = (span * 7_919) % 4_001;
  return {
    trace,
    span,
    startMs: (trace * 37) % 2_003,
    kind: 'LLM',
    name: ['ask', 'plan', 'answer'][value % 3] ?? '',
    prompt: value % 997,
    completion: value % 11,
    ...(value % 5 === 0 ? {} : { costUsd: (value % 89) / 1e4 }),
    ...(trace % 50 === 0 && span > TRACES ? { status: 2 as const } : {}),
    user: `user ${trace % 7}`,
    session: `session ${trace % 90}`,
  };
}

/** Traces of one call, of which every third is of another project; some get a second call later. */
async function fill(): Promise<void> {
  for (let from = 0; from < TRACES; from += 500) {
    const numbers = Array.from({ length: 500 }, (_, at) => from + at);
    const late = numbers.filter((n) => n % 10 === 0).map((n) => callOf(n, TRACES + n));
    for (const [project, isOther] of [
      ['p', false],
      ['q', true],
    ] as const) {
      const isOf = (n: number) => (n % 3 === 0) === isOther;
      await write(
        store,
        numbers.filter(isOf).map((n) => callOf(n, n)),
        project,
      );
      await write(
        store,
        late.filter(({ trace }) => isOf(trace)),
        project,
      );
    }
  }
}

const DEAR: NonNullable<TraceQuery['filter']> = {
  necessary: {},
  matches: ({ row }) => (row.costUsd ?? 0) > 0.004,
};

type Asked = Omit<TraceQuery, 'projectId' | 'sort' | 'order' | 'limit' | 'anchor'>;

async function allTraces(asked: Asked, project: string): Promise<readonly TraceRow[]> {
  const id = await projectId(store, project);
  const { rows } = await store.reader.traces(
    { ...asked, projectId: id, sort: 'start_time', order: 'asc', limit: TRACES },
    UNLIMITED,
  );
  return rows;
}

/** Walks the first pages of a ranking, and compares them with all rows, sorted here. */
async function expectRanked(asked: Asked = {}, project = 'p', pages = 3): Promise<void> {
  const rows = await allTraces(asked, project);
  const id = await projectId(store, project);
  for (const sort of SORTS)
    for (const order of ['asc', 'desc'] as const) {
      const sign = order === 'asc' ? 1 : -1;
      const expected = rows
        .map((row) => ({ id: row.id, value: Number(traceRankValue(row, sort)) }))
        .sort((a, b) => sign * (a.value - b.value || a.id - b.id))
        .slice(0, 20 * pages);
      const seen: number[] = [];
      let anchor: PageAnchor | undefined;
      for (let page = 0; page < pages; page += 1) {
        const query = { ...asked, projectId: id, sort, order, limit: 20 };
        const found = await store.reader.traces(
          anchor === undefined ? query : { ...query, anchor },
          UNLIMITED,
        );
        seen.push(...found.rows.map((row) => row.id));
        if (found.next === null) break;
        anchor = found.next;
      }
      expect(seen, `${sort} ${order}`).toEqual(expected.map((row) => row.id));
    }
}

/** Zones as they are, and as a sum of the stored traces has them. */
function zones(): { readonly kept: unknown[]; readonly exact: unknown[] } {
  const db = new Database(join(directory, 'spans.db'), { readonly: true });
  const kept = db.prepare('SELECT * FROM trace_zones ORDER BY project_id, zone, has_error').all();
  const [, exactly] = /INSERT INTO trace_zones (SELECT [^;]+);/.exec(listBounds) ?? [];
  const exact = db.prepare(exactly ?? '').all() as Record<string, unknown>[]; // as: rows
  db.close();
  return {
    kept: kept.map((row) => Object.values(row as object)), // as: a row
    exact: exact.map((row) => Object.values(row)),
  };
}

it('finds the best traces of zones, filtered and in a window, as a sort of all rows has them', async () => {
  await fill();
  await expectRanked();
  await expectRanked({}, 'q');
  await expectRanked({ hasError: true });
  await expectRanked({ hasError: false });
  await expectRanked({ filter: DEAR });
  await expectRanked({ latencyNanoMin: 20_000_000n });
  for (const text of [
    'latency_ms > 9 and error_count > 0',
    'num_spans > 1',
    'num_spans == 1 and latency_ms < 900',
    "root.name == 'ask'",
    "root.name in ['plan', 'ask'] and root.status_code == 'ok'",
    "root.status_code == 'error'",
  ]) {
    const filter = compileTraceFilter(text);
    if (filter !== null) await expectRanked({ filter });
  }
  await expectRanked({ window: { startUnixNano: nanoOf(200), endUnixNano: nanoOf(320) } });
  await expectRanked({ userIds: ['user 3'] });
  await expectRanked({ sessions: [{ sessionId: 'session 4' }], filter: DEAR });
}, 60_000);

it('stays right when the best traces go, shrink, move, grow or fail', async () => {
  await fill();
  const id = await projectId(store);
  const best = async (): Promise<readonly TraceRow[]> =>
    (
      await store.reader.traces(
        { projectId: id, sort: 'cost_usd', order: 'desc', limit: 15 },
        UNLIMITED,
      )
    ).rows;
  await store.eraser.deleteTraces((await best()).map((row) => row.id));
  await expectRanked();
  const [shrunk, moved] = await best();
  const { rows } = await store.reader.spans(
    { projectId: id, traceIds: [shrunk?.traceId ?? ''], sort: 'id', order: 'asc', limit: 1 },
    UNLIMITED,
  );
  await store.eraser.deleteSpans(rows.map((row) => row.id));
  await store.projectWriter.transferTraces([moved?.id ?? 0], await projectId(store, 'q'));
  await write(store, [
    { ...callOf(1, 3 * TRACES), costUsd: 7, prompt: 123_456 },
    { ...callOf(2, 3 * TRACES), status: 2 },
  ]);
  for (const project of ['p', 'q']) {
    await expectRanked({}, project);
    await expectRanked({ hasError: true }, project);
  }
  await settle(store);
  for (const project of ['p', 'q']) await expectRanked({}, project);
}, 60_000);

it('narrows zones in the background, and drops those without traces', async () => {
  await fill();
  expect(zones().kept).not.toEqual(zones().exact);
  await settle(store);
  expect(zones().kept).toEqual(zones().exact);
  const window = { startUnixNano: nanoOf(0), endUnixNano: nanoOf(3_000) };
  await store.eraser.deleteTracesIn(await projectId(store), window);
  // Few zones wait for others.
  const grown = [0, 600, 1_200, 1_800, 2_400].map((n) => callOf(n, 3 * TRACES + n));
  await write(store, grown, 'q');
  await settle(store);
  expect(zones().kept).toEqual(zones().exact);
  await store.eraser.deleteProject(await projectId(store, 'q'));
  await settle(store);
  expect(zones().kept).toEqual([]);
}, 60_000);

it('makes the zones of traces that were stored before there were any', async () => {
  await fill();
  await settle(store);
  const { kept } = zones();
  store.close();
  const db = new Database(join(directory, 'spans.db'));
  db.exec(`DROP TABLE trace_zones; DROP TABLE soiled_trace_zones; ${listBounds}`);
  db.close();
  store = open();
  expect(zones().kept).toEqual(kept);
  await expectRanked();
}, 60_000);

it('has bounds for figures that no double holds exactly', async () => {
  await write(store, [
    { ...callOf(1, 1), costUsd: 1e300, prompt: 2 ** 53 - 1, completion: 0 },
    { ...callOf(2, 2), costUsd: 4e9, prompt: 5 },
    { ...callOf(3, 3), costUsd: 0, prompt: 0, completion: 0 },
  ]);
  await expectRanked();
  expect(zones().kept).toEqual(zones().exact);
});
