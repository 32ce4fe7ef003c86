import type Database from 'better-sqlite3';
import { SPAN_KINDS, STATUS_CODES } from '#contracts/spans/span-kind.ts';
import type { ValueCounts, FacetValue, FieldCounts } from '#core/ports/figure-reader.ts';
import type { ReadBudget, TimeWindow } from '#core/ports/span-store.ts';
import { IN_WINDOW_SQL, SHAPE_SPANS_SQL } from '../index/span-run.ts';
import { projectTracesSql, STARTED_IN_SQL, type StartedIn } from '../index/trace-run.ts';
import { FAILED_TRACES_SQL } from './figure-reader.ts';
import { boundsOf, ShapeWindows, type ShapeCells } from './shape-windows.ts';
import { checkBudget } from './list-walk.ts';
import { TraceKeys } from './trace-keys.ts';
import { traceKeyRange } from './trace-select.ts';

/** Rows looked up one by one at most: some 50 ms. */
const LOOKUPS_MAX = 50_000;
/** Of more, the newest, which tell as much: some 15 ms. */
const SAMPLE = 20_000;
const NEWEST = { spansMax: LOOKUPS_MAX, sample: SAMPLE };
/** Kinds whose model is one of the trace's. */
const CALLING = new Set([SPAN_KINDS.indexOf('LLM'), SPAN_KINDS.indexOf('EMBEDDING')]);

export const ROOT_COUNT_SQL = `SELECT s.shape_id, s.name, count(*) AS count ${projectTracesSql('traces_by_start')}
CROSS JOIN spans s ON s.id = t.root_span
WHERE runs.project_id = ? AND ${STARTED_IN_SQL} GROUP BY s.shape_id, s.name`;
export const MODEL_TRACES_SQL = `SELECT count(DISTINCT s.trace_number) ${SHAPE_SPANS_SQL}
CROSS JOIN traces t ON t.id = s.trace_number
WHERE r.shape_id IN (SELECT value FROM json_each(?)) AND r.start_max >= ? AND s.start_time >= ? AND t.start_time >= ? AND t.start_time < ?`;

export const TRACE_OWNERS_SQL = `SELECT t.user_id, t.session_number ${projectTracesSql('traces_by_start')}
WHERE runs.project_id = ? AND ${STARTED_IN_SQL}`;
export const TRACE_COUNT_SQL = `SELECT count(*) ${projectTracesSql('traces_by_start')}
WHERE runs.project_id = ? AND ${STARTED_IN_SQL}`;
/**
 * One value a span, since rows of several take twice as long to read: the number of its trace if its
 * user is that of the trace, for which an empty text is short; that number below zero if it has no
 * user; and a text of both if it has a user of its own.
 */
export const SPAN_OWNERS_SQL = `SELECT CASE WHEN s.user_id IS NULL THEN -s.trace_number WHEN s.user_id = '' THEN s.trace_number
  ELSE s.trace_number || ' ' || s.user_id END
${SHAPE_SPANS_SQL}
${IN_WINDOW_SQL}`;
export const OWNERS_BETWEEN_SQL =
  'SELECT id, user_id, session_number FROM traces WHERE id BETWEEN ? AND ?';
const SESSION_ID_SQL = 'SELECT session_id FROM sessions WHERE id = ?';

/**
 * The number of spans or traces of a window by value, from shapes and indexes; fields for which
 * every row would have to be read are left out.
 */
export class ValueCounter {
  readonly #db: Database.Database;
  readonly #windows: ShapeWindows;
  readonly #owners: OwnerCounter;

  constructor(db: Database.Database) {
    this.#db = db;
    this.#windows = new ShapeWindows(db);
    this.#owners = new OwnerCounter(db, this.#windows);
  }

