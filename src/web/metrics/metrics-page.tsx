import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { deploymentsOptions } from './deployments.calls.ts';
import { grainOf, useFigureFilter } from '#web/lists/list-filter.ts';
import type { Deployment, Series } from '#web/platform/http/model.ts';
import { useWholeSeries } from './whole-figures.calls.ts';
import type { Counting } from './whole-figures.calls.ts';
import { useProjectName } from '#web/projects/use-project-name.ts';
import { Button } from '#web/ui/button.tsx';
import { FilterBar } from '#web/filter/bar/filter-bar.tsx';
import { PageFrame } from '#web/ui/page-frame.tsx';
import { ProjectSwitcher } from '#web/projects/project-switcher.tsx';
import { RangePicker } from '#web/ui/range-picker/range-picker.tsx';
import { ScopeSwitch } from '#web/lists/scope-switch.tsx';
import { EmptyNote, ErrorNote, SkeletonRows } from '#web/ui/states.tsx';
import { narrowTo } from '#web/filter/language/edit.ts';
import { rescoped } from '#web/filter/language/rescope.ts';
import { compactCount, countedShare } from '#web/platform/text/format-number.ts';
import { formatClockSeconds } from '#web/platform/time/format-time.ts';
import { useKeys } from '#web/platform/keys/keys.ts';
import { countedCharts, countedSinceMs, intervalsOf } from './counted-charts.ts';
import type { Intervals } from './counted-charts.ts';
import { brokenDownCharts, modelsOf, wholeCharts } from './metric-charts.ts';
import { breakdownLabel, fieldOf } from './metrics-search.ts';
import type { MetricsSearch } from './metrics-search.ts';
import { withPrevious } from './previous-period.ts';
import { projectsPath, tracesPath } from '#web/platform/address/paths.ts';
import { withChanges } from '#web/lists/search-params.ts';
import type { Changes, Scope } from '#web/lists/search-params.ts';
import { RANGE_DEFAULT, isRelativeRange, rangeOfWindow } from '#web/platform/time/time-range.ts';
import { BreakdownMenu } from './breakdown-menu.tsx';
import { CompareButton } from './compare-button.tsx';
import { Distributions } from './distributions.tsx';
import { MetricGrid } from './metric-grid.tsx';
import { useMetricParts } from './use-metric-parts.ts';
import { usePreviousBreakdown, usePreviousSeries } from './use-previous-period.ts';

/** A range that ends now is measured again so often. */
const REFETCH_MS = 15_000;
const NO_DEPLOYMENTS: readonly Deployment[] = [];

/** How a project fares over time: traffic, errors, latency, tokens and cost, together or by what they share. */
export function MetricsPage() {
  const { project } = useParams({ from: '/projects/$project/metrics' });
  const projectName = useProjectName(project);
  const search = useSearch({ from: '/projects/$project/metrics' });
  const navigate = useNavigate({ from: '/projects/$project/metrics' });
  const range = search.range ?? RANGE_DEFAULT;
  const { scope = 'traces', split: by } = search;
  const change = (changes: Changes<MetricsSearch>, replace?: boolean): void => {
    void navigate({ search: (before) => withChanges<MetricsSearch>(before, changes), replace: replace ?? false });
  };
  const switchTo = (next: Scope): void => {
    const to = next === 'traces' ? 'traces' : 'spans';
    const q = rescoped(search.q ?? '', grainOf(search), to);
    change({ scope: next === 'traces' ? undefined : next, q: q === '' ? undefined : q });
  };
  useKeys({ Escape: { what: 'Up one level', run: () => void navigate({ to: '/projects' }) } });
  const { data: deployments = NO_DEPLOYMENTS } = useQuery(deploymentsOptions(project, range, isRelativeRange(range) ? REFETCH_MS : false));
  const Body = by === undefined ? Whole : BrokenDown;
  return (
    <PageFrame
      title={`Metrics · ${projectName}`}
      crumbs={[{ label: 'Projects', href: projectsPath }, { label: projectName, href: tracesPath(project) }, { label: 'Metrics' }]}
      beside={<ProjectSwitcher current={project} />}
      actions={<RangePicker range={range} onChange={(next) => change({ range: next === RANGE_DEFAULT ? undefined : next })} />}
    >
      <div className="flex shrink-0 items-center gap-12 border-b border-line1 px-12 py-6 max-md:flex-col max-md:items-stretch">
        <ScopeSwitch label="Measure" scope={scope} onScope={switchTo} />
        <FilterBar
          project={project}
          range={range}
          of={grainOf(search)}
          value={search.q ?? ''}
          onApply={(text, options) => change({ q: text === '' ? undefined : text }, options?.replace)}
        />
        <BreakdownMenu project={project} of={grainOf(search)} by={by} onBy={(next) => change({ split: next })} />
        <CompareButton
          isOn={search.compare === true}
          isAllTime={range === 'all'}
          onChange={(isOn) => change({ compare: isOn ? true : undefined }, true)}
        />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be scrolled by keyboard */}
      <div tabIndex={0} role="region" aria-label="Metrics" className="flex min-h-0 flex-1 flex-col overflow-auto">
        <Body {...{ project, search, range, deployments }} by={by ?? ''} onChange={change} />
        <Distributions {...{ project, search, range }} refetchMs={isRelativeRange(range) ? REFETCH_MS : false} />
      </div>
    </PageFrame>
  );
}

interface BodyProps {
  readonly project: string;
  readonly search: MetricsSearch;
  readonly range: string;
  readonly by: string;
  readonly deployments: readonly Deployment[];
  readonly onChange: (changes: Changes<MetricsSearch>) => void;
}

function Whole({ project, search, range, deployments, onChange }: BodyProps) {
  const filter = useFigureFilter(project)(search);
  const { data, counting, quick } = useWholeSeries(project, range, filter, isRelativeRange(range) ? REFETCH_MS : false);
  const { error, isPlaceholderData, refetch } = quick;
  const known = data === undefined ? null : intervalsOf(data.data[0]?.start_time, data.end_time, data.data.length, data.coverage);
  const previous = usePreviousSeries({ project, search, intervals: known });
  if (data === undefined || known === null) return <Waiting error={error} onRetry={() => void refetch()} />;
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
  const { parts, breakdown, counting, error, isStale, retry } = useMetricParts(project, range, search, by, refetchMs);
  const field = fieldOf(by);
  const count = (parts[0]?.series ?? breakdown?.others)?.data.length ?? 1;
  const known = breakdown === undefined ? null : intervalsOf(breakdown.start_time, breakdown.end_time, count, breakdown.coverage);
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
  const then = (previous.data?.parts ?? []).map((series) => ({ label: series.value, tone: '', series }));
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
        charts={withPrevious(countedCharts(brokenDownCharts(parts, isTraces, others), intervals), before)}
        source={coverage.source}
        onZoom={(window) => onChange({ range: rangeOfWindow(window) })}
        onLine={
          field === null ? null : (value) => onChange({ q: narrowTo(search.q ?? '', grainOf(search), field, value), split: undefined })
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
  const shown = sinceMs === null ? '' : ` The charts show everything since ${formatClockSeconds(sinceMs)}.`;
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
        {search.q !== undefined && <Button onClick={() => onChange({ q: undefined })}>Clear filters</Button>}
        {range !== 'all' && <Button onClick={() => onChange({ range: 'all' })}>Search all time</Button>}
      </div>
    </EmptyNote>
  );
}

function isEmpty({ data, coverage }: Series): boolean {
  return coverage.complete && data.every(({ spans, traces }) => spans === 0 && (traces ?? 0) === 0);
}
