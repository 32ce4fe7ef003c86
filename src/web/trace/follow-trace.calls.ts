import { useQueryClient } from '@tanstack/react-query';
import { getTrace } from '#contracts/traces/routes.ts';
import { call } from '#web/platform/http/client.ts';
import { useLive } from '#web/platform/http/live.ts';
import type { TraceSkeleton } from '#contracts/traces/trace.ts';
import { skeletonOptions } from './traces.calls.ts';
import { useGrowth } from '#web/platform/http/use-growth.ts';

/** A trace that ended longer ago is treated as complete. */
const GROWS_MS_MAX = 6 * 3_600_000;

/**
 * Reads a trace that is on screen again when spans of it came; call what it gives back whenever
 * some were stored in its project.
 */
export function useTraceGrowth(skeleton: TraceSkeleton | undefined): () => void {
  const queries = useQueryClient();
  return useGrowth(async () => {
    if (skeleton === undefined || !mayGrow(skeleton)) return;
    const { trace_id: id } = skeleton.trace;
    const { data: now } = await call(getTrace, { params: { trace_identifier: id } });
    // Spans are never changed, so a trace that has as many has the same.
    if (now.span_count !== skeleton.trace.span_count)
      await queries.invalidateQueries({ queryKey: skeletonOptions(id).queryKey });
  });
}

/** The same for a standalone page, which subscribes to the project itself. */
export function useFollowedTrace(project: string, skeleton: TraceSkeleton | undefined): void {
  const grow = useTraceGrowth(skeleton);
  useLive(project, skeleton !== undefined && mayGrow(skeleton), grow);
}

/**
 * The same of two traces beside each other, in whichever projects they are: one stream where both
 * are in one.
 */
export function useFollowedTraces(
  first: TraceSkeleton | undefined,
  second: TraceSkeleton | undefined,
): void {
  const [growFirst, growSecond] = [useTraceGrowth(first), useTraceGrowth(second)];
  const [one = '', two = ''] = [first?.trace.project_id, second?.trace.project_id];
  const [isFirst, isSecond] = [first, second].map(
    (skeleton) => skeleton !== undefined && mayGrow(skeleton),
  );
  const isShared = one === two;
  useLive(one, isFirst === true || (isShared && isSecond === true), () => {
    growFirst();
    if (isShared) growSecond();
  });
  useLive(two, !isShared && isSecond === true, growSecond);
}

function mayGrow({ trace }: TraceSkeleton): boolean {
  return Date.parse(trace.end_time) > Date.now() - GROWS_MS_MAX;
}
