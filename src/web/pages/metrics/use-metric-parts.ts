import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { facetsOptions, seriesOptions } from '../../api/figures.ts';
import { grainOf, useFigureFilter } from '../../api/list-filter.ts';
import type { Series } from '../../api/model.ts';
import { narrowTo } from '../../lib/filter/edit.ts';
import { PARTS_MAX, PART_TONES } from '../../lib/metrics/metric-charts.ts';
import type { MetricPart } from '../../lib/metrics/metric-charts.ts';
import { dividesOnce, fieldOf } from '../../lib/metrics/metrics-search.ts';
import type { MetricsSearch } from '../../lib/metrics/metrics-search.ts';
import type { RangeText } from '../../lib/time-range.ts';

interface MetricParts {
  /** null until they were read. */
  readonly parts: readonly MetricPart<Series>[] | null;
  /** All together, where what is in none of the parts can be told from it. */
  readonly whole: Series | null;
  /** How many values there are in all. */
  readonly valueCount: number;
  readonly error: Error | null;
  readonly isStale: boolean;
  readonly retry: () => void;
}

/** The figures of each of the most frequent values of what the charts are divided by. */
export function useMetricParts(
  project: string,
  range: RangeText,
  search: MetricsSearch,
  by: string,
  refetchMs: number | false,
): MetricParts {
  const filterOf = useFigureFilter(project);
  const field = fieldOf(by);
  const key = typeof field === 'object' && field !== null ? field.attribute : null;
  const facets = useQuery({
    ...facetsOptions(project, range, filterOf(search), key === null ? {} : { attributeKeys: [key] }),
    refetchInterval: refetchMs,
  });
  const whole = useQuery({ ...seriesOptions(project, range, filterOf(search)), refetchInterval: refetchMs });
  const all =
    facets.data === undefined || field === null ? [] : ((key === null ? facets.data[plain(field)] : facets.data.attributes[key]) ?? []);
  const values = all.map(({ value }) => value).filter((value) => value !== '');
  // While something new comes among the most frequent, what is shown stays until that is here, and keeps its colours.
  const [held, setHeld] = useState<{ readonly by: string; readonly labels: readonly string[] }>({ by, labels: [] });
  const before = held.by === by ? held.labels : [];
  const wanted = keptInPlace(values.slice(0, PARTS_MAX), before);
  const asked = [...new Set([...before, ...wanted])];
  const series = useQueries({
    queries: asked.map((value) => {
      const q = field === null ? search.q : narrowTo(search.q ?? '', grainOf(search), field, value);
      return { ...seriesOptions(project, range, filterOf({ ...search, ...(q === undefined ? {} : { q }) })), refetchInterval: refetchMs };
    }),
  });
  const partsOf = (labels: readonly string[]): readonly MetricPart<Series>[] =>
    labels.flatMap((label, at) => {
      const data = series[asked.indexOf(label)]?.data;
      return data === undefined ? [] : [{ label, tone: PART_TONES[at] ?? 'tone-info', series: data }];
    });
  const isHere = facets.data !== undefined && partsOf(wanted).length === wanted.length;
  if (isHere && (held.by !== by || wanted.join('\n') !== before.join('\n'))) setHeld({ by, labels: wanted });
  const parts = partsOf(isHere ? wanted : before);
  const failed = [facets, ...series].find(({ error }) => error !== null);
  return {
    parts: isHere || parts.length > 0 ? parts : null,
    whole: dividesOnce(by, grainOf(search)) && whole.data !== undefined && isWholeOf(whole.data, parts) ? whole.data : null,
    valueCount: values.length,
    error: failed?.error ?? null,
    isStale: facets.isPlaceholderData || series.some((one) => one.isPlaceholderData),
    retry: () => {
      for (const one of [facets, whole, ...series]) void one.refetch();
    },
  };
}

/** What was shown before stays at its place, what is new takes the places that became free. */
function keptInPlace(labels: readonly string[], before: readonly string[]): readonly string[] {
  const fresh = labels.filter((label) => !before.includes(label));
  const placed = before.flatMap((label) => (labels.includes(label) ? [label] : fresh.splice(0, 1)));
  return [...placed, ...fresh];
}

/** Whether parts were counted over the same intervals as the whole, and all of it: then the difference is what is in none of them. */
function isWholeOf(whole: Series, parts: readonly MetricPart<Series>[]): boolean {
  return [whole, ...parts.map(({ series }) => series)].every(
    ({ data, coverage }) => coverage.complete && data.length === whole.data.length && data[0]?.start_time === whole.data[0]?.start_time,
  );
}

function plain(field: ReturnType<typeof fieldOf>): 'model' | 'name' | 'kind' | 'user' {
  return typeof field === 'string' ? field : 'name';
}
