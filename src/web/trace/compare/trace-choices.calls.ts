import { queryOptions } from '@tanstack/react-query';
import { ApiError, api, bodyOf } from '#web/platform/http/client.ts';
import type { LookupMatch, TraceRow } from '#web/platform/http/model.ts';

/** A trace that an id names, with the project it is in. */
export interface PastedTrace {
  readonly row: TraceRow;
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
        ids.map(async (id) => (await bodyOf(api.GET('/v1/lookup', { params: { query: { id } }, signal }))).data),
      );
      const projects = new Map<string, LookupMatch['project']>();
      for (const match of found.flat()) if (match.trace_id !== null) projects.set(match.trace_id, match.project);
      const traces = await Promise.all(
        [...projects].map(async ([trace, project]) => {
          const row = await readTraceRow(trace, signal);
          return row === null ? [] : [{ row, project }];
        }),
      );
      return { traces: traces.flat(), others: found.flat().flatMap(({ type, trace_id }) => (trace_id === null ? [type] : [])) };
    },
    enabled: ids.length > 0,
    staleTime: 10_000,
  });
}

/** Null if there is none, or it was deleted. */
async function readTraceRow(trace: string, signal: AbortSignal): Promise<TraceRow | null> {
  try {
    return (await bodyOf(api.GET('/v1/traces/{trace_identifier}', { params: { path: { trace_identifier: trace } }, signal }))).data;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
