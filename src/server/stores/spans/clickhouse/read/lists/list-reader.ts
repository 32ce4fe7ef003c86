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
import { asNano, asNumber, narrowSpan, NARROW_SQL } from '../../schema/stored-span.ts';
import { sessionRow } from '../session-rows.ts';
import { rowsOf } from '../span-finder.ts';
import { traceRowsOf } from '../trace-rows.ts';
import { FilterViews } from './filter-views.ts';
import { farthestStart, nearNumbers, nearPage, type NearReads } from './near-spans.ts';
import { sessionRankSql, SCORE_RANK_SQL, spanRankSql, traceRankSql } from './rank-sql.ts';
import { afterAnchor, rankedPage, type Ranked, type ReadRows } from './ranked-pages.ts';
import { searchedTraces } from './searched-traces.ts';
import { sessionListSql, type SessionFilters } from './session-conditions.ts';
import { addStart, spanConditions, type OfProjects } from './span-conditions.ts';
import { isPlainList, traceListSql, type TraceFilters } from './trace-conditions.ts';

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
      return {
        rows: rows.map((row, index) => ({
          row,
          number: row.id,
          rank: asNano(cells[index] ?? {}, 'rank'),
        })),
        isOver: !isFull && cells.length < count,
      };
    };
    const keep =
      filter === undefined
        ? {}
        : {
            keep: this.#keeping<SpanRow>(
              (rows) => ({ spans: rows }),
              (views, row) => filter.matches(views.span(row)),
            ),
          };
    return rankedPage({
      limit: query.limit,
      anchor: query.anchor,
      budget,
      read,
      chunk: SPAN_CHUNK,
      isEnough,
      ...keep,
    });
  }

  async #traces(
    query: TraceFilters & Listing,
    placing: Placing<TraceQuery['sort']>,
    budget: ReadBudget,
    isEnough?: () => boolean,
  ): Promise<ScoredPage<TraceRow>> {
    const { filter } = query;
    const traceIds = await searchedTraces(this.#db, filter?.necessary.spanWords);
    const read = async (
      anchor: PageAnchor | undefined,
      count: number,
    ): Promise<ReadRows<TraceRow>> => {
      const page = (bound: bigint | null) =>
        this.#tracePage(query, placing, { anchor, count, traceIds, bound });
      const bound =
        isByStart(placing) && isPlainList(query, traceIds)
          ? await this.#farthestTrace(query, anchor, count)
          : null;
      const near = bound === null ? [] : await page(bound);
      const cells = near.length < count ? await page(null) : near;
      const rows = await traceRowsOf(this.#db, cells);
      return {
        rows: rows.map((row, index) => ({
          row,
          number: row.id,
          rank: asNano(cells[index] ?? {}, 'rank'),
        })),
        isOver: cells.length < count,
      };
    };
    const keep =
      filter === undefined
        ? {}
        : {
            keep: this.#keeping<TraceRow>(
              (rows) => ({ traces: rows }),
              (views, row) => filter.matches(views.trace(row)),
            ),
          };
    return rankedPage({
      limit: query.limit,
      anchor: query.anchor,
      budget,
      read,
      chunk: TRACE_CHUNK,
      isEnough,
      ...keep,
    });
  }

  async #sessions(
    query: SessionFilters & Listing,
    placing: Placing<SessionQuery['sort']>,
    budget: ReadBudget,
    isEnough?: () => boolean,
  ): Promise<ScoredPage<SessionRow>> {
    const { filter } = query;
    const traceIds = await searchedTraces(this.#db, filter?.necessary?.spanWords);
    const read = async (
      anchor: PageAnchor | undefined,
      count: number,
    ): Promise<ReadRows<SessionRow>> => {
      const conditions = new Conditions();
      const listing = {
        order: query.order,
        anchor,
        count,
        sort: 'sort' in placing ? placing.sort : null,
      };
      const list = sessionListSql(conditions, query, { ...listing, traceIds });
      const scored = scoreJoin(conditions, 'session', 'session_no', placing);
      const rank = 'sort' in placing ? sessionRankSql(placing.sort) : SCORE_RANK_SQL;
      const cells = await this.#page(
        `SELECT *, ${rank} AS rank FROM (${list})${scored}`,
        'session_no',
        conditions,
        { ...query, anchor },
        count,
      );
      const rows = cells.map((one) => ({
        row: sessionRow(one),
        number: asNumber(one, 'session_no'),
        rank: asNano(one, 'rank'),
      }));
      return { rows, isOver: cells.length < count };
    };
    const keep =
      filter === undefined
        ? {}
        : {
            keep: this.#keeping<SessionRow>(
              (rows) => ({ sessions: rows }),
              (views, row) => filter.matches(views.session(row)),
            ),
          };
    return rankedPage({
      limit: query.limit,
      anchor: query.anchor,
      budget,
      read,
      chunk: TRACE_CHUNK,
      isEnough,
      ...keep,
    });
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

  async #tracePage(
    query: TraceFilters & Listing,
    placing: Placing<TraceQuery['sort']>,
    listing: Pick<Parameters<typeof traceListSql>[2], 'anchor' | 'count' | 'traceIds' | 'bound'>,
  ): Promise<Cells[]> {
    const { anchor, count } = listing;
    const conditions = new Conditions();
    const list = traceListSql(conditions, query, {
      ...listing,
      order: query.order,
      isByStart: isByStart(placing),
    });
    const scored = scoreJoin(conditions, 'trace', 'id', placing);
    const rank = 'sort' in placing ? traceRankSql(placing.sort) : SCORE_RANK_SQL;
    return this.#page(
      `SELECT *, ${rank} AS rank FROM (${list})${scored}`,
      'id',
      conditions,
      { ...query, anchor },
      count,
    );
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

  #keeping<Row>(
    subjects: (rows: readonly Row[]) => Parameters<FilterViews['matching']>[1],
    test: (views: FilterViews, row: Row) => boolean,
  ) {
    return (rows: readonly Ranked<Row>[]): Promise<readonly Ranked<Row>[]> => {
      const views = new FilterViews(this.#db, this.#attributesOf);
      return views.matching(rows, subjects(rows.map(({ row }) => row)), ({ row }) =>
        test(views, row),
      );
    };
  }
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
