import { SPAN_KINDS, STATUS_CODES } from '#contracts/span-kind.ts';
import type { SpanKind, StatusCode } from '#contracts/span-kind.ts';
import { toHex } from '#core/otlp/hex.ts';
import type { SpanRow } from '#core/ports/span-rows.ts';
import { spanSelectList } from './columns.ts';
import type { SpanCells } from './columns.ts';

/**
 * A span's own columns with what its trace, session and shape say. Ids are those of live things only: the joins drop the rest.
 *
 * `+?` here and in other joins: SQLite passes `s.id = ?` on to the joined tables and then compiles the statement anew for each value bound, which
 * was measured at 480 µs against 8 µs. The plus keeps it from looking at the value.
 */
export const SPAN_ROW_SQL = `SELECT ${spanSelectList('s')},
  t.trace_id, t.project_id, t.user_id AS trace_user_id, z.session_id,
  h.kind, h.otel_kind, h.status, h.name AS shape_name, h.model_name AS shape_model_name, h.model_provider AS shape_model_provider
FROM spans s
JOIN traces t ON t.id = s.trace_number
JOIN projects p ON p.id = t.project_id
JOIN shapes h ON h.id = s.shape_id
LEFT JOIN sessions z ON z.id = t.session_number
WHERE s.id = +?`;

export interface SpanRowCells extends SpanCells {
  readonly trace_id: Uint8Array;
  readonly project_id: bigint;
  readonly trace_user_id: string | null;
  readonly session_id: string | null;
  readonly kind: bigint;
  readonly otel_kind: bigint;
  readonly status: bigint;
  readonly shape_name: string | null;
  readonly shape_model_name: string | null;
  readonly shape_model_provider: string | null;
}

export function spanRowFromCells(cells: SpanRowCells): SpanRow {
  return {
    id: Number(cells.id),
    projectId: Number(cells.project_id),
    traceNumber: Number(cells.trace_number),
    traceId: toHex(cells.trace_id),
    spanId: toHex(cells.span_id),
    parentSpanId: cells.parent_span_id === null ? null : toHex(cells.parent_span_id),
    name: cells.shape_name ?? cells.name ?? '',
    kind: kindFromNumber(cells.kind),
    otelKind: Number(cells.otel_kind),
    startTimeUnixNano: cells.start_time,
    endTimeUnixNano: cells.start_time + cells.duration,
    statusCode: statusFromNumber(cells.status),
    errorMessage: cells.error_message,
    modelName: cells.shape_model_name ?? cells.model_name,
    modelProvider: cells.shape_model_provider ?? cells.model_provider,
    tokens: {
      prompt: numberOrNull(cells.tokens_prompt),
      completion: numberOrNull(cells.tokens_completion),
      total: numberOrNull(cells.tokens_total),
      cacheRead: numberOrNull(cells.tokens_cache_read),
      cacheWrite: numberOrNull(cells.tokens_cache_write),
      reasoning: numberOrNull(cells.tokens_reasoning),
      audio: numberOrNull(cells.tokens_audio),
    },
    costUsd: cells.cost_usd,
    sessionId: cells.session_id,
    userId: cells.user_id === '' ? cells.trace_user_id : cells.user_id,
    documentCount: Number(cells.document_count ?? 0n),
  };
}

export function kindFromNumber(number: bigint | number): SpanKind {
  return SPAN_KINDS[Number(number)] ?? 'UNKNOWN';
}

export function statusFromNumber(number: bigint | number): StatusCode {
  return STATUS_CODES[Number(number)] ?? 'UNSET';
}

export function numberOrNull(value: bigint | number | null): number | null {
  return value === null ? null : Number(value);
}
