import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { compileSessionFilter } from '#core/filter/compile-filter.ts';
import type { SessionRow } from '#core/ports/span-rows.ts';
import type { PageAnchor, SessionQuery } from '#core/ports/span-store.ts';
import { sessionRankValue } from '#core/trace/rank-value.ts';
import { nanoOf, type SpanWish } from '#test/conformance/span-maker.ts';
import { projectId, settle, UNLIMITED, write } from '#test/conformance/store-under-test.ts';
import { sessionZones } from '../migrations/0025-session-zones.ts';
import { openSpanStore, type OpenSpanStore } from '../open-writer.ts';

const SORTS = [
  'start_time',
  'end_time',
  'duration_ms',
  'trace_count',
  'error_count',
  'token_count',
  'cost_usd',
] as const;
/** More than four zones, for two projects. */
const SESSIONS = 1_200;

let directory: string;
let store: OpenSpanStore;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'ranked-session-zones-'));
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

/** A call whose figures look random and repeat; some have no cost, some an error. */
function callOf(trace: number, span = trace): SpanWish {
  const value = (span * 7_919) % 4_001;
  return {
    trace,
    span,
    startMs: (trace * 37) % 2_003,
    durationMs: value % 301,
    kind: 'LLM',
    prompt: value % 997,
    completion: value % 11,
    ...(value % 3 === 0 ? {} : { costUsd: (value % 89) / 3e5 }),
    ...(value % 5 === 0 ? { status: 2 as const } : {}),
    session: `session ${(trace * 31) % SESSIONS}`,
  };
}

/** One to four traces of each session, of which every third is of another project. */
async function fill(): Promise<void> {
  const calls = Array.from({ length: 3_000 }, (_, n) => n).filter((n) => n % 7 !== 0);
  for (let from = 0; from < calls.length; from += 500)
    for (const [project, isOther] of [
      ['p', false],
      ['q', true],
    ] as const)
      await write(
        store,
        calls
          .slice(from, from + 500)
          .filter((n) => (((n * 31) % SESSIONS) % 3 === 0) === isOther)
          .map((n) => callOf(n)),
        project,
      );
}

type Asked = Pick<SessionQuery, 'window' | 'filter'>;

async function allSessions(project: string, asked: Asked = {}): Promise<readonly SessionRow[]> {
  const id = await projectId(store, project);
  const { rows } = await store.reader.sessions(
    { ...asked, projectId: id, sort: 'id', order: 'asc', limit: 10_000 },
    UNLIMITED,
  );
  return rows;
}

/** Walks the first pages of each list, and compares them with all rows, sorted here. */
async function expectRanked(
  project = 'p',
  asked: Asked = {},
  limit = 20,
  pages = 3,
): Promise<void> {
  const rows = await allSessions(project, asked);
  const id = await projectId(store, project);
  for (const sort of SORTS)
    for (const order of ['asc', 'desc'] as const) {
      const sign = order === 'asc' ? 1n : -1n;
      const expected = rows
        .map((row) => ({ id: row.id, value: sessionRankValue(row, sort) }))
        .sort((a, b) => Number(sign * (a.value - b.value)) || Number(sign) * (a.id - b.id))
        .slice(0, limit * pages);
      const seen: { id: number; value: bigint | undefined }[] = [];
      let anchor: PageAnchor | undefined;
      for (let page = 0; page < pages; page += 1) {
        const query = { ...asked, projectId: id, sort, order, limit };
        const found = await store.reader.sessions(
          anchor === undefined ? query : { ...query, anchor },
          UNLIMITED,
        );
        seen.push(...found.rows.map((row, at) => ({ id: row.id, value: found.ranks[at] })));
        if (found.next === null) break;
        anchor = found.next;
      }
      expect(seen, `${project} by ${sort} ${order}`).toEqual(expected);
    }
}

/** The totals of sessions and their zones as they are kept, and as a new sum has them. */
function kept(): { readonly totals: unknown; readonly zones: unknown } {
  const db = new Database(join(directory, 'spans.db'), { readonly: true });
  const totals = db
    .prepare(
      'SELECT id, start_time, end_time, trace_count, error_count, token_count, cost_sum FROM sessions ORDER BY id',
    )
    .all();
  const zones = db.prepare('SELECT * FROM session_zones ORDER BY project_id, zone').all();
  db.close();
  return { totals, zones };
}

/** Stops the store, has the totals and zones made as for one that has none, and opens it again. */
function remake(): void {
  store.close();
  const db = new Database(join(directory, 'spans.db'));
  db.exec(`DROP TABLE session_zones; DROP TABLE soiled_session_zones;
    ${['trace_count', 'error_count', 'token_count', 'cost_sum'].map((column) => `ALTER TABLE sessions DROP COLUMN ${column};`).join('\n')}
    ${sessionZones}`);
  db.close();
  store = open();
}

const DEAR: NonNullable<Asked['filter']> = { matches: ({ row }) => (row.costUsd ?? 0) > 0.0002 };

it('finds the best sessions of zones, filtered and in a window, as a sort of all rows has them', async () => {
  await fill();
  for (const project of ['p', 'q']) await expectRanked(project);
  await expectRanked('p', { filter: DEAR });
  for (const text of ['num_traces > 2', 'num_traces_with_error >= 1 and num_traces < 3']) {
    const filter = compileSessionFilter(text);
    if (filter !== null) await expectRanked('p', { filter });
  }
  await expectRanked('p', { window: { startUnixNano: nanoOf(200), endUnixNano: nanoOf(320) } });
  await settle(store);
  for (const project of ['p', 'q']) await expectRanked(project);
}, 60_000);

