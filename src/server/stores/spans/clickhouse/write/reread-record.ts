import { SPAN_KINDS } from '#contracts/spans/span-kind.ts';
import type { SpanRecord } from '#core/otlp/span-record.ts';
import type { StoredSpan } from '../schema/stored-span.ts';

/** A span as its record reads now: not its ids, parent, times and session. */
export function withReading(span: StoredSpan, record: SpanRecord, bytes: Uint8Array): StoredSpan {
  const { prompt, completion, total, cacheRead, cacheWrite, reasoning, audio } = record.tokens;
  return {
    ...span,
    name: record.name,
    kind: SPAN_KINDS.indexOf(record.kind),
    otelKind: record.otelKind,
    status: record.statusCode,
    errorMessage: record.errorMessage,
    modelName: record.modelName,
    modelProvider: record.modelProvider,
    tokens: { prompt, completion, total, cacheRead, cacheWrite, reasoning, audio },
    costUsd: record.costUsd,
    userId: record.userId,
    documentCount: record.documentCount,
    firstTokenNano: record.firstTokenNano,
    bytes,
  };
}

/** Whether two readings of a span are the same. */
export function isSameReading(a: StoredSpan, b: StoredSpan): boolean {
  return a.bytes.length === b.bytes.length && textOf(a) === textOf(b);
}

function textOf(span: StoredSpan): string {
  const {
    name,
    kind,
    otelKind,
    status,
    errorMessage,
    modelName,
    modelProvider,
    tokens,
    costUsd,
    userId,
    documentCount,
    firstTokenNano,
  } = span;
  const { prompt, completion, total, cacheRead, cacheWrite, reasoning, audio } = tokens;
  return JSON.stringify([
    [
      name,
      kind,
      otelKind,
      status,
      errorMessage,
      modelName,
      modelProvider,
      costUsd,
      userId,
      documentCount,
      firstTokenNano,
    ],
    [prompt, completion, total, cacheRead, cacheWrite, reasoning, audio],
  ]);
}
