import type Database from 'better-sqlite3';
import { AppError } from '#contracts/errors.ts';
import type { SpanRow } from '#core/ports/span-rows.ts';
import type { Page, ReadBudget, SpanQuery } from '#core/ports/span-store.ts';
import { conditionsOf, rowMatches, shapeMatches } from './span-conditions.ts';
import type { ShapeSummary, SpanConditions } from './span-conditions.ts';
import { inListOrder, SpanKeys } from './span-keys.ts';
import type { SpanKey } from './span-keys.ts';
import type { SpanLookup } from './span-lookup.ts';
import { SpanGone } from './span-view.ts';
import type { SpanViews } from './span-view.ts';
import { TraceSources } from './trace-sources.ts';

/** Keys looked at between two questions to the budget: well under a millisecond without attributes, some two with. */
const BUDGET_EVERY = 128;
/** Sets of spans up to this size may be gathered and sorted by number: some 10 ms. */
const GATHERED_MAX = 30_000;

/** Features kept in memory, over all projects; beyond that they are read again. */
const FEATURES_KEPT = 20_000;

/** What never changes of a shape. */
interface ShapeFeatures {
  readonly is_root: number;
  readonly kind: number;
  readonly status: number;
  readonly name: string | null;
  readonly model_name: string | null;
}

type ShapeExtent = [id: bigint, spanCount: bigint, startMin: bigint, startMax: bigint];

/** Throws `deadline_exceeded` once the budget is over. */
export function checkBudget(budget: ReadBudget): void {
  if (budget.over()) throw new AppError('deadline_exceeded', 'The search took too long: narrow it by time, kind or name, or ask for fewer rows.');
}

/**
 * Lists of spans. A source yields keys in list order, as few as the query's conditions allow; what the source could not decide is asked of
 * the row, and the filter comes last.
 */
export class SpanListReader {
  readonly #lookup: SpanLookup;
  readonly #views: SpanViews;
  readonly #keys: SpanKeys;
  readonly #traceSources: TraceSources;
  readonly #extents: Database.Statement<[number], ShapeExtent>;
  readonly #features: Database.Statement<[bigint], ShapeFeatures>;
  readonly #known = new Map<bigint, ShapeFeatures>();

  constructor(db: Database.Database, lookup: SpanLookup, views: SpanViews) {
    this.#lookup = lookup;
    this.#views = views;
    this.#keys = new SpanKeys(db);
    this.#traceSources = new TraceSources(db, lookup);
    this.#extents = db
      .prepare<[number], ShapeExtent>('SELECT id, span_count, start_min, start_max FROM shapes WHERE project_id = ? AND span_count > 0')
      .safeIntegers(true)
      .raw(true);
    this.#features = db.prepare('SELECT is_root, kind, status, name, model_name FROM shapes WHERE id = ?');
  }

  page(query: SpanQuery, budget: ReadBudget): Page<SpanRow> {
    const rows: SpanRow[] = [];
    for (const row of this.matching(query, budget)) {
      if (rows.length === query.limit) return { rows, next: { sortValue: query.sort === 'id' ? BigInt(row.id) : row.startTimeUnixNano, id: row.id, inclusive: true } };
      rows.push(row);
    }
    return { rows, next: null };
  }

  /** All matching rows in list order, read as they are asked for. */
  *matching(query: SpanQuery, budget: ReadBudget): Generator<SpanRow> {
    const c = conditionsOf(query);
    const all = this.#shapesOf(query.projectId);
    const shapes = all.filter((shape) => shapeMatches(c, shape));
    if (shapes.length === 0) return;
    const isRowFirst = needsRow(c, query.sort, shapes);
    let seen = 0;
    for (const key of this.#source(query, c, shapes, all)) {
      seen += 1;
      if (seen % BUDGET_EVERY === 0) checkBudget(budget);
      const row = this.#row(key, c, query, isRowFirst);
      if (row !== null) yield row;
    }
  }

  #row(key: SpanKey, c: SpanConditions, query: SpanQuery, isRowFirst: boolean): SpanRow | null {
    const { filter } = query;
    if (filter === undefined || isRowFirst) {
      const row = this.#lookup.span(key.id);
      if (row === null || !this.#matches(c, row)) return null;
      return filter === undefined || this.#passes(() => filter.matches(this.#views.span(row.id, row))) ? row : null;
    }
    const view = this.#views.span(key.id);
    return this.#passes(() => filter.matches(view) && this.#matches(c, view.row)) ? view.row : null;
  }

