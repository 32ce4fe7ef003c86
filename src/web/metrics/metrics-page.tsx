import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { deploymentsOptions } from './figures.calls.ts';
import { grainOf, useFigureFilter } from '#web/lists/list-filter.ts';
import type { DeploymentItem } from '#contracts/metrics/deployment.ts';
import type { SeriesBreakdown, SeriesReply } from '#contracts/metrics/series.ts';
import { useWholeBreakdown } from './breakdown.calls.ts';
import { useWholeSeries, type Counting } from './whole-figures.calls.ts';
import { useProjectName } from '#web/projects/use-project-name.ts';
import { Button } from '#web/ui/button.tsx';
import { PageFrame } from '#web/ui/page-frame.tsx';
import { ProjectSwitcher } from '#web/projects/project-switcher.tsx';
import { RangePicker } from '#web/ui/range-picker/range-picker.tsx';
import { EmptyNote, ErrorNote, SkeletonRows } from '#web/ui/states.tsx';
import { narrowTo } from '#web/filter/language/edit.ts';
import { compactCount, countedShare } from '#web/platform/text/format-number.ts';
import { formatClockSeconds } from '#web/platform/time/format-time.ts';
import { useKeys } from '#web/platform/keys/keys.ts';
import { countedCharts, countedSinceMs, intervalsOf, type Intervals } from './counted-intervals.ts';
import {
  brokenDownCharts,
  modelsOf,
  wholeCharts,
  PART_TONES,
  type MetricPart,
} from './metric-charts.ts';
import { breakdownLabel, fieldOf, breakdownParams, type MetricsSearch } from './metrics-search.ts';
import { withPrevious } from './previous-period.ts';
import { projectsPath, tracesPath } from '#web/platform/address/paths.ts';
import { withChanges, type Changes } from '#web/platform/address/search-schema.ts';
import {
  RANGE_DEFAULT,
  isRelativeRange,
  rangeOfWindow,
  type RangeText,
} from '#web/platform/time/time-range.ts';
import { Distributions } from './distributions.tsx';
import { MetricGrid } from './metric-grid.tsx';
import { MetricsToolbar } from './metrics-toolbar.tsx';
import { usePreviousBreakdown, usePreviousSeries } from './use-previous-period.ts';
import { useState } from 'react';

/** A range that ends now is measured again so often. */
const REFETCH_MS = 15_000;
const NO_DEPLOYMENTS: readonly DeploymentItem[] = [];

/**
 * How a project fares over time: traffic, errors, latency, tokens and cost, together or by what
 * they share.
 */
export function MetricsPage() {
  const { project } = useParams({ from: '/projects/$project/metrics' });
  const projectName = useProjectName(project);
  const search = useSearch({ from: '/projects/$project/metrics' });
  const navigate = useNavigate({ from: '/projects/$project/metrics' });
  const range = search.range ?? RANGE_DEFAULT;
  const by = search.split;
  const change = (changes: Changes<MetricsSearch>, replace?: boolean): void => {
    void navigate({
      search: (before) => withChanges<MetricsSearch>(before, changes),
      replace: replace ?? false,
    });
  };
  useKeys({ Escape: { what: 'Up one level', run: () => void navigate({ to: '/projects' }) } });
  const { data: deployments = NO_DEPLOYMENTS } = useQuery(
    deploymentsOptions(project, range, isRelativeRange(range) ? REFETCH_MS : false),
  );
  const Body = by === undefined ? Whole : BrokenDown;
  return (
    <PageFrame
      title={`Metrics · ${projectName}`}
      crumbs={[
        { label: 'Projects', href: projectsPath },
        { label: projectName, href: tracesPath(project) },
        { label: 'Metrics' },
      ]}
      beside={<ProjectSwitcher current={project} />}
      actions={
        <RangePicker
          range={range}
          onChange={(next) => change({ range: next === RANGE_DEFAULT ? undefined : next })}
        />
      }
    >
      <MetricsToolbar {...{ project, search, range }} onChange={change} />
      <div
        tabIndex={0}
        role="region"
        aria-label="Metrics"
        className="flex min-h-0 flex-1 flex-col overflow-auto"
      >
        <Body {...{ project, search, range, deployments }} by={by ?? ''} onChange={change} />
        <Distributions
          {...{ project, search, range }}
          refetchMs={isRelativeRange(range) ? REFETCH_MS : false}
        />
      </div>
    </PageFrame>
  );
}

interface BodyProps {
  readonly project: string;
  readonly search: MetricsSearch;
  readonly range: string;
  readonly by: string;
  readonly deployments: readonly DeploymentItem[];
  readonly onChange: (changes: Changes<MetricsSearch>) => void;
}

function Whole({ project, search, range, deployments, onChange }: BodyProps) {
  const filter = useFigureFilter(project)(search);
  const { data, counting, quick } = useWholeSeries(
    project,
    range,
    filter,
    isRelativeRange(range) ? REFETCH_MS : false,
  );
  const { error, isPlaceholderData, refetch } = quick;
  const known =
    data === undefined
      ? null
      : intervalsOf(data.data[0]?.start_time, data.end_time, data.data.length, data.coverage);
  const previous = usePreviousSeries({ project, search, intervals: known });
  if (data === undefined || known === null)
    return <Waiting error={error} onRetry={() => void refetch()} />;
  if (isEmpty(data)) return <Nothing {...{ search, range, onChange }} />;
  const intervals = known;
  const isTraces = grainOf(search) === 'traces';
  const before = previous.data === null ? [] : wholeCharts(previous.data, isTraces, modelsOf(data));
  return (
    <>
      <Coverage intervals={intervals} counting={isPlaceholderData ? 0 : counting} />
      <MetricGrid
        {...{ project, search, deployments, intervals, previous }}
        charts={withPrevious(countedCharts(wholeCharts(data, isTraces), intervals), before)}
        source={data.coverage.source}
        isStale={isPlaceholderData}
        onZoom={(window) => onChange({ range: rangeOfWindow(window) })}
        onLine={null}
      />
    </>
  );
}

