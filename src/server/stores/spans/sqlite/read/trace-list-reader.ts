import type Database from 'better-sqlite3';
import type { TracePredicate } from '#core/filter/predicate.ts';
import type { Scored, ScoredPage } from '#core/ports/score-reader.ts';
import type { TraceRow } from '#core/ports/span-rows.ts';
import type {
  Page,
  PageAnchor,
  RankSort,
  ReadBudget,
  SessionRef,
  TraceQuery,
} from '#core/ports/span-store.ts';
import { traceRankValue } from '#core/trace/rank-value.ts';
import { AnnotatedDocuments } from '../annotations/read/annotated-documents.ts';
import { AnnotatedTargets } from '../annotations/read/annotated-targets.ts';
import { Scores } from '../annotations/read/scores.ts';
import { intersectionOf, type NumberSet } from '../both/number-set.ts';
import { TRACE_ROW_SQL, traceRowFromCells, type TraceRowCells } from '../both/trace-row-codec.ts';
import { AnnotatedTraceWalk } from './annotated-trace-walk.ts';
import type { SearchedTraces } from './searched-traces.ts';
import { checkBudget } from './span-list-reader.ts';
import { SpanGone, type SpanViews } from './span-view.ts';
import { TopRows } from './top-rows.ts';
import { ALL_NUMBERS } from './zone-walk.ts';

type Param = string | bigint | number;

interface TraceSelect {
  readonly sql: string;
  readonly params: readonly Param[];
}

/** Rows read at once when conditions are left that SQL does not decide. */
const CHUNK = 200;
/** Traces ranked by one statement, and fewer where a filter has to be asked about each. */
const WINDOW_TRACES = 20_000;
const WINDOW_FILTERED = 2_000;
/** The SQL sort values of traces; equal to those of `core/trace/rank-value.ts`. */
const SORTS: Readonly<Record<TraceQuery['sort'], string>> = {
  start_time: 't.start_time',
  latency_ms: 't.end_time - t.start_time',
  token_count: 't.prompt_tokens + t.completion_tokens',
  cost_usd: 'coalesce(CAST(t.cost_usd * 1e9 + 0.5 AS INTEGER), -1)',
};
export const TRACE_EDGE_SQL =
  'SELECT start_time FROM traces INDEXED BY traces_by_start WHERE project_id = ? AND start_time >= ? ORDER BY start_time LIMIT 1 OFFSET ?';
/** Up to so many annotated traces are looked up for each page; above, the list is walked. */
const ANNOTATED_MAX = 20_000;
const INT64_MAX = 2n ** 63n - 1n;
const INT64_MIN = -(2n ** 63n);

/** Lists of traces: one index gives the order, the other conditions are checked on each row. */
export class TraceListReader {
  readonly #db: Database.Database;
  readonly #views: SpanViews;
  readonly #statements = new Map<string, Database.Statement<Param[], TraceRowCells>>();
  readonly #edge: Database.Statement<[number, bigint, number], bigint>;
  readonly #annotated: AnnotatedTargets;
  readonly #annotatedDocuments: AnnotatedDocuments;
  readonly #scores: Scores;
  readonly #walk: AnnotatedTraceWalk;
  readonly #searched: SearchedTraces;

  constructor(db: Database.Database, views: SpanViews, searched: SearchedTraces) {
    this.#searched = searched;
    this.#db = db;
    this.#views = views;
    this.#annotated = new AnnotatedTargets(db);
    this.#annotatedDocuments = new AnnotatedDocuments(db, this.#annotated);
    this.#scores = new Scores(db);
    this.#walk = new AnnotatedTraceWalk(db);
    this.#edge = db
      .prepare<[number, bigint, number], bigint>(TRACE_EDGE_SQL)
      .safeIntegers(true)
      .pluck(true);
  }

