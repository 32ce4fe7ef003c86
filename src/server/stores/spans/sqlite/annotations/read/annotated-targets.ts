import type Database from 'better-sqlite3';
import type { AnnotationTarget } from '#contracts/annotations/annotation-kind.ts';
import type { NecessaryAnnotation } from '#core/filter/predicate.ts';
import type { SqlValue } from '#server/stores/spans/sqlite/both/columns.ts';
import { intersectionOf, NumberSet } from '#server/stores/spans/sqlite/both/number-set.ts';
import { ZONE_SPANS } from '#server/stores/spans/sqlite/index/zone-writer.ts';
import type { SpanConditions } from '#server/stores/spans/sqlite/read/span-conditions.ts';
import type { SpanKey } from '#server/stores/spans/sqlite/read/span-keys.ts';
import type { ZoneList, ZoneWalk } from '#server/stores/spans/sqlite/read/zone-walk.ts';
import { targetNumberOf } from '../both/annotation-row-codec.ts';

/**
 * Annotations looked at by one statement, between two questions to the budget: some ten
 * milliseconds.
 */
const WINDOW = 20_000;
const NUMBER_MAX = Number.MAX_SAFE_INTEGER;

const UNDER_NAME = `FROM annotations INDEXED BY annotations_by_name WHERE project_id = +? AND target_kind = +?
  AND name_id = (SELECT id FROM annotation_names WHERE name = +?)`;
export const ANNOTATED_EDGE_SQL = `SELECT target_number ${UNDER_NAME} AND target_number < +? ORDER BY target_number DESC LIMIT 1 OFFSET ?`;

/** Traces of a zone that lie closer together than this are looked up by one range of the index. */
const RANGE_MAX = 4 * ZONE_SPANS;

export const ZONE_TRACES_SQL = {
  range: 'SELECT min(trace_number), max(trace_number) FROM spans WHERE id >= ? AND id < ?',
  each: 'SELECT DISTINCT trace_number FROM spans WHERE id >= ? AND id < ?',
  keys: 'SELECT start_time, id, trace_number FROM spans WHERE id >= ? AND id < ?',
} as const;

/**
 * Numbers of the targets in a range that have such an annotation, falling; all of it is in the
 * index.
 */
export function annotatedSelect(annotation: NecessaryAnnotation): string {
  const { labels, scoreMin, scoreMax } = annotation;
  const also = [
    labels === undefined ? '' : ' AND label IN (SELECT value FROM json_each(+?))',
    scoreMin === undefined ? '' : ' AND score >= +?',
    scoreMax === undefined ? '' : ' AND score <= +?',
  ].join('');
  return `SELECT DISTINCT target_number ${UNDER_NAME} AND target_number >= +? AND target_number < +?${also} ORDER BY target_number DESC`;
}

/** Finds spans, traces and sessions by their annotations, in the index alone. */
export class AnnotatedTargets {
  readonly #db: Database.Database;
  readonly #start: Database.Statement<[number], bigint>;
  readonly #zones: AnnotatedTraceZones;

  constructor(db: Database.Database) {
    this.#db = db;
    this.#zones = new AnnotatedTraceZones(db);
    this.#start = db
      .prepare<[number], bigint>('SELECT start_time FROM spans WHERE id = ?')
      .safeIntegers(true)
      .pluck(true);
  }

  /**
   * Numbers of the targets that have all of these annotations; null without any, and when those
   * with any one are more than `max`.
   */
  gather(
    target: AnnotationTarget,
    projectId: number,
    annotations: readonly NecessaryAnnotation[],
    max: number,
    step: () => void,
  ): NumberSet | null {
    return intersectionOf(
      annotations.flatMap(
        (annotation) => this.#gatherOne(target, projectId, annotation, max, step) ?? [],
      ),
    );
  }

  /**
   * Keys of spans that are annotated or have an annotated document, in list order, for any number
   * of them.
   */
  keys(
    target: 'span' | 'document',
    walk: ZoneWalk,
    c: SpanConditions,
    annotation: NecessaryAnnotation,
    list: ZoneList,
    step: () => void,
  ): Generator<SpanKey> {
    const find = this.#finder(target, c.projectId, annotation);
    return walk.keys(c, list, step, (low) =>
      find(low, low + ZONE_SPANS).flatMap((id) => {
        const start = this.#start.get(id);
        return start === undefined ? [] : [{ start, id }];
      }),
    );
  }

  /**
   * Keys of spans whose traces have all of these annotations, in list order, for any number of such
   * traces.
   */
  keysByTrace(
    walk: ZoneWalk,
    c: SpanConditions,
    annotations: readonly NecessaryAnnotation[],
    list: ZoneList,
    step: () => void,
  ): Generator<SpanKey> {
    const finders = annotations.map((annotation) => this.#finder('trace', c.projectId, annotation));
    return walk.keys(c, list, step, (low) => this.#zones.keysOf(low, finders));
  }

  #gatherOne(
    target: AnnotationTarget,
    projectId: number,
    annotation: NecessaryAnnotation,
    max: number,
    step: () => void,
  ): NumberSet | null {
    const edge = this.#db
      .prepare<[number, number, string, number, number], number>(ANNOTATED_EDGE_SQL)
      .pluck(true);
    const find = this.#finder(target, projectId, annotation);
    const numbers = new NumberSet();
    for (let to = NUMBER_MAX; to > 0;) {
      step();
      const from = edge.get(projectId, targetNumberOf(target), annotation.name, to, WINDOW) ?? 0;
      for (const number of find(from, to)) numbers.add(number);
      if (numbers.size > max) return null;
      to = from;
    }
    return numbers;
  }

  #finder(
    target: AnnotationTarget,
    projectId: number,
    annotation: NecessaryAnnotation,
  ): (low: number, high: number) => number[] {
    const statement = this.#db.prepare<SqlValue[], number>(annotatedSelect(annotation)).pluck(true);
    const { name, labels, scoreMin, scoreMax } = annotation;
    const also = [
      labels === undefined ? [] : JSON.stringify(labels),
      scoreMin ?? [],
      scoreMax ?? [],
    ].flat();
    return (low, high) =>
      statement.all(projectId, targetNumberOf(target), name, low, high, ...also);
  }
}

/** Numbers of annotated traces in a range, from the first up to the second. */
type FindAnnotated = (low: number, end: number) => readonly number[];

/**
 * Picks out of a zone the spans of annotated traces. A zone without any costs one pass of SQLite
 * over its rows and a range of the index, so that annotated traces are found however far back they
 * lie.
 */
class AnnotatedTraceZones {
  readonly #range: Database.Statement<
    [number, number],
    [first: number | null, last: number | null]
  >;
  readonly #each: Database.Statement<[number, number], number>;
  readonly #keys: Database.Statement<[number, number], [start: bigint, id: bigint, trace: bigint]>;

  constructor(db: Database.Database) {
    this.#range = db
      .prepare<[number, number], [number | null, number | null]>(ZONE_TRACES_SQL.range)
      .raw(true);
    this.#each = db.prepare<[number, number], number>(ZONE_TRACES_SQL.each).pluck(true);
    this.#keys = db
      .prepare<[number, number], [bigint, bigint, bigint]>(ZONE_TRACES_SQL.keys)
      .safeIntegers(true)
      .raw(true);
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
      new Set(
        candidates === null
          ? find(first, last + 1)
          : candidates.filter((trace) => find(trace, trace + 1).length > 0),
      );
    const [annotated, ...others] = finders.map(annotatedBy);
    return new Set(
      [...(annotated ?? [])].filter((trace) => others.every((other) => other.has(trace))),
    );
  }
}
