import type Database from 'better-sqlite3';
import { COST_HIGH, COST_LOW, numbersOfSessionZone } from '../index/session-zone-writer.ts';
import { SESSION_TRACES_SQL } from '../index/trace-run.ts';
import type { OrderedSort, SessionRank } from './session-ranking.ts';
import type { RankKey } from './top-rows.ts';

/** The sorts of sessions that no index has. */
export type ZonedSessionSort = Exclude<SessionRank, OrderedSort>;
type Order = 'asc' | 'desc';

export interface SessionRanking {
  readonly projectId: number;
  readonly sort: ZonedSessionSort;
  readonly order: Order;
  /** Sessions that end before this, or begin at the end or later, are left out. */
  readonly startMin: bigint;
  readonly startEnd: bigint;
  /** Those with fewer traces, or fewer that failed, are left out. */
  readonly tracesMin: number;
  readonly errorsMin: number;
}

/** A zone of sessions, and the best key that one of them may have. */
export interface RankedSessionZone {
  /** The first and the last number. */
  readonly numbers: readonly [low: number, high: number];
  readonly best: RankKey;
}

const COLUMNS: Readonly<Record<ZonedSessionSort, string>> = {
  duration_ms: 'duration',
  trace_count: 'traces',
  error_count: 'errors',
  token_count: 'tokens',
  cost_usd: 'cost',
};

/**
 * Whole numbers, so that cursors hold them exactly: nanoseconds, counts, nanodollars (-1 without a
 * cost). The cost is summed, since the stored one is rounded for each trace.
 */
const RANKS: Readonly<Record<ZonedSessionSort, string>> = {
  duration_ms: 's.end_time - s.start_time',
  trace_count: 's.trace_count',
  error_count: 's.error_count',
  token_count: 's.token_count',
  cost_usd: `(SELECT coalesce(CAST(sum(t.cost_usd) * 1e9 + 0.5 AS INTEGER), -1) ${SESSION_TRACES_SQL} WHERE runs.session_number = s.id)`,
};

/** Zones of a project with sessions in a window, by the best that one of them may have. */
export function sessionZoneSelect(sort: ZonedSessionSort, order: Order): string {
  const [which, direction] = order === 'asc' ? ['min', ''] : ['max', ' DESC'];
  return `SELECT zone, ${COLUMNS[sort]}_${which} AS best FROM session_zones
WHERE project_id = ? AND end_max >= ? AND start_min < ? AND traces_max >= ? AND errors_max >= ?
ORDER BY best${direction}, zone${direction}`;
}

/** The sessions of a zone that are in a window and may be no worse than a rank, in order. */
export function sessionRankSelect(sort: ZonedSessionSort, order: Order): string {
  const [direction, sign] = order === 'asc' ? ['', '<='] : [' DESC', '>='];
  const bound = sort !== 'cost_usd' ? RANKS[sort] : order === 'asc' ? COST_LOW : COST_HIGH;
  return `SELECT ${RANKS[sort]} AS value, s.id FROM sessions s NOT INDEXED
WHERE s.id BETWEEN ? AND ? AND s.project_id = ? AND s.session_id IS NOT NULL AND s.end_time >= ? AND s.start_time < ?
AND s.trace_count >= ? AND s.error_count >= ? AND ${bound} ${sign} ?
ORDER BY value${direction}, s.id${direction}`;
}

type ZoneBounds = [
  projectId: number,
  startMin: bigint,
  startEnd: bigint,
  tracesMin: number,
  errorsMin: number,
];
type RankBounds = [low: number, high: number, ...ZoneBounds, worst: bigint];
type Cells = [value: bigint, id: bigint];

const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

/** Zones of sessions in the order of the best session that each may have, and their sessions. */
export class RankedSessionZones {
  readonly #db: Database.Database;
  readonly #ofZones = new Map<string, Database.Statement<ZoneBounds, Cells>>();
  readonly #ofSessions = new Map<string, Database.Statement<RankBounds, Cells>>();

  constructor(db: Database.Database) {
    this.#db = db;
  }

  *of(ranking: SessionRanking): Generator<RankedSessionZone> {
    const { sort, order } = ranking;
    const statement = this.#prepared(this.#ofZones, sessionZoneSelect, sort, order);
    for (const [zone, value] of statement.all(...boundsOf(ranking))) {
      const numbers = numbersOfSessionZone(Number(zone));
      yield { numbers, best: { value, id: numbers[order === 'asc' ? 0 : 1] } };
    }
  }

  /** The sessions of a zone that may be no worse than a rank, the best first. */
  sessionsIn(
    { numbers }: RankedSessionZone,
    ranking: SessionRanking,
    worst: bigint | undefined,
  ): RankKey[] {
    const { sort, order } = ranking;
    const last = order === 'asc' ? INT64_MAX : INT64_MIN;
    return this.#prepared(this.#ofSessions, sessionRankSelect, sort, order)
      .all(...numbers, ...boundsOf(ranking), worst ?? last)
      .map(([value, id]) => ({ value, id: Number(id) }));
  }

  #prepared<Bounds extends unknown[]>(
    statements: Map<string, Database.Statement<Bounds, Cells>>,
    select: (sort: ZonedSessionSort, order: Order) => string,
    sort: ZonedSessionSort,
    order: Order,
  ): Database.Statement<Bounds, Cells> {
    const known = statements.get(`${sort} ${order}`);
    if (known !== undefined) return known;
    const statement = this.#db
      .prepare<Bounds, Cells>(select(sort, order))
      .safeIntegers(true)
      .raw(true);
    statements.set(`${sort} ${order}`, statement);
    return statement;
  }
}

function boundsOf(ranking: SessionRanking): ZoneBounds {
  const { projectId, startMin, startEnd, tracesMin, errorsMin } = ranking;
  return [projectId, startMin, startEnd, tracesMin, errorsMin];
}
