import { toHex } from '#core/otlp/hex.ts';
import type { TraceRow } from '#core/ports/span-rows.ts';
import { kindFromNumber, numberOrNull, statusFromNumber } from './span-row-codec.ts';
import { TRACE_COLUMNS, type TraceCells } from './trace-state.ts';

/** A live trace with its session's id and its root's name, kind and status. */
export const TRACE_ROW_SQL = `SELECT ${TRACE_COLUMNS.map((name) => `t.${name}`).join(', ')}, z.session_id,
  coalesce(h.name, r.name) AS root_name, h.kind AS root_kind, h.status AS root_status
FROM traces t
JOIN projects p ON p.id = t.project_id
LEFT JOIN sessions z ON z.id = t.session_number
LEFT JOIN spans r ON r.id = t.root_span
LEFT JOIN shapes h ON h.id = r.shape_id`;

export interface TraceRowCells extends TraceCells {
  readonly session_id: string | null;
  readonly root_name: string | null;
  readonly root_kind: bigint | null;
  readonly root_status: bigint | null;
}

export function traceRowFromCells(cells: TraceRowCells): TraceRow {
  return {
    id: Number(cells.id),
    projectId: Number(cells.project_id),
    traceId: toHex(cells.trace_id),
    startTimeUnixNano: cells.start_time,
    endTimeUnixNano: cells.end_time,
    spanCount: Number(cells.span_count),
    errorCount: Number(cells.error_count),
    promptTokens: Number(cells.prompt_tokens),
    completionTokens: Number(cells.completion_tokens),
    costUsd: cells.cost_usd,
    sessionNumber: numberOrNull(cells.session_number),
    sessionId: cells.session_id,
    userId: cells.user_id,
    rootSpanNumber: numberOrNull(cells.root_span),
    rootName: cells.root_name,
    rootKind: cells.root_kind === null ? null : kindFromNumber(cells.root_kind),
    rootStatusCode: cells.root_status === null ? null : statusFromNumber(cells.root_status),
  };
}
