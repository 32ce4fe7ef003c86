import type Database from 'better-sqlite3';
import { numbersOfTraceZone } from '../index/trace-zone-writer.ts';
import type { RankKey } from './top-rows.ts';

/** The sorts of traces that no index has. */
export type ZonedTraceSort = 'token_count' | 'cost_usd';
type Order = 'asc' | 'desc';

/** A zone of traces, and the best key that one of them may have. */
export interface RankedTraceZone {
  /** The first and the last number. */
  readonly numbers: readonly [low: number, high: number];
  readonly best: RankKey;
}

export interface TraceZoneRanking {
  readonly projectId: number;
  readonly hasError?: boolean;
  readonly startMin: bigint;
  /** Exclusive. */
  readonly startEnd: bigint;
  readonly sort: ZonedTraceSort;
  readonly order: Order;
}

type Bounds = [
  projectId: number,
  errorMin: number,
  errorMax: number,
  startMin: bigint,
  startEnd: bigint,
];
type Cells = [zone: bigint, best: bigint];

/** Zones of a project with traces that start in a window, by the best that one of them may have. */
export function traceZoneSelect(sort: ZonedTraceSort, order: Order): string {
  const [which, extreme, direction] =
    order === 'asc' ? ['min', 'min', ''] : ['max', 'max', ' DESC'];
  const column = `${sort === 'token_count' ? 'tokens' : 'cost'}_${which}`;
  return `SELECT zone, ${extreme}(${column}) AS best FROM trace_zones
WHERE project_id = ? AND has_error BETWEEN ? AND ? AND start_max >= ? AND start_min < ?
GROUP BY zone ORDER BY best${direction}, zone${direction}`;
}

/** Zones of traces in the order of the best trace that each may have. */
export class RankedTraceZones {
  readonly #db: Database.Database;
  readonly #statements = new Map<string, Database.Statement<Bounds, Cells>>();

  constructor(db: Database.Database) {
    this.#db = db;
  }

  *of(ranking: TraceZoneRanking): Generator<RankedTraceZone> {
    const { projectId, hasError, startMin, startEnd, sort, order } = ranking;
    const errors = hasError === undefined ? ([0, 1] as const) : errorsOf(hasError);
    const zones = this.#statement(sort, order).all(projectId, ...errors, startMin, startEnd);
    for (const [zone, value] of zones) {
      const numbers = numbersOfTraceZone(Number(zone));
      yield { numbers, best: { value, id: numbers[order === 'asc' ? 0 : 1] } };
    }
  }

  #statement(sort: ZonedTraceSort, order: Order): Database.Statement<Bounds, Cells> {
    const known = this.#statements.get(`${sort} ${order}`);
    if (known !== undefined) return known;
    const statement = this.#db
      .prepare<Bounds, Cells>(traceZoneSelect(sort, order))
      .safeIntegers(true)
      .raw(true);
    this.#statements.set(`${sort} ${order}`, statement);
    return statement;
  }
}

function errorsOf(hasError: boolean): readonly [number, number] {
  return hasError ? [1, 1] : [0, 0];
}
