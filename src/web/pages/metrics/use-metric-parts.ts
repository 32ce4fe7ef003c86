import { useQueries, useQuery } from '@tanstack/react-query';
import { facetsOptions, seriesOptions } from '../../api/figures.ts';
import { grainOf, useFigureFilter } from '../../api/list-filter.ts';
import type { Series } from '../../api/model.ts';
import { narrowTo } from '../../lib/filter/edit.ts';
import { PARTS_MAX, PART_TONES } from '../../lib/metrics/metric-charts.ts';
import type { MetricPart } from '../../lib/metrics/metric-charts.ts';
import { fieldOf } from '../../lib/metrics/metrics-search.ts';
import type { MetricsSearch } from '../../lib/metrics/metrics-search.ts';
import type { RangeText } from '../../lib/time-range.ts';

interface MetricParts {
  /** null until they were read. */
  readonly parts: readonly MetricPart<Series>[] | null;
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
  const facets = useQuery(facetsOptions(project, range, filterOf(search), key === null ? {} : { attributeKeys: [key] }));
  const all =
    facets.data === undefined || field === null ? [] : ((key === null ? facets.data[plain(field)] : facets.data.attributes[key]) ?? []);
  const values = all.map(({ value }) => value).filter((value) => value !== '');
  const shown = values.slice(0, PARTS_MAX);
  const series = useQueries({
    queries: shown.map((value) => {
      const q = field === null ? search.q : narrowTo(search.q ?? '', grainOf(search), field, value);
      return { ...seriesOptions(project, range, filterOf({ ...search, ...(q === undefined ? {} : { q }) })), refetchInterval: refetchMs };
    }),
  });
  const parts = series.flatMap(({ data }, at): MetricPart<Series>[] =>
    data === undefined ? [] : [{ label: shown[at] ?? '', tone: PART_TONES[at] ?? 'tone-info', series: data }],
  );
  const failed = [facets, ...series].find(({ error }) => error !== null);
  return {
    parts: facets.data === undefined || parts.length < shown.length ? null : parts,
    valueCount: values.length,
    error: failed?.error ?? null,
    isStale: facets.isPlaceholderData || series.some((one) => one.isPlaceholderData),
    retry: () => {
      for (const one of [facets, ...series]) void one.refetch();
    },
  };
}

function plain(field: ReturnType<typeof fieldOf>): 'model' | 'name' | 'kind' | 'user' {
  return typeof field === 'string' ? field : 'name';
}
