import { useQuery } from '@tanstack/react-query';
import { useFigureFilter } from '#web/lists/list-filter.ts';
import { sessionCountOptions } from '#web/sessions/sessions.calls.ts';
import { useWholeSeries } from '#web/metrics/whole-figures.calls.ts';
import { exactCount } from '#web/platform/text/format-number.ts';
import { reviewedList, reviewedSessions } from '#web/annotations/review-search.ts';
import type { ReviewSearch } from '#web/annotations/review-search.ts';
import { RANGE_DEFAULT } from '#web/platform/time/time-range.ts';

interface ReviewTotalProps {
  readonly project: string;
  readonly search: ReviewSearch;
}

/** How many items the list holds, of which one part is reviewed: nothing until they are counted. */
export function ReviewTotal({ project, search }: ReviewTotalProps) {
  return search.of === 'sessions' ? <SessionTotal {...{ project, search }} /> : <RowTotal {...{ project, search }} />;
}

function RowTotal({ project, search }: ReviewTotalProps) {
  const figureFilterOf = useFigureFilter(project);
  const { data } = useWholeSeries(project, search.range ?? RANGE_DEFAULT, figureFilterOf(reviewedList(search)));
  const count = search.scope === undefined ? data?.totals?.traces : data?.totals?.spans;
  return <Total count={count ?? null} isComplete={data?.coverage.complete ?? false} />;
}

function SessionTotal({ project, search }: ReviewTotalProps) {
  const { range = RANGE_DEFAULT, q = '' } = reviewedSessions(search);
  const { data } = useQuery(sessionCountOptions(project, range, q));
  return <Total count={data?.count ?? null} isComplete={data?.complete ?? false} />;
}

function Total({ count, isComplete }: { count: number | null; isComplete: boolean }) {
  if (count === null) return null;
  return (
    <span className="max-md:hidden">
      {' · '}
      {isComplete ? exactCount(count) : `more than ${exactCount(count)}`} in the list
    </span>
  );
}
