import type Database from 'better-sqlite3';
import { latencyEdges } from '#core/figures/latency-edges.ts';
import type { LatencyGrid } from '#core/ports/figure-reader.ts';
import type { TimeWindow } from '#core/ports/span-store.ts';
import { projectTracesSql, STARTED_IN_SQL, type StartedIn } from '../index/trace-run.ts';
import { LatencySketch } from '#core/figures/latency-sketch.ts';
import { Rollup, ROLLUP_LEVELS } from '../rollups/rollup.ts';
import { RollupReader } from '../rollups/rollup-reader.ts';

export const FAILED_TRACES_SQL = `SELECT count(*) ${projectTracesSql('traces_with_errors')}
WHERE runs.project_id = ? AND t.error_count > 0 AND ${STARTED_IN_SQL}`;
type Extent = [first: bigint | null, last: bigint | null];

/** Figures that need no row: from roll-ups, from shapes, and from the index of failed traces. */
export class SqliteFigures {
  readonly #rollups: RollupReader;
  readonly #extent: Database.Statement<[number], Extent>;
  readonly #failed: Database.Statement<[number, ...StartedIn], number>;

  constructor(db: Database.Database) {
    this.#rollups = new RollupReader(db);
    this.#extent = db
      .prepare<[number], Extent>(
        'SELECT min(start_min), max(start_max) FROM shapes WHERE project_id = ? AND span_count > 0',
      )
      .safeIntegers(true)
      .raw(true);
    this.#failed = db.prepare<[number, ...StartedIn], number>(FAILED_TRACES_SQL).pluck(true);
  }

  extent(projectId: number): Required<TimeWindow> | null {
    const [first, last] = this.#extent.get(projectId) ?? [null, null];
    return first === null || last === null
      ? null
      : { startUnixNano: first, endUnixNano: last + 1n };
  }

  failedTraces(
    projectId: number,
    { startUnixNano, endUnixNano }: Required<TimeWindow>,
    buckets: number,
  ): number[] {
    const width = (endUnixNano - startUnixNano) / BigInt(buckets) || 1n;
    // Bucket by bucket: grouped in one statement, 100,000 failed traces took 24 ms instead of 7.
    return Array.from({ length: buckets }, (_, at) => {
      const from = startUnixNano + width * BigInt(at);
      const to = at === buckets - 1 || from + width > endUnixNano ? endUnixNano : from + width;
      return this.#failed.get(projectId, from, to, from, to) ?? 0;
    });
  }

  latencies(
    projectId: number,
    window: Required<TimeWindow>,
    columns: number,
    rows: number,
  ): LatencyGrid {
    const start = Number(window.startUnixNano);
    const width = (Number(window.endUnixNano) - start) / columns;
    const sketches = Array.from({ length: columns }, () => new LatencySketch());
    const all = new Rollup();
    this.#rollups.each(
      projectId,
      window,
      width >= 2 * ROLLUP_LEVELS[1].nanos,
      (slotStart, rollup) => {
        sketches[
          Math.min(columns - 1, Math.max(0, Math.floor((slotStart - start) / width)))
        ]?.merge(rollup.latency);
        all.latency.merge(rollup.latency);
      },
    );
    const [least, greatest] = [all.latency.quantile(0), all.latency.quantile(1)];
    if (least === null || greatest === null)
      return { edgesMs: [], columns: sketches.map(() => []) };
    const edgesMs = latencyEdges(least / 1e6, greatest / 1e6, rows);
    return {
      edgesMs,
      columns: sketches.map((sketch) => sketch.histogram(edgesMs.map((edge) => edge * 1e6))),
    };
  }
}