  #passes(test: () => boolean): boolean {
    try {
      return test();
    } catch (error) {
      if (error instanceof SpanGone) return false;
      throw error;
    }
  }

  #matches(c: SpanConditions, row: SpanRow): boolean {
    return rowMatches(c, row) && (c.parent !== 'none_or_missing' || !this.#lookup.hasParent(row));
  }

  #source(query: SpanQuery, c: SpanConditions, shapes: readonly ShapeSummary[], all: readonly ShapeSummary[]): Iterable<SpanKey> {
    const { sort, order, anchor } = query;
    const named = this.#named(c);
    if (named !== null) return inListOrder(named, sort, order, anchor);
    if (c.sessionIds !== null || c.userIds !== null) {
      const gathered = this.#traceSources.gather(c);
      if (gathered !== null) return inListOrder(gathered, sort, order, anchor);
      const [userId, ...others] = c.sessionIds === null ? (c.userIds ?? []) : [];
      if (userId !== undefined && others.length === 0 && sort === 'start_time' && order === 'desc') return this.#newestOfUser(c, userId, query);
    }
    if (sort === 'start_time') return this.#keys.byStart(shapes, order, c, anchor);
    const [matching, total] = [spansIn(shapes), spansIn(all)];
    // Rare among many: a walk would pass total / matching spans for each one found, which costs more than gathering them all.
    const isRare = matching <= GATHERED_MAX && matching * matching < 100 * total;
    if (!isRare) return this.#keys.byNumber(shapes, order, c, anchor);
    return inListOrder(this.#keys.numbersOf(shapes, c).map((id) => ({ start: 0n, id })), sort, order, anchor);
  }

  /** Keys of spans that the query names by trace, by id or as children of one span; null when it names none. */
  #named(c: SpanConditions): SpanKey[] | null {
    if (c.spanIds !== null) return [...c.spanIds].flatMap((id) => this.#lookup.spansById(id)).map((row) => ({ start: row.startTimeUnixNano, id: row.id }));
    if (c.traceIds !== null) return [...c.traceIds].flatMap((id) => this.#keysOfTrace(id));
    if (typeof c.parent !== 'object' || c.parent === null) return null;
    const parents = this.#lookup.spansById(c.parent.spanId);
    if (parents.length === 0) return null;
    return [...new Set(parents.map((row) => row.traceNumber))].flatMap((number) => this.#lookup.traceKeys(number));
  }

  #keysOfTrace(traceId: string): SpanKey[] {
    const trace = this.#lookup.traceById(traceId);
    return trace === null ? [] : this.#lookup.traceKeys(trace.id);
  }

  *#newestOfUser(c: SpanConditions, userId: string, query: SpanQuery): Generator<SpanKey> {
    const limits = [c.startEnd === null ? null : c.startEnd - 1n, query.anchor?.sortValue ?? null].filter((limit) => limit !== null);
    const startMax = limits.reduce((least, limit) => (limit < least ? limit : least), 2n ** 63n - 1n);
    for (const key of this.#traceSources.newestOfUser(c, userId, startMax)) {
      if (key.start <= startMax && inListOrder([key], 'start_time', 'desc', query.anchor).length === 1) yield key;
      if (c.startMin !== null && key.start < c.startMin) return;
    }
  }

  /** Read for each list: there may be a thousand, so what cannot change is read once only. */
  #shapesOf(projectId: number): ShapeSummary[] {
    if (this.#known.size > FEATURES_KEPT) this.#known.clear();
    return this.#extents.all(projectId).flatMap(([id, spanCount, startMin, startMax]) => {
      const features = this.#known.get(id) ?? this.#features.get(id);
      if (features === undefined) return [];
      this.#known.set(id, features);
      const { is_root, kind, status, name, model_name } = features;
      return [{ id: Number(id), isRoot: is_root === 1, kind, status, name, modelName: model_name, spanCount: Number(spanCount), startMin, startMax }];
    });
  }
}

function spansIn(shapes: readonly ShapeSummary[]): number {
  return shapes.reduce((sum, shape) => sum + shape.spanCount, 0);
}

/** Whether conditions are left that only the row can decide; then it is read before the filter runs. */
function needsRow(c: SpanConditions, sort: SpanQuery['sort'], shapes: readonly ShapeSummary[]): boolean {
  return (
    sort === 'id' || c.sessionIds !== null || c.userIds !== null || c.traceIds !== null || c.spanIds !== null || c.latencyNanoMin !== null ||
    c.latencyNanoMax !== null || (c.parent !== null && c.parent !== 'none') ||
    ((c.names !== null || c.modelNames !== null) && shapes.some((shape) => shape.name === null))
  );
}
