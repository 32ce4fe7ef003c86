import type Database from 'better-sqlite3';

/** The times that the spans of a project cover in a run, at most. */
export interface SpanRun {
  readonly run: number;
  readonly startMin: bigint;
  readonly startMax: bigint;
}

type RunCells = [run: bigint, startMin: bigint, startMax: bigint];

export const SPAN_RUNS_SQL =
  'SELECT run, start_min, start_max FROM span_runs WHERE project_id = ? AND start_max >= ? AND start_min <= ?';

/** The runs of a project: as many as it has times 131,072 spans, or somewhat more. */
export class SpanRuns {
  readonly #runs: Database.Statement<[number, bigint, bigint], RunCells>;

  constructor(db: Database.Database) {
    this.#runs = db
      .prepare<[number, bigint, bigint], RunCells>(SPAN_RUNS_SQL)
      .safeIntegers(true)
      .raw(true);
  }

  /**
   * Those with spans that start from `startMin` to `startMax`, in the order in which a list by time
   * comes upon them.
   */
  of(projectId: number, startMin: bigint, startMax: bigint, order: 'asc' | 'desc'): SpanRun[] {
    return this.#runs
      .all(projectId, startMin, startMax)
      .map(([run, min, max]) => ({ run: Number(run), startMin: min, startMax: max }))
      .sort((a, b) =>
        order === 'asc' ? sign(a.startMin - b.startMin) : sign(b.startMax - a.startMax),
      );
  }
}

function sign(value: bigint): number {
  return value < 0n ? -1 : value > 0n ? 1 : 0;
}
