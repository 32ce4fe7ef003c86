import type { FigureCoverage, LatencyHeatmap } from '#contracts/metrics/figures.ts';
import { isoFromUnixNano } from '#contracts/wire/time.ts';
import { latencyEdges } from '#core/figures/latency-edges.ts';
import { LatencySketch } from '#core/figures/latency-sketch.ts';
import type { TimeWindow } from '#core/ports/span-store.ts';
import type { Tally } from './count-steps.ts';
import type { FigureRow } from './figure-source.ts';

/** By column the sketch of its latencies (base64), and the least and the greatest of all in milliseconds. */
export interface SavedHeat {
  readonly columns: readonly string[];
  readonly least: number | null;
  readonly greatest: number;
}

interface HeatFrame {
  readonly window: Required<TimeWindow>;
  readonly columns: number;
  readonly rows: number;
}

/** Latencies of rows in intervals of time: sketched, since the borders of the grid are known when all were seen. */
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
    this.#sketches = Array.from({ length: columns }, (_, at) => LatencySketch.decode(Buffer.from(saved?.columns[at] ?? '', 'base64')));
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
    const edges_ms = this.#least === Infinity ? [] : latencyEdges(this.#least, this.#greatest, this.#frame.rows);
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
