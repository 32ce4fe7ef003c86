import { STATUS_CODES } from '#contracts/spans/span-kind.ts';
import type { SpanRecord } from '#core/otlp/span-record.ts';
import type { SessionRow, SpanPayload, SpanRow, TraceRow } from '#core/ports/span-rows.ts';
import {
  countedUsage,
  REPEAT,
  repeatOf,
  type CallFacts,
  type Repeat,
} from '#core/trace/repeated-call.ts';
import type { MemorySession, MemorySpan, MemoryTrace } from './memory-data.ts';

export function callFacts({ record }: Pick<MemorySpan, 'record'>): CallFacts {
  const { kind, modelName, costUsd, tokens } = record;
  return { kind, modelName, costUsd, prompt: tokens.prompt, completion: tokens.completion };
}

/** The usage that totals leave out of a span, because its direct parent reports the same call. */
export function repeatsOf(span: MemorySpan): Repeat {
  const parent = parentOf(span);
  if (parent === undefined || parent === span || parent.parentSpanId === span.spanId)
    return REPEAT.none;
  return repeatOf(callFacts(span), callFacts(parent));
}

export function parentOf(span: MemorySpan): MemorySpan | undefined {
  return span.parentSpanId === null ? undefined : span.trace.spans.get(span.parentSpanId);
}

export function spanRow(span: MemorySpan): SpanRow {
  const { record, trace } = span;
  return {
    id: span.id,
    projectId: trace.projectId,
    traceNumber: trace.id,
    traceId: trace.traceId,
    spanId: span.spanId,
    parentSpanId: span.parentSpanId,
    name: record.name,
    kind: record.kind,
    otelKind: record.otelKind,
    startTimeUnixNano: record.startTimeUnixNano,
    endTimeUnixNano: record.endTimeUnixNano,
    statusCode: STATUS_CODES[record.statusCode] ?? 'UNSET',
    errorMessage: record.errorMessage,
    modelName: record.modelName,
    modelProvider: record.modelProvider,
    tokens: tokensOf(record),
    costUsd: record.costUsd,
    repeats: repeatsOf(span),
    sessionId: trace.session?.sessionId ?? null,
    userId: record.userId,
    documentCount: record.documentCount,
    firstTokenNano: record.firstTokenNano,
  };
}

/** Rows keep the sum of audio tokens alone, not those of each side. */
export function tokensOf({ tokens }: SpanRecord): SpanRow['tokens'] {
  const { prompt, completion, total, cacheRead, cacheWrite, reasoning, audio } = tokens;
  return { prompt, completion, total, cacheRead, cacheWrite, reasoning, audio };
}

export function payloadOf(span: MemorySpan): SpanPayload {
  const { bytes, resource, scope } = span.record;
  return {
    row: spanRow(span),
    bytes,
    resourceBytes: resource.bytes,
    resourceSchemaUrl: resource.schemaUrl,
    scopeBytes: scope.bytes,
    scopeSchemaUrl: scope.schemaUrl,
  };
}

/** By start time, ties by number. */
export function spansInOrder(trace: MemoryTrace): MemorySpan[] {
  return [...trace.spans.values()].sort(
    (a, b) => compare(a.record.startTimeUnixNano, b.record.startTimeUnixNano) || a.id - b.id,
  );
}

export function traceRow(trace: MemoryTrace): TraceRow {
  const spans = spansInOrder(trace);
  const root =
    spans.find(({ parentSpanId }) => parentSpanId === null) ??
    spans.find((span) => parentOf(span) === undefined) ??
    spans[0];
  const totals = {
    prompt: 0,
    completion: 0,
    errors: 0,
    end: spans[0]?.record.startTimeUnixNano ?? 0n,
  };
  let costUsd: number | null = null;
  let user: MemorySpan | null = null;
  for (const span of trace.spans.values()) {
    const { startTimeUnixNano: start, endTimeUnixNano: end } = span.record;
    const usage = countedUsage({ ...callFacts(span), repeats: repeatsOf(span) });
    totals.prompt += usage.prompt;
    totals.completion += usage.completion;
    if (usage.costUsd !== null) costUsd = (costUsd ?? 0) + usage.costUsd;
    if (span.record.statusCode === 2) totals.errors += 1;
    for (const time of [start, end]) if (time > totals.end) totals.end = time;
    if (user === null && span.record.userId !== null) user = span;
  }
  return {
    id: trace.id,
    projectId: trace.projectId,
    traceId: trace.traceId,
    startTimeUnixNano: spans[0]?.record.startTimeUnixNano ?? 0n,
    endTimeUnixNano: totals.end,
    spanCount: spans.length,
    errorCount: totals.errors,
    promptTokens: totals.prompt,
    completionTokens: totals.completion,
    costUsd,
    sessionNumber: trace.session?.id ?? null,
    sessionId: trace.session?.sessionId ?? null,
    userId: user?.record.userId ?? null,
    rootSpanNumber: root?.id ?? null,
    rootName: root?.record.name ?? null,
    rootKind: root?.record.kind ?? null,
    rootStatusCode: root === undefined ? null : (STATUS_CODES[root.record.statusCode] ?? 'UNSET'),
  };
}

/** A session and its traces by start time. */
export function sessionRow(session: MemorySession): {
  readonly session: SessionRow;
  readonly traces: readonly TraceRow[];
} {
  const traces = [...session.traces]
    .map(traceRow)
    .sort((a, b) => compare(a.startTimeUnixNano, b.startTimeUnixNano) || a.id - b.id);
  const sum = (of: (trace: TraceRow) => number): number =>
    traces.reduce((total, trace) => total + of(trace), 0);
  return {
    traces,
    session: {
      id: session.id,
      projectId: session.projectId,
      sessionId: session.sessionId,
      userId: traces.find(({ userId }) => userId !== null)?.userId ?? null,
      startTimeUnixNano: traces[0]?.startTimeUnixNano ?? 0n,
      endTimeUnixNano: traces.reduce(
        (end, trace) => (trace.endTimeUnixNano > end ? trace.endTimeUnixNano : end),
        traces[0]?.endTimeUnixNano ?? 0n,
      ),
      traceCount: traces.length,
      errorTraceCount: sum(({ errorCount }) => (errorCount > 0 ? 1 : 0)),
      promptTokens: sum(({ promptTokens }) => promptTokens),
      completionTokens: sum(({ completionTokens }) => completionTokens),
      costUsd: traces.some(({ costUsd }) => costUsd !== null)
        ? sum(({ costUsd }) => costUsd ?? 0)
        : null,
    },
  };
}

export function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
