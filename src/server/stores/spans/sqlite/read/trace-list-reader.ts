import type Database from 'better-sqlite3';
import type { TracePredicate } from '#core/filter/predicate.ts';
import type { Scored, ScoredPage } from '#core/ports/score-reader.ts';
import type { TraceRow } from '#core/ports/span-rows.ts';
import type {
  Page,
  PageAnchor,
  ReadBudget,
  SessionRef,
  TimeWindow,
  TraceQuery,
} from '#core/ports/span-store.ts';
import { traceRankValue } from '#core/trace/rank-value.ts';
import { AnnotatedDocuments } from '../annotations/read/annotated-documents.ts';
import { AnnotatedTargets } from '../annotations/read/annotated-targets.ts';
import { Scores } from '../annotations/read/scores.ts';
import { intersectionOf, type NumberSet } from '../both/number-set.ts';
import { traceRowFromCells, type TraceRowCells } from '../both/trace-row-codec.ts';
import type { SearchedTraces, TraceStart } from './searched-traces.ts';
import { checkBudget, endingEarly, ListWalk } from './list-walk.ts';
import { SpanGone, type SpanViews } from './span-view.ts';
import {
  RankedTraceZones,
  type TraceZoneRanking,
  type ZonedTraceSort,
} from './ranked-trace-zones.ts';
import { TopRows } from './top-rows.ts';
import { TraceKeys } from './trace-keys.ts';
import {
  clamp,
  traceCountSelect,
  traceKeyRange,
  traceRowsSelect,
  traceSelect,
  type IndexedSort,
  type Param,
  type TraceSelect,
} from './trace-select.ts';
import { traceNumbers } from './trace-walk.ts';
import { ALL_NUMBERS } from './zone-walk.ts';

/** Rows read at once when conditions are left that SQL does not decide. */
const CHUNK = 200;
/** Traces ranked by one statement, and fewer where a filter has to be asked about each. */
const WINDOW_TRACES = 20_000;
const WINDOW_FILTERED = 2_000;
/** Up to so many annotated traces are looked up for each page; above, the list is walked. */
const ANNOTATED_MAX = 20_000;
const INT64_MAX = 2n ** 63n - 1n;
const INT64_MIN = -(2n ** 63n);

/** Lists of traces: one index gives the order, the other conditions are checked on each row. */
export class TraceListReader {
  readonly #db: Database.Database;
  readonly #views: SpanViews;
  readonly #statements = new Map<string, Database.Statement<Param[], TraceRowCells>>();
  readonly #annotated: AnnotatedTargets;
  readonly #annotatedDocuments: AnnotatedDocuments;
  readonly #scores: Scores;
  readonly #keys: TraceKeys;
  readonly #searched: SearchedTraces;
  readonly #zones: RankedTraceZones;

  constructor(db: Database.Database, views: SpanViews, searched: SearchedTraces) {
    this.#searched = searched;
    this.#db = db;
    this.#views = views;
    this.#annotated = new AnnotatedTargets(db);
    this.#annotatedDocuments = new AnnotatedDocuments(db, this.#annotated);
    this.#scores = new Scores(db);
    this.#keys = new TraceKeys(db);
    this.#zones = new RankedTraceZones(db);
  }

  page(asked: TraceQuery, budget: ReadBudget): Page<TraceRow> {
    const query = narrowed(asked);
    const sessions = query.sessions === undefined ? null : this.#sessionNumbers(query.sessions);
    if (sessions?.size === 0 || query.userIds?.length === 0) return { rows: [], next: null };
    const { sort } = query;
    const rows: TraceRow[] = [];
    const walk = new ListWalk(query, budget);
    const isOfAll = sessions === null && query.userIds === undefined;
    const newest = isOfAll ? this.#newestSearched(query, walk.step) : null;
    if (newest !== null)
      return endingEarly(
        walk,
        () => this.#pageOf(query, newest, walk, rows),
        (next) => ({ rows, next }),
      );
    const all = this.#annotatedTraces(query, () => checkBudget(budget));
    const annotated = all !== null && all.size <= ANNOTATED_MAX ? new Set(all) : null;
    if (sort === 'token_count' || sort === 'cost_usd')
      return this.#rankedPage({ ...query, sort }, sessions, budget, annotated, all);
    const read = (): Page<TraceRow> =>
      annotated === null && isOfAll
        ? this.#pageOf(
            query,
            traceNumbers(this.#keys, { ...query, sort }, all, walk.step),
            walk,
            rows,
          )
        : this.#gatheredPage({ ...query, sort }, sessions, annotated, { all, walk, rows });
    return endingEarly(walk, read, (next) => ({ rows, next }));
  }

