import { useMemo } from 'react';
import type { TraceSkeleton } from '#contracts/traces/trace.ts';
import { columnsOfSkeleton } from '#web/trace/trace-skeleton.ts';
import { traceTimes } from '#web/trace/trace-time.ts';
import { buildTraceTree } from '#web/trace/trace-tree.ts';

export interface Sides {
  readonly a: LoadedSide;
  readonly b: LoadedSide;
  /** The same two, in an order that does not change when the sides are exchanged. */
  readonly one: LoadedSide;
  readonly two: LoadedSide;
}

/** Two traces with what is needed to compare them. */
export function useSides(first: TraceSkeleton, second: TraceSkeleton): Sides {
  const isInOrder = first.trace.trace_id <= second.trace.trace_id;
  const one = useSide(isInOrder ? first : second);
  const two = useSide(isInOrder ? second : first);
  return isInOrder ? { a: one, b: two, one, two } : { a: two, b: one, one, two };
}

function useSide(skeleton: TraceSkeleton) {
  return useMemo(() => {
    const columns = columnsOfSkeleton(skeleton);
    const tree = buildTraceTree(columns);
    return { skeleton, columns, tree, times: traceTimes(tree, columns) };
  }, [skeleton]);
}
export type LoadedSide = ReturnType<typeof useSide>;
