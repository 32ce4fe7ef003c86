import type Database from 'better-sqlite3';
import type { SessionView } from '#core/filter/predicate.ts';
import type { Scored, ScoredPage } from '#core/ports/score-reader.ts';
import type { SessionEnds, SessionRow, TraceRow } from '#core/ports/span-rows.ts';
import type {
  PageAnchor,
  ReadBudget,
  SessionPage,
  SessionQuery,
  SessionRef,
  TimeWindow,
} from '#core/ports/span-store.ts';
import { sessionRankValue } from '#core/trace/rank-value.ts';
import { intersectionOf, type NumberSet } from '../both/number-set.ts';
import { AnnotatedDocuments } from '../annotations/read/annotated-documents.ts';
import { AnnotatedTargets } from '../annotations/read/annotated-targets.ts';
import { Scores } from '../annotations/read/scores.ts';
import { TRACE_ROW_SQL, traceRowFromCells, type TraceRowCells } from '../both/trace-row-codec.ts';
import {
  firstPlace,
  sessionNumberSelect,
  isOrderedSort,
  sessionOrderSelect,
  type OrderedSort,
} from './session-ranking.ts';
import { SESSION_TRACES_SQL } from '../index/trace-run.ts';
import {
  RankedSessionZones,
  type SessionRanking,
  type ZonedSessionSort,
} from './ranked-session-zones.ts';
import { numberOrNull } from '../both/span-row-codec.ts';
import { sessionFromCells, sessionSelect, type SessionCells } from './session-row-codec.ts';
import type { SearchedTraces } from './searched-traces.ts';
import { NamedSessions } from './named-sessions.ts';
import { TopRows } from './top-rows.ts';
import { ALL_NUMBERS } from './zone-walk.ts';
import { checkBudget, endingEarly, ListWalk } from './list-walk.ts';
import { SpanGone, type SpanViews } from './span-view.ts';

type Param = string | bigint | number;

interface RankCells {
  readonly value: bigint;
  readonly id: bigint;
}

/** A session, and what it is sorted by. */
interface RankedSession {
  readonly value: bigint;
  readonly session: SessionRow;
}

const CHUNK = 200;
/**
 * Up to so many sessions that alone can match are looked up for each page, some 40 µs each; above,
 * the list is walked and meets them soon enough.
 */
const ONLY_MAX = 5_000;
const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

interface EndsCells {
  readonly first_root: bigint | null;
  readonly last_root: bigint | null;
  readonly median: bigint | null;
}

const TRACES_OF = `${SESSION_TRACES_SQL} WHERE runs.session_number = +:session`;
/** Found in the index first: rows are read of one trace alone. */
const rootAt = (direction: 'ASC' | 'DESC'): string =>
  `(SELECT root_span FROM traces WHERE id = (SELECT t.id ${TRACES_OF} ORDER BY t.start_time ${direction}, t.id ${direction} LIMIT 1))`;

export const SESSION_ENDS_SQL = `SELECT
  ${rootAt('ASC')} AS first_root,
  ${rootAt('DESC')} AS last_root,
  (SELECT t.end_time - t.start_time AS duration ${TRACES_OF} ORDER BY duration
   LIMIT 1 OFFSET (SELECT max(0, count(*) - 1) / 2 ${TRACES_OF})) AS median`;

export class SessionReader {
  readonly #db: Database.Database;
  readonly #views: SpanViews;
  readonly #traces: Database.Statement<[number], TraceRowCells>;
  readonly #byNumber: Database.Statement<Param[], SessionCells>;
  readonly #bySessionId: Database.Statement<Param[], SessionCells>;
  readonly #ends: Database.Statement<[{ session: number }], EndsCells>;
  readonly #statements = new Map<string, Database.Statement<Param[], SessionCells>>();
  readonly #rankings = new Map<string, Database.Statement<Param[], RankCells>>();
  readonly #zones: RankedSessionZones;
  readonly #named: NamedSessions;
  readonly #searched: SearchedTraces;
  readonly #annotatedTargets: AnnotatedTargets;
  readonly #annotatedDocuments: AnnotatedDocuments;
  readonly #scores: Scores;
  /** The only sessions that can match the filter of the page that is being read; null for any. */
  #only: NumberSet | null = null;