  /** Of the traces of users or sessions, or of annotated ones: these are found and sorted. */
  #gatheredPage(
    query: TraceQuery & { readonly sort: IndexedSort },
    sessions: ReadonlySet<number> | null,
    annotated: ReadonlySet<number> | null,
    { all, walk, rows }: { all: NumberSet | null; walk: ListWalk; rows: TraceRow[] },
  ): Page<TraceRow> {
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
        if (all?.has(row.id) !== false && this.#matches(query, row)) {
          if (rows.length === query.limit) return { rows, next: anchorOf(query, row, true) };
          rows.push(row);
        }
        walk.passed(valueOf(query, row), row.id);
      }
      const last = chunk.at(-1);
      if (last === undefined || chunk.length < chunkSize) return { rows, next: null };
      anchor = anchorOf(query, last, false);
      walk.step();
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
   * Traces by the words of a search alone, newest first: those that a page has are found before
   * others are looked for. Null where they are found otherwise.
   */
  #newestSearched(query: TraceQuery, step: () => void): Iterable<number[]> | null {
    if (query.sort !== 'start_time' || query.order !== 'desc') return null;
    const {
      annotations = [],
      documentAnnotations = [],
      spanWords = [],
    }: TracePredicate['necessary'] = query.filter?.necessary ?? {};
    const [words, ...others] = spanWords;
    if (words === undefined || others.length + annotations.length + documentAnnotations.length > 0)
      return null;
    const traces = this.#searched.newest(query, words, step);
    return traces === null ? null : numbersFrom(traces, query);
  }

  /**
   * Of numbers in the order of the list; of annotated traces, if there are so many that the list
   * meets them soon enough, rows are read of these alone.
   */
  #pageOf(
    query: TraceQuery,
    batches: Iterable<readonly number[]>,
    walk: ListWalk,
    rows: TraceRow[],
  ): Page<TraceRow> {
    for (const numbers of batches) {
      const { sql, params } = traceRowsSelect(query, numbers);
      const found = this.#statement(sql).all(...params);
      this.#views.work.rowsRead += found.length;
      for (const cells of found) {
        const row = traceRowFromCells(cells);
        if (this.#matches(query, row)) {
          if (rows.length === query.limit) return { rows, next: anchorOf(query, row, true) };
          rows.push(row);
        }
        walk.passed(valueOf(query, row), row.id);
      }
      walk.step();
    }
    return { rows, next: null };
  }

  /**
   * No index is sorted by it. Zones are read in the order of the best trace that each may have,
   * until no other can have a better one than the page has; what an index gathers is looked at
   * whole.
   */
  #rankedPage(
    query: TraceQuery & { readonly sort: ZonedTraceSort },
    sessions: ReadonlySet<number> | null,
    budget: ReadBudget,
    annotated: ReadonlySet<number> | null,
    all: NumberSet | null,
  ): Page<TraceRow> {
    const keyOf = (row: TraceRow) => ({ value: traceRankValue(row, query.sort), id: row.id });
    const top = new TopRows<TraceRow>(query.limit + 1, query.order, keyOf, query.anchor);
    const isPlain = query.filter === undefined && query.withoutScore === undefined;
    const limit = isPlain ? query.limit + 1 : -1;
    const offer = ({ sql, params }: TraceSelect): void => {
      for (const [seen, cell] of this.#statement(sql)
        .all(...params, limit)
        .entries()) {
        const row = traceRowFromCells(cell);
        if (top.isFullBefore(keyOf(row))) break;
        if (seen % CHUNK === CHUNK - 1) checkBudget(budget);
        if (all?.has(row.id) !== false && this.#matches(query, row)) top.offer(row);
      }
    };
    if (annotated !== null || sessions !== null || query.userIds !== undefined)
      for (const window of this.#windows(query, sessions, annotated)) {
        checkBudget(budget);
        offer(traceSelect({ ...query, window }, sessions, annotated));
      }
    else
      for (const zone of this.#zones.of(zonesOf(query))) {
        if (top.isFullBefore(zone.best)) break;
        checkBudget(budget);
        offer(traceSelect(query, null, { ...zone, worst: top.worst?.value ?? null }));
      }
    return top.page();
  }

  /** The window in parts of so many traces of the project; whole if there are few that may match. */
  *#windows(
    query: TraceQuery,
    sessions: ReadonlySet<number> | null,
    annotated: ReadonlySet<number> | null,
  ): Generator<Required<TimeWindow>> {
    const { startUnixNano = INT64_MIN, endUnixNano: end = INT64_MAX } = query.window ?? {};
    const size = query.filter === undefined ? WINDOW_TRACES : WINDOW_FILTERED;
    const areFew = annotated !== null || this.#count(query, sessions, size) < size;
    for (let from = startUnixNano; from < end;) {
      const edge = areFew ? end : (this.#edge(query.projectId, from, size) ?? end);
      const to = edge > end ? end : edge > from ? edge : from + 1n;
      yield { startUnixNano: clamp(from), endUnixNano: clamp(to) };
      from = to;
    }
  }

  /** When the trace starts that has so many before it from a time on. */
  #edge(projectId: number, startUnixNano: bigint, offset: number): bigint | null {
    const range = { projectId, sort: 'start_time', order: 'asc', limit: 1 } as const;
    return this.#keys.valueAt(traceKeyRange({ ...range, window: { startUnixNano } }), offset);
  }

  #count(query: TraceQuery, sessions: ReadonlySet<number> | null, most: number): number {
    const { sql, params } = traceCountSelect(query, sessions);
    const cells = this.#db
      .prepare<Param[], number>(sql)
      .pluck(true)
      .get(...params, most);
    return cells ?? 0;
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

