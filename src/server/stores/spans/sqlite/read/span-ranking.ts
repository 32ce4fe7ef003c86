import type Database from 'better-sqlite3';
import type { SpanRow } from '#core/ports/span-rows.ts';
import type { PageAnchor, SpanRankSort } from '#core/ports/span-store.ts';
import { SPAN_RANK_SQL } from '../both/span-rank.ts';
import { numbersOf } from '../index/extreme-writer.ts';
import { WantedShapes } from '../index/ranked-shapes.ts';
import { RUN_SQL } from '../index/span-run.ts';
import { RankedZones, type RankedZone, type ZoneRanking } from './ranked-zones.ts';
import type { ShapeSummary, SpanConditions } from './span-conditions.ts';
import type { SpanLookup } from './span-lookup.ts';
import { SpanRuns } from './span-runs.ts';
import type { RankKey, TopRows } from './top-rows.ts';

/** Spans ranked by one statement: some ten milliseconds, between two questions to the budget. */
const WINDOW_SPANS = 20_000;
const CHUNK_MAX = 2_048;
const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

type Order = 'asc' | 'desc';
type Bounds = [
  run: number,
  shape: number,
  startMin: bigint,
  startEnd: bigint,
  value: bigint,
  id: bigint,
  limit: number,
];

type ZoneBounds = [
  low: number,
  high: number,
  startMin: bigint,
  startEnd: bigint,
  durationMin: bigint,
  durationMax: bigint,
  from: bigint,
  fromId: bigint,
  to: bigint,
  toId: bigint,
];
type ZoneCells = [value: bigint, id: bigint, shape: bigint];

interface RankedList {
  readonly sort: SpanRankSort;
  readonly order: Order;
  readonly limit: number;
  readonly anchor?: PageAnchor;
}

/**
 * The spans of a zone in a window of time and of some durations, from a place in the ranking to
 * another.
 */
export function zoneRankSelect(sort: SpanRankSort, order: Order): string {
  const rank = SPAN_RANK_SQL[sort];
  const [direction, from, to] = order === 'asc' ? ['', '>=', '<='] : [' DESC', '<=', '>='];
  return `SELECT ${rank} AS value, id, shape_id FROM spans
WHERE id BETWEEN ? AND ? AND start_time >= ? AND start_time < ? AND duration BETWEEN ? AND ?
AND (${rank}, id) ${from} (?, ?) AND (${rank}, id) ${to} (?, ?)
ORDER BY value${direction}, id${direction}`;
}

/** The best spans of one shape in a run and in a window of time, from a place in the ranking on. */
export function spanRankSelect(sort: SpanRankSort, order: Order): string {
  const [rank, direction, from] = [
    SPAN_RANK_SQL[sort],
    order === 'asc' ? '' : ' DESC',
    order === 'asc' ? '>=' : '<=',
  ];
  return `SELECT ${rank} AS value, id FROM spans INDEXED BY spans_by_run
WHERE ${RUN_SQL} = ? AND shape_id = ? AND start_time >= ? AND start_time < ? AND (${rank}, id) ${from} (?, ?)
ORDER BY value${direction}, id${direction} LIMIT ?`;
}

const EDGE_SQL = `SELECT start_time FROM spans INDEXED BY spans_by_run WHERE ${RUN_SQL} = ? AND shape_id = ? AND start_time >= ? AND start_time < ? ORDER BY start_time LIMIT 1 OFFSET ?`;

/**
 * Ranks spans by what no index is sorted by. Zones are read in the order of the best span that each
 * may have (`RankedZones`), until no other can have a better one than the page has: for a page of
 * the first rows, about as many zones as rows.
 *
 * While the extremes of stored spans are still being made, everything in the range is looked at for
 * each page, shape by shape and window by window, and the best are kept. Some 0.5 µs a span if it
 * is in memory.
 */
export class SpanRanking {
  readonly #db: Database.Database;
  readonly #lookup: SpanLookup;
  readonly #edge: Database.Statement<[number, number, bigint, bigint, number], bigint>;
  readonly #runs: SpanRuns;
  readonly #statements = new Map<string, Database.Statement<Bounds, [value: bigint, id: bigint]>>();
  readonly #zones: RankedZones;
  readonly #ofZone = new Map<string, Database.Statement<ZoneBounds, ZoneCells>>();