  page(query: TraceQuery, budget: ReadBudget): Page<TraceRow> {
    const sessions = query.sessions === undefined ? null : this.#sessionNumbers(query.sessions);
    const rows: TraceRow[] = [];
    if (sessions?.size === 0 || query.userIds?.length === 0) return { rows, next: null };
    const { sort } = query;
    const step = (): void => checkBudget(budget);
    const all = this.#annotatedTraces(query, step);
    const annotated = all !== null && all.size <= ANNOTATED_MAX ? new Set(all) : null;
    if (sort === 'token_count' || sort === 'cost_usd')
      return this.#rankedPage({ ...query, sort }, sessions, budget, annotated, all);
    if (all !== null && annotated === null && sessions === null && query.userIds === undefined)
      return this.#annotatedPage({ ...query, sort }, all, step);
    let { anchor } = query;
    const chunkSize =
      query.filter === undefined ? query.limit + 1 : Math.max(query.limit + 1, CHUNK);
    for (;;) {
      const { sql, params } = traceSelect(
        { ...query, ...(anchor === undefined ? {} : { anchor }) },
        sessions,
        annotated,
      );
      const chunk = this.#statement(sql)
        .all(...params, chunkSize)
        .map(traceRowFromCells);
      this.#views.work.rowsRead += chunk.length;
      for (const row of chunk) {
        if (all?.has(row.id) === false || !this.#matches(query, row)) continue;
        if (rows.length === query.limit) return { rows, next: anchorOf(query, row, true) };
        rows.push(row);
      }
      const last = chunk.at(-1);
      if (last === undefined || chunk.length < chunkSize) return { rows, next: null };
      anchor = anchorOf(query, last, false);
      checkBudget(budget);
    }
  }

  /**
   * The only traces that can match by annotations of them and of their documents, and by the words
   * of their spans; null for any.
   */
  #annotatedTraces({ projectId, filter }: TraceQuery, step: () => void): NumberSet | null {
    const {
      annotations = [],
      documentAnnotations = [],
      spanWords = [],
    }: TracePredicate['necessary'] = filter?.necessary ?? {};
    const ofTrace = this.#annotated.gather('trace', projectId, annotations, Infinity, step);
    const ofDocuments = this.#annotatedDocuments.traces(projectId, documentAnnotations, step);
    if (ofTrace !== null || ofDocuments !== null) this.#views.work.index = 'annotations';
    const searched = this.#searched.traces(spanWords, step);
    return intersectionOf([ofTrace, ofDocuments, searched].filter((set) => set !== null));
  }

  /**
   * So many are annotated that the list meets them soon enough: it is walked by its keys, and rows
   * are read of the annotated ones alone.
   */
  #annotatedPage(
    query: TraceQuery & { readonly sort: 'start_time' | 'latency_ms' },
    annotated: NumberSet,
    step: () => void,
  ): Page<TraceRow> {
    const rows: TraceRow[] = [];
    for (const numbers of this.#walk.numbers(query, annotated, step)) {
      const { sql, params } = traceSelect(query, null, new Set(numbers), false);
      for (const row of this.#statement(sql)
        .all(...params, -1)
        .map(traceRowFromCells)) {
        if (!this.#matches(query, row)) continue;
        if (rows.length === query.limit) return { rows, next: anchorOf(query, row, true) };
        rows.push(row);
      }
      step();
    }
    return { rows, next: null };
  }

  /**
   * No index is sorted by it: the range is looked at whole, window by window, and the best are
   * kept. Some 1 µs a trace.
   */
  #rankedPage(
    query: TraceQuery & { readonly sort: RankSort },
    sessions: ReadonlySet<number> | null,
    budget: ReadBudget,
    annotated: ReadonlySet<number> | null,
    all: NumberSet | null,
  ): Page<TraceRow> {
    const keyOf = (row: TraceRow) => ({ value: traceRankValue(row, query.sort), id: row.id });
    const top = new TopRows<TraceRow>(query.limit + 1, query.order, keyOf, query.anchor);
    const end = query.window?.endUnixNano ?? INT64_MAX;
    const size = query.filter === undefined ? WINDOW_TRACES : WINDOW_FILTERED;
    for (let from = query.window?.startUnixNano ?? INT64_MIN; from < end;) {
      checkBudget(budget);
      const edge =
        annotated === null ? (this.#edge.get(query.projectId, clamp(from), size) ?? end) : end;
      const to = edge > end ? end : edge > from ? edge : from + 1n;
      const { sql, params } = traceSelect(
        { ...query, window: { startUnixNano: clamp(from), endUnixNano: clamp(to) } },
        sessions,
        annotated,
      );
      const cells = this.#statement(sql).all(
        ...params,
        query.filter === undefined ? query.limit + 1 : -1,
      );
      for (const [seen, cell] of cells.entries()) {
        const row = traceRowFromCells(cell);
        if (top.isFullBefore(keyOf(row))) break;
        if (seen % CHUNK === CHUNK - 1) checkBudget(budget);
        if (all?.has(row.id) !== false && this.#matches(query, row)) top.offer(row);
      }
      from = to;
    }
    return top.page();
  }

  /** Sorted by annotations of the traces. */
  scored({ anchor, ...query }: Scored<TraceQuery>, budget: ReadBudget): ScoredPage<TraceRow> {
    const sessions = query.sessions === undefined ? null : this.#sessionNumbers(query.sessions);
    if (sessions?.size === 0 || query.userIds?.length === 0)
      return { rows: [], ranks: [], next: null };
    const list = { ...query, ...(anchor === undefined ? {} : { anchor }) };
    const step = (): void => checkBudget(budget);
    return this.#scores.page('trace', list, ALL_NUMBERS, step, (numbers) => {
      const { sql, params } = traceSelect(
        { ...query, sort: 'start_time' },
        sessions,
        new Set(numbers),
      );
      const rows = this.#statement(sql)
        .all(...params, -1)
        .map(traceRowFromCells);
      return rows.filter((row) => this.#matches(query, row));
    });
  }

  #matches(query: Omit<TraceQuery, 'sort'>, row: TraceRow): boolean {
    const latency = row.endTimeUnixNano - row.startTimeUnixNano;
    const necessary: TracePredicate['necessary'] = query.filter?.necessary ?? {};
    if (necessary.hasError !== undefined && necessary.hasError !== row.errorCount > 0) return false;
    if (necessary.latencyNanoMin !== undefined && latency < necessary.latencyNanoMin) return false;
    if (necessary.latencyNanoMax !== undefined && latency > necessary.latencyNanoMax) return false;
    if (query.withoutScore !== undefined && this.#scores.has('trace', row.id, query.withoutScore))
      return false;
    if (query.filter === undefined) return true;
    try {
      return query.filter.matches(this.#views.trace(row));
    } catch (error) {
      if (error instanceof SpanGone) return false;
      throw error;
    }
  }

  #sessionNumbers(refs: readonly SessionRef[]): Set<number> {
    const find = this.#db
      .prepare<[string], number>('SELECT id FROM sessions WHERE session_id = ?')
      .pluck(true);
    return new Set(
      refs.flatMap((ref) => ('number' in ref ? [ref.number] : (find.get(ref.sessionId) ?? []))),
    );
  }

  #statement(sql: string): Database.Statement<Param[], TraceRowCells> {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#db.prepare<Param[], TraceRowCells>(sql).safeIntegers(true);
    if (this.#statements.size < 64) this.#statements.set(sql, statement);
    return statement;
  }
}