function BrokenDown({ project, search, range, by, deployments, onChange }: BodyProps) {
  const refetchMs = isRelativeRange(range) ? REFETCH_MS : false;
  const { parts, breakdown, counting, error, isStale, retry } = useMetricParts(
    project,
    range,
    search,
    by,
    refetchMs,
  );
  const field = fieldOf(by);
  const count = (parts[0]?.series ?? breakdown?.others)?.data.length ?? 1;
  const known =
    breakdown === undefined
      ? null
      : intervalsOf(breakdown.start_time, breakdown.end_time, count, breakdown.coverage);
  const previous = usePreviousBreakdown({ project, search, intervals: known }, by);
  if (breakdown === undefined || known === null) return <Waiting error={error} onRetry={retry} />;
  const { coverage, others, value_count, values_complete } = breakdown;
  if (parts.length === 0 && coverage.complete)
    return (
      <EmptyNote title={`No rows in this time range have a value of ${breakdownLabel(by)}`}>
        <Button onClick={() => onChange({ split: undefined })}>Remove the grouping</Button>
      </EmptyNote>
    );
  const intervals = known;
  const isTraces = grainOf(search) === 'traces';
  const then = (previous.data?.parts ?? []).map((series) => ({
    label: series.value,
    tone: '',
    series,
  }));
  const before = previous.data === null ? [] : brokenDownCharts(then, isTraces, null);
  return (
    <>
      {value_count > parts.length && (
        <p className="px-12 pt-8 text-12 text-text2">
          The {parts.length} most frequent of {compactCount(value_count)}
          {values_complete ? '' : '+'} values of {breakdownLabel(by)}
        </p>
      )}
      <Coverage intervals={intervals} counting={isStale ? 0 : counting} />
      <MetricGrid
        {...{ project, search, isStale, deployments, intervals, previous }}
        charts={withPrevious(
          countedCharts(brokenDownCharts(parts, isTraces, others), intervals),
          before,
        )}
        source={coverage.source}
        onZoom={(window) => onChange({ range: rangeOfWindow(window) })}
        onLine={
          field === null
            ? null
            : (value) =>
                onChange({
                  q: narrowTo(search.q ?? '', grainOf(search), field, value),
                  split: undefined,
                })
        }
      />
    </>
  );
}

function Waiting({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  return error === null ? (
    <SkeletonRows rows={4} height={180} />
  ) : (
    <ErrorNote what="The metrics could not be read" error={error} onRetry={onRetry} />
  );
}

/** Says how far a count has come, and since when the charts show all there is. */
function Coverage({ intervals, counting }: { intervals: Intervals; counting: Counting }) {
  if (intervals.countedFrom === null) return null;
  const sinceMs = countedSinceMs(intervals);
  const shown =
    sinceMs === null ? '' : ` The charts show everything since ${formatClockSeconds(sinceMs)}.`;
  return (
    <p className="nums px-12 pt-8 text-12 text-text2">
      {counting === null
        ? `Counting stopped early.${shown} Narrow the time range to count all of it.`
        : `Counting… ${countedShare(counting)}.${shown} Totals follow when the whole range is counted.`}
    </p>
  );
}

function Nothing({ search, range, onChange }: Pick<BodyProps, 'search' | 'range' | 'onChange'>) {
  return (
    <EmptyNote title="No spans in this time range">
      <div className="flex gap-8">
        {search.q !== undefined && (
          <Button onClick={() => onChange({ q: undefined })}>Clear filters</Button>
        )}
        {range !== 'all' && (
          <Button onClick={() => onChange({ range: 'all' })}>Search all time</Button>
        )}
      </div>
    </EmptyNote>
  );
}

function isEmpty({ data, coverage }: SeriesReply): boolean {
  return coverage.complete && data.every(({ spans, traces }) => spans === 0 && (traces ?? 0) === 0);
}

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
function useMetricParts(
  project: string,
  range: RangeText,
  search: MetricsSearch,
  by: string,
  refetchMs: number | false,
): MetricParts {
  const filter = useFigureFilter(project)(search);
  const value = breakdownParams(by) ?? { by: 'name' };
  const {
    data: breakdown,
    counting,
    quick,
  } = useWholeBreakdown(project, range, filter, value, refetchMs);
  // A value that comes among the most frequent takes the place of the one that left; the others
  // keep theirs, and their colors.
  const [held, setHeld] = useState<{ readonly by: string; readonly labels: readonly string[] }>({
    by,
    labels: [],
  });
  const before = held.by === by ? held.labels : [];
  const labels = breakdown === undefined ? before : keptInPlace(breakdown.parts.map((part) => part.value), before); // prettier-ignore
  if (held.by !== by || labels.join('\n') !== before.join('\n')) setHeld({ by, labels });
  const parts = labels.flatMap((label, at) => {
    const series = breakdown?.parts.find((part) => part.value === label);
    return series === undefined ? [] : [{ label, tone: PART_TONES[at] ?? 'tone-info', series }];
  });
  return {
    parts,
    breakdown,
    counting,
    error: quick.error,
    isStale: quick.isPlaceholderData,
    retry: () => void quick.refetch(),
  };
}

/** Existing series keep their places, new ones take free places. */
function keptInPlace(labels: readonly string[], before: readonly string[]): readonly string[] {
  const fresh = labels.filter((label) => !before.includes(label));
  const placed = before.flatMap((label) => (labels.includes(label) ? [label] : fresh.splice(0, 1)));
  return [...placed, ...fresh];
}
