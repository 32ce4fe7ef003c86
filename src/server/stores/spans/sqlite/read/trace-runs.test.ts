import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compileTraceFilter } from '#core/filter/compile-filter.ts';
import type { PageAnchor, TraceQuery } from '#core/ports/span-store.ts';
import { nanoOf, traceIdOf, type SpanWish } from '#test/conformance/span-maker.ts';
import {
  allSpans,
  projectId,
  settle,
  UNLIMITED,
  write,
} from '#test/conformance/store-under-test.ts';
import { numbersOfTraceRun, traceRunOf } from '../index/trace-run.ts';
import { openSpanStore, type OpenSpanStore } from '../open-writer.ts';

const RUNS = 4;
const TRACES_IN_RUN = 60;
const WINDOW_MS = 1_000;
const WINDOW = { startUnixNano: nanoOf(300), endUnixNano: nanoOf(620) };

let directory: string;
let store: OpenSpanStore;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'trace-runs-'));
  store = open();
});
afterEach(() => {
  store.close();
  rmSync(directory, { recursive: true });
});

function open(): OpenSpanStore {
  return openSpanStore(join(directory, 'spans.db'), { attributesOf: () => ({}), freeBytesMin: 0 });
}

/** What the closed file gives, or becomes. */
function inFile<Result>(work: (db: Database.Database) => Result): Result {
  store.close();
  const db = new Database(join(directory, 'spans.db'));
  const result = work(db);
  db.close();
  store = open();
  return result;
}

type StartMs = (run: number, n: number) => number;
/** Every run covers the whole window; some traces start at once. */
const IN_NO_ORDER: StartMs = (run, n) => (n * 37 + run * 11) % WINDOW_MS;
/** A run follows the one before, and they overlap a little. */
const IN_ORDER: StartMs = (run, n) => (run * WINDOW_MS) / RUNS + 4 * n - (n % 7) * 9;

function wishes(run: number, startMs: StartMs): SpanWish[] {
  return Array.from({ length: TRACES_IN_RUN }, (_, n) => {
    const trace = run * TRACES_IN_RUN + n;
    return {
      trace,
      span: trace,
      startMs: startMs(run, n),
      durationMs: (trace * 7_919) % 97,
      session: `s${trace % 7}`,
      user: `user ${trace % 5}`,
      ...(n % 9 === 0 ? { status: 2 as const } : {}),
    };
  });
}

/** As if each run were full: the next trace has the first number of the next run. */
async function fill(startMs: StartMs): Promise<void> {
  for (let run = 0; run < RUNS; run += 1) {
    const all = wishes(run, startMs);
    await write(
      store,
      all.filter(({ trace }) => trace % 4 !== 0),
    );
    await write(
      store,
      all.filter(({ trace }) => trace % 4 === 0),
      'q',
    );
    const [next] = numbersOfTraceRun(run + 1);
    inFile((db) => db.prepare("UPDATE counters SET next = ? WHERE name = 'trace'").run(next));
  }
}

interface Row {
  readonly id: number;
  readonly start: number;
  readonly latency: number;
  readonly errors: number;
  readonly spans: number;
  readonly user: string;
  readonly session: string;
}

/** A project's traces, times in milliseconds. */
async function stored(): Promise<readonly Row[]> {
  const project = await projectId(store);
  return inFile((db) =>
    db
      .prepare<[bigint, number], Row>(
        `SELECT t.id, (t.start_time - ?) / 1000000 AS start, (t.end_time - t.start_time) / 1000000 AS latency,
         t.error_count AS errors, t.span_count AS spans, t.user_id AS user, z.session_id AS session
         FROM traces t NOT INDEXED JOIN sessions z ON z.id = t.session_number WHERE t.project_id = ?`,
      )
      .all(nanoOf(0), project),
  );
}

type Asked = Omit<TraceQuery, 'projectId' | 'sort' | 'order' | 'limit' | 'anchor'>;

/** Walks the lists page by page to their ends, and compares them with all rows, sorted here. */
async function expectListed(asked: Asked, matches: (row: Row) => boolean): Promise<void> {
  const rows = (await stored()).filter(matches);
  for (const sort of ['start_time', 'latency_ms'] as const)
    for (const order of ['asc', 'desc'] as const) {
      const sign = order === 'asc' ? 1 : -1;
      const valueOf = (row: Row): number => (sort === 'start_time' ? row.start : row.latency);
      const expected = rows
        .toSorted((a, b) => sign * (valueOf(a) - valueOf(b) || a.id - b.id))
        .map((row) => row.id);
      const seen: number[] = [];
      let anchor: PageAnchor | undefined;
      do {
        const query = { ...asked, projectId: await projectId(store), sort, order, limit: 17 };
        const page = await store.reader.traces(
          { ...query, ...(anchor === undefined ? {} : { anchor }) },
          UNLIMITED,
        );
        seen.push(...page.rows.map((row) => row.id));
        anchor = page.next ?? undefined;
      } while (anchor !== undefined);
      expect(seen, `${sort} ${order}`).toEqual(expected);
    }
}