  constructor(db: Database.Database, lookup: SpanLookup) {
    this.#db = db;
    this.#lookup = lookup;
    this.#zones = new RankedZones(db);
    this.#runs = new SpanRuns(db);
    this.#edge = db
      .prepare<[number, number, bigint, bigint, number], bigint>(EDGE_SQL)
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
    list: RankedList,
    isWanted: (row: SpanRow) => boolean,
    step: () => void,
  ): void {
    if (this.#zones.areWhole) this.#rankZones(top, shapes, c, list, isWanted, step);
    else this.#rankAll(top, shapes, c, list, isWanted, step);
  }

  #rankZones(
    top: TopRows<SpanRow>,
    shapes: readonly ShapeSummary[],
    c: SpanConditions,
    list: RankedList,
    isWanted: (row: SpanRow) => boolean,
    step: () => void,
  ): void {
    const ranking = {
      projectId: c.projectId,
      shapes: new WantedShapes(shapes.map(({ id, features }) => ({ id, ...features }))),
      startMin: c.startMin ?? INT64_MIN,
      startEnd: c.startEnd ?? INT64_MAX,
      sort: list.sort,
      order: list.order,
      durationMin: c.latencyNanoMin ?? INT64_MIN,
      durationMax: c.latencyNanoMax ?? INT64_MAX,
    };
    for (const zone of this.#zones.of(ranking)) {
      if (top.isFullBefore(zone.best)) return;
      step();
      const keys = this.#keysIn(zone, ranking, list.anchor, top.worst);
      for (let at = 0, chunk = list.limit + 1; at < keys.length; chunk = CHUNK_MAX) {
        const next = keys[at];
        if (next === undefined || top.isFullBefore(next)) break;
        const numbers = keys.slice(at, at + chunk).map(({ id }) => id);
        for (const row of this.#lookup.spans(numbers)) if (isWanted(row)) top.offer(row);
        at += chunk;
      }
    }
  }

  /** Keys of the spans in a zone that may be among the best, in order. */
  #keysIn(
    { slot }: RankedZone,
    { shapes, startMin, startEnd, sort, order, durationMin, durationMax }: ZoneRanking,
    anchor: PageAnchor | undefined,
    worst: RankKey | null,
  ): RankKey[] {
    const [first, last] = order === 'asc' ? [INT64_MIN, INT64_MAX] : [INT64_MAX, INT64_MIN];
    return this.#zoneStatement(sort, order)
      .all(
        ...numbersOf(0, slot),
        startMin,
        startEnd,
        durationMin,
        durationMax,
        anchor?.sortValue ?? first,
        BigInt(anchor?.id ?? first),
        worst?.value ?? last,
        BigInt(worst?.id ?? last),
      )
      .flatMap(([value, id, shape]) =>
        shapes.ids.has(Number(shape)) ? [{ value, id: Number(id) }] : [],
      );
  }

  #zoneStatement(sort: SpanRankSort, order: Order): Database.Statement<ZoneBounds, ZoneCells> {
    const known = this.#ofZone.get(`${sort} ${order}`);
    if (known !== undefined) return known;
    const statement = this.#db
      .prepare<ZoneBounds, ZoneCells>(zoneRankSelect(sort, order))
      .safeIntegers(true)
      .raw(true);
    this.#ofZone.set(`${sort} ${order}`, statement);
    return statement;
  }

  #rankAll(
    top: TopRows<SpanRow>,
    shapes: readonly ShapeSummary[],
    c: SpanConditions,
    list: RankedList,
    isWanted: (row: SpanRow) => boolean,
    step: () => void,
  ): void {
    const statement = this.#statement(list.sort, list.order);
    const end = c.startEnd ?? INT64_MAX;
    const runs = this.#runs.of(c.projectId, c.startMin ?? INT64_MIN, end, 'desc');
    for (const { run } of runs) {
      for (const { id: shape } of shapes) {
        for (let from = c.startMin ?? INT64_MIN; from < end;) {
          step();
          const edge = this.#edge.get(run, shape, from, end, WINDOW_SPANS);
          const to = edge === undefined ? end : edge > from ? edge : from + 1n;
          this.#rankWindow(top, statement, [run, shape, from, to], list, isWanted, step);
          if (edge === undefined) break;
          from = to;
        }
      }
    }
  }

  #rankWindow(
    top: TopRows<SpanRow>,
    statement: Database.Statement<Bounds, [bigint, bigint]>,
    window: [run: number, shape: number, from: bigint, to: bigint],
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
