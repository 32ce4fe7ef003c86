import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getAnnotationAgreement, getAnnotationFigures } from '#contracts/annotations/routes.ts';
import type { AnnotationTarget } from '#contracts/annotations/annotation-kind.ts';
import type { LabelPair } from './scores-search.ts';
import type { RangeText } from '#web/platform/time/time-range.ts';
import { call, cursorParam } from '#web/platform/http/client.ts';
import { chartParams, chartWindow } from '#web/metrics/figures.calls.ts';

const STALE_MS = 10_000;
/** The number of intervals of a chart, if its range doesn't determine it. */
const SCORE_BUCKETS = 60;
const DISAGREEMENTS_PAGE = 1000;

/**
 * Scores and labels over time, a series for each target, name and kind of annotator, in so many
 * equal `steps`.
 */
export function scoreFiguresOptions(project: string, range: RangeText) {
  return queryOptions({
    queryKey: ['score-figures', project, range],
    queryFn: async ({ signal }) => {
      const { times, steps = SCORE_BUCKETS } = chartWindow(range);
      return {
        ...(await call(getAnnotationFigures, {
          params: { project_identifier: project },
          query: { ...times, buckets: steps },
          signal,
        })),
        steps,
      };
    },
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
  });
}

/** The agreement of human and LLM annotations under a name, and the disagreements. */
export function agreementOptions(
  project: string,
  range: RangeText,
  target: AnnotationTarget,
  name: string,
  labels: LabelPair | null,
) {
  return infiniteQueryOptions({
    queryKey: ['score-agreement', project, range, target, name, labels],
    queryFn: async ({ pageParam, signal }) => {
      const pairs = labels === null ? {} : { human_label: labels.human, llm_label: labels.llm };
      const query = {
        ...chartParams(range),
        target,
        name,
        ...pairs,
        limit: DISAGREEMENTS_PAGE,
        ...cursorParam(pageParam),
      };
      return (
        await call(getAnnotationAgreement, {
          params: { project_identifier: project },
          query,
          signal,
        })
      ).data;
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
  });
}
