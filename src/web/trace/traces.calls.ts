import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getSpan, getSpanOtlp, listSpanRows } from '#contracts/spans/routes.ts';
import {
  deleteTrace as deleteTraceRoute,
  getTraceServices,
  getTraceSkeleton,
  getTraceSpans,
} from '#contracts/traces/routes.ts';
import { quoted } from '#web/filter/language/condition.ts';
import { ROOT_PATH } from '#web/platform/address/root-path.ts';
import { call, callExactly, cursorParam } from '#web/platform/http/client.ts';
import type { SpanDetail } from '#contracts/spans/span.ts';

/** The most spans that are shown of one trace. */
const SPANS_MAX = 200_000;

/** A whole trace as columns. */
export function skeletonOptions(trace: string) {
  return queryOptions({
    queryKey: ['skeleton', trace],
    queryFn: async ({ signal }) => {
      return (
        await call(getTraceSkeleton, {
          params: { trace_identifier: trace },
          query: { limit: SPANS_MAX },
          signal,
        })
      ).data;
    },
    staleTime: 30_000,
    // A large trace is some megabytes: a few are kept, not all that were ever opened.
    gcTime: 60_000,
  });
}

/** Above this many spans it is not asked which service sent each. */
const SERVICES_MAX = 20_000;

/**
 * Which service sent each span of a trace, in the order of its skeleton; asked anew when the trace
 * has grown.
 */
export function traceServicesOptions(trace: string, spans: number) {
  return queryOptions({
    queryKey: ['trace-services', trace, spans],
    queryFn: async ({ signal }) => {
      return (await call(getTraceServices, { params: { trace_identifier: trace }, signal })).data;
    },
    enabled: spans <= SERVICES_MAX,
    staleTime: Infinity,
    gcTime: 60_000,
  });
}

/** All data of one span, by its Global ID (a span id alone may occur in several traces). */
export function spanDetailOptions(id: string) {
  return queryOptions({
    queryKey: ['span', id],
    queryFn: async ({ signal }) => {
      // Ids that were sent as numbers have more digits than a double.
      return (await callExactly(getSpan, { params: { span_identifier: id }, signal })).data;
    },
    staleTime: Infinity,
    // Span data is immutable.
    structuralSharing: false,
    placeholderData: keepPreviousData,
  });
}

/** Some spans of a trace with all they carry, in the order asked; at most 100. By Global IDs. */
export async function readTraceSpans(
  trace: string,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<readonly SpanDetail[]> {
  return (
    await call(getTraceSpans, {
      params: { trace_identifier: trace },
      query: { ids: [...ids] },
      signal,
    })
  ).data;
}

/** The same, kept for a minute. */
export function traceSpansOptions(trace: string, ids: readonly string[]) {
  return queryOptions({
    queryKey: ['trace-spans', trace, ...ids],
    queryFn: ({ signal }) => readTraceSpans(trace, ids, signal),
    enabled: ids.length > 0,
    staleTime: Infinity,
    gcTime: 60_000,
  });
}

const ERRORS_PAGE = 200;
/** Where more than this fail, the first of them are read. */
const ERRORS_MAX = 2_000;

/**
 * The error texts of a trace's failed spans, by span id; only spans that have one. `errorCount`
 * distinguishes the states of a growing trace.
 */
export function traceErrorsOptions(project: string, trace: string, errorCount: number) {
  return queryOptions({
    queryKey: ['trace-errors', project, trace, errorCount],
    queryFn: async ({ signal }) => {
      const texts = new Map<string, string>();
      const wish = {
        trace_id: [trace],
        status_code: ['ERROR'],
        previews: false,
        limit: ERRORS_PAGE,
        order: 'asc' as const,
      };
      let cursor = '';
      for (let read = 0; read < ERRORS_MAX; read += ERRORS_PAGE) {
        const page = await call(listSpanRows, {
          params: { project_identifier: project },
          query: { ...wish, ...cursorParam(cursor) },
          signal,
        });
        for (const row of page.data)
          if (row.error_message !== null) texts.set(row.span_id, row.error_message);
        if (page.next_cursor === null) break;
        cursor = page.next_cursor;
      }
      return texts;
    },
    staleTime: Infinity,
    gcTime: 60_000,
    structuralSharing: false,
  });
}

/** The words and phrases of a search. */
const TERMS = /"[^"]*"?\*?|[^\s"]+/g;
const WORD = /[\p{L}\p{N}]/u;

/**
 * The first span of a trace that holds a text that was searched for, by its id, or else the first
 * that holds a word or phrase of it: several searches may each have found another span. Null for
 * none.
 */
export function markedSpanOptions(project: string, trace: string, mark: string) {
  return queryOptions({
    queryKey: ['marked-span', project, trace, mark],
    queryFn: async ({ signal }) => {
      const first = async (texts: readonly string[]): Promise<string | null> => {
        const filter = texts.map((text) => `search(${quoted(text)})`).join(' or ');
        const query = {
          trace_id: [trace],
          filter,
          previews: false,
          limit: 1,
          order: 'asc' as const,
        };
        const params = { project_identifier: project };
        return (await call(listSpanRows, { params, query, signal })).data[0]?.span_id ?? null;
      };
      const terms = (mark.match(TERMS) ?? []).filter((term) => WORD.test(term));
      return (await first([mark])) ?? (terms.length > 1 ? await first(terms) : null);
    },
    staleTime: Infinity,
    gcTime: 60_000,
    retry: false,
  });
}

/** The span as its exporter sent it: an OTLP/JSON export request. */
export function sentSpanOptions(id: string) {
  return queryOptions({
    queryKey: ['span-otlp', id],
    queryFn: ({ signal }) => call(getSpanOtlp, { params: { span_identifier: id }, signal }),
    staleTime: Infinity,
    gcTime: 60_000,
  });
}

/** Deletes a trace with all its spans, permanently. */
export async function deleteTrace(trace: string, keepalive: boolean): Promise<void> {
  await call(deleteTraceRoute, { params: { trace_identifier: trace }, keepalive });
}

/**
 * The download address of a trace's spans, one JSON line each: as the REST interface returns them,
 * or as they were sent.
 */
export function traceFilePath(project: string, trace: string, format: 'span' | 'otlp'): string {
  return `${ROOT_PATH}/v1/projects/${encodeURIComponent(project)}/spans/jsonl?${new URLSearchParams({ trace_id: trace, format }).toString()}`;
}
