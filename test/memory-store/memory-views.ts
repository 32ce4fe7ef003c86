import type { AnnotationTarget } from '#contracts/annotations/annotation-kind.ts';
import type {
  AnnotationView,
  JsonValue,
  SessionView,
  SpanView,
  TraceView,
} from '#core/filter/predicate.ts';
import { resourceAttributes } from '#core/otlp/resource-attributes.ts';
import { decodeSpan } from '#core/otlp/span-codec.ts';
import { isJsonObject, PlainObject } from '#core/semconv/plain-object.ts';
import { buildSpanTree } from '#core/trace/span-tree.ts';
import { subtreeTotals } from '#core/trace/subtree-totals.ts';
import {
  liveAnnotations,
  type MemoryAnnotation,
  type MemoryData,
  type MemorySession,
  type MemorySpan,
  type MemoryTrace,
} from './memory-data.ts';
import { parentOf, sessionRow, spanRow, spansInOrder, traceRow } from './memory-rows.ts';
import { skeletonOf } from './memory-skeleton.ts';

/** Shows spans, traces and sessions to the filter of one list. */
export class MemoryViews {
  readonly #data: MemoryData;
  readonly #attributesOf: (spanBytes: Uint8Array) => JsonValue;
  #byTarget: ReadonlyMap<string, readonly MemoryAnnotation['row'][]> | undefined;
  /** Token sums of traces. */
  readonly #sums = new Map<
    MemoryTrace,
    ReadonlyMap<number, { readonly prompt: number; readonly completion: number }>
  >();

  constructor(data: MemoryData, attributesOf: (spanBytes: Uint8Array) => JsonValue) {
    this.#data = data;
    this.#attributesOf = attributesOf;
  }

  span(span: MemorySpan): SpanView {
    let attributes: JsonValue | undefined;
    return {
      row: spanRow(span),
      hasParent: parentOf(span) !== undefined,
      attributes: () => {
        const { bytes, resource } = span.record;
        attributes ??= withResource(this.#attributesOf(bytes), resource.bytes);
        return attributes;
      },
      statusMessage: () => decodeSpan(span.record.bytes).status.message,
      bytes: () => span.record.bytes,
      cumulativeTokens: () => this.#sumsOf(span.trace).get(span.id) ?? { prompt: 0, completion: 0 },
      annotations: () => this.#annotations('span', span.id),
      documentAnnotations: () => this.#annotations('document', span.id),
      traceAnnotations: () => this.#annotations('trace', span.trace.id),
    };
  }

  trace(trace: MemoryTrace): TraceView {
    return {
      row: traceRow(trace),
      spans: () => spansInOrder(trace).map((span) => this.span(span)),
      annotations: () => this.#annotations('trace', trace.id),
    };
  }

  session(session: MemorySession): SessionView {
    const { session: row, traces } = sessionRow(session);
    return {
      row,
      traces: () =>
        traces
          .flatMap(({ id }) => this.#data.traces.get(id) ?? [])
          .map((trace) => this.trace(trace)),
      annotations: () => this.#annotations('session', session.id),
    };
  }

  #annotations(target: AnnotationTarget, number: number): readonly AnnotationView[] {
    this.#byTarget ??= Map.groupBy(
      liveAnnotations(this.#data),
      (row) => `${row.target} ${row.targetNumber}`,
    );
    return (this.#byTarget.get(`${target} ${number}`) ?? []).map(
      ({ name, label, score, explanation, identifier }) => ({
        name,
        label,
        score,
        explanation,
        identifier,
      }),
    );
  }

  #sumsOf(
    trace: MemoryTrace,
  ): ReadonlyMap<number, { readonly prompt: number; readonly completion: number }> {
    const known = this.#sums.get(trace);
    if (known !== undefined) return known;
    const skeleton = skeletonOf(trace, Infinity);
    const { promptTokens, completionTokens } = subtreeTotals(
      buildSpanTree(skeleton.parents),
      skeleton,
    );
    const sums = new Map(
      Array.from(skeleton.ids, (id, at) => [
        id,
        { prompt: promptTokens[at] ?? 0, completion: completionTokens[at] ?? 0 },
      ]),
    );
    this.#sums.set(trace, sums);
    return sums;
  }
}

/** Attributes of the resource are beside those of the span, whose own go first. */
function withResource(own: JsonValue, resource: Uint8Array): JsonValue {
  return isJsonObject(own)
    ? Object.assign(new PlainObject(), resourceAttributes(resource), own)
    : own;
}
