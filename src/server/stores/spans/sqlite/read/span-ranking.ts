import type Database from 'better-sqlite3';
import type { SpanRow } from '#core/ports/span-rows.ts';
import type { PageAnchor, SpanRankSort } from '#core/ports/span-store.ts';
import type { ShapeSummary, SpanConditions } from './span-conditions.ts';
import type { SpanLookup } from './span-lookup.ts';
import type { TopRows } from './top-rows.ts';

/** Spans ranked by one statement: some ten milliseconds, between two questions to the budget. */
const WINDOW_SPANS = 20_000;
const CHUNK_MAX = 2_048;
const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

/** As `core/trace/token-speed.ts` has it. */
const AFTER_FIRST_TOKEN = 'duration - coalesce(first_token, 0)';
const RANKS: Readonly<Record<SpanRankSort, string>> = {
  latency_ms: 'duration',
  token_count: 'coalesce(tokens_prompt + tokens_completion, tokens_prompt, tokens_completion, -1)',
  cost_usd: 'coalesce(CAST(cost_usd * 1e9 + 0.5 AS INTEGER), -1)',
  time_to_first_token_ms: 'coalesce(first_token, -1)',
  tokens_per_second: `iif(tokens_completion > 0 AND ${AFTER_FIRST_TOKEN} >= 10000000, CAST(tokens_completion * 1e15 / (${AFTER_FIRST_TOKEN}) AS INTEGER), -1)`,
};

type Order = 'asc' | 'desc';
type Bounds = [
  shape: number,
  startMin: bigint,
  startEnd: bigint,
  value: bigint,
  id: bigint,
  limit: number,
];

/** The best spans of one shape in a window of time, from a place in the ranking on. */
export function spanRankSelect(sort: SpanRankSort, order: Order): string {
  const [rank, direction, from] = [
    RANKS[sort],
    order === 'asc' ? '' : ' DESC',
    order === 'asc' ? '>=' : '<=',
  ];
  return `SELECT ${rank} AS value, id FROM spans INDEXED BY spans_by_shape
WHERE shape_id = ? AND start_time >= ? AND start_time < ? AND (${rank}, id) ${from} (?, ?)
ORDER BY value${direction}, id${direction} LIMIT ?`;
}

const EDGE_SQL =
  'SELECT start_time FROM spans WHERE shape_id = ? AND start_time >= ? AND start_time < ? ORDER BY start_time LIMIT 1 OFFSET ?';

/**
 * Ranks spans by what no index is sorted by: everything in the range is looked at for each page,
 * shape by shape and window by window, and the best are kept. Some 0.5 µs a span.
 */
export class SpanRanking {
  readonly #db: Database.Database;
  readonly #lookup: SpanLookup;
  readonly #edge: Database.Statement<[number, bigint, bigint, number], bigint>;
  readonly #statements = new Map<string, Database.Statement<Bounds, [value: bigint, id: bigint]>>();

  constructor(db: Database.Database, lookup: SpanLookup) {
    this.#db = db;
    this.#lookup = lookup;
    this.#edge = db
      .prepare<[number, bigint, bigint, number], bigint>(EDGE_SQL)
      .safeIntegers(true)
      .pluck(true);
  }

  /**
   * Offers every span of the shapes that may be among the best and is wanted. `step` is called
   * before each window.
   */
  rank(
    top: TopRows<SpanRow>,
    shapes: readonly ShapeSummary[],
    c: SpanConditions,
    list: {
      readonly sort: SpanRankSort;
      readonly order: Order;
      readonly limit: number;
      readonly anchor?: PageAnchor;
    },
    isWanted: (row: SpanRow) => boolean,
    step: () => void,
  ): void {
    const statement = this.#statement(list.sort, list.order);
    const end = c.startEnd ?? INT64_MAX;
    for (const { id: shape } of shapes) {
      for (let from = c.startMin ?? INT64_MIN; from < end;) {
        step();
        const edge = this.#edge.get(shape, from, end, WINDOW_SPANS);
        const to = edge === undefined ? end : edge > from ? edge : from + 1n;
        this.#rankWindow(top, statement, [shape, from, to], list, isWanted, step);
        if (edge === undefined) break;
        from = to;
      }
    }
  }

  #rankWindow(
    top: TopRows<SpanRow>,
    statement: Database.Statement<Bounds, [bigint, bigint]>,
    window: [shape: number, from: bigint, to: bigint],
    list: { readonly order: Order; readonly limit: number; readonly anchor?: PageAnchor },
    isWanted: (row: SpanRow) => boolean,
    step: () => void,
  ): void {
    const start = list.order === 'asc' ? INT64_MIN : INT64_MAX;
    let [value, id] =
      list.anchor === undefined ? [start, start] : [list.anchor.sortValue, BigInt(list.anchor.id)];
    for (let chunk = list.limit + 1; ; chunk = Math.min(CHUNK_MAX, chunk * 4)) {
      const keys = statement.all(...window, value, id, chunk);
      for (const row of this.#lookup.spans(keys.map((key) => Number(key[1]))))
        if (isWanted(row)) top.offer(row);
      const last = keys.at(-1);
      if (
        last === undefined ||
        keys.length < chunk ||
        top.isFullBefore({ value: last[0], id: Number(last[1]) })
      )
        return;
      step();
      [value, id] = [last[0], last[1] + (list.order === 'asc' ? 1n : -1n)];
    }
  }

  #statement(sort: SpanRankSort, order: Order): Database.Statement<Bounds, [bigint, bigint]> {
    const known = this.#statements.get(`${sort} ${order}`);
    if (known !== undefined) return known;
    const statement = this.#db
      .prepare<Bounds, [bigint, bigint]>(spanRankSelect(sort, order))
      .safeIntegers(true)
      .raw(true);
    this.#statements.set(`${sort} ${order}`, statement);
    return statement;
  }
}
