import type { JsonValue } from '#core/filter/predicate.ts';
import type { SessionRow, SpanRow, TraceRow } from '#core/ports/span-rows.ts';
import type { Scored, ScoredPage, ScoreReader } from '#core/ports/score-reader.ts';
import type {
  Page,
  PageAnchor,
  PageRequest,
  ReadBudget,
  SearchBudget,
  SessionPage,
  SessionQuery,
  SpanQuery,
  SpanSearchQuery,
  TraceQuery,
} from '#core/ports/span-store.ts';
import { meanScoresSql } from '../../annotations/annotation-sql.ts';
import type { ClickHouse } from '../../client/clickhouse.ts';
import type { Cells } from '../../client/row-reader.ts';
import { Conditions } from '../../client/statement.ts';
import { asNano, asNumber, asText, narrowSpan, NARROW_SQL } from '../../schema/stored-span.ts';
import { sessionRow, sessionRows } from '../session-rows.ts';
import { rowsOf } from '../span-finder.ts';
import { traceRows, traceRowsOf } from '../trace-rows.ts';
import { FilterReads } from './filter-reads.ts';
import { filterSource } from './filter-source.ts';
import { ListedSession, ListedSpan, ListedTrace, type ListedRow } from './filter-views.ts';
import { atPlaces, type KnownPlace } from './known-places.ts';
import { farthestStart, nearNumbers, nearPage, type NearReads } from './near-spans.ts';
import { sessionRankSql, SCORE_RANK_SQL, spanRankSql, traceRankSql } from './rank-sql.ts';
import { afterAnchor, placeOf, rankedPage, type Matching, type ReadRows } from './ranked-pages.ts';
import { searchedTraces } from './searched-traces.ts';
import {
  knownRank,
  knownSessionsPageSql,
  sessionListSql,
  type SessionFilters,
} from './session-conditions.ts';
import { addStart, spanConditions, type OfProjects } from './span-conditions.ts';
import {
  isKnownList,
  isPlainList,
  knownPageSql,
  traceListSql,
  type TraceFilters,
} from './trace-conditions.ts';

/**
 * Rows that a filter is asked of at once, at first: spans, and traces or sessions with all their
 * spans.
 */
const SPAN_CHUNK = 500;
const TRACE_CHUNK = 100;

type SpanFilters = Omit<SpanQuery, 'sort' | 'projectId'> & OfProjects;
interface Listing {
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  readonly anchor?: PageAnchor;
}

/** The rows of a list that are read at once. */
interface Part {
  /** Those of these traces, if given. */
  readonly traceIds: readonly string[] | undefined;
  readonly anchor: PageAnchor | undefined;
  readonly count: number;
}

/**
 * How the rows of a list are placed: by a value of their own, or by their mean score under a name.
 */
type Placing<Sort> = { readonly sort: Sort } | { readonly scoreName: string };

/** Lists of spans, traces and sessions. */
export class ListReader implements ScoreReader {
  readonly #db: ClickHouse;
  readonly #attributesOf: (spanBytes: Uint8Array) => JsonValue;
  readonly #near: NearReads;

  constructor(db: ClickHouse, attributesOf: (spanBytes: Uint8Array) => JsonValue, near: NearReads) {
    this.#db = db;
    this.#attributesOf = attributesOf;
    this.#near = near;
  }

  async spans(query: SpanQuery, budget: ReadBudget): Promise<Page<SpanRow>> {
    const { rows, next } = await this.#spans(query, query, budget, endsEarly(query, budget));
    return { rows, next };
  }

