import { queryOptions } from '@tanstack/react-query';
import { lookUp } from '#contracts/search/lookup.routes.ts';
import { getTrace } from '#contracts/traces/routes.ts';
import { ApiError, call } from '#web/platform/http/client.ts';
import type { LookupMatch } from '#contracts/search/lookup.ts';
import type { TraceRowItem } from '#contracts/traces/trace.ts';

/** A trace that an id names, with the project it is in. */
export interface PastedTrace {
  readonly row: TraceRowItem;
  readonly project: LookupMatch['project'];
}

/** The objects of pasted ids: traces, also those of spans, and other objects with such an id. */
export interface Pasted {
  readonly traces: readonly PastedTrace[];
  readonly others: readonly LookupMatch['type'][];
}

/** One trace without its spans. */
export function traceRowOptions(trace: string) {
  return queryOptions({
    queryKey: ['trace-row', trace],
    queryFn: ({ signal }) => readTraceRow(trace, signal),
    staleTime: 30_000,
  });
}

/** The traces that ids name, in whatever project they are. */
export function pastedTracesOptions(ids: readonly string[]) {
  return queryOptions({
    queryKey: ['pasted-traces', ...ids],
    queryFn: async ({ signal }): Promise<Pasted> => {
      const found = await Promise.all(
        ids.map(async (id) => (await call(lookUp, { query: { id }, signal })).data),
      );
      const projects = new Map<string, LookupMatch['project']>();
      for (const match of found.flat())
        if (match.trace_id !== null) projects.set(match.trace_id, match.project);
      const traces = await Promise.all(
        [...projects].map(async ([trace, project]) => {
          const row = await readTraceRow(trace, signal);
          return row === null ? [] : [{ row, project }];
        }),
      );
      return {
        traces: traces.flat(),
        others: found.flat().flatMap(({ type, trace_id }) => (trace_id === null ? [type] : [])),
      };
    },
    enabled: ids.length > 0,
    staleTime: 10_000,
  });
}

/** Null if there is none, or it was deleted. */
async function readTraceRow(trace: string, signal: AbortSignal): Promise<TraceRowItem | null> {
  try {
    return (await call(getTrace, { params: { trace_identifier: trace }, signal })).data;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
