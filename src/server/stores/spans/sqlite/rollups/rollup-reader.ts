import type Database from 'better-sqlite3';
import type { SeriesBucket } from '#core/ports/figure-reader.ts';
import type { TimeWindow } from '#core/ports/span-store.ts';
import { Rollup, ROLLUP_LEVELS } from './rollup.ts';
import { rollupFromCells, type RollupCells } from './rollup-codec.ts';
import { slotRanges } from './rollup-ranges.ts';

const NANOS_PER_MILLI = 1e6;

interface SlotCells extends RollupCells {
  readonly slot: number;
}

/**
 * Sums roll-ups over windows. An interval belongs to the bucket in which it starts, so edges are
 * exact to a minute.
 */
export class RollupReader {
  readonly #rows: Database.Statement<[number, number, number, number], SlotCells>;

  constructor(db: Database.Database) {
    this.#rows = db.prepare(
      `SELECT r.slot, r.spans, r.traces, r.errors, r.latency, r.models, r.first_token FROM rollups r JOIN projects p ON p.id = r.project_id
       WHERE r.project_id = +? AND r.level = +? AND r.slot >= +? AND r.slot < +? ORDER BY r.slot`,
    );
  }

  total(projectId: number, window: Required<TimeWindow>): SeriesBucket {
    const sum = new Rollup();
    this.each(projectId, window, true, (_start, rollup) => sum.merge(rollup));
    return bucketOf(window.startUnixNano, sum);
  }

  series(projectId: number, window: Required<TimeWindow>, buckets: number): SeriesBucket[] {
    const start = Number(window.startUnixNano);
    const width = (Number(window.endUnixNano) - start) / buckets;
    const sums = Array.from({ length: buckets }, () => new Rollup());
    this.each(projectId, window, width >= 2 * ROLLUP_LEVELS[1].nanos, (slotStart, rollup) => {
      sums[Math.min(buckets - 1, Math.max(0, Math.floor((slotStart - start) / width)))]?.merge(
        rollup,
      );
    });
    const step = (window.endUnixNano - window.startUnixNano) / BigInt(buckets);
    return sums.map((sum, i) => bucketOf(window.startUnixNano + step * BigInt(i), sum));
  }

  /**
   * Visits the window's intervals: minutes, or, where allowed and the window is long, hours between
   * its edges' minutes.
   */
  each(
    projectId: number,
    window: Required<TimeWindow>,
    mayUseHours: boolean,
    visit: (startNano: number, rollup: Rollup) => void,
  ): void {
    for (const { level, low, high } of slotRanges(window, mayUseHours)) {
      for (const cells of this.#rows.iterate(projectId, level, low, high))
        visit(cells.slot * ROLLUP_LEVELS[level].nanos, rollupFromCells(cells));
    }
  }
}

function bucketOf(startUnixNano: bigint, sum: Rollup): SeriesBucket {
  const quantile = (q: number, sketch = sum.latency): number | null => {
    const nanos = sketch.quantile(q);
    return nanos === null ? null : nanos / NANOS_PER_MILLI;
  };
  return {
    startUnixNano,
    spans: sum.spans,
    traces: sum.traces,
    errors: sum.errors,
    latencyP50Ms: quantile(0.5),
    latencyP95Ms: quantile(0.95),
    latencyP99Ms: quantile(0.99),
    firstTokenP50Ms: quantile(0.5, sum.firstToken),
    firstTokenP95Ms: quantile(0.95, sum.firstToken),
    tokensByModel: Object.fromEntries(
      [...sum.models].filter(
        ([, usage]) => usage.prompt !== 0 || usage.completion !== 0 || usage.costUsd !== 0,
      ),
    ),
  };
}