it('keeps totals and zones that are made anew in the same way', async () => {
  await fill();
  await settle(store);
  const before = kept();
  remake();
  expect(kept()).toEqual(before);
  await expectRanked();
}, 60_000);

it('drops the zones of deleted sessions and projects', async () => {
  await fill();
  const rows = await allSessions('p');
  await store.eraser.deleteSessions(rows.map((row) => row.id));
  await settle(store);
  const zones = kept().zones;
  remake();
  expect(kept().zones).toEqual(zones);
  await store.eraser.deleteProject(await projectId(store, 'q'));
  await settle(store);
  expect(kept()).toEqual({ totals: [], zones: [] });
}, 60_000);

it('sums sessions anew whose figures no double holds exactly', async () => {
  const huge = { trace: 1, span: 1, kind: 'LLM' as const, session: 'a', model: 'm' };
  await write(store, [
    { ...huge, costUsd: 1e300, prompt: 2 ** 53 - 1, completion: 2 },
    { ...huge, trace: 2, span: 2, costUsd: 5, prompt: 5 },
    { ...huge, trace: 3, span: 3, costUsd: 4e9, session: 'b' },
    { ...huge, trace: 4, span: 4, session: 'c' },
  ]);
  await expectRanked();
  const id = await projectId(store);
  const { rows } = await store.reader.traces(
    { projectId: id, sort: 'cost_usd', order: 'desc', limit: 1 },
    UNLIMITED,
  );
  await store.eraser.deleteTraces(rows.map((row) => row.id));
  await expectRanked();
  const before = kept().totals;
  remake();
  expect(kept().totals).toEqual(before);
}, 60_000);

const PROJECTS = ['p', 'q'] as const;
const call = fc.record({
  trace: fc.nat(400),
  project: fc.constantFrom(...PROJECTS),
  session: fc.option(fc.nat(700), { nil: undefined, freq: 8 }),
  startMs: fc.nat(5_000),
  durationMs: fc.nat(900),
  kind: fc.constantFrom('LLM' as const, 'CHAIN' as const),
  status: fc.constantFrom(0 as const, 2 as const),
  prompt: fc.constantFrom(undefined, 0, 3, 70),
  costUsd: fc.constantFrom(undefined, 0, 3.75e-8, 0.1, 1 / 3),
});
const step = fc.oneof(
  { weight: 4, arbitrary: fc.array(call, { minLength: 1, maxLength: 120 }) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      'delete traces',
      'delete spans',
      'delete sessions',
      'move',
      'settle',
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom('delete project', 'reopen') },
);

/** Deletes or moves some of what is in a project. */
async function change(what: string, project: string, some: number): Promise<void> {
  const { reader, eraser, projectWriter } = store;
  if (what === 'settle') return settle(store);
  if (what === 'reopen') {
    store.close();
    store = open();
    return;
  }
  const found = await store.projectReader.findProject({ name: project });
  if (found === null) return;
  const page = { projectId: found.id, sort: 'start_time', order: 'asc', limit: 300 } as const;
  const few = (rows: readonly { id: number }[]): number[] =>
    rows.map((row) => row.id).filter((id) => id % 5 === some % 5);
  if (what === 'delete spans')
    await eraser.deleteSpans(few((await reader.spans(page, UNLIMITED)).rows));
  else if (what === 'delete sessions')
    await eraser.deleteSessions(few((await reader.sessions(page, UNLIMITED)).rows));
  else if (what === 'delete project') {
    await eraser.deleteProject(found.id);
    // Until its traces are purged, they count in sessions of other projects.
    await settle(store);
  } else {
    const traces = few((await reader.traces(page, UNLIMITED)).rows);
    const other = await store.projectReader.findProject({ name: project === 'p' ? 'q' : 'p' });
    if (what === 'delete traces') await eraser.deleteTraces(traces);
    else if (other !== null) await projectWriter.transferTraces(traces, other.id);
  }
}

it('lists sessions right after any order of ingest, deletes and moves', async () => {
  let span = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), async (steps) => {
      store.close();
      rmSync(directory, { recursive: true });
      directory = mkdtempSync(join(tmpdir(), 'ranked-session-zones-'));
      store = open();
      for (const project of PROJECTS) await store.projectWriter.createProject(project, null);
      for (const [at, what] of steps.entries()) {
        if (typeof what === 'string') await change(what, at % 2 === 0 ? 'p' : 'q', at);
        else
          for (const project of PROJECTS)
            await write(
              store,
              what
                .filter((wish) => wish.project === project)
                .map(({ session, prompt, costUsd, project: _, ...wish }) => ({
                  ...wish,
                  span: (span += 1),
                  ...(session === undefined ? {} : { session: `s${session}` }),
                  ...(prompt === undefined ? {} : { prompt }),
                  ...(costUsd === undefined ? {} : { costUsd }),
                })),
              project,
            );
        for (const project of PROJECTS)
          if ((await store.projectReader.findProject({ name: project })) !== null)
            await expectRanked(project, {}, 15, 2);
      }
      const { totals } = kept();
      remake();
      expect(kept().totals).toEqual(totals);
    }),
    { numRuns: 25 },
  );
}, 120_000);