  constructor(db: Database.Database, views: SpanViews, searched: SearchedTraces) {
    this.#db = db;
    this.#searched = searched;
    this.#views = views;
    this.#named = new NamedSessions(db);
    this.#annotatedTargets = new AnnotatedTargets(db);
    this.#annotatedDocuments = new AnnotatedDocuments(db, this.#annotatedTargets);
    this.#scores = new Scores(db);
    this.#traces = db
      .prepare<[number], TraceRowCells>(
        `${TRACE_ROW_SQL.replace('FROM traces t', SESSION_TRACES_SQL)} WHERE runs.session_number = +? ORDER BY t.start_time, t.id`,
      )
      .safeIntegers(true);
    this.#ends = db.prepare<[{ session: number }], EndsCells>(SESSION_ENDS_SQL).safeIntegers(true);
    this.#zones = new RankedSessionZones(db);
    this.#byNumber = this.#statement(sessionSelect('SELECT * FROM sessions WHERE id = +?'));
    this.#bySessionId = this.#statement(
      sessionSelect('SELECT * FROM sessions WHERE session_id = +?'),
    );
  }

  page(query: SessionQuery, budget: ReadBudget): SessionPage {
    const { sort } = query;
    this.#only = this.#onlySessions(query, () => checkBudget(budget));
    if (this.#only !== null && this.#only.size <= ONLY_MAX)
      return this.#pageOfOnly(query, this.#only, budget);
    if (sort === 'id') return this.#pageById(query, budget);
    return isOrderedSort(sort)
      ? this.#pageInOrder(query, sort, budget)
      : this.#pageByRank(query, sort, budget);
  }

  /**
   * The only sessions that can match by their ids, their users and by annotations of them and of
   * documents in them, and by the words of their spans; null for any.
   */
  #onlySessions({ projectId, filter }: SessionQuery, step: () => void): NumberSet | null {
    const necessary = filter?.necessary ?? {};
    const { annotations = [], documentAnnotations = [], spanWords = [] } = necessary;
    const ofSession = this.#annotatedTargets.gather(
      'session',
      projectId,
      annotations,
      Infinity,
      step,
    );
    const ofDocuments = this.#annotatedDocuments.sessions(projectId, documentAnnotations, step);
    const searched = this.#searched.sessions(spanWords, step);
    return intersectionOf(
      [...this.#named.sets(necessary), ofSession, ofDocuments, searched].filter(
        (set) => set !== null,
      ),
    );
  }

  /** Few enough to be looked up, every one of them, for each page. */
  #pageOfOnly(query: SessionQuery, only: NumberSet, budget: ReadBudget): SessionPage {
    const top = new TopRows<RankedSession>(
      query.limit + 1,
      query.order,
      ({ value, session }) => ({ value, id: session.id }),
      query.anchor,
    );
    for (const number of only) {
      checkBudget(budget);
      const session = this.#candidate(query, number);
      if (session !== null && isActiveIn(session, query.window))
        top.offer({ value: sessionRankValue(session, query.sort), session });
    }
    const { rows, next: after } = top.page();
    return pageOf(rows, after);
  }

  /** From the place of the anchor on, in the order of an index. */
  #pageInOrder(query: SessionQuery, sort: OrderedSort, budget: ReadBudget): SessionPage {
    const chunk = Math.max(CHUNK, query.limit + 1);
    const { startUnixNano = INT64_MIN, endUnixNano = INT64_MAX } = query.window ?? {};
    const statement = this.#ranks(sessionOrderSelect(sort, query.order));
    const found: RankedSession[] = [];
    const walk = new ListWalk(query, budget);
    const read = (): SessionPage => {
      for (let place = startOf(query); ;) {
        const { sortValue, id } = place;
        const cells = statement.all(
          query.projectId,
          startUnixNano,
          endUnixNano,
          sortValue,
          sortValue,
          id,
          chunk,
        );
        for (const { value, id: number } of cells) {
          const session = this.#candidate(query, Number(number));
          if (session !== null && found.length === query.limit)
            return pageOf(found, { sortValue: value, id: Number(number), inclusive: true });
          if (session !== null) found.push({ value, session });
          walk.passed(value, Number(number));
        }
        const last = cells.at(-1);
        if (last === undefined || cells.length < chunk) return pageOf(found, null);
        place = next({ sortValue: last.value, id: Number(last.id) }, query.order);
      }
    };
    return endingEarly(walk, read, (after) => pageOf(found, after));
  }

  /**
   * No index is sorted by it. Zones are read in the order of the best session that each may have,
   * until no other can have a better one than the page has.
   */
  #pageByRank(query: SessionQuery, sort: ZonedSessionSort, budget: ReadBudget): SessionPage {
    const top = new TopRows<RankedSession>(
      query.limit + 1,
      query.order,
      ({ value, session }) => ({ value, id: session.id }),
      query.anchor,
    );
    const ranking = rankingOf(query, sort);
    for (const zone of this.#zones.of(ranking)) {
      if (top.isFullBefore(zone.best)) break;
      checkBudget(budget);
      for (const key of this.#zones.sessionsIn(zone, ranking, top.worst?.value)) {
        if (top.isFullBefore(key)) break;
        const session = top.takes(key) ? this.#candidate(query, key.id) : null;
        if (session !== null) top.offer({ value: key.value, session });
      }
    }
    const { rows, next: after } = top.page();
    return pageOf(rows, after);
  }

  /** Sorted by annotations of the sessions. */
  scored(query: Scored<SessionQuery>, budget: ReadBudget): ScoredPage<SessionRow> {
    this.#only = null;
    return this.#scores.page(
      'session',
      query,
      ALL_NUMBERS,
      () => checkBudget(budget),
      (numbers) =>
        numbers
          .flatMap((number) => this.#candidate(query, number) ?? [])
          .filter((session) => isActiveIn(session, query.window)),
    );
  }

  /** The session, if it is in the requested list. */
  #candidate(query: Omit<SessionQuery, 'sort'>, number: number): SessionRow | null {
    if (this.#only?.has(number) === false) return null;
    const session = this.find({ number });
    return session === null ||
      session.projectId !== query.projectId ||
      !this.#matches(query, session)
      ? null
      : session;
  }

  #ranks(sql: string): Database.Statement<Param[], RankCells> {
    const known =
      this.#rankings.get(sql) ?? this.#db.prepare<Param[], RankCells>(sql).safeIntegers(true);
    this.#rankings.set(sql, known);
    return known;
  }

  /** Where a session begins and ends, and its median trace. */
  ends(number: number): SessionEnds | null {
    const cells = this.#ends.get({ session: number });
    if (cells?.median === null || cells === undefined) return null;
    return {
      id: number,
      firstRoot: numberOrNull(cells.first_root),
      lastRoot: numberOrNull(cells.last_root),
      medianNano: cells.median,
    };
  }

  #pageById(query: SessionQuery, budget: ReadBudget): SessionPage {
    const isUp = query.order === 'asc';
    const found: RankedSession[] = [];
    let from =
      query.anchor === undefined
        ? isUp
          ? 0
          : Number.MAX_SAFE_INTEGER
        : query.anchor.id + (query.anchor.inclusive ? 0 : isUp ? 1 : -1);
    for (;;) {
      const [sql, window] = sessionNumberSelect(query);
      const ids = this.#db
        .prepare<Param[], number>(sql)
        .pluck(true)
        .all(query.projectId, from, ...window, Math.max(CHUNK, query.limit + 1));
      for (const id of ids) {
        const session = this.#candidate(query, id);
        if (session === null) continue;
        const value = BigInt(session.id);
        if (found.length === query.limit)
          return pageOf(found, { sortValue: value, id: session.id, inclusive: true });
        found.push({ value, session });
      }
      const last = ids.at(-1);
      if (last === undefined || ids.length < Math.max(CHUNK, query.limit + 1))
        return pageOf(found, null);
      from = last + (isUp ? 1 : -1);
      checkBudget(budget);
    }
  }

  find(ref: SessionRef): SessionRow | null {
    const cells =
      'number' in ref ? this.#byNumber.get(ref.number) : this.#bySessionId.get(ref.sessionId);
    return cells === undefined ? null : sessionFromCells(cells);
  }

  /** The session's live traces by start time. */
  traces(session: SessionRow): TraceRow[] {
    return this.#traces.all(session.id).map(traceRowFromCells);
  }

  #matches(query: Omit<SessionQuery, 'sort'>, row: SessionRow): boolean {
    if (query.withoutScore !== undefined && this.#scores.has('session', row.id, query.withoutScore))
      return false;
    if (query.filter === undefined) return true;
    const view: SessionView = {
      row,
      traces: () => this.traces(row).map((trace) => this.#views.trace(trace)),
      annotations: () => this.#views.annotations.of('session', row.id),
    };
    try {
      return query.filter.matches(view);
    } catch (error) {
      if (error instanceof SpanGone) return false;
      throw error;
    }
  }

  #statement(sql: string): Database.Statement<Param[], SessionCells> {
    const known =
      this.#statements.get(sql) ?? this.#db.prepare<Param[], SessionCells>(sql).safeIntegers(true);
    this.#statements.set(sql, known);
    return known;
  }
}