  spans(projectId: number, window: TimeWindow, budget: ReadBudget): ValueCounts {
    const shapes = this.#shapes(projectId);
    if (shapes === null) return {};
    const [status, kind, name, model] = [new Counts(), new Counts(), new Counts(), new Counts()];
    let isNameless = false;
    let all = 0;
    for (const shape of shapes) {
      checkBudget(budget);
      const count = this.#windows.count(shape, window);
      if (count === 0) continue;
      all += count;
      status.add(STATUS_CODES[Number(shape.status)], count);
      kind.add(SPAN_KINDS[Number(shape.kind)], count);
      name.add(shape.name, count);
      model.add(shape.model_name, count);
      // The spans of such a shape keep their own names and models.
      isNameless ||= shape.name === null;
    }
    const sure = {
      status: status.over(all),
      kind: kind.over(all),
      ...this.#owners.spans(shapes, window, budget),
    };
    return isNameless ? sure : { ...sure, name: name.over(all), model: model.over(all) };
  }

  traces(projectId: number, window: TimeWindow, budget: ReadBudget): ValueCounts {
    const shapes = this.#shapes(projectId);
    if (shapes === null) return {};
    const all = this.#countTraces(projectId, window);
    const failed = this.#countTraces(projectId, window, FAILED_TRACES_SQL);
    const status = new Counts();
    status.add('ERROR', failed);
    status.add('OK', all - failed);
    checkBudget(budget);
    return {
      status: status.over(all),
      ...this.#roots(projectId, window, shapes, all),
      ...this.#models(projectId, window, shapes, all, budget),
      ...this.#owners.traces(projectId, window, all),
    };
  }

  /**
   * By root: one by one where there are few; else by shape, if there are as many root spans as
   * traces.
   */
  #roots(
    projectId: number,
    window: TimeWindow,
    shapes: readonly ShapeCells[],
    traces: number,
  ): ValueCounts {
    const [kind, name] = [new Counts(), new Counts()];
    const add = (shape: ShapeCells | undefined, own: string | null, count: number): void => {
      if (shape === undefined) return;
      kind.add(SPAN_KINDS[Number(shape.kind)], count);
      name.add(shape.name ?? own, count);
    };
    if (traces <= LOOKUPS_MAX) {
      const byId = new Map(shapes.map((shape) => [Number(shape.id), shape]));
      const rows = this.#db
        .prepare<[number, ...StartedIn], { shape_id: number; name: string | null; count: number }>(
          ROOT_COUNT_SQL,
        )
        .all(projectId, ...boundsOf(window), ...boundsOf(window));
      for (const row of rows) add(byId.get(row.shape_id), row.name, row.count);
      return { kind: kind.over(traces), name: name.over(traces) };
    }
    const roots = shapes.filter((shape) => shape.is_root !== 0n);
    const counts = roots.map((shape) => this.#windows.count(shape, window));
    if (
      roots.some((shape) => shape.name === null) ||
      counts.reduce((sum, one) => sum + one, 0) !== traces
    )
      return {};
    for (const [at, shape] of roots.entries()) add(shape, null, counts[at] ?? 0);
    return { kind: kind.over(traces), name: name.over(traces) };
  }

  /**
   * Traces with a call of each model: of all, or of as many of the newest as have no more calls
   * than can be looked up.
   */
  #models(
    projectId: number,
    window: TimeWindow,
    shapes: readonly ShapeCells[],
    all: number,
    budget: ReadBudget,
  ): ValueCounts {
    const calling = shapes.filter((shape) => CALLING.has(Number(shape.kind)));
    if (calling.some((shape) => shape.name === null)) return {};
    const [start, to] = boundsOf(window);
    // A call may start after the window in which its trace started.
    const [from] = boundsOf(this.#windows.newest(calling, { startUnixNano: start }, NEWEST));
    const of =
      from === start ? all : this.#countTraces(projectId, { startUnixNano: from, endUnixNano: to });
    if (of === 0 && all > 0) return {};
    const model = new Counts();
    for (const name of new Set(calling.flatMap((shape) => shape.model_name ?? []))) {
      checkBudget(budget);
      const ids = calling.filter((shape) => shape.model_name === name).map(({ id }) => id);
      const bounds = [from, from, from, to];
      model.add(name, this.#one(MODEL_TRACES_SQL, JSON.stringify(ids.map(Number)), ...bounds));
    }
    return { model: model.over(of, all) };
  }

  /**
   * Null while deleted traces wait for their purge: until then their spans are counted with the
   * others.
   */
  #shapes(projectId: number): readonly ShapeCells[] | null {
    if (this.#one('SELECT EXISTS (SELECT 1 FROM traces WHERE project_id = 0)') !== 0) return null;
    return this.#db
      .prepare<[number], ShapeCells>(
        'SELECT id, is_root, kind, status, name, model_name, span_count, start_min, start_max FROM shapes WHERE project_id = ? AND span_count > 0',
      )
      .safeIntegers(true)
      .all(projectId);
  }

  #countTraces(projectId: number, window: TimeWindow, sql = TRACE_COUNT_SQL): number {
    return this.#one(sql, projectId, ...boundsOf(window), ...boundsOf(window));
  }

  #one(sql: string, ...params: (number | bigint | string)[]): number {
    return (
      this.#db
        .prepare<(number | bigint | string)[], number>(sql)
        .pluck(true)
        .get(...params) ?? 0
    );
  }
}

