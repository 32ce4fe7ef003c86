import { useMemo } from 'react';
import type { TraceSkeleton } from '#contracts/traces/trace.ts';
import { criticalPath, type CriticalPath } from './critical-path.ts';
import { columnsOfSkeleton, type TraceColumns } from './trace-skeleton.ts';
import {
  concurrencyOf,
  gapsBefore,
  traceTimes,
  type Concurrency,
  type TraceTimes,
} from './trace-time.ts';
import { buildTraceTree, type TraceTree } from './trace-tree.ts';

/** A wait of less than this share of the trace is no gap worth a mark. */
const GAP_SHARE_MIN = 0.02;
const GAP_MS_MIN = 1;
const CONCURRENCY_PARTS = 400;

/** A trace's data before any span is opened; never changed. */
export interface TraceModel {
  readonly columns: TraceColumns;
  readonly tree: TraceTree;
  readonly times: TraceTimes;
  readonly gaps: Float64Array;
  readonly critical: CriticalPath;
  readonly concurrency: Concurrency;
}

/** Everything that is derived of a trace's skeleton, once for each. */
export function useTraceModel(skeleton: TraceSkeleton): TraceModel {
  return useMemo(() => {
    const columns = columnsOfSkeleton(skeleton);
    const tree = buildTraceTree(columns);
    const times = traceTimes(tree, columns);
    return {
      columns,
      tree,
      times,
      gaps: gapsBefore(tree, times, Math.max(GAP_MS_MIN, columns.extentMs * GAP_SHARE_MIN)),
      critical: criticalPath(tree, times, columns.extentMs),
      concurrency: concurrencyOf(tree, times, columns.extentMs, CONCURRENCY_PARTS),
    };
  }, [skeleton]);
}
