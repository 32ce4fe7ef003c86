import type Database from 'better-sqlite3';
import { SPAN_KINDS, STATUS_CODES } from '#contracts/span-kind.ts';
import type { FacetValue, ReadBudget, TimeWindow, ValueCounts } from '#core/ports/span-store.ts';
import { checkBudget } from './span-list-reader.ts';

interface ShapeCells {
  readonly id: bigint;
  readonly is_root: bigint;
  readonly kind: bigint;
  readonly status: bigint;
  readonly name: string | null;
  readonly model_name: string | null;
  readonly span_count: bigint;
  readonly start_min: bigint;
  readonly start_max: bigint;
}

/** Rows looked up one by one at most: some 100 ms. */
const LOOKUPS_MAX = 50_000;
const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;
/** Kinds whose model is one of the trace's. */
const CALLING = new Set([SPAN_KINDS.indexOf('LLM'), SPAN_KINDS.indexOf('EMBEDDING')]);

export const SHAPE_COUNT_SQL =
  'SELECT count(*) FROM spans INDEXED BY spans_by_shape WHERE shape_id = ? AND start_time >= ? AND start_time < ?';
export const ROOT_COUNT_SQL = `SELECT s.shape_id, s.name, count(*) AS count FROM traces t INDEXED BY traces_by_start
CROSS JOIN spans s ON s.id = t.root_span
WHERE t.project_id = ? AND t.start_time >= ? AND t.start_time < ? GROUP BY s.shape_id, s.name`;
const MODEL_TRACES_SQL =
  'SELECT count(DISTINCT s.trace_number) FROM spans s INDEXED BY spans_by_shape CROSS JOIN traces t ON t.id = s.trace_number';

/** How all spans or traces of a window divide by value, from shapes and indexes; fields for which every row would have to be read are left out. */
export class ValueCounter {
  readonly #db: Database.Database;

  constructor(db: Database.Database) {
    this.#db = db;
  }

  spans(projectId: number, window: TimeWindow, budget: ReadBudget): ValueCounts {
    const shapes = this.#shapes(projectId);
    if (shapes === null) return {};
    const [status, kind, name, model] = [new Counts(), new Counts(), new Counts(), new Counts()];
    let isNameless = false;
    for (const shape of shapes) {
      checkBudget(budget);
      const count = this.#inWindow(shape, window);
      if (count === 0) continue;
      status.add(STATUS_CODES[Number(shape.status)], count);
      kind.add(SPAN_KINDS[Number(shape.kind)], count);
      name.add(shape.name, count);
      model.add(shape.model_name, count);
      // The spans of such a shape keep their own names and models.
      isNameless ||= shape.name === null;
    }
    const exact = { status: status.top(), kind: kind.top() };
    return isNameless ? exact : { ...exact, name: name.top(), model: model.top() };
  }

  traces(projectId: number, window: TimeWindow, budget: ReadBudget): ValueCounts {
    const shapes = this.#shapes(projectId);
    if (shapes === null) return {};
    const [from, to] = boundsOf(window);
    const count = (where: string): number =>
      this.#one(`SELECT count(*) FROM traces INDEXED BY ${where} AND start_time >= ? AND start_time < ?`, projectId, from, to);
    const all = count('traces_by_start WHERE project_id = ?');
    const failed = count('traces_with_errors WHERE error_count > 0 AND project_id = ?');
    const status = new Counts();
    status.add('ERROR', failed);
    status.add('OK', all - failed);
    checkBudget(budget);
    return {
      status: status.top(),
      ...this.#roots(projectId, window, shapes, all),
      ...this.#models(window, shapes, budget),
    };
  }

