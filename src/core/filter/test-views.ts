import { NO_TOKENS } from '#core/otlp/span-record.ts';
import type { SessionRow, SpanRow, TraceRow } from '#core/ports/span-rows.ts';
import type { AnnotationView, JsonValue, SessionView, SpanView, TraceView } from './predicate.ts';

/** 2026-01-01T00:00:00Z. */
export const NEW_YEAR_UNIX_NANO = 1_767_225_600_000_000_000n;

/** A span for tests: an LLM call of 1,500 ms that began at new year, with what is given on top. */
export function spanView(
  row: Partial<SpanRow> = {},
  attributes: JsonValue = {},
  extra: Partial<SpanView> = {},
): SpanView {
  const full: SpanRow = {
    id: 1,
    projectId: 1,
    traceNumber: 1,
    traceId: 'a'.repeat(32),
    spanId: 'b'.repeat(16),
    parentSpanId: null,
    name: 'ChatCompletion',
    kind: 'LLM',
    otelKind: 1,
    startTimeUnixNano: NEW_YEAR_UNIX_NANO,
    endTimeUnixNano: NEW_YEAR_UNIX_NANO + 1_500_000_000n,
    statusCode: 'OK',
    errorMessage: null,
    modelName: null,
    modelProvider: null,
    tokens: NO_TOKENS,
    costUsd: null,
    repeats: 0,
    sessionId: null,
    userId: null,
    documentCount: 0,
    firstTokenNano: null,
    ...row,
  };
  return {
    row: full,
    hasParent: full.parentSpanId !== null,
    attributes: () => attributes,
    ...extra,
  };
}

export function annotation(name: string, fields: Partial<AnnotationView> = {}): AnnotationView {
  return { name, label: null, score: null, explanation: null, identifier: '', ...fields };
}

/** A trace of the spans given; the first one is its root. */
export function traceView(
  spans: readonly SpanView[],
  row: Partial<TraceRow> = {},
  extra: Partial<TraceView> = {},
): TraceView {
  const [root] = spans;
  const full: TraceRow = {
    id: 1,
    projectId: 1,
    traceId: 'a'.repeat(32),
    startTimeUnixNano: NEW_YEAR_UNIX_NANO,
    endTimeUnixNano: NEW_YEAR_UNIX_NANO + 2_000_000_000n,
    spanCount: spans.length,
    errorCount: spans.filter((view) => view.row.statusCode === 'ERROR').length,
    promptTokens: 0,
    completionTokens: 0,
    costUsd: null,
    sessionNumber: null,
    sessionId: null,
    userId: null,
    rootSpanNumber: root?.row.id ?? null,
    rootName: root?.row.name ?? null,
    rootKind: root?.row.kind ?? null,
    rootStatusCode: root?.row.statusCode ?? null,
    ...row,
  };
  return { row: full, spans: () => spans, ...extra };
}

export function sessionView(
  traces: readonly TraceView[],
  row: Partial<SessionRow> = {},
  extra: Partial<SessionView> = {},
): SessionView {
  const full: SessionRow = {
    id: 1,
    projectId: 1,
    sessionId: 'chat-1',
    userId: null,
    startTimeUnixNano: NEW_YEAR_UNIX_NANO,
    endTimeUnixNano: NEW_YEAR_UNIX_NANO + 60_000_000_000n,
    traceCount: traces.length,
    errorTraceCount: traces.filter((trace) => trace.row.errorCount > 0).length,
    promptTokens: 0,
    completionTokens: 0,
    costUsd: null,
    ...row,
  };
  return { row: full, traces: () => traces, ...extra };
}
