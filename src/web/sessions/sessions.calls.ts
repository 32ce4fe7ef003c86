import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  countSessions,
  deleteSession as deleteSessionRoute,
  deleteSessions as deleteSessionsRoute,
  getSessionSkeleton,
  getSessionTurns,
  listSessionRows,
} from '#contracts/sessions/routes.ts';
import type { Progress } from '#web/lists/selection.calls.ts';
import type { SessionSort } from '#web/lists/search-params.ts';
import type { RangeText } from '#web/platform/time/time-range.ts';
import { call, cursorParam } from '#web/platform/http/client.ts';
import { exportText, fileOf, type ExportFormat } from '#web/lists/export-text.ts';
import { sessionFilterOf } from '#web/lists/list-filter.ts';
import { windowParams } from '#web/projects/projects.calls.ts';

export const SESSIONS_PAGE = 100;
/**
 * Pages kept: what was scrolled past further than this is let go, and read again on the way back.
 */
const PAGES_MAX = 30;
/** The most that are chosen at once: one request deletes them. */
export const SESSIONS_SELECTED_MAX = 1000;
/** An address holds so many ids. */
const EXPORT_STEP = 20;
/** Texts are read for so many turns at once. */
export const TURNS_READ = 25;

export interface SessionList {
  readonly range: RangeText;
  readonly text: string;
  readonly sort: SessionSort;
  readonly order: 'asc' | 'desc';
  /** The name whose score `annotation_score` means. */
  readonly annotation?: string | null;
}

/**
 * Where a page begins: a cursor ('' is the start of the list), and the place in the list of the row
 * after or before it.
 */
export interface SessionsCursor {
  readonly cursor: string;
  readonly at: number;
  readonly backward?: true;
}

export const FIRST_SESSIONS: SessionsCursor = { cursor: '', at: 0 };

/** A list's request parameters. */
export function sessionParams({ range, text, sort, order, annotation = null }: SessionList) {
  const filter = sessionFilterOf(text);
  return {
    ...windowParams(range),
    sort,
    order,
    ...(annotation === null ? {} : { annotation }),
    ...(filter === null ? {} : { filter }),
  };
}

/** A page of a project's sessions that were active in the range and match. */
export async function readSessionRows(
  project: string,
  list: SessionList,
  cursor: string,
  limit: number,
  signal?: AbortSignal,
) {
  const query = { ...sessionParams(list), limit, ...cursorParam(cursor) };
  return await call(listSessionRows, {
    params: { project_identifier: project },
    query,
    ...(signal === undefined ? {} : { signal }),
  });
}

/**
 * A project's sessions that were active in the range and match, as pages that follow each other in
 * both directions.
 */
export function sessionRowsOptions(project: string, list: SessionList) {
  const { range, text, sort, order, annotation = null } = list;
  return infiniteQueryOptions({
    queryKey: ['sessions', project, range, sessionFilterOf(text), sort, order, annotation],
    queryFn: async ({ pageParam, signal }) => {
      const { cursor, at, backward } = pageParam;
      const limit = backward === true ? Math.min(SESSIONS_PAGE, at) : SESSIONS_PAGE;
      const page = await readSessionRows(project, list, cursor, limit, signal);
      return { ...page, from: backward === true ? at - page.data.length : at };
    },
    initialPageParam: FIRST_SESSIONS,
    getNextPageParam: (last): SessionsCursor | null =>
      last.next_cursor === null
        ? null
        : { cursor: last.next_cursor, at: last.from + last.data.length },
    getPreviousPageParam: (first): SessionsCursor | null =>
      first.previous_cursor === null || first.from <= 0
        ? null
        : { cursor: first.previous_cursor, at: first.from, backward: true },
    maxPages: PAGES_MAX,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    retry: false,
  });
}

/** How many sessions were active in the range and match. */
export function sessionCountOptions(project: string, range: RangeText, text: string) {
  const filter = sessionFilterOf(text);
  return queryOptions({
    queryKey: ['session-count', project, range, filter],
    queryFn: async ({ signal }) => {
      const startedMs = performance.now();
      const query = { ...windowParams(range), ...(filter === null ? {} : { filter }) };
      const { data } = await call(countSessions, {
        params: { project_identifier: project },
        query,
        signal,
      });
      return { ...data, tookMs: performance.now() - startedMs };
    },
    placeholderData: (before, last) => (last?.queryKey[1] === project ? before : undefined),
    staleTime: 5000,
    refetchInterval: 15_000,
    retry: false,
  });
}

/** A whole session as columns, by its Global ID or the sender's id. */
export function sessionSkeletonOptions(session: string) {
  return queryOptions({
    queryKey: ['session', session],
    queryFn: async ({ signal }) => {
      return (await call(getSessionSkeleton, { params: { session_identifier: session }, signal }))
        .data;
    },
    staleTime: 30_000,
    gcTime: 60_000,
  });
}

/** The content of some adjacent turns. */
export function sessionTurnsOptions(session: string, traceIds: readonly string[]) {
  return queryOptions({
    queryKey: ['session-turns', session, traceIds[0], traceIds.at(-1), traceIds.length],
    queryFn: async ({ signal }) => {
      return (
        await call(getSessionTurns, {
          params: { session_identifier: session },
          query: { trace_id: [...traceIds] },
          signal,
        })
      ).data;
    },
    staleTime: Infinity,
    gcTime: 60_000,
  });
}

/** Deletes a session with its traces, permanently. */
export async function deleteSession(session: string, keepalive: boolean): Promise<void> {
  await call(deleteSessionRoute, { params: { session_identifier: session }, keepalive });
}

/** Deletes sessions with their traces, permanently; at most `SESSIONS_SELECTED_MAX`. */
export async function deleteSessions(ids: readonly string[], keepalive: boolean): Promise<void> {
  await call(deleteSessionsRoute, { body: { session_identifiers: [...ids] }, keepalive });
}

/** The spans of sessions (by their senders' ids) as JSON lines, or their traces as CSV. */
export async function exportSessions(
  project: string,
  sessionIds: readonly string[],
  format: ExportFormat,
  { onProgress, signal }: Progress,
): Promise<Blob> {
  const parts: string[] = [];
  for (let from = 0; from < sessionIds.length; from += EXPORT_STEP) {
    const query = new URLSearchParams(format === 'otlp' ? { format } : {});
    const step = sessionIds.slice(from, from + EXPORT_STEP);
    for (const id of step) query.append(format === 'csv' ? 'session_identifier' : 'session_id', id);
    parts.push(
      await exportText(project, format === 'csv' ? 'trace_rows/csv' : 'spans/jsonl', query, signal),
    );
    onProgress(from + step.length);
  }
  return fileOf(parts, format);
}
