import type { Static } from 'typebox';
import type { SpanDetail, SpanDetailList } from '#contracts/spans/span.ts';
import type { TraceServices, TraceSkeletonReply } from '#contracts/traces/trace.ts';
import type { SpanRow, TraceRow, TraceSkeletonJson } from '#core/ports/span-rows.ts';
import { decodeGlobalId } from '#contracts/wire/ids.ts';
import { cursorScope, decodeKeyset, encodeKeyset } from '../kit/reply/page-cursor.ts';
import type { Query, ReadContext } from '#server/threads/query.ts';
import { traceRef } from '../kit/request/references.ts';
import { spanDetail } from '../kit/spans/span-detail-codec.ts';
import { openSpansOf } from './open-spans.ts';
import { traceNotFound, traceRowItems } from './trace-rows.service.ts';

/** The reply's columns by the names of the port's. */
const COLUMN_NAMES = {
  ids: 'ids',
  spanIds: 'span_ids',
  parents: 'parents',
  missingParents: 'missing_parents',
  startOffsetsNano: 'start_offsets_ns',
  durationsNano: 'durations_ns',
  names: 'names',
  nameIndexes: 'name_indexes',
  kinds: 'kinds',
  statuses: 'statuses',
  promptTokens: 'token_counts_prompt',
  completionTokens: 'token_counts_completion',
  costsUsd: 'costs_usd',
  firstTokensNano: 'first_tokens_ns',
  models: 'models',
  repeats: 'repeats',
} as const satisfies Record<keyof TraceSkeletonJson['columns'], keyof TraceSkeletonReply>;

/** All spans of a trace as columns: small enough to send 100,000 at once. The columns come as JSON, and are only put side by side. */
export const readSkeleton: Query<{ readonly trace: string; readonly limit: number }, Uint8Array> = {
  name: 'traces.skeleton',
  run: async (context, { trace, limit }) => {
    const skeleton = await context.spans.skeletonJson(traceRef(trace), limit);
    const [item] = skeleton === null ? [] : await traceRowItems(context, [skeleton.trace]);
    if (skeleton === null || item === undefined) throw traceNotFound(trace);
    const { columns } = skeleton;
    const parts = [`{"data":{"trace":${JSON.stringify(item)},"complete":${skeleton.complete}`];
    let column: keyof typeof columns;
    for (column in COLUMN_NAMES) parts.push(`,"${COLUMN_NAMES[column]}":${columns[column]}`);
    parts.push(`,"open_spans":${JSON.stringify(await openSpansOf(context.spans, skeleton))}}}`);
    // Encoded one by one: a name outside of Latin-1 would make one text of them all twice as wide.
    return Buffer.concat(parts.map((part) => Buffer.from(part)));
  },
};

/** The service that sent each span of a trace. */
export const readTraceServices: Query<{ readonly trace: string; readonly limit: number }, Static<typeof TraceServices>> = {
  name: 'traces.services',
  run: async (context, { trace, limit }) => {
    const found = await context.spans.traceServices(traceRef(trace), limit);
    if (found === null) throw traceNotFound(trace);
    return { complete: found.complete, services: [...found.services], service_indexes: [...found.indexes] };
  },
};

export interface TraceSpansInput {
  readonly trace: string;
  /** These spans alone, in this order; all of them by start time when absent. */
  readonly ids?: readonly string[];
  readonly cursor?: string;
  readonly limit: number;
}

/** Spans of a trace with everything they carry. Spans of other traces are left out. */
export const readTraceSpans: Query<TraceSpansInput, Static<typeof SpanDetailList>> = {
  name: 'traces.spans',
  run: async (context, input) => {
    const [found] = await context.spans.findTraces([traceRef(input.trace)]);
    if (found === undefined) throw traceNotFound(input.trace);
    if (input.ids === undefined) return pageOfTrace(context, found, input);
    return { data: await spansNamed(context, found, input.ids), next_cursor: null };
  },
};

async function pageOfTrace(
  { spans, budget }: ReadContext,
  { projectId, traceId }: TraceRow,
  { cursor, limit }: TraceSpansInput,
): Promise<Static<typeof SpanDetailList>> {
  const scope = cursorScope('trace spans', projectId, { traceId });
  const anchor = cursor === undefined ? {} : { anchor: decodeKeyset(cursor, 'DATETIME', true, scope) };
  const page = await spans.spans({ projectId, traceIds: [traceId], sort: 'start_time', order: 'asc', limit, ...anchor }, budget);
  const payloads = await spans.payloadsOf(page.rows);
  return { data: payloads.map(spanDetail), next_cursor: page.next === null ? null : encodeKeyset('DATETIME', page.next, scope) };
}

async function spansNamed({ spans, budget }: ReadContext, found: TraceRow, ids: readonly string[]): Promise<SpanDetail[]> {
  const hexIds = ids.filter((id) => decodeGlobalId(id) === null).map((id) => id.toLowerCase());
  const named: readonly SpanRow[] =
    hexIds.length === 0
      ? []
      : (
          await spans.spans(
            { projectId: found.projectId, traceIds: [found.traceId], spanIds: hexIds, sort: 'id', order: 'asc', limit: 1000 },
            budget,
          )
        ).rows;
  const byHex = new Map(named.map((row) => [row.spanId, row.id]));
  const numbers = ids.flatMap((id) => {
    const global = decodeGlobalId(id);
    const number = global === null ? byHex.get(id.toLowerCase()) : global.type === 'Span' ? global.number : undefined;
    return number === undefined ? [] : [number];
  });
  const payloads = await spans.payloads(numbers);
  return payloads.filter(({ row }) => row.traceNumber === found.id).map(spanDetail);
}
