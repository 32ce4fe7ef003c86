import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { use, useCallback } from 'react';
import { sessionAnnotationsOptions, traceAnnotationsOptions } from './panel/annotations.calls.ts';
import { useConfigsByName, useTraceAnnotations } from './trace-annotations.ts';
import { annotatedMark } from './annotated-mark.ts';
import { summariesOf } from './panel/summary.ts';
import { narrowTo } from '#web/filter/language/edit.ts';
import { FailedLine } from '#web/ui/failed-line.tsx';
import { AnnotationScope } from './annotation-scope.ts';
import { ChipRow } from './chip-row.tsx';
import { listOfChip, type ChipCondition } from './annotation-filter.ts';
import { lastList } from '#web/lists/list-memory.ts';

/** Annotations of a whole trace, in its summary. */
export function TraceChips({ project, trace }: { project: string; trace: string }) {
  const { ofTrace } = useTraceAnnotations(trace);
  const { data, error, refetch } = useQuery(traceAnnotationsOptions(trace));
  const configs = useConfigsByName(project);
  const onFilter = useChipFilter(project, 'trace');
  // Without this, what could not be read would look as if it had no annotations.
  if (data === undefined)
    return <FailedLine what="The annotations" error={error} onRetry={() => void refetch()} />;
  if (ofTrace.length === 0) return null;
  return (
    <span
      className="flex flex-wrap items-center gap-6"
      data-annotated={annotatedMark('trace', trace)}
    >
      <ChipRow target="trace" summaries={ofTrace} configs={configs} onFilter={onFilter} />
    </span>
  );
}

/** Annotations of a session, in its summary. */
export function SessionChips({ project, session }: { project: string; session: string }) {
  const { data } = useQuery(sessionAnnotationsOptions(project, session));
  const configs = useConfigsByName(project);
  const navigate = useNavigate();
  const onFilter = ({ field, value }: ChipCondition, negate: boolean): void =>
    void navigate({
      to: '/projects/$project/sessions',
      params: { project },
      search: { q: narrowTo('', 'sessions', field, value, negate) },
    });
  if (data === undefined || data.length === 0) return null;
  return (
    <span
      className="flex flex-wrap items-center gap-6"
      data-annotated={annotatedMark('session', session)}
    >
      <ChipRow
        target="session"
        summaries={summariesOf(data)}
        configs={configs}
        onFilter={onFilter}
      />
    </span>
  );
}

/** Annotations of a span, in its head. */
export function SpanChips({ span }: { span: string }) {
  const scope = use(AnnotationScope);
  const onFilter = useChipFilter(scope?.place.project ?? '', 'span');
  const summaries = scope?.annotations.ofSpan.get(span);
  if (scope === null || summaries === undefined) return null;
  return (
    <div className="flex flex-wrap gap-6 pt-4" data-annotated={annotatedMark('span', span)}>
      <ChipRow target="span" summaries={summaries} configs={scope.configs} onFilter={onFilter} />
    </div>
  );
}

/** Leads from a chip of a span or trace to the project's list, narrowed to what the chip says. */
function useChipFilter(
  project: string,
  target: 'span' | 'trace',
): (condition: ChipCondition, negate: boolean) => void {
  const navigate = useNavigate();
  return useCallback(
    (condition, negate) =>
      void navigate({
        to: '/projects/$project/traces',
        params: { project },
        search: listOfChip(lastList(project) ?? {}, target, condition, negate),
      }),
    [navigate, project, target],
  );
}
