import type { SpanDetail } from '#contracts/span.ts';
import type { TraceSkeletonReply } from '#contracts/trace.ts';
import type { SpanRow, TraceSkeletonJson } from '#core/ports/span-rows.ts';
import type { Query } from '../kit/query.ts';
import { decodeGlobalId } from '#contracts/ids.ts';
import { traceRef } from '../kit/references.ts';
import { spanDetail } from '../kit/span-detail-codec.ts';
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

/** Some spans of a trace with everything they carry, in the order asked; what is not of this trace is left out. */
export const readTraceSpans: Query<{ readonly trace: string; readonly ids: readonly string[] }, { readonly data: readonly SpanDetail[] }> =
  {
    name: 'traces.spans',
    run: async ({ spans, budget }, { trace, ids }) => {
      const [found] = await spans.findTraces([traceRef(trace)]);
      if (found === undefined) throw traceNotFound(trace);
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
      return { data: payloads.filter(({ row }) => row.traceNumber === found.id).map(spanDetail) };
    },
  };