  async searchSpans(query: SpanSearchQuery, budget: SearchBudget): Promise<Page<SpanRow>> {
    const listing = { ...query, order: 'desc' } as const;
    const { rows, next } = await this.#spans(listing, { sort: 'start_time' }, budget, () =>
      budget.isEnough(),
    );
    return { rows, next };
  }

  async traces(query: TraceQuery, budget: ReadBudget): Promise<Page<TraceRow>> {
    const { rows, next } = await this.#traces(query, query, budget, endsEarly(query, budget));
    return { rows, next };
  }

  sessions(query: SessionQuery, budget: ReadBudget): Promise<SessionPage> {
    return this.#sessions(query, query, budget, endsEarly(query, budget));
  }

  scoredSpans(query: Scored<SpanQuery>, budget: ReadBudget): Promise<ScoredPage<SpanRow>> {
    return this.#spans(query, query, budget);
  }

  scoredTraces(query: Scored<TraceQuery>, budget: ReadBudget): Promise<ScoredPage<TraceRow>> {
    return this.#traces(query, query, budget);
  }

  scoredSessions(query: Scored<SessionQuery>, budget: ReadBudget): Promise<ScoredPage<SessionRow>> {
    return this.#sessions(query, query, budget);
  }

  #spans(
    query: SpanFilters,
    placing: Placing<SpanQuery['sort']>,
    budget: ReadBudget,
    isEnough?: () => boolean,
  ): Promise<ScoredPage<SpanRow>> {
    const { filter } = query;
    const read = async (
      anchor: PageAnchor | undefined,
      count: number,
    ): Promise<ReadRows<SpanRow>> => {
      const near = await this.#nearSpans(query, placing, anchor, count);
      // Where a filter leaves out none of them, more than the limit are enough.
      const isFull = near.length > query.limit;
      const cells = isFull ? near : await this.#spanPage(query, placing, anchor, count);
      const rows = await rowsOf(this.#db, cells.map(narrowSpan));
      return ranked(rows, cells, isFull ? 0 : count);
    };
    const matching: Matching<SpanRow> | undefined =
      filter &&
      ((rows, step) => {
        const reads = this.#filterReads<ListedSpan>(step);
        const spans = rows.map((row) => new ListedSpan(row, reads.attributesOf));
        return reads.matching(spans, (span) => filter.matches(span));
      });
    return rankedPage({ ...query, budget, read, chunk: SPAN_CHUNK, isEnough, matching });
  }

  async #traces(
    query: TraceFilters & Listing,
    placing: Placing<TraceQuery['sort']>,
    budget: ReadBudget,
    isEnough?: () => boolean,
  ): Promise<ScoredPage<TraceRow>> {
    const { filter } = query;
    const traceIds = await searchedTraces(this.#db, filter?.necessary.spanWords);
    const isKnown = isByStart(placing) && isKnownList(query);
    const read = (anchor: PageAnchor | undefined, count: number): Promise<ReadRows<TraceRow>> =>
      isKnown
        ? this.#knownTraces(query, traceIds, anchor, count)
        : this.#tracePage(query, placing, { traceIds, anchor, count });
    const matching: Matching<TraceRow> | undefined =
      filter &&
      ((rows, step) =>
        this.#filterReads<ListedTrace>(step).matching(
          rows.map((row) => new ListedTrace(row)),
          (trace) => filter.matches(trace),
        ));
    return rankedPage({ ...query, budget, read, chunk: TRACE_CHUNK, isEnough, matching });
  }

  async #sessions(
    query: SessionFilters & Listing,
    placing: Placing<SessionQuery['sort']>,
    budget: ReadBudget,
    isEnough?: () => boolean,
  ): Promise<ScoredPage<SessionRow>> {
    const { filter } = query;
    const traceIds = await searchedTraces(this.#db, filter?.necessary?.spanWords);
    const known = 'sort' in placing ? knownRank(placing.sort, query) : undefined;
    const read = (anchor: PageAnchor | undefined, count: number): Promise<ReadRows<SessionRow>> =>
      known === undefined
        ? this.#sessionPage(query, placing, { traceIds, anchor, count })
        : this.#knownSessions(query, known, anchor, count);
    const matching: Matching<SessionRow> | undefined =
      filter &&
      ((rows, step) =>
        this.#filterReads<ListedSession>(step).matching(
          rows.map((row) => new ListedSession(row)),
          (session) => filter.matches(session),
        ));
    return rankedPage({ ...query, budget, read, chunk: TRACE_CHUNK, isEnough, matching });
  }

  #filterReads<Row extends ListedRow>(step: () => void): FilterReads<Row> {
    return new FilterReads(filterSource(this.#db), this.#attributesOf, step);
  }

  /**
   * A page of traces by start, whose places are known without their spans. A trace of which no span
   * is stored yet has a place and no row.
   */
  async #knownTraces(
    query: TraceFilters & Listing,
    traceIds: readonly string[] | undefined,
    anchor: PageAnchor | undefined,
    count: number,
  ): Promise<ReadRows<TraceRow>> {
    const places = async (bound: bigint | null): Promise<KnownPlace<string>[]> => {
      const conditions = new Conditions();
      const page = { order: query.order, anchor, count, traceIds, bound };
      const sql = knownPageSql(conditions, query, page);
      return (await this.#db.rows(sql, conditions.params)).map((cells) => ({
        key: asText(cells, 'trace_id'),
        number: asNumber(cells, 'trace_number'),
        rank: asNano(cells, 'first'),
      }));
    };
    const bound = isPlainList(query, traceIds)
      ? await this.#farthestTrace(query, anchor, count)
      : null;
    const near = bound === null ? [] : await places(bound);
    const known = near.length < count ? await places(null) : near;
    const rows = await traceRows(
      this.#db,
      known.map(({ key }) => key),
    );
    return atPlaces(known, rows, count);
  }

  /** A page of sessions whose places are known without the spans. */
  async #knownSessions(
    query: SessionFilters & Listing,
    rank: string,
    anchor: PageAnchor | undefined,
    count: number,
  ): Promise<ReadRows<SessionRow>> {
    const conditions = new Conditions();
    const sql = knownSessionsPageSql(conditions, query, rank, {
      order: query.order,
      anchor,
      count,
    });
    const known = (await this.#db.rows(sql, conditions.params)).map((cells) => {
      const number = asNumber(cells, 'session_no');
      return { key: number, number, rank: asNano(cells, 'rank') };
    });
    const found = await sessionRows(
      this.#db,
      known.map(({ key }) => key),
    );
    const own = [...found].filter(([, { projectId }]) => projectId === query.projectId);
    return atPlaces(known, new Map(own), count);
  }

  /** The start beyond which a page of traces most likely does not reach: that of a span without a parent. */
  #farthestTrace(
    { projectId, window, order }: TraceFilters & Listing,
    anchor: PageAnchor | undefined,
    count: number,
  ): Promise<bigint | null> {
    const roots = {
      projectId,
      order,
      parent: 'none',
      ...(window === undefined ? {} : { window }),
    } as const;
    return farthestStart(this.#db, this.#near, roots, anchor, count);
  }

  /** A page of traces, for which all rows that meet the conditions are read. */
  async #tracePage(
    query: TraceFilters & Listing,
    placing: Placing<TraceQuery['sort']>,
    { traceIds, anchor, count }: Part,
  ): Promise<ReadRows<TraceRow>> {
    const conditions = new Conditions();
    const list = traceListSql(conditions, query, { traceIds });
    const scored = scoreJoin(conditions, 'trace', 'id', placing);
    const rank = 'sort' in placing ? traceRankSql(placing.sort) : SCORE_RANK_SQL;
    const cells = await this.#page(
      `SELECT *, ${rank} AS rank FROM (${list})${scored}`,
      'id',
      conditions,
      { ...query, anchor },
      count,
    );
    return ranked(await traceRowsOf(this.#db, cells), cells, count);
  }

  /** A page of sessions, for which all rows that meet the conditions are read. */
  async #sessionPage(
    query: SessionFilters & Listing,
    placing: Placing<SessionQuery['sort']>,
    { traceIds, anchor, count }: Part,
  ): Promise<ReadRows<SessionRow>> {
    const conditions = new Conditions();
    const list = sessionListSql(conditions, query, traceIds);
    const scored = scoreJoin(conditions, 'session', 'session_no', placing);
    const rank = 'sort' in placing ? sessionRankSql(placing.sort) : SCORE_RANK_SQL;
    const cells = await this.#page(
      `SELECT *, ${rank} AS rank FROM (${list})${scored}`,
      'session_no',
      conditions,
      { ...query, anchor },
      count,
    );
    return ranked(cells.map(sessionRow), cells, count);
  }

  /** The rows near the beginning of a list by start or by number; none of other lists. */
  #nearSpans(
    query: SpanFilters,
    placing: Placing<SpanQuery['sort']>,
    anchor: PageAnchor | undefined,
    count: number,
  ): Promise<Cells[]> {
    if (isByStart(placing)) return nearPage(this.#db, this.#near, query, anchor, count);
    if ('sort' in placing && placing.sort === 'id')
      return nearNumbers(this.#db, query, anchor, count);
    return Promise.resolve([]);
  }

  /** A page of spans, for which all rows that meet the conditions are merged. */
  async #spanPage(
    query: SpanFilters,
    placing: Placing<SpanQuery['sort']>,
    anchor: PageAnchor | undefined,
    count: number,
  ): Promise<Cells[]> {
    const conditions = new Conditions();
    spanConditions(conditions, query);
    if (isByStart(placing) && anchor !== undefined) addStart(conditions, query.order, anchor);
    const scored = scoreJoin(conditions, 'span', 'number', placing);
    const rank = 'sort' in placing ? spanRankSql(placing.sort) : SCORE_RANK_SQL;
    const rows = `SELECT * FROM spans FINAL WHERE ${conditions.where}`;
    return this.#page(
      `SELECT ${NARROW_SQL}, ${rank} AS rank FROM (${rows})${scored}`,
      'number',
      conditions,
      { ...query, anchor },
      count,
    );
  }

  /** So many rows of a selection with a rank, from an anchor on. */
  #page(
    select: string,
    number: string,
    conditions: Conditions,
    { order, anchor }: Pick<Listing, 'order'> & { readonly anchor: PageAnchor | undefined },
    count: number,
  ) {
    const after = afterAnchor(conditions, 'rank', number, order, anchor);
    const limit = conditions.bind(count, 'UInt64');
    return this.#db.rows(
      `SELECT * FROM (${select}) WHERE ${after} ORDER BY rank ${order}, ${number} ${order} LIMIT ${limit}`,
      conditions.params,
    );
  }
}

