import type { Static } from 'typebox';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { SPAN_KINDS, STATUS_CODES } from '#contracts/spans/span-kind.ts';
import { isoFromUnixNano } from '#contracts/wire/time.ts';
import type { Trace, TraceListParams, TracePage, TraceSpan } from '#contracts/traces/trace.ts';
import { toHex } from '#core/otlp/hex.ts';
import type { TraceRow } from '#core/ports/span-rows.ts';
import type { TraceSkeleton } from '#core/ports/whole-trace.ts';
import { findProject } from '../kit/projects/find-project.ts';
import {
  cursorScope,
  decodeKeyset,
  earlyEnd,
  encodeKeyset,
  type CursorKind,
} from '../kit/reply/page-cursor.ts';
import type { Query } from '#server/threads/query.ts';
import { traceConditions } from '../kit/spans/trace-conditions.ts';

const SPAN_ID_BYTES = 8;
/** The most spans of one trace that a list gives; `include_spans` says so. */
const SPANS_MAX = 100_000;
/** A page with spans ends early, after the trace that brings it here: a page is built in memory. */
const PAGE_SPANS = 20_000;

/**
 * The list of traces as the official clients read it. Its cursor is the last row given; the next
 * page begins strictly after it.
 */
export const listTraces: Query<
  { readonly project: string; readonly query: Static<typeof TraceListParams> },
  Static<typeof TracePage>
> = {
  name: 'traces.list',
  run: async ({ projects, spans, traces, budget }, { project, query }) => {
    const { sort = 'start_time', limit = 100 } = query;
    const kind: CursorKind = sort === 'start_time' ? 'DATETIME' : 'FLOAT';
    const found = await findProject(projects, project);
    const scope = cursorScope('traces', found.id, query);
    const anchor =
      query.cursor === undefined ? {} : { anchor: decodeKeyset(query.cursor, kind, false, scope) };
    const page = await spans.traces(
      {
        projectId: found.id,
        ...traceConditions(query),
        sort,
        order: query.order ?? 'desc',
        limit,
        mayEndEarly: sort === 'start_time',
        ...anchor,
      },
      budget,
    );
    const withSpans = query.include_spans === true;
    const rows = withSpans ? rowsWithin(page.rows, PAGE_SPANS) : page.rows;
    const data: Trace[] = [];
    for (const row of rows)
      data.push(
        traceReply(row, withSpans ? await traces.skeleton({ number: row.id }, SPANS_MAX) : null),
      );
    const isWhole = rows.length === page.rows.length;
    const early = isWhole ? earlyEnd(page, limit) : null;
    const last = rows.at(-1);
    const place =
      early ??
      (last === undefined || (isWhole && page.next === null)
        ? null
        : { id: last.id, sortValue: traceSortValue(last, sort) });
    return { data, next_cursor: place === null ? null : encodeKeyset(kind, place, scope) };
  },
};

/** The first traces, up to and with the one that reaches so many spans. */
function rowsWithin(rows: readonly TraceRow[], spansMax: number): readonly TraceRow[] {
  let spans = 0;
  const end = rows.findIndex((row) => (spans += row.spanCount) >= spansMax);
  return end === -1 ? rows : rows.slice(0, end + 1);
}

/** A trace's sort value: its start, or its duration in nanoseconds. */
export function traceSortValue(row: TraceRow, sort: 'start_time' | 'latency_ms'): bigint {
  return sort === 'start_time'
    ? row.startTimeUnixNano
    : row.endTimeUnixNano - row.startTimeUnixNano;
}

function traceReply(row: TraceRow, skeleton: TraceSkeleton | null): Trace {
  return {
    id: encodeGlobalId('Trace', row.id),
    trace_id: row.traceId,
    project_id: encodeGlobalId('Project', row.projectId),
    start_time: isoFromUnixNano(row.startTimeUnixNano),
    end_time: isoFromUnixNano(row.endTimeUnixNano),
    token_count_prompt: row.promptTokens,
    token_count_completion: row.completionTokens,
    token_count_total: row.promptTokens + row.completionTokens,
    spans: skeleton === null ? null : spansOf(skeleton),
  };
}

function spansOf(skeleton: TraceSkeleton): TraceSpan[] {
  const traceStart = skeleton.trace.startTimeUnixNano;
  const spanId = (row: number): string =>
    toHex(skeleton.spanIds.subarray(row * SPAN_ID_BYTES, (row + 1) * SPAN_ID_BYTES));
  return Array.from(skeleton.ids, (id, row) => {
    const parent = skeleton.parents[row] ?? -1;
    const start = traceStart + BigInt(skeleton.startOffsetsNano[row] ?? 0);
    return {
      id: encodeGlobalId('Span', id),
      span_id: spanId(row),
      parent_id:
        parent === -1
          ? null
          : parent === -2
            ? (skeleton.missingParents[row] ?? null)
            : spanId(parent),
      name: skeleton.names[skeleton.nameIndexes[row] ?? 0] ?? '',
      span_kind: SPAN_KINDS[skeleton.kinds[row] ?? 0] ?? 'UNKNOWN',
      status_code: STATUS_CODES[skeleton.statuses[row] ?? 0] ?? 'UNSET',
      start_time: isoFromUnixNano(start),
      end_time: isoFromUnixNano(start + BigInt(skeleton.durationsNano[row] ?? 0)),
    };
  });
}
