import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { skeletonOptions } from '#web/trace/traces.calls.ts';
import { ErrorNote, SkeletonRows } from '#web/ui/states.tsx';
import { KeptTrace } from '#web/trace/kept-trace.tsx';
import { TraceSummary } from '#web/trace/trace-summary.tsx';
import { TraceView } from '#web/trace/trace-view.tsx';
import type { ReviewSearch } from '#web/annotations/review-search.ts';
import type { TraceSearch } from '#web/lists/search-params.ts';
import { withChanges, type Changes } from '#web/platform/address/search-schema.ts';

interface ReviewedTraceProps {
  readonly project: string;
  readonly search: ReviewSearch;
  readonly name: string;
  readonly trace: string;
  /** Called when it is on screen and takes keys, or cannot be shown. */
  readonly onReady: () => void;
}

/** The item under review: its trace, with the panel open for it. */
export function ReviewedTrace({ project, search, name, trace, onReady }: ReviewedTraceProps) {
  const { data, error, refetch } = useQuery(skeletonOptions(trace));
  const navigate = useNavigate({ from: '/projects/$project/review' });
  const onSearch = useCallback(
    (changes: Changes<TraceSearch>) => void navigate({ search: (before) => withChanges<ReviewSearch>(before, changes), replace: true }),
    [navigate],
  );
  const hasFailed = error !== null && data === undefined;
  useEffect(() => {
    if (hasFailed) onReady();
  }, [hasFailed, onReady]);
  if (hasFailed) return <ErrorNote what="The trace could not be read" error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={22} height={26} />;
  const span = search.span ?? search.item;
  const shown = withChanges<TraceSearch>(search, {
    span,
    annotate: search.annotate ?? (search.item === undefined ? 'trace' : 'span'),
    // Where there is room for one of them alone: what was asked and answered is annotated, not how long it took.
    pane: search.pane ?? 'span',
  });
  return (
    <KeptTrace skeleton={data}>
      {(kept) => (
        <>
          <TraceSummary project={project} skeleton={kept} onSearch={onSearch} />
          <TraceView project={project} skeleton={kept} search={shown} keys="page" onSearch={onSearch} review={{ name }} />
        </>
      )}
    </KeptTrace>
  );
}
