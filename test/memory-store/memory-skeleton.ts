import { SPAN_KINDS } from '#contracts/spans/span-kind.ts';
import { fromHex } from '#core/otlp/hex.ts';
import type { TraceSkeleton } from '#core/ports/whole-trace.ts';
import { REPEAT } from '#core/trace/repeated-call.ts';
import type { MemorySpan, MemoryTrace } from './memory-data.ts';
import { repeatsOf, spansInOrder, traceRow } from './memory-rows.ts';

/** A trace as columns. */
export function skeletonOf(trace: MemoryTrace, spansMax: number): TraceSkeleton {
  const row = traceRow(trace);
  const spans = spansInOrder(trace).slice(0, spansMax);
  const places = new Map(spans.map(({ spanId }, place) => [spanId, place]));
  const numbers = (of: (span: MemorySpan) => number | null): Float64Array =>
    Float64Array.from(spans, (span) => of(span) ?? Number.NaN);
  const names = [...new Set(spans.map(({ record }) => record.name))];
  const models = [...new Set(spans.flatMap(({ record }) => record.modelName ?? []))];
  const parents = spans.map(({ parentSpanId }) =>
    parentSpanId === null ? -1 : (places.get(parentSpanId) ?? -2),
  );
  const repeats = spans.map(repeatsOf);
  return {
    trace: row,
    complete: spans.length >= row.spanCount,
    ids: numbers(({ id }) => id),
    spanIds: Uint8Array.from(spans.flatMap(({ spanId }) => [...(fromHex(spanId) ?? [])])),
    parents: Int32Array.from(parents),
    missingParents: Object.fromEntries(
      spans.flatMap(({ parentSpanId }, place) =>
        parents[place] === -2 ? [[place, parentSpanId ?? '']] : [],
      ),
    ),
    startOffsetsNano: numbers(({ record }) =>
      Number(record.startTimeUnixNano - row.startTimeUnixNano),
    ),
    durationsNano: numbers(({ record }) =>
      Number(record.endTimeUnixNano - record.startTimeUnixNano),
    ),
    names,
    nameIndexes: Int32Array.from(spans, ({ record }) => names.indexOf(record.name)),
    kinds: Uint8Array.from(spans, ({ record }) => SPAN_KINDS.indexOf(record.kind)),
    statuses: Uint8Array.from(spans, ({ record }) => record.statusCode),
    promptTokens: numbers(({ record }) => record.tokens.prompt),
    completionTokens: numbers(({ record }) => record.tokens.completion),
    costsUsd: numbers(({ record }) => record.costUsd),
    firstTokensNano: numbers(({ record }) => record.firstTokenNano),
    models,
    modelIndexes: Int32Array.from(spans, ({ record }) =>
      record.modelName === null ? -1 : models.indexOf(record.modelName),
    ),
    repeats: Object.fromEntries(
      repeats.flatMap((one, place) => (one === REPEAT.none ? [] : [[place, one]])),
    ),
  };
}