const isInWindow = ({ start }: Row): boolean => start >= 300 && start < 620;

async function expectAllListed(): Promise<void> {
  await expectListed({}, () => true);
  await expectListed({ window: WINDOW }, isInWindow);
  await expectListed({ hasError: true }, ({ errors }) => errors > 0);
  await expectListed({ hasError: false, window: WINDOW }, (row) => row.errors === 0 && isInWindow(row)); // prettier-ignore
  await expectListed(
    { latencyNanoMin: 20_000_000n, latencyNanoMax: 60_000_000n },
    ({ latency }) => latency >= 20 && latency <= 60,
  );
  await expectListed({ userIds: ['user 1', 'user 3'], window: WINDOW }, (row) => ['user 1', 'user 3'].includes(row.user) && isInWindow(row)); // prettier-ignore
  await expectListed({ sessions: [{ sessionId: 's2' }, { sessionId: 's5' }] }, ({ session }) => ['s2', 's5'].includes(session)); // prettier-ignore
  await expectFiltered(
    'latency_ms > 50 and error_count == 0',
    ({ latency, errors }) => latency > 50 && errors === 0,
  );
  await expectFiltered('num_spans == 1', ({ spans }) => spans === 1);
  await expectFiltered('num_spans > 1', ({ spans }) => spans > 1);
}

async function expectFiltered(text: string, matches: (row: Row) => boolean): Promise<void> {
  const filter = compileTraceFilter(text);
  if (filter === null) throw new Error('a filter');
  await expectListed({ filter }, matches);
}

describe.each([
  ['in no order', IN_NO_ORDER],
  ['in order', IN_ORDER],
])('traces of several runs whose times come %s', (_, startMs) => {
  it('are listed as a sort of all rows has them, also once some grew, moved and went', async () => {
    await fill(startMs);
    expect(new Set((await stored()).map(({ id }) => traceRunOf(id))).size).toBe(RUNS);
    await expectAllListed();
    await write(store, [{ trace: 1, span: 5_001, startMs: 999, durationMs: 900, status: 2 }]);
    await write(store, [{ trace: 63, span: 5_002, startMs: -50, durationMs: 1 }]);
    const rows = await stored();
    const q = await projectId(store, 'q');
    await store.projectWriter.transferTraces(
      rows.slice(5, 50).map(({ id }) => id),
      q,
    );
    await store.eraser.deleteTraces(rows.slice(60, 80).map(({ id }) => id));
    const spans = await allSpans(store);
    await store.eraser.deleteSpans(spans.filter(({ spanId }) => spanId.endsWith('1389')).map(({ id }) => id)); // prettier-ignore
    await expectAllListed();
    await settle(store);
    await expectAllListed();
  });

  it('are counted, and found by user and session', async () => {
    await fill(startMs);
    const project = await projectId(store);
    const rows = await stored();
    expect(await store.projectReader.countTraces(project, WINDOW)).toBe(
      rows.filter(isInWindow).length,
    );
    const failed = await store.figures.failedTraces(project, WINDOW, 8);
    expect(failed.reduce((sum, one) => sum + one, 0)).toBe(
      rows.filter((row) => isInWindow(row) && row.errors > 0).length,
    );
    const { user } = await store.figures.valueCounts(project, 'traces', {}, UNLIMITED);
    expect(user?.values.map(({ value, count }) => [value, count]).sort()).toEqual(
      [0, 1, 2, 3, 4].map((n) => [
        `user ${n}`,
        rows.filter((row) => row.user === `user ${n}`).length,
      ]),
    );
    const { users } = await store.figures.idsLike(project, 'user', 10);
    expect(users).toEqual([0, 1, 2, 3, 4].map((n) => `user ${n}`));
    const [found] = await store.reader.findSessions([{ sessionId: 's3' }]);
    const all = inFile((db) =>
      db
        .prepare<[number], { traces: number }>(
          'SELECT count(*) AS traces FROM traces NOT INDEXED WHERE session_number = ?',
        )
        .get(found?.session.id ?? 0),
    );
    expect(found?.session.traceCount).toBe(all?.traces);
    const newest = { projectId: project, sort: 'start_time', order: 'desc', limit: 1_000 } as const;
    const spans = await store.reader.spans({ ...newest, userIds: ['user 2'] }, UNLIMITED);
    expect(spans.rows.map(({ traceNumber }) => traceNumber)).toEqual(
      rows
        .filter((row) => row.user === 'user 2')
        .toSorted((a, b) => b.start - a.start || b.id - a.id)
        .map(({ id }) => id),
    );
  });
});

