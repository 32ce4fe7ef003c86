import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { seriesOptions } from '#web/metrics/figures.calls.ts';
import { figureFilterOf, type FigureFilter } from '#web/lists/list-filter.ts';
import type { ProjectSummary } from '#contracts/projects/project.ts';
import type { SeriesReply } from '#contracts/metrics/series.ts';
import { projectsOptions, projectSummariesOptions, SPARKLINE_BUCKETS } from './projects.calls.ts';
import { usePendingDeletes, type PendingDeletes } from '#web/ui/notices/deferred-delete.ts';
import { projectKey } from '#web/platform/address/paths.ts';
import type { RangeText } from '#web/platform/time/time-range.ts';

const NO_FIGURES: Omit<ProjectSummary, 'project'> = {
  span_count: 0,
  trace_count: 0,
  error_count: 0,
  error_trace_count: 0,
  latency_p50_ms: null,
  latency_p99_ms: null,
  token_count_prompt: 0,
  token_count_completion: 0,
  cost_usd: 0,
  last_span_time: null,
  sparkline: [],
};

/**
 * Every project with its figures over a range, as if what is about to be deleted were gone: projects are left out, and those that lose
 * some of their traces are counted again without them. Where the figures cannot be read, the projects are there without.
 */
export function useSummaries(range: RangeText) {
  const query = useQuery(projectSummariesOptions(range));
  const hasFailed = query.isError && query.data === undefined;
  const bare = useQuery({ ...projectsOptions(), enabled: hasFailed, select: withoutFigures });
  const pending = usePendingDeletes();
  const read = hasFailed ? bare.data : query.data;
  const losing = useMemo(() => {
    const there = (read ?? []).filter(({ project }) => !pending.ids.has(project.id));
    return there.map((summary) => ({ summary, filter: hasFailed ? null : filterOf(summary, pending) }));
  }, [read, hasFailed, pending]);
  const asked = losing.flatMap(({ summary, filter }) => (filter === null ? [] : [{ id: summary.project.id, filter }]));
  const counted = useQueries({ queries: asked.map(({ id, filter }) => seriesOptions(id, range, filter, SPARKLINE_BUCKETS)) });
  const left = new Map(asked.map(({ id }, at) => [id, counted[at]?.data]));
  const summaries = losing.map(({ summary, filter }) => (filter === null ? summary : withFigures(summary, left.get(summary.project.id))));
  return {
    query,
    summaries: read === undefined ? undefined : summaries,
    isPending: hasFailed ? bare.isPending : query.isPending,
    isWithoutFigures: hasFailed && read !== undefined,
  };
}

function withoutFigures(projects: readonly ProjectSummary['project'][]): readonly ProjectSummary[] {
  return projects.map((project) => ({ ...NO_FIGURES, project }));
}

/** Under which condition a project is counted again; null where it loses nothing. */
function filterOf({ project }: ProjectSummary, pending: PendingDeletes): FigureFilter | null {
  const key = [project.id, projectKey(project)].find((one) => pending.projects.has(one));
  if (key === undefined) return null;
  const before = pending.projects.get(key) ?? null;
  return figureFilterOf({}, pending, before === null ? [] : [`start_time >= '${before}'`]);
}

/** The project with what is left; as it was until that is counted. */
function withFigures(summary: ProjectSummary, series: Pick<SeriesReply, 'data' | 'totals'> | undefined): ProjectSummary {
  if (series === undefined) return summary;
  const { totals } = series;
  return {
    ...summary,
    span_count: totals?.spans ?? 0,
    trace_count: totals?.traces ?? 0,
    error_count: totals?.errors ?? 0,
    error_trace_count: totals?.failed_traces ?? 0,
    latency_p50_ms: totals?.latency_p50_ms ?? null,
    latency_p99_ms: totals?.latency_p99_ms ?? null,
    token_count_prompt: totals?.token_count_prompt ?? 0,
    token_count_completion: totals?.token_count_completion ?? 0,
    cost_usd: totals?.cost_usd ?? 0,
    sparkline: series.data.map(({ spans, errors }) => ({ spans, errors })),
  };
}
