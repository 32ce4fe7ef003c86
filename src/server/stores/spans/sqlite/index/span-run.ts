/**
 * A run is so many consecutive span numbers that the index by shape and time has a part of its own
 * for them. A new span's entry lands in the newest part, whose few megabytes stay in memory: in one
 * part for all, spans whose times come in no order would touch a page each.
 *
 * Fixed by the schema (`spans_by_run`), as the zones in a run are (`span_runs`).
 */
const RUN_SHIFT = 17;
export const RUN_SPANS = 2 ** RUN_SHIFT;
/** The run of a row of `spans`, as the index has it. */
export const RUN_SQL = `id >> ${RUN_SHIFT}`;

export function runOf(spanNumber: number): number {
  return Math.floor(spanNumber / RUN_SPANS);
}

/**
 * The spans of shapes, run by run and so in no order. The sign takes the column’s affinity away:
 * compared with that, an expression isn’t looked up in its index.
 */
export const SHAPE_SPANS_SQL = `FROM shape_runs r
CROSS JOIN spans s INDEXED BY spans_by_run ON s.${RUN_SQL} = +r.run AND s.shape_id = r.shape_id`;
/** Narrows them to a shape and a window of time. Takes the shape, the window, and it once more. */
export const IN_WINDOW_SQL =
  'WHERE r.shape_id = ? AND r.start_max >= ? AND r.start_min < ? AND s.start_time >= ? AND s.start_time < ?';
