import { useState } from 'react';
import { useFigureFilter } from '#web/lists/list-filter.ts';
import type { SeriesBreakdown } from '#web/platform/http/model.ts';
import { useWholeBreakdown } from './whole-figures.calls.ts';
import type { Counting } from './whole-figures.calls.ts';
import { PART_TONES } from './metric-charts.ts';
import type { MetricPart } from './metric-charts.ts';
import { breakdownParams } from './metrics-search.ts';
import type { MetricsSearch } from './metrics-search.ts';
import type { RangeText } from '#web/platform/time/time-range.ts';

interface MetricParts {
  readonly parts: readonly MetricPart[];
  /** Undefined until it was read. */
  readonly breakdown: SeriesBreakdown | undefined;
  readonly counting: Counting;
  readonly error: Error | null;
  readonly isStale: boolean;
  readonly retry: () => void;
}

/** The figures of each of the most frequent values of what the charts are broken down by. */
export function useMetricParts(
  project: string,
  range: RangeText,
  search: MetricsSearch,
  by: string,
  refetchMs: number | false,
): MetricParts {
  const filter = useFigureFilter(project)(search);
  const value = breakdownParams(by) ?? { by: 'name' };
  const { data: breakdown, counting, quick } = useWholeBreakdown(project, range, filter, value, refetchMs);
  // A value that comes among the most frequent takes the place of the one that left; the others keep theirs, and their colors.
  const [held, setHeld] = useState<{ readonly by: string; readonly labels: readonly string[] }>({ by, labels: [] });
  const before = held.by === by ? held.labels : [];
  const labels = breakdown === undefined ? before : keptInPlace(breakdown.parts.map((part) => part.value), before); // prettier-ignore
  if (held.by !== by || labels.join('\n') !== before.join('\n')) setHeld({ by, labels });
  const parts = labels.flatMap((label, at) => {
    const series = breakdown?.parts.find((part) => part.value === label);
    return series === undefined ? [] : [{ label, tone: PART_TONES[at] ?? 'tone-info', series }];
  });
  return { parts, breakdown, counting, error: quick.error, isStale: quick.isPlaceholderData, retry: () => void quick.refetch() };
}

/** Existing series keep their places, new ones take free places. */
function keptInPlace(labels: readonly string[], before: readonly string[]): readonly string[] {
  const fresh = labels.filter((label) => !before.includes(label));
  const placed = before.flatMap((label) => (labels.includes(label) ? [label] : fresh.splice(0, 1)));
  return [...placed, ...fresh];
}