type OwnerCells = [user: string | null, session: number | null];
type NumberedOwnerCells = [trace: number, ...OwnerCells];

/** Traces that lie between others take a tenth of a look-up each. */
const TRACES_SPARSE = 8;

/** The number of spans or traces by user and session; of more than can be looked at, the newest. */
class OwnerCounter {
  readonly #windows: ShapeWindows;
  readonly #keys: TraceKeys;
  readonly #ofTraces: Database.Statement<[number, ...StartedIn], OwnerCells>;
  readonly #ofSpans: Database.Statement<[bigint, bigint, bigint, bigint, bigint], number | string>;
  readonly #between: Database.Statement<[number, number], NumberedOwnerCells>;
  readonly #sessionId: Database.Statement<[number], string | null>;

  constructor(db: Database.Database, windows: ShapeWindows) {
    this.#windows = windows;
    this.#keys = new TraceKeys(db);
    this.#ofTraces = db.prepare<[number, ...StartedIn], OwnerCells>(TRACE_OWNERS_SQL).raw(true);
    this.#ofSpans = db
      .prepare<[bigint, bigint, bigint, bigint, bigint], number | string>(SPAN_OWNERS_SQL)
      .pluck(true);
    this.#between = db.prepare<[number, number], NumberedOwnerCells>(OWNERS_BETWEEN_SQL).raw(true);
    this.#sessionId = db.prepare<[number], string | null>(SESSION_ID_SQL).pluck(true);
  }

  /** `all` is how many traces start in the window. */
  traces(projectId: number, window: TimeWindow, all: number): ValueCounts {
    const [start, to] = boundsOf(window);
    const from = all <= LOOKUPS_MAX ? start : this.#newestFrom(projectId, window, start);
    const rows = this.#ofTraces.all(projectId, from, to, from, to);
    const owners = new OwnerCounts();
    for (const [user, session] of rows) owners.add(user, session, 1);
    return this.#counted(owners, all);
  }

