import type { SpanRow, TraceRow } from '../api/model.ts';
import { tracePath } from '../lib/paths.ts';

/** A trace or a span as a list shows it. */
export interface ListRow {
  readonly id: string;
  readonly href: string;
  readonly startedAt: string;
  readonly failed: boolean;
  readonly kind: string | null;
  readonly name: string;
  readonly input: string | null;
  readonly output: string | null;
  readonly error: string | null;
  readonly latencyMs: number;
  readonly tokens: number;
  readonly costUsd: number | null;
  readonly model: string | null;
  readonly session: string | null;
  readonly user: string | null;
  readonly spans: number | null;
}

export function rowOfTrace(project: string, row: TraceRow): ListRow {
  return {
    id: row.id,
    href: tracePath(project, row.trace_id),
    startedAt: row.start_time,
    failed: row.error_count > 0,
    kind: row.span_kind,
    name: row.name ?? 'root not received',
    input: row.input_preview,
    output: row.output_preview,
    error: row.error_message,
    latencyMs: row.latency_ms,
    tokens: row.token_count_prompt + row.token_count_completion,
    costUsd: row.cost_usd,
    model: row.model_name,
    session: row.session_id,
    user: row.user_id,
    spans: row.span_count,
  };
}

export function rowOfSpan(project: string, row: SpanRow): ListRow {
  return {
    id: row.id,
    href: tracePath(project, row.trace_id, row.span_id),
    startedAt: row.start_time,
    failed: row.status_code === 'ERROR',
    kind: row.span_kind,
    name: row.name,
    input: row.input_preview,
    output: row.output_preview,
    error: row.error_message,
    latencyMs: row.latency_ms,
    tokens: (row.token_count_prompt ?? 0) + (row.token_count_completion ?? 0),
    costUsd: row.cost_usd,
    model: row.model_name,
    session: row.session_id,
    user: row.user_id,
    spans: null,
  };
}
