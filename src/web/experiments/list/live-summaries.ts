import type { InfiniteData } from '@tanstack/react-query';
import type {
  ExperimentEvent,
  ExperimentSummary,
} from '#contracts/experiments/experiment-figures.ts';

/** A page of experiments with their figures. */
export interface SummaryPage {
  readonly data: ExperimentSummary[];
  readonly next_cursor: string | null;
}
export type SummaryPages = InfiniteData<SummaryPage>;

/** Pages with each experiment changed; those that become null are left out. */
export function mapSummaries(
  pages: SummaryPages,
  change: (summary: ExperimentSummary) => ExperimentSummary | null,
): SummaryPages {
  const changed = pages.pages.map((page) => ({
    ...page,
    data: page.data.flatMap((one) => change(one) ?? []),
  }));
  return { ...pages, pages: changed };
}

/** Pages updated by events: counts of runs at once, and deleted experiments removed. */
export function withEvents(pages: SummaryPages, events: readonly ExperimentEvent[]): SummaryPages {
  const byId = new Map(events.map((event) => [event.experiment_id, event]));
  return mapSummaries(pages, (summary) => {
    const event = byId.get(summary.experiment.id);
    if (event === undefined) return summary;
    if (event.is_deleted) return null;
    const { successful_run_count, failed_run_count, missing_run_count } = event;
    return {
      ...summary,
      experiment: {
        ...summary.experiment,
        successful_run_count,
        failed_run_count,
        missing_run_count,
      },
    };
  });
}

/**
 * The experiments of some pages, each once: one that moved to another page while they were read is
 * in both.
 */
export function rowsOf(pages: SummaryPages | undefined): readonly ExperimentSummary[] {
  const rows = new Map<string, ExperimentSummary>();
  for (const summary of pages?.pages.flatMap(({ data }) => data) ?? [])
    if (!rows.has(summary.experiment.id)) rows.set(summary.experiment.id, summary);
  return [...rows.values()];
}
