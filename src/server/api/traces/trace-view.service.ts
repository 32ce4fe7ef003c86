import type { SpanDetail } from '#contracts/span.ts';
import type { TraceSkeletonReply } from '#contracts/trace.ts';
import type { SpanRow } from '#core/ports/span-rows.ts';
import type { Query } from '../kit/query.ts';
import { decodeGlobalId } from '#contracts/ids.ts';
import { traceRef } from '../kit/references.ts';
import { spanDetail } from '../kit/span-detail-codec.ts';
import { traceNotFound, traceRowItems } from './trace-rows.service.ts';

/** All spans of a trace as columns: small enough to send 100,000 at once. */
export const readSkeleton: Query<{ readonly trace: string; readonly limit: number }, { readonly data: TraceSkeletonReply }> = {
  name: 'traces.skeleton',
  run: async (context, { trace, limit }) => {
    const skeleton = await context.spans.skeleton(traceRef(trace), limit);
    const [item] = skeleton === null ? [] : await traceRowItems(context, [skeleton.trace]);
    if (skeleton === null || item === undefined) throw traceNotFound(trace);
    return {
      data: {
        trace: item,
        complete: skeleton.complete,
        ids: [...skeleton.ids],
        span_ids: [...skeleton.spanIds],
        parents: [...skeleton.parents],
        missing_parents: { ...skeleton.missingParents },
        start_offsets_ns: [...skeleton.startOffsetsNano],
        durations_ns: [...skeleton.durationsNano],
        names: [...skeleton.names],
        name_indexes: [...skeleton.nameIndexes],
        kinds: [...skeleton.kinds],
        statuses: [...skeleton.statuses],
        token_counts_prompt: [...skeleton.promptTokens],
        token_counts_completion: [...skeleton.completionTokens],
        costs_usd: [...skeleton.costsUsd],
        models: [...skeleton.models],
      },
    };
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
