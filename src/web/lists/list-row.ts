import type { AnnotationSummary } from '#contracts/annotations/annotation.ts';
import { tracePath } from '#web/platform/address/paths.ts';
import type { SpanRowItem } from '#contracts/spans/span.ts';
import type { TraceRowItem } from '#contracts/traces/trace.ts';

/** A trace or a span as a list shows it. */
export interface ListRow {
  /** Global ID of the trace or the span. */
  readonly id: string;
  readonly href: string;
  readonly traceId: string;
  /** Of a span only. */
  readonly spanId: string | null;
  readonly startedAt: string;
  readonly failed: boolean;
  /** OK, ERROR or, of a span, UNSET. */
  readonly status: string;
  readonly kind: string | null;
  readonly name: string;
  readonly input: string | null;
  readonly output: string | null;
  /**
   * For a trace whose root has no input or output: the input of its first model call, and the
   * output of its last.
   */
  readonly llmInput: string | null;
  readonly llmOutput: string | null;
  readonly error: string | null;
  readonly latencyMs: number;
  /** No end was sent, of a trace to its root: it may still be running. */
  readonly isOpen: boolean;
  /** Of a span only, where its sender says it. */
  readonly firstTokenMs: number | null;
  readonly tokensPerSecond: number | null;
  readonly tokens: number;
  readonly costUsd: number | null;
  readonly model: string | null;
  readonly session: string | null;
  readonly user: string | null;
  readonly spans: number | null;
  /** Annotations of the trace or the span itself, by name. */
  readonly annotations: readonly AnnotationSummary[];
  /** Values of the attributes that are columns. */
  readonly attributes: Readonly<Record<string, string | number | boolean>> | undefined;
}

/** `mark` is the search that found it. */
export function rowOfTrace(project: string, row: TraceRowItem, mark?: string): ListRow {
  return {
    id: row.id,
    href: tracePath(project, row.trace_id, undefined, mark),
    traceId: row.trace_id,
    spanId: null,
    startedAt: row.start_time,
    failed: row.error_count > 0,
    status: row.error_count > 0 ? 'ERROR' : 'OK',
    kind: row.span_kind,
    name: row.name ?? 'root not received',
    input: row.input_preview,
    output: row.output_preview,
    llmInput: row.llm_input_preview,
    llmOutput: row.llm_output_preview,
    error: row.error_message,
    latencyMs: row.latency_ms,
    isOpen: row.is_open,
    firstTokenMs: null,
    tokensPerSecond: null,
    tokens: row.token_count_prompt + row.token_count_completion,
    costUsd: row.cost_usd,
    model: row.model_name,
    session: row.session_id,
    user: row.user_id,
    spans: row.span_count,
    annotations: row.annotations,
    attributes: row.attributes,
  };
}

export function rowOfSpan(project: string, row: SpanRowItem, mark?: string): ListRow {
  return {
    id: row.id,
    href: tracePath(project, row.trace_id, row.span_id, mark),
    traceId: row.trace_id,
    spanId: row.span_id,
    startedAt: row.start_time,
    failed: row.status_code === 'ERROR',
    status: row.status_code,
    kind: row.span_kind,
    name: row.name,
    input: row.input_preview,
    output: row.output_preview,
    llmInput: null,
    llmOutput: null,
    error: row.error_message,
    latencyMs: row.latency_ms,
    isOpen: row.is_open,
    firstTokenMs: row.time_to_first_token_ms,
    tokensPerSecond: row.tokens_per_second,
    tokens: (row.token_count_prompt ?? 0) + (row.token_count_completion ?? 0),
    costUsd: row.cost_usd,
    model: row.model_name,
    session: row.session_id,
    user: row.user_id,
    spans: null,
    annotations: row.annotations,
    attributes: row.attributes,
  };
}