/**
 * The page's SQL, without its limit's value. The index is named: a planner that changes its mind
 * would scan millions of rows.
 */
export function traceSelect(
  query: TraceQuery,
  sessionNumbers: ReadonlySet<number> | null,
  annotated: ReadonlySet<number> | null = null,
  fromAnchor = true,
): TraceSelect {
  const where = ['t.project_id = +?'];
  const params: Param[] = [query.projectId];
  const add = (condition: string, ...values: Param[]): void => {
    where.push(condition);
    params.push(...values);
  };
  if (sessionNumbers !== null)
    add(
      `t.session_number IN (${[...sessionNumbers].map(() => '+?').join(', ')})`,
      ...sessionNumbers,
    );
  if (annotated !== null)
    add('t.id IN (SELECT value FROM json_each(+?))', JSON.stringify([...annotated]));
  if (query.userIds !== undefined)
    add(`t.user_id IN (${query.userIds.map(() => '+?').join(', ')})`, ...query.userIds);
  if (query.hasError === true) add('t.error_count > 0');
  if (query.hasError === false) add('t.error_count = 0');
  const sort = SORTS[query.sort];
  const isUp = query.order === 'asc';
  if (query.window?.startUnixNano !== undefined)
    add('t.start_time >= +?', query.window.startUnixNano);
  if (query.window?.endUnixNano !== undefined) add('t.start_time < +?', query.window.endUnixNano);
  if (query.latencyNanoMin !== undefined)
    add('t.end_time - t.start_time >= +?', query.latencyNanoMin);
  if (query.latencyNanoMax !== undefined)
    add('t.end_time - t.start_time <= +?', query.latencyNanoMax);
  if (query.anchor !== undefined && fromAnchor) {
    const { sortValue, id, inclusive } = query.anchor;
    // Repeated as a plain comparison, because SQLite can't seek in an index on an expression
    // otherwise.
    add(`${sort} ${isUp ? '>' : '<'}= +?`, clamp(sortValue));
    add(
      `(${sort}, t.id) ${isUp ? '>' : '<'}${inclusive ? '=' : ''} (+?, +?)`,
      clamp(sortValue),
      id,
    );
  }
  const source =
    annotated === null ? `INDEXED BY ${indexFor(query, sessionNumbers)}` : 'NOT INDEXED';
  const direction = isUp ? '' : ' DESC';
  const inOrder = `ORDER BY ${sort}${direction}, t.id${direction}`;
  // The page is cut before it is joined: where the index is not in list order, thousands of rows
  // may be sorted for it.
  const cut = `SELECT * FROM traces t ${source}\n  WHERE ${where.join(' AND ')}\n  ${inOrder}\n  LIMIT ?`;
  return {
    sql: `${TRACE_ROW_SQL.replace('FROM traces t', `FROM (${cut}) t`)}\n${inOrder}`,
    params,
  };
}

function indexFor(query: TraceQuery, sessionNumbers: ReadonlySet<number> | null): string {
  if (sessionNumbers !== null) return 'traces_by_session';
  if (query.userIds !== undefined) return 'traces_by_user';
  if (query.sort === 'latency_ms') return 'traces_by_latency';
  return query.hasError === true ? 'traces_with_errors' : 'traces_by_start';
}

function anchorOf(query: TraceQuery, row: TraceRow, inclusive: boolean): PageAnchor {
  const sortValue =
    query.sort === 'latency_ms'
      ? row.endTimeUnixNano - row.startTimeUnixNano
      : row.startTimeUnixNano;
  return { sortValue, id: row.id, inclusive };
}

function clamp(value: bigint): bigint {
  return value > INT64_MAX ? INT64_MAX : value < INT64_MIN ? INT64_MIN : value;
}
