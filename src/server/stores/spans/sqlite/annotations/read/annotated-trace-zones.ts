import type Database from 'better-sqlite3';
import type { SpanKey } from '#server/stores/spans/sqlite/read/span-keys.ts';
import { ZONE_SPANS } from '#server/stores/spans/sqlite/index/zone-writer.ts';

/** Numbers of annotated traces in a range, from the first up to the second. */
type FindAnnotated = (low: number, end: number) => readonly number[];

/** Traces of a zone that lie closer together than this are looked up by one range of the index. */
const RANGE_MAX = 4 * ZONE_SPANS;

export const ZONE_TRACES_SQL = {
  range: 'SELECT min(trace_number), max(trace_number) FROM spans WHERE id >= ? AND id < ?',
  each: 'SELECT DISTINCT trace_number FROM spans WHERE id >= ? AND id < ?',
  keys: 'SELECT start_time, id, trace_number FROM spans WHERE id >= ? AND id < ?',
} as const;

/**
 * Picks out of a zone the spans of annotated traces. A zone without any costs one pass of SQLite over its rows and a range of the index, so
 * that annotated traces are found however far back they lie.
 */
export class AnnotatedTraceZones {
  readonly #range: Database.Statement<[number, number], [first: number | null, last: number | null]>;
  readonly #each: Database.Statement<[number, number], number>;
  readonly #keys: Database.Statement<[number, number], [start: bigint, id: bigint, trace: bigint]>;

  constructor(db: Database.Database) {
    this.#range = db.prepare<[number, number], [number | null, number | null]>(ZONE_TRACES_SQL.range).raw(true);
    this.#each = db.prepare<[number, number], number>(ZONE_TRACES_SQL.each).pluck(true);
    this.#keys = db.prepare<[number, number], [bigint, bigint, bigint]>(ZONE_TRACES_SQL.keys).safeIntegers(true).raw(true);
  }

  /** Keys of the zone's spans whose traces all of the finders find, in no order. */
  keysOf(low: number, finders: readonly FindAnnotated[]): SpanKey[] {
    const annotated = this.#annotatedIn(low, finders);
    if (annotated.size === 0) return [];
    const keys: SpanKey[] = [];
    for (const [start, id, trace] of this.#keys.all(low, low + ZONE_SPANS)) {
      if (annotated.has(Number(trace))) keys.push({ start, id: Number(id) });
    }
    return keys;
  }

  #annotatedIn(low: number, finders: readonly FindAnnotated[]): ReadonlySet<number> {
    const [first, last] = this.#range.get(low, low + ZONE_SPANS) ?? [null, null];
    if (first === null || last === null) return new Set();
    const isClose = last - first < RANGE_MAX;
    const candidates = isClose ? null : this.#each.all(low, low + ZONE_SPANS);
    const annotatedBy = (find: FindAnnotated): Set<number> =>
      new Set(candidates === null ? find(first, last + 1) : candidates.filter((trace) => find(trace, trace + 1).length > 0));
    const [annotated, ...others] = finders.map(annotatedBy);
    return new Set([...(annotated ?? [])].filter((trace) => others.every((other) => other.has(trace))));
  }
}