it('forgets runs that lost all traces of a project', async () => {
  await fill(IN_NO_ORDER);
  const project = await projectId(store);
  const runs = (): number[] =>
    inFile((db) =>
      db
        .prepare<[number], number>('SELECT run FROM trace_runs WHERE project_id = ?')
        .pluck(true)
        .all(project),
    );
  expect(runs()).toEqual([0, 1, 2, 3]);
  const rows = await stored();
  await store.eraser.deleteTraces(
    rows.filter(({ id }) => traceRunOf(id) === 1).map(({ id }) => id),
  );
  // Zones are looked at once there are several to be narrowed.
  inFile((db) =>
    db.exec(
      "INSERT OR IGNORE INTO soiled_trace_zones SELECT zone, project_id FROM trace_zones; INSERT OR IGNORE INTO soiled_trace_zones SELECT value, 9 FROM json_each('[91,92,93,94,95,96,97,98]')",
    ),
  );
  await settle(store);
  expect(runs()).toEqual([0, 2, 3]);
});

it('sums sessions over the traces that they have in all runs, also of the project that they pass to', async () => {
  await fill(IN_NO_ORDER);
  const rows = await stored();
  await store.eraser.deleteTraces(rows.filter((_, at) => at % 3 === 0).map(({ id }) => id));
  await expectSessionsSummed('p');
  await store.eraser.deleteProject(await projectId(store));
  await settle(store);
  await expectSessionsSummed('q');
});

async function expectSessionsSummed(project: string): Promise<void> {
  const expected = inFile((db) =>
    db
      .prepare<[], { id: number; traces: number }>(
        'SELECT session_number AS id, count(*) AS traces FROM traces NOT INDEXED WHERE session_number IS NOT NULL GROUP BY 1 ORDER BY 2, 1',
      )
      .all(),
  );
  expect(expected).toHaveLength(7);
  const query = { projectId: await projectId(store, project), order: 'asc', limit: 10 } as const;
  const { rows, ranks } = await store.reader.sessions({ ...query, sort: 'trace_count' }, UNLIMITED);
  expect(rows.map(({ id }, at) => ({ id, traces: Number(ranks[at]) }))).toEqual(expected);
}

it('takes spans of old traces for theirs, whatever run these are in, also after a restart', async () => {
  await fill(IN_NO_ORDER);
  const before = (await stored()).length;
  const late = [1, 61, 121, 181].map((trace) => ({ trace, span: 9_000 + trace }));
  await write(store, late);
  inFile(() => undefined);
  await write(
    store,
    late.map(({ trace, span }) => ({ trace, span: span + 500 })),
  );
  const found = await store.reader.findTraces(late.map(({ trace }) => ({ traceId: traceIdOf(trace) }))); // prettier-ignore
  expect(found.map((trace) => trace?.spanCount)).toEqual([3, 3, 3, 3]);
  expect((await stored()).length).toBe(before);
});

it('stores spans after an upgrade without making the filters of ids first, and makes them later', async () => {
  await fill(IN_NO_ORDER);
  inFile((db) => db.exec('DELETE FROM trace_id_filters'));
  const filters = (): unknown[] => inFile((db) => db.prepare('SELECT run FROM trace_id_filters').pluck().all()); // prettier-ignore
  const late = [1, 61, 121, 181].map((trace) => ({ trace, span: 9_000 + trace }));
  await write(store, late);
  expect(filters()).toEqual([]);
  await settle(store);
  expect(filters()).toEqual([0, 1, 2]);
  await write(
    store,
    late.map(({ trace, span }) => ({ trace, span: span + 500 })),
  );
  const found = await store.reader.findTraces(late.map(({ trace }) => ({ traceId: traceIdOf(trace) }))); // prettier-ignore
  expect(found.map((trace) => trace?.spanCount)).toEqual([3, 3, 3, 3]);
});

it('begins a trace anew when one of a deleted project had its id', async () => {
  await fill(IN_NO_ORDER);
  await store.eraser.deleteProject(await projectId(store));
  await write(store, [{ trace: 61, span: 61 }]);
  const [trace] = await store.reader.findTraces([{ traceId: traceIdOf(61) }]);
  expect(trace?.spanCount).toBe(1);
  await settle(store);
  expect(await store.reader.findTraces([{ traceId: traceIdOf(61) }])).toEqual([trace]);
  expect(inFile((db) => db.prepare('SELECT count(*) AS n FROM traces WHERE project_id <> 0').get())).toEqual({ n: RUNS * TRACES_IN_RUN / 4 + 1 }); // prettier-ignore
});
