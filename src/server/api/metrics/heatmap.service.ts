import type { FigureGrain, LatencyHeatmap, FigureCoverage } from '#contracts/metrics/figures.ts';
import type { SpanFilterParams } from '#contracts/spans/span.ts';
import { isoFromUnixNano } from '#contracts/wire/time.ts';
import { latencyEdges, rowOfLatency } from '#core/figures/latency-edges.ts';
import { LatencySketch } from '#core/figures/latency-sketch.ts';
import type { TimeWindow } from '#core/ports/span-store.ts';
import type { Query } from '#server/threads/query.ts';
import { resolvedWindow, type ChartWindow } from '../kit/request/chart-window.ts';
import { findProject } from '../kit/projects/find-project.ts';
import { countQuery, type Tally } from './count-steps.ts';
import { isUnfiltered, scanFigures, type FigureRow } from './figure-source.ts';
import { FIGURE_SCAN } from './scan-newest.ts';

interface HeatmapParams {
  readonly project: string;
  readonly of: FigureGrain;
  readonly filters: SpanFilterParams;
  readonly chart: ChartWindow;
  readonly columns: number;
  readonly rows: number;
}

/**
 * Latencies over time. Those of all traces come from the roll-ups of their roots; anything narrower
 * is scanned.
 */
export const readHeatmap: Query<HeatmapParams, { readonly data: LatencyHeatmap }> = {
  name: 'metrics.heatmap',
  run: async (context, { project, of, filters, chart, columns, rows }) => {
    const found = await findProject(context.projects, project);
    const window = await resolvedWindow(context.projects, found.id, chart);
    const times = {
      start_time: isoFromUnixNano(window.startUnixNano),
      end_time: isoFromUnixNano(window.endUnixNano),
    };
    if (of === 'traces' && isUnfiltered(filters)) {
      const grid = await context.figures.latencies(found.id, window, columns, rows);
      return {
        data: {
          ...times,
          edges_ms: [...grid.edgesMs],
          columns: grid.columns.map((counts) => [...counts]),
          coverage: { source: 'rollups', scanned: 0, complete: true, since: null, progress: null },
        },
      };
    }
    const step = (window.endUnixNano - window.startUnixNano) / BigInt(columns) || 1n;
    const points: { readonly column: number; readonly latencyMs: number }[] = [];
    let [least, greatest] = [Infinity, 0];
    const coverage = await scanFigures(
      context,
      found.id,
      { of, window, filters },
      FIGURE_SCAN,
      (some) => {
        for (const { startTimeUnixNano, latencyMs } of some) {
          if (latencyMs === 0) continue;
          points.push({
            column: Math.min(
              columns - 1,
              Number((startTimeUnixNano - window.startUnixNano) / step),
            ),
            latencyMs,
          });
          least = Math.min(least, latencyMs);
          greatest = Math.max(greatest, latencyMs);
        }
      },
    );
    const edges_ms = points.length === 0 ? [] : latencyEdges(least, greatest, rows);
    const grid = Array.from({ length: columns }, () =>
      Array.from({ length: Math.max(0, edges_ms.length - 1) }, () => 0),
    );
    for (const { column, latencyMs } of points) {
      const counts = grid[column];
      const row = rowOfLatency(latencyMs, edges_ms);
      if (counts !== undefined) counts[row] = (counts[row] ?? 0) + 1;
    }
    return { data: { ...times, edges_ms, columns: grid, coverage } };
  },
};

/** All latencies that match, each within 1 %. */
export const countHeatmap = countQuery<HeatmapParams, SavedHeat, { readonly data: LatencyHeatmap }>(
  'metrics.count_heatmap',
  async (context, { project, of, filters, chart, columns, rows }, saved) => {
    const found = await findProject(context.projects, project);
    const window = await resolvedWindow(context.projects, found.id, chart);
    return {
      projectId: found.id,
      scope: { of, window, filters },
      tally: new HeatTally({ window, columns, rows }, saved),
    };
  },
);

/**
 * By column the sketch of its latencies (base64), and the least and the greatest of all in
 * milliseconds.
 */
interface SavedHeat {
  readonly columns: readonly string[];
  readonly least: number | null;
  readonly greatest: number;
}

interface HeatFrame {
  readonly window: Required<TimeWindow>;
  readonly columns: number;
  readonly rows: number;
}

/**
 * Latencies of rows in intervals of time: sketched, since the borders of the grid are known when
 * all were seen.
 */
export class HeatTally implements Tally<SavedHeat, { readonly data: LatencyHeatmap }> {
  readonly #frame: HeatFrame;
  readonly #step: bigint;
  readonly #sketches: readonly LatencySketch[];
  #least: number;
  #greatest: number;

  constructor(frame: HeatFrame, saved: SavedHeat | null) {
    const { window, columns } = frame;
    this.#frame = frame;
    this.#step = (window.endUnixNano - window.startUnixNano) / BigInt(columns) || 1n;
    this.#sketches = Array.from({ length: columns }, (_, at) =>
      LatencySketch.decode(Buffer.from(saved?.columns[at] ?? '', 'base64')),
    );
    this.#least = saved?.least ?? Infinity;
    this.#greatest = saved?.greatest ?? 0;
  }

  add(rows: readonly FigureRow[]): void {
    for (const { startTimeUnixNano, latencyMs } of rows) {
      // As in every percentile: without a duration nothing is known.
      if (latencyMs === 0) continue;
      const at = Number((startTimeUnixNano - this.#frame.window.startUnixNano) / this.#step);
      this.#sketches[Math.min(this.#frame.columns - 1, at)]?.add(latencyMs * 1e6);
      this.#least = Math.min(this.#least, latencyMs);
      this.#greatest = Math.max(this.#greatest, latencyMs);
    }
  }

  body(coverage: FigureCoverage): { readonly data: LatencyHeatmap } {
    const { startUnixNano, endUnixNano } = this.#frame.window;
    const edges_ms =
      this.#least === Infinity ? [] : latencyEdges(this.#least, this.#greatest, this.#frame.rows);
    const edges = edges_ms.map((edge) => edge * 1e6);
    return {
      data: {
        start_time: isoFromUnixNano(startUnixNano),
        end_time: isoFromUnixNano(endUnixNano),
        edges_ms,
        columns: this.#sketches.map((sketch) => sketch.histogram(edges)),
        coverage,
      },
    };
  }

  save(): SavedHeat {
    return {
      columns: this.#sketches.map((sketch) => Buffer.from(sketch.encode()).toString('base64')),
      least: this.#least === Infinity ? null : this.#least,
      greatest: this.#greatest,
    };
  }
}
