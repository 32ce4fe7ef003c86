import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { STATUS_CODES } from '#contracts/spans/span-kind.ts';
import type { TraceSkeleton } from '#web/platform/http/model.ts';
import { traceErrorsOptions } from '#web/trace/traces.calls.ts';
import type { TraceColumns } from '#web/trace/trace-columns.ts';

const ERROR = STATUS_CODES.indexOf('ERROR');
const NOTHING: ReadonlyMap<number, string> = new Map();

/**
 * The error texts of a trace's failed spans, by row and in lower case. Not part of the skeleton: loaded when a trace with errors is
 * searched.
 */
export function useErrorTexts(
  project: string,
  { trace }: TraceSkeleton,
  columns: TraceColumns,
  isWanted: boolean,
): ReadonlyMap<number, string> {
  const { data } = useQuery({
    ...traceErrorsOptions(project, trace.trace_id, trace.error_count),
    enabled: isWanted && trace.error_count > 0,
    placeholderData: keepPreviousData,
  });
  return useMemo(() => (data === undefined ? NOTHING : textsByRow(columns, data)), [data, columns]);
}

function textsByRow({ count, statuses, spanIds }: TraceColumns, texts: ReadonlyMap<string, string>): ReadonlyMap<number, string> {
  const byRow = new Map<number, string>();
  for (let row = 0; row < count; row++) {
    const text = statuses[row] === ERROR ? texts.get(spanIds[row] ?? '') : undefined;
    if (text !== undefined) byRow.set(row, text.toLowerCase());
  }
  return byRow;
}
