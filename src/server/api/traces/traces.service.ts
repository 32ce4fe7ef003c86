import type { AnyCommand, AnyQuery } from '#server/threads/query.ts';
import {
  deleteTrace,
  deleteTraces,
  deleteTracesIn,
  transferTraces,
} from './trace-changes.service.ts';
import { exportTraceRows } from './trace-export.service.ts';
import { listTraces } from './trace-list.service.ts';
import { getTraceRow, listTraceRows } from './trace-rows.service.ts';
import { readSkeleton, readTraceServices, readTraceSpans } from './trace-view.service.ts';

export const traceQueries: readonly AnyQuery[] = [
  listTraces,
  listTraceRows,
  getTraceRow,
  readSkeleton,
  readTraceServices,
  readTraceSpans,
  exportTraceRows,
];
export const traceCommands: readonly AnyCommand[] = [
  deleteTrace,
  deleteTraces,
  deleteTracesIn,
  transferTraces,
];