function isActiveIn(
  session: SessionRow,
  { startUnixNano = INT64_MIN, endUnixNano = INT64_MAX }: TimeWindow = {},
): boolean {
  return session.endTimeUnixNano >= startUnixNano && session.startTimeUnixNano < endUnixNano;
}

/**
 * With the least counts that the filter implies. Not with the most: traces of deleted projects that
 * are not yet purged are counted in a session's row, and not for the filter.
 */
function rankingOf(
  { projectId, order, window, filter }: SessionQuery,
  sort: ZonedSessionSort,
): SessionRanking {
  const { traceCount, errorTraceCount } = filter?.necessary ?? {};
  return {
    projectId,
    sort,
    order,
    startMin: window?.startUnixNano ?? INT64_MIN,
    startEnd: window?.endUnixNano ?? INT64_MAX,
    tracesMin: traceCount?.min ?? 0,
    errorsMin: errorTraceCount?.min ?? 0,
  };
}

function startOf({ anchor, order }: SessionQuery): PageAnchor {
  if (anchor === undefined) return firstPlace(order);
  return anchor.inclusive ? anchor : next(anchor, order);
}

/** The place right behind one: numbers are whole. */
function next(
  { sortValue, id }: Pick<PageAnchor, 'sortValue' | 'id'>,
  order: 'asc' | 'desc',
): PageAnchor {
  return { sortValue, id: order === 'asc' ? id + 1 : id - 1, inclusive: true };
}

function pageOf(found: readonly RankedSession[], after: PageAnchor | null): SessionPage {
  return {
    rows: found.map(({ session }) => session),
    ranks: found.map(({ value }) => value),
    next: after,
  };
}
