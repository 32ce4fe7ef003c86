import type { JsonValue } from '#core/filter/predicate.ts';
import type { SessionRow, SpanRow, TraceRow } from '#core/ports/span-rows.ts';
import type { Scored, ScoredPage, ScoreReader } from '#core/ports/score-reader.ts';
import type {
  Page,
  PageAnchor,
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
import { sessionRankSql, SCORE_RANK_SQL, spanRankSql, traceRankSql } from './rank-sql.ts';
import { afterAnchor, rankedPage, type Ranked } from './ranked-pages.ts';
import { searchedTraces } from './searched-traces.ts';
import { sessionListSql, type SessionFilters } from './session-conditions.ts';
import { addProjects, addWindow, spanConditions, type OfProjects } from './span-conditions.ts';
import { traceListSql, type TraceFilters } from './trace-conditions.ts';

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

  constructor(db: ClickHouse, attributesOf: (spanBytes: Uint8Array) => JsonValue) {
    this.#db = db;
    this.#attributesOf = attributesOf;
  }

  async spans(query: SpanQuery, budget: ReadBudget): Promise<Page<SpanRow>> {
    const { rows, next } = await this.#spans(query, query, budget);
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
    const { rows, next } = await this.#traces(query, query, budget);
    return { rows, next };
  }

  sessions(query: SessionQuery, budget: ReadBudget): Promise<SessionPage> {
    return this.#sessions(query, query, budget);
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
    ): Promise<Ranked<SpanRow>[]> => {
      const bound =
        'sort' in placing && placing.sort === 'start_time'
          ? await this.#farthestStart(query, anchor, count)
          : null;
      const near = bound === null ? [] : await this.#spanPage(query, placing, anchor, count, bound);
      const cells =
        near.length < count ? await this.#spanPage(query, placing, anchor, count, null) : near;
      const rows = await rowsOf(this.#db, cells.map(narrowSpan));
      return rows.map((row, index) => ({
        row,
        number: row.id,
        rank: asNano(cells[index] ?? {}, 'rank'),
      }));
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
  ): Promise<ScoredPage<TraceRow>> {
    const { filter } = query;
    const traceIds = await searchedTraces(this.#db, filter?.necessary.spanWords);
    const read = async (
      anchor: PageAnchor | undefined,
      count: number,
    ): Promise<Ranked<TraceRow>[]> => {
      const conditions = new Conditions();
      const listing = {
        order: query.order,
        anchor,
        count,
        isByStart: 'sort' in placing && placing.sort === 'start_time',
      };
      const list = traceListSql(conditions, query, { ...listing, traceIds });
      const scored = scoreJoin(conditions, 'trace', 'id', placing);
      const rank = 'sort' in placing ? traceRankSql(placing.sort) : SCORE_RANK_SQL;
      const cells = await this.#page(
        `SELECT *, ${rank} AS rank FROM (${list})${scored}`,
        'id',
        conditions,
        { ...query, anchor },
        count,
      );
      const rows = await traceRowsOf(this.#db, cells);
      return rows.map((row, index) => ({
        row,
        number: row.id,
        rank: asNano(cells[index] ?? {}, 'rank'),
      }));
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
      ...keep,
    });
  }

  async #sessions(
    query: SessionFilters & Listing,
    placing: Placing<SessionQuery['sort']>,
    budget: ReadBudget,
  ): Promise<ScoredPage<SessionRow>> {
    const { filter } = query;
    const traceIds = await searchedTraces(this.#db, filter?.necessary?.spanWords);
    const read = async (
      anchor: PageAnchor | undefined,
      count: number,
    ): Promise<Ranked<SessionRow>[]> => {
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
      return cells.map((one) => ({
        row: sessionRow(one),
        number: asNumber(one, 'session_no'),
        rank: asNano(one, 'rank'),
      }));
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
      ...keep,
    });
  }

  /**
   * A page of spans. With a start beyond which it does not reach, only those rows are read, and the
   * last revision of each is picked from them; else all rows of the conditions are merged.
   */
  async #spanPage(
    query: SpanFilters,
    placing: Placing<SpanQuery['sort']>,
    anchor: PageAnchor | undefined,
    count: number,
    bound: bigint | null,
  ): Promise<Cells[]> {
    const conditions = new Conditions();
    spanConditions(conditions, query);
    const isByStart = 'sort' in placing && placing.sort === 'start_time';
    if (isByStart && anchor !== undefined) addStart(conditions, query.order, anchor);
    const scored = scoreJoin(conditions, 'span', 'number', placing);
    const rank = 'sort' in placing ? spanRankSql(placing.sort) : SCORE_RANK_SQL;
    const rows =
      bound === null
        ? `SELECT * FROM spans FINAL WHERE ${conditions.where}`
        : `SELECT * FROM (SELECT * FROM spans WHERE ${nearSpans(conditions, query, anchor, bound)} ORDER BY version DESC LIMIT 1 BY trace_id, span_id)
  WHERE ${conditions.where}`;
    return this.#page(
      `SELECT ${NARROW_SQL}, ${rank} AS rank FROM (${rows})${scored}`,
      'number',
      conditions,
      { ...query, anchor },
      count,
    );
  }

  /**
   * The start of a span beyond which a page by start does not reach; null where it may, since there
   * are fewer spans.
   */
  async #farthestStart(
    query: SpanFilters,
    anchor: PageAnchor | undefined,
    count: number,
  ): Promise<bigint | null> {
    const conditions = new Conditions();
    spanConditions(conditions, query);
    if (anchor !== undefined) addStart(conditions, query.order, anchor);
    // Some of these rows may be earlier revisions of others.
    const offset = conditions.bind(count * 2, 'UInt64');
    const sql = `SELECT start FROM spans WHERE ${conditions.where} ORDER BY start ${query.order} LIMIT 1 OFFSET ${offset}`;
    const [cells] = await this.#db.rows(sql, conditions.params);
    return cells === undefined ? null : asNano(cells, 'start');
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

/** All revisions of the spans of its projects between the beginning of a page and a start. */
function nearSpans(
  conditions: Conditions,
  query: SpanFilters,
  anchor: PageAnchor | undefined,
  bound: bigint,
): string {
  const near = conditions.beside();
  addProjects(near, query);
  if (anchor !== undefined) addStart(near, query.order, anchor);
  addWindow(
    near,
    query.order === 'desc'
      ? { startUnixNano: bound }
      : bound >= 2n ** 63n - 1n
        ? {}
        : { endUnixNano: bound + 1n },
  );
  return near.where;
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

/** Beyond the anchor of a list by start nothing is read. */
function addStart(conditions: Conditions, order: 'asc' | 'desc', { sortValue }: PageAnchor): void {
  addWindow(
    conditions,
    order === 'asc'
      ? { startUnixNano: sortValue }
      : sortValue >= 2n ** 63n - 1n
        ? {}
        : { endUnixNano: sortValue + 1n },
  );
}