  /** When the newest traces of a window start, as many as are looked at. */
  #newestFrom(projectId: number, window: TimeWindow, start: bigint): bigint {
    const list = { projectId, sort: 'start_time', order: 'desc', limit: SAMPLE, window } as const;
    const edge = this.#keys.valueAt(traceKeyRange(list), SAMPLE);
    // One that starts exactly there may be one too many.
    return edge === null ? start : edge + 1n;
  }

  spans(shapes: readonly ShapeCells[], window: TimeWindow, budget: ReadBudget): ValueCounts {
    const newest = this.#windows.newest(shapes, window, NEWEST);
    const [from, to] = boundsOf(newest);
    const spans = new Map<number, TraceSpans>();
    for (const shape of shapes) {
      if (shape.start_max < from || shape.start_min >= to) continue;
      checkBudget(budget);
      for (const owner of this.#ofSpans.all(shape.id, from, to, from, to)) addOwner(spans, owner);
    }
    return this.#counted(this.#ownersOf(spans), this.#windows.countAll(shapes, window));
  }

  /** Each trace is looked up once, whatever spans it has. */
  #ownersOf(spans: ReadonlyMap<number, TraceSpans>): OwnerCounts {
    const owners = new OwnerCounts();
    for (const [number, traceUser, session] of this.#traces([...spans.keys()])) {
      const of = spans.get(number);
      if (of === undefined) continue;
      owners.add(traceUser, session, of.ofTraceUser);
      owners.add(null, session, of.ofNone);
      for (const [user, count] of of.ofOthers ?? []) owners.add(user, session, count);
    }
    return owners;
  }

  *#traces(numbers: readonly number[]): Generator<NumberedOwnerCells> {
    const [first, last] = numbers.reduce(
      ([low, high], number) => [Math.min(low, number), Math.max(high, number)],
      [Infinity, 0],
    );
    if (last - first < TRACES_SPARSE * numbers.length) yield* this.#between.iterate(first, last);
    else for (const number of numbers) yield* this.#between.all(number, number);
  }

  #counted({ users, bySession, rows }: OwnerCounts, all: number): ValueCounts {
    // So many at one instant that none of them could be taken.
    if (rows === 0 && all > 0) return {};
    const sessions = new Counts();
    for (const [number, count] of bySession) sessions.add(this.#sessionId.get(number), count);
    return { user: users.over(rows, all), session: sessions.over(rows, all) };
  }
}

/** How many spans of a trace have its user, no user, and users of their own. */
interface TraceSpans {
  ofTraceUser: number;
  ofNone: number;
  ofOthers: Map<string, number> | null;
}

/** Counts a span by a value of `SPAN_OWNERS_SQL`. */
function addOwner(spans: Map<number, TraceSpans>, owner: number | string): void {
  const end = typeof owner === 'string' ? owner.indexOf(' ') : 0;
  const trace = typeof owner === 'string' ? Number(owner.slice(0, end)) : Math.abs(owner);
  let of = spans.get(trace);
  if (of === undefined) spans.set(trace, (of = { ofTraceUser: 0, ofNone: 0, ofOthers: null }));
  if (typeof owner === 'string') {
    const user = owner.slice(end + 1);
    of.ofOthers ??= new Map();
    of.ofOthers.set(user, (of.ofOthers.get(user) ?? 0) + 1);
  } else if (owner > 0) of.ofTraceUser += 1;
  else of.ofNone += 1;
}

class OwnerCounts {
  readonly users = new Counts();
  readonly bySession = new Map<number, number>();
  rows = 0;

  add(user: string | null, session: number | null, count: number): void {
    if (count === 0) return;
    this.rows += count;
    this.users.add(user, count);
    if (session !== null) this.bySession.set(session, (this.bySession.get(session) ?? 0) + count);
  }
}

/** Counts by value, while they are counted. */
class Counts {
  readonly #counts = new Map<string, number>();

  add(value: string | null | undefined, count: number): void {
    if (value !== null && value !== undefined && count > 0)
      this.#counts.set(value, (this.#counts.get(value) ?? 0) + count);
  }

  /** As the field's counts over so many spans or traces of the `all` there are. */
  over(of: number, all = of): FieldCounts {
    return { values: this.#top(), of, isWhole: of >= all };
  }

  /** Most frequent first, ties by value. */
  #top(): readonly FacetValue[] {
    return [...this.#counts]
      .map(([value, count]) => ({ value, count }))
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  }
}
