import { highest, type MetricChart } from './metric-charts.ts';

/** How much of a range was counted, as the interface says it. */
interface Coverage {
  readonly complete: boolean;
  readonly since: string | null;
}

/** The equal intervals that all charts of a page have. */
export interface Intervals {
  readonly startMs: number;
  readonly endMs: number;
  readonly count: number;
  /**
   * The first interval that was counted as a whole, and with it all later ones; null where all of
   * them were.
   */
  readonly countedFrom: number | null;
}

/** The intervals between two times, of which the newest are counted. */
export function intervalsOf(
  startTime: string | undefined,
  endTime: string,
  count: number,
  { complete, since }: Coverage,
): Intervals {
  const [startMs, endMs] = [Date.parse(startTime ?? ''), Date.parse(endTime)];
  const stepMs = (endMs - startMs) / Math.max(1, count);
  const first = since === null ? count : Math.ceil((Date.parse(since) - startMs) / stepMs);
  return {
    startMs,
    endMs,
    count,
    countedFrom: complete ? null : Math.min(count, Math.max(0, first)),
  };
}

/** Since when everything is counted; null where all is, or nothing yet. */
export function countedSinceMs({ startMs, endMs, count, countedFrom }: Intervals): number | null {
  return countedFrom === null || countedFrom === count
    ? null
    : startMs + (countedFrom * (endMs - startMs)) / count;
}

/**
 * Charts without what is counted in part only: intervals of which rows may be missing, and totals.
 */
export function countedCharts(
  charts: readonly MetricChart[],
  { countedFrom }: Intervals,
): readonly MetricChart[] {
  if (countedFrom === null) return charts;
  return charts.map((chart) => {
    const lines = chart.lines.map((line) => ({
      ...line,
      total: null,
      values: line.values.map((value, at) => (at < countedFrom ? null : value)),
    }));
    return { ...chart, lines, most: highest(chart.shape, lines) };
  });
}
