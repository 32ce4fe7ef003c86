import { latencyEdges, rowOfLatency } from './latency-edges.ts';

/** How values are distributed: as many counts as there are intervals between the edges. */
export interface ValueHistogram {
  readonly count: number;
  readonly edges: number[];
  readonly counts: number[];
}

/** The smallest value that borders of equal factor can begin with. */
const LEAST = 0.001;

/**
 * Values above zero in intervals of equal factor, as they read well where some are a thousand times
 * others. `unit` is of the smallest that matters.
 */
export function logHistogram(values: readonly number[], bars: number, unit = 1): ValueHistogram {
  const positive = values.filter((value) => value > 0).map((value) => value / unit);
  if (positive.length === 0) return { count: 0, edges: [], counts: [] };
  const [least, most] = rangeOf(positive);
  const edges = latencyEdges(Math.max(LEAST, least), most, bars);
  return counted(positive, edges, (edge) => Number((edge * unit).toPrecision(3)));
}

/** Values in equal intervals: from 0 to 1 where all of them are in there, as most scores are. */
export function linearHistogram(values: readonly number[], bars: number): ValueHistogram {
  if (values.length === 0) return { count: 0, edges: [], counts: [] };
  const [least, most] = rangeOf(values);
  const [low, high] =
    least >= 0 && most <= 1 ? [0, 1] : least === most ? around(least) : [least, most];
  const digits = digitsBetween(low, high);
  const edges = Array.from({ length: bars + 1 }, (_, at) =>
    Number((low + ((high - low) * at) / bars).toPrecision(digits)),
  );
  return counted(values, edges, (edge) => edge);
}

/** An interval with the value in its middle, wide enough for borders in it to differ. */
function around(value: number): readonly [number, number] {
  const half = Math.max(0.5, Math.abs(value) * 1e-9);
  return [value - half, value + half];
}

/** As many significant digits as tell a millionth of the interval: 6 unless it is far from zero. */
function digitsBetween(low: number, high: number): number {
  const largest = Math.max(Math.abs(low), Math.abs(high));
  const digits = 6 + Math.floor(Math.log10(largest / (high - low)));
  return Math.min(17, Math.max(6, digits));
}

function counted(
  values: readonly number[],
  edges: readonly number[],
  shown: (edge: number) => number,
): ValueHistogram {
  const counts = Array.from({ length: edges.length - 1 }, () => 0);
  for (const value of values) {
    const row = rowOfLatency(value, edges);
    counts[row] = (counts[row] ?? 0) + 1;
  }
  return { count: values.length, edges: edges.map(shown), counts };
}

function rangeOf(values: readonly number[]): readonly [number, number] {
  let [least, most] = [Infinity, -Infinity];
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return [least, most];
}
