import type Database from 'better-sqlite3';
import type { TimeWindow } from '#core/ports/span-store.ts';
import { IN_WINDOW_SQL, RUN_SQL, SHAPE_SPANS_SQL } from '../index/span-run.ts';

/** One kind of span of a project, as a row of `shapes`. */
export interface ShapeCells {
  readonly id: bigint;
  readonly is_root: bigint;
  readonly kind: bigint;
  readonly status: bigint;
  readonly name: string | null;
  readonly model_name: string | null;
  readonly span_count: bigint;
  readonly start_min: bigint;
  readonly start_max: bigint;
}

const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

type Window = [from: bigint, to: bigint];

export const SHAPE_COUNT_SQL = `SELECT count(*) ${SHAPE_SPANS_SQL} ${IN_WINDOW_SQL}`;
export const SHAPE_EDGE_SQL = `SELECT start_time FROM spans INDEXED BY spans_by_run WHERE ${RUN_SQL} = ? AND shape_id = ? AND start_time >= ? AND start_time < ? ORDER BY start_time DESC LIMIT 1 OFFSET ?`;
/** The latest of the edges of a shape in each run. */
export const SHAPE_EDGES_SQL = `SELECT max((SELECT start_time FROM spans INDEXED BY spans_by_run WHERE ${RUN_SQL} = +r.run AND shape_id = r.shape_id
  AND start_time >= ? AND start_time < ? ORDER BY start_time DESC LIMIT 1 OFFSET ?))
FROM shape_runs r WHERE r.shape_id = ? AND r.start_max >= ? AND r.start_min < ?`;
export const SHAPE_RUN_ENDS_SQL =
  'SELECT run, start_max FROM shape_runs WHERE shape_id = ? AND start_max >= ? AND start_min < ? ORDER BY start_max DESC';

export function boundsOf({
  startUnixNano = INT64_MIN,
  endUnixNano = INT64_MAX,
}: TimeWindow): Window {
  return [startUnixNano, endUnixNano];
}

/** Whether most spans of a shape start in a window, if they are spread evenly over its time. */
function isMost({ start_min, start_max }: ShapeCells, from: bigint, to: bigint): boolean {
  const [first, end] = [from > start_min ? from : start_min, to > start_max ? start_max : to];
  return 2n * (end - first) > start_max - start_min;
}

/** Counts the spans of shapes by their start, from the index alone. */
export class ShapeWindows {
  readonly #count: Database.Statement<[bigint, ...Window, ...Window], number>;
  readonly #edge: Database.Statement<[bigint, bigint, ...Window, number], bigint>;
  readonly #edges: Database.Statement<[...Window, number, bigint, ...Window], bigint | null>;
  readonly #runEnds: Database.Statement<[bigint, ...Window], [run: bigint, end: bigint]>;

  constructor(db: Database.Database) {
    this.#count = db.prepare<[bigint, ...Window, ...Window], number>(SHAPE_COUNT_SQL).pluck(true);
    this.#edge = db
      .prepare<[bigint, bigint, ...Window, number], bigint>(SHAPE_EDGE_SQL)
      .pluck(true)
      .safeIntegers(true);
    this.#edges = db
      .prepare<[...Window, number, bigint, ...Window], bigint | null>(SHAPE_EDGES_SQL)
      .pluck(true)
      .safeIntegers(true);
    this.#runEnds = db
      .prepare<[bigint, ...Window], [bigint, bigint]>(SHAPE_RUN_ENDS_SQL)
      .safeIntegers(true)
      .raw(true);
  }

  count(shape: ShapeCells, window: TimeWindow): number {
    const [from, to] = boundsOf(window);
    if (shape.start_max < from || shape.start_min >= to) return 0;
    if (shape.start_min >= from && shape.start_max < to) return Number(shape.span_count);
    if (!isMost(shape, from, to)) return this.#countIn(shape, from, to);
    const outside =
      this.#countIn(shape, shape.start_min, from) + this.#countIn(shape, to, shape.start_max + 1n);
    return Number(shape.span_count) - outside;
  }

  #countIn({ id }: ShapeCells, from: bigint, to: bigint): number {
    return from >= to ? 0 : (this.#count.get(id, from, to, from, to) ?? 0);
  }

  countAll(shapes: readonly ShapeCells[], window: TimeWindow): number {
    return shapes.reduce((sum, shape) => sum + this.count(shape, window), 0);
  }

  /**
   * The window, or of one with more than so many spans its end, which holds no more than `sample` of
   * them: each shape is given its share, and the shortest reach of all holds.
   */
  newest(
    shapes: readonly ShapeCells[],
    window: TimeWindow,
    { spansMax, sample }: { readonly spansMax: number; readonly sample: number },
  ): TimeWindow {
    const all = this.countAll(shapes, window);
    if (all <= spansMax) return window;
    const [from, to] = boundsOf(window);
    const edges = shapes.flatMap((shape) => {
      const share = Math.floor((this.count(shape, window) * sample) / all);
      return this.#edgeOf(shape.id, [from, to], share) ?? [];
    });
    // A span that starts exactly there may be one too many of its shape.
    return {
      startUnixNano: edges.reduce((latest, edge) => (edge > latest ? edge : latest), from) + 1n,
      endUnixNano: to,
    };
  }

  /**
   * From when on a shape has so many spans or fewer in a window; null if it has no more at all. Of
   * runs that overlap there, each is given the same share.
   */
  #edgeOf(id: bigint, [from, to]: Window, spansMax: number): bigint | null {
    const [newest, before] = this.#runEnds.all(id, from, to);
    if (newest === undefined) return null;
    const edge = this.#edge.get(newest[0], id, from, to, spansMax);
    if (edge !== undefined && (before === undefined || edge > before[1])) return edge;
    const next =
      before === undefined ? undefined : this.#edge.get(before[0], id, from, to, spansMax);
    const first = edge ?? next ?? from;
    const runs = this.#runEnds.all(id, first, to).length;
    const edges = this.#edges.get(first, to, Math.floor(spansMax / runs), id, first, to);
    return edges ?? edge ?? next ?? null;
  }
}