/** The rows of a page with their places: a row for each of the cells, of which `count` were wanted. */
function ranked<Row extends { readonly id: number }>(
  rows: readonly Row[],
  cells: readonly Cells[],
  count: number,
): ReadRows<Row> {
  const placed = rows.map((row, index) => ({
    row,
    number: row.id,
    rank: asNano(cells[index] ?? {}, 'rank'),
  }));
  const last = placed.at(-1);
  return { rows: placed, next: last === undefined || cells.length < count ? null : placeOf(last) };
}

function isByStart(placing: Placing<string>): boolean {
  return 'sort' in placing && placing.sort === 'start_time';
}

/** Joins the mean scores by which a list is sorted. */
function scoreJoin(
  conditions: Conditions,
  target: 'span' | 'trace' | 'session',
  column: string,
  placing: Placing<string>,
): string {
  if ('sort' in placing) return '';
  return ` AS list INNER JOIN (${meanScoresSql(conditions, target, placing.scoreName)}) AS scores ON list.${column} = scores.subject`;
}

/** When what was found so far is wanted of a page that may end early; never of others. */
function endsEarly(
  { mayEndEarly }: PageRequest<string>,
  budget: ReadBudget,
): (() => boolean) | undefined {
  return mayEndEarly === true ? budget.over : undefined;
}
