import type {
  ComparisonSort,
  ComparisonView,
} from '#contracts/experiments/experiment-comparison.ts';
import {
  changeBetween,
  disagreements,
  exampleChanges,
  examplesWithErrors,
  examplesWithMissingRuns,
  isImproved,
  isRegressed,
  meansIn,
  type Comparison,
} from './comparison.ts';
import { measureMeans } from './paired-figures.ts';

/** Whether an example, by its place, belongs to a view. */
export function viewTest(
  comparison: Comparison,
  view: ComparisonView,
  names: readonly string[],
): (at: number) => boolean {
  const further = comparison.frames
    .slice(1)
    .map((_, index) => exampleChanges(comparison, index + 1, names));
  const has = (flags: Uint8Array) => (at: number) => flags[at] === 1;
  switch (view) {
    case 'all':
      return () => true;
    case 'regressed':
      return (at) => further.some(({ bits }) => isRegressed(bits[at] ?? 0));
    case 'improved':
      return (at) => further.some(({ bits }) => isImproved(bits[at] ?? 0));
    case 'disagree':
      return has(disagreements(comparison, names));
    case 'errors':
      return has(examplesWithErrors(comparison, names));
    case 'missing':
      return has(examplesWithMissingRuns(comparison));
  }
}

/** The sort field. */
export interface ComparisonOrder {
  readonly sort: ComparisonSort;
  readonly order: 'asc' | 'desc';
  /** Of one evaluation; null for all in `regression` and for the first by name otherwise. */
  readonly evaluation: string | null;
}

/** The sort values of examples: a number each, NaN for none, which comes last in either order. */
export function sortKeys(
  comparison: Comparison,
  { sort, evaluation }: ComparisonOrder,
): Float64Array {
  const { exampleIds, frames, names } = comparison;
  const last = frames.length - 1;
  const keyed = (key: (at: number) => number): Float64Array =>
    Float64Array.from(exampleIds, (_, at) => key(at));
  const name = evaluation ?? names[0] ?? '';
  switch (sort) {
    case 'example':
      return exampleIds;
    case 'regression': {
      const asked = evaluation === null ? names : [evaluation];
      const further = frames
        .slice(1)
        .map((_, index) => exampleChanges(comparison, index + 1, asked).losses);
      return keyed((at) => {
        const losses = further
          .map((list) => list[at] ?? Number.NaN)
          .filter((loss) => !Number.isNaN(loss));
        return losses.length === 0 ? Number.NaN : Math.min(...losses);
      });
    }
    case 'difference': {
      const [before, after] = [meansIn(comparison, 0, name), meansIn(comparison, last, name)];
      return keyed((at) =>
        last === 0
          ? Number.NaN
          : changeBetween(before?.(at) ?? Number.NaN, after?.(at) ?? Number.NaN),
      );
    }
    case 'score': {
      const means = meansIn(comparison, last, name);
      return keyed((at) => means?.(at) ?? Number.NaN);
    }
    case 'latency_ms':
    case 'tokens':
    case 'cost_usd': {
      const frame = frames[last] ?? frames[0];
      const means = measureMeans(frame, sort);
      return keyed((at) => means[comparison.places[last]?.[at] ?? -1] ?? Number.NaN);
    }
  }
}

/** Places in the order of their keys, ties by example. */
export function sortedPlaces(
  places: readonly number[],
  keys: Float64Array,
  order: ComparisonOrder['order'],
): readonly number[] {
  return places.toSorted(
    (a, b) => compareKeys(keys[a] ?? Number.NaN, keys[b] ?? Number.NaN, order) || a - b,
  );
}

/** Negative when the first key comes before the second. */
export function compareKeys(a: number, b: number, order: ComparisonOrder['order']): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
  return order === 'asc' ? a - b : b - a;
}
