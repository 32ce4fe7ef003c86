import type { Static } from 'typebox';
import type { SpanDetail, SpanDetailList } from '#contracts/spans/span.ts';
import type { TraceRowItem, TraceServices, TraceSkeleton } from '#contracts/traces/trace.ts';
import type { SpanRow, TraceRow } from '#core/ports/span-rows.ts';
import type { WholeTrace } from '#core/ports/whole-trace.ts';
import { decodeGlobalId } from '#contracts/wire/ids.ts';
import { cursorScope, decodeKeyset, encodeKeyset } from '../kit/reply/page-cursor.ts';
import type { Query, ReadContext } from '#server/threads/query.ts';
import { summariesReply } from '../kit/annotations/annotation-summaries.ts';
import { JsonBytes } from '../kit/reply/json-bytes.ts';
import { traceRef } from '../kit/request/references.ts';
import { spanDetail } from '../kit/spans/span-detail-codec.ts';
import { traceRowItem } from './trace-row-item.ts';
import { traceNotFound } from './trace-rows.service.ts';

const SPAN_ID_BYTES = 8;
/** About what a reply needs: for its head, and for each span. */
const [ROOM_BYTES, SPAN_ROOM_BYTES] = [8_192, 140];

/** Writes each column of the reply, in this order. */
type Columns = Omit<TraceSkeleton, 'trace' | 'complete'>;
const COLUMNS: Readonly<Record<keyof Columns, (json: JsonBytes, shown: WholeTrace) => unknown>> = {
  ids: (json, { skeleton }) => json.numbers(skeleton.ids),
  span_ids: (json, { skeleton }) => json.hexIds(skeleton.spanIds, SPAN_ID_BYTES),
  parents: (json, { skeleton }) => json.numbers(skeleton.parents),
  missing_parents: (json, { skeleton }) => json.text(JSON.stringify(skeleton.missingParents)),
  start_offsets_ns: (json, { skeleton }) => json.numbers(skeleton.startOffsetsNano),
  durations_ns: (json, { skeleton }) => json.numbers(skeleton.durationsNano),
  names: (json, { skeleton }) => json.text(JSON.stringify(skeleton.names)),
  name_indexes: (json, { skeleton }) => json.numbers(skeleton.nameIndexes),
  kinds: (json, { skeleton }) => json.numbers(skeleton.kinds),
  statuses: (json, { skeleton }) => json.numbers(skeleton.statuses),
  token_counts_prompt: (json, { skeleton }) => json.numbers(skeleton.promptTokens),
  token_counts_completion: (json, { skeleton }) => json.numbers(skeleton.completionTokens),
  costs_usd: (json, { skeleton }) => json.numbers(skeleton.costsUsd),
  first_tokens_ns: (json, { skeleton }) => json.numbers(skeleton.firstTokensNano),
  models: (json, { skeleton }) => json.picked(skeleton.models, skeleton.modelIndexes),
  repeats: (json, { skeleton }) => json.text(JSON.stringify(skeleton.repeats)),
  open_spans: (json, { openSpans }) => json.text(JSON.stringify(openSpans)),
};

/** All spans of a trace as columns: small enough to send 100,000 at once. */
export const readSkeleton: Query<{ readonly trace: string; readonly limit: number }, Uint8Array> = {
  name: 'traces.skeleton',
  run: async ({ traces }, { trace, limit }) => {
    const shown = await traces.traceView(traceRef(trace), limit);
    if (shown === null) throw traceNotFound(trace);
    return skeletonReply(
      traceRowItem(shown.skeleton.trace, shown.previews, summariesReply(shown.annotations)),
      shown,
    );
  },
};

/** The reply's JSON: no span of 100,000 becomes an object. */
function skeletonReply(item: TraceRowItem, shown: WholeTrace): Uint8Array {
  const { ids, complete } = shown.skeleton;
  const json = new JsonBytes(ROOM_BYTES + ids.length * SPAN_ROOM_BYTES);
  json.text(`{"data":{"trace":${JSON.stringify(item)},"complete":${complete}`);
  let name: keyof Columns;
  for (name in COLUMNS) {
    json.text(`,"${name}":`);
    COLUMNS[name](json, shown);
  }
  return json.text('}}').finish();
}

/** The service that sent each span of a trace. */
export const readTraceServices: Query<
  { readonly trace: string; readonly limit: number },
  Static<typeof TraceServices>
> = {
  name: 'traces.services',
  run: async (context, { trace, limit }) => {
    const found = await context.traces.services(traceRef(trace), limit);
    if (found === null) throw traceNotFound(trace);
    return {
      complete: found.complete,
      services: [...found.services],
      service_indexes: [...found.indexes],
    };
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
  const anchor =
    cursor === undefined ? {} : { anchor: decodeKeyset(cursor, 'DATETIME', true, scope) };
  const page = await spans.spans(
    { projectId, traceIds: [traceId], sort: 'start_time', order: 'asc', limit, ...anchor },
    budget,
  );
  const payloads = await spans.payloads(page.rows);
  return {
    data: payloads.map(spanDetail),
    next_cursor: page.next === null ? null : encodeKeyset('DATETIME', page.next, scope),
  };
}

async function spansNamed(
  { spans, budget }: ReadContext,
  found: TraceRow,
  ids: readonly string[],
): Promise<SpanDetail[]> {
  const hexIds = ids.filter((id) => decodeGlobalId(id) === null).map((id) => id.toLowerCase());
  const named: readonly SpanRow[] =
    hexIds.length === 0
      ? []
      : (
          await spans.spans(
            {
              projectId: found.projectId,
              traceIds: [found.traceId],
              spanIds: hexIds,
              sort: 'id',
              order: 'asc',
              limit: 1000,
            },
            budget,
          )
        ).rows;
  const byHex = new Map(named.map((row) => [row.spanId, row.id]));
  const numbers = ids.flatMap((id) => {
    const global = decodeGlobalId(id);
    const number =
      global === null
        ? byHex.get(id.toLowerCase())
        : global.type === 'Span'
          ? global.number
          : undefined;
    return number === undefined ? [] : [number];
  });
  const payloads = await spans.payloads(numbers);
  return payloads.filter(({ row }) => row.traceNumber === found.id).map(spanDetail);
}
