/**
 * A trace run is so many consecutive trace numbers that the indexes of traces have a part of their
 * own for them. A new trace’s entries land in the newest parts, whose pages stay in memory: in one
 * part for all, each trace would touch a page of each index.
 *
 * Fixed by the schema: each index of `traces` begins with it.
 */
const TRACE_RUN_SHIFT = 14;
/** The run of a row of `traces`, as the indexes have it, and the newest run there is. */
export const TRACE_RUN_SQL = `id >> ${TRACE_RUN_SHIFT}`;
export const NEWEST_RUN_SQL = `SELECT max(id) >> ${TRACE_RUN_SHIFT} FROM traces`;

export function traceRunOf(traceNumber: number): number {
  return Math.floor(traceNumber / 2 ** TRACE_RUN_SHIFT);
}

/** The numbers that the traces of a run may have, both included. */
export function numbersOfTraceRun(run: number): readonly [low: number, high: number] {
  return [run * 2 ** TRACE_RUN_SHIFT, (run + 1) * 2 ** TRACE_RUN_SHIFT - 1];
}

/**
 * The traces of projects, run by run and so in no order; `runs` has the bounds of each. The sign
 * takes the column’s affinity away: compared with that, an expression isn’t looked up in its index.
 */
export function projectTracesSql(index: string): string {
  return `FROM trace_runs runs
CROSS JOIN traces t INDEXED BY ${index} ON t.${TRACE_RUN_SQL} = +runs.run AND t.project_id = runs.project_id`;
}

/** The same of sessions, from the runs that each has traces in. */
export const SESSION_TRACES_SQL = `FROM session_runs runs
CROSS JOIN traces t INDEXED BY traces_by_session ON t.${TRACE_RUN_SQL} = +runs.run AND t.session_number = runs.session_number`;

export type StartedIn = [from: bigint, to: bigint, from: bigint, to: bigint];
/** Narrows the traces of projects to a window of their start. Takes it twice. */
export const STARTED_IN_SQL =
  'runs.start_max >= ? AND runs.start_min < ? AND t.start_time >= ? AND t.start_time < ?';