function zonesOf(query: TraceQuery & { readonly sort: ZonedTraceSort }): TraceZoneRanking {
  const { projectId, sort, order, hasError, window } = query;
  return {
    projectId,
    sort,
    order,
    ...(hasError === undefined ? {} : { hasError }),
    startMin: window?.startUnixNano ?? INT64_MIN,
    startEnd: window?.endUnixNano ?? INT64_MAX,
  };
}

/** Numbers of traces from the anchor of a list on, newest first, as many at a time as a page has. */
function* numbersFrom(
  traces: Iterable<TraceStart>,
  { anchor, limit }: TraceQuery,
): Generator<number[]> {
  let batch: number[] = [];
  for (const { id, start } of traces) {
    if (anchor !== undefined) {
      if (start > anchor.sortValue) continue;
      const first = anchor.inclusive ? anchor.id : anchor.id - 1;
      if (start === anchor.sortValue && id > first) continue;
    }
    if (batch.push(id) <= limit) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function anchorOf(query: TraceQuery, row: TraceRow, inclusive: boolean): PageAnchor {
  return { sortValue: valueOf(query, row), id: row.id, inclusive };
}

function valueOf({ sort }: TraceQuery, row: TraceRow): bigint {
  return sort === 'latency_ms'
    ? row.endTimeUnixNano - row.startTimeUnixNano
    : row.startTimeUnixNano;
}

/**
 * With the bounds on errors and latency that its filter implies. In a list by start, rows are passed
 * over one by one, and the budget is asked between them.
 */
function narrowed(query: TraceQuery): TraceQuery {
  const { hasError, latencyNanoMin, latencyNanoMax } = query.filter?.necessary ?? {};
  if (query.sort === 'start_time') return query;
  return {
    ...query,
    ...(query.hasError === undefined && hasError !== undefined ? { hasError } : {}),
    ...(query.latencyNanoMin === undefined && latencyNanoMin !== undefined
      ? { latencyNanoMin }
      : {}),
    ...(query.latencyNanoMax === undefined && latencyNanoMax !== undefined
      ? { latencyNanoMax }
      : {}),
  };
}
