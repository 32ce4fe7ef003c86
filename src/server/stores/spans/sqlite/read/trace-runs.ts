import type Database from 'better-sqlite3';
import { KeptUntilWritten } from './kept-until-written.ts';

/** The times and durations that the traces of a project cover in a run, at most. */
export interface TraceRun {
  readonly run: number;
  readonly startMin: bigint;
  readonly startMax: bigint;
  readonly latencyMin: bigint;
  readonly latencyMax: bigint;
}

type RunCells = [
  run: bigint,
  startMin: bigint,
  startMax: bigint,
  latencyMin: bigint,
  latencyMax: bigint,
];

export const TRACE_RUNS_SQL =
  'SELECT run, start_min, start_max, latency_min, latency_max FROM trace_runs WHERE project_id = ?';

/** The runs of a project: as many as it has times 16,384 traces, or somewhat more. */
export class TraceRuns {
  readonly #runs: Database.Statement<[number], RunCells>;
  readonly #kept: KeptUntilWritten<readonly TraceRun[]>;

  constructor(db: Database.Database) {
    this.#runs = db.prepare<[number], RunCells>(TRACE_RUNS_SQL).safeIntegers(true).raw(true);
    this.#kept = new KeptUntilWritten(db, (projectId) =>
      this.#runs.all(projectId).map(([run, startMin, startMax, latencyMin, latencyMax]) => {
        return { run: Number(run), startMin, startMax, latencyMin, latencyMax };
      }),
    );
  }

  of(projectId: number): readonly TraceRun[] {
    return this.#kept.of(projectId);
  }
}