  /** By root: one by one where there are few; else by shape, if there are as many root spans as traces. */
  #roots(projectId: number, window: TimeWindow, shapes: readonly ShapeCells[], traces: number): ValueCounts {
    const [kind, name] = [new Counts(), new Counts()];
    const add = (shape: ShapeCells | undefined, own: string | null, count: number): void => {
      if (shape === undefined) return;
      kind.add(SPAN_KINDS[Number(shape.kind)], count);
      name.add(shape.name ?? own, count);
    };
    if (traces <= LOOKUPS_MAX) {
      const byId = new Map(shapes.map((shape) => [Number(shape.id), shape]));
      const [from, to] = boundsOf(window);
      const rows = this.#db
        .prepare<[number, bigint, bigint], { shape_id: number; name: string | null; count: number }>(ROOT_COUNT_SQL)
        .all(projectId, from, to);
      for (const row of rows) add(byId.get(row.shape_id), row.name, row.count);
      return { kind: kind.top(), name: name.top() };
    }
    const roots = shapes.filter((shape) => shape.is_root !== 0n);
    const counts = roots.map((shape) => this.#inWindow(shape, window));
    if (roots.some((shape) => shape.name === null) || counts.reduce((sum, one) => sum + one, 0) !== traces) return {};
    for (const [at, shape] of roots.entries()) add(shape, null, counts[at] ?? 0);
    return { kind: kind.top(), name: name.top() };
  }

  /** Traces with a call of each model. */
  #models(window: TimeWindow, shapes: readonly ShapeCells[], budget: ReadBudget): ValueCounts {
    const [from, to] = boundsOf(window);
    const calling = shapes.filter((shape) => CALLING.has(Number(shape.kind)));
    // A call may start after the window in which its trace started.
    const calls = calling.reduce((sum, shape) => sum + this.#inWindow(shape, { startUnixNano: from, endUnixNano: INT64_MAX }), 0);
    if (calls > LOOKUPS_MAX || calling.some((shape) => shape.name === null)) return {};
    const model = new Counts();
    for (const name of new Set(calling.flatMap((shape) => shape.model_name ?? []))) {
      checkBudget(budget);
      const ids = calling.filter((shape) => shape.model_name === name).map(({ id }) => id);
      const sql = `${MODEL_TRACES_SQL} WHERE s.shape_id IN (${ids.map(() => '?').join(', ')}) AND s.start_time >= ? AND t.start_time >= ? AND t.start_time < ?`;
      model.add(name, this.#one(sql, ...ids, from, from, to));
    }
    return { model: model.top() };
  }

  /** Null while deleted traces wait for their purge: until then their spans are counted with the others. */
  #shapes(projectId: number): readonly ShapeCells[] | null {
    if (this.#one('SELECT EXISTS (SELECT 1 FROM traces INDEXED BY traces_by_start WHERE project_id = 0)') !== 0) return null;
    return this.#db
      .prepare<[number], ShapeCells>(
        'SELECT id, is_root, kind, status, name, model_name, span_count, start_min, start_max FROM shapes WHERE project_id = ? AND span_count > 0',
      )
      .safeIntegers(true)
      .all(projectId);
  }

  #inWindow(shape: ShapeCells, window: TimeWindow): number {
    const [from, to] = boundsOf(window);
    if (shape.start_max < from || shape.start_min >= to) return 0;
    if (shape.start_min >= from && shape.start_max < to) return Number(shape.span_count);
    return this.#one(SHAPE_COUNT_SQL, shape.id, from, to);
  }

  #one(sql: string, ...params: (number | bigint)[]): number {
    return (
      this.#db
        .prepare<(number | bigint)[], number>(sql)
        .pluck(true)
        .get(...params) ?? 0
    );
  }
}

function boundsOf({ startUnixNano = INT64_MIN, endUnixNano = INT64_MAX }: TimeWindow): [from: bigint, to: bigint] {
  return [startUnixNano, endUnixNano];
}

class Counts {
  readonly #counts = new Map<string, number>();

  add(value: string | null | undefined, count: number): void {
    if (value !== null && value !== undefined && count > 0) this.#counts.set(value, (this.#counts.get(value) ?? 0) + count);
  }

  /** Most frequent first, ties by value. */
  top(): readonly FacetValue[] {
    return [...this.#counts].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  }
}
