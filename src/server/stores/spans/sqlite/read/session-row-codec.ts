import type { SessionRow } from '#core/ports/span-rows.ts';
import { SESSION_TRACES_SQL } from '../index/trace-run.ts';
import { numberOrNull } from '../both/span-row-codec.ts';

export interface SessionCells {
  readonly id: bigint;
  readonly project_id: bigint;
  readonly session_id: string;
  readonly user_id: string | null;
  readonly start_time: bigint;
  readonly end_time: bigint;
  readonly trace_count: bigint;
  readonly error_trace_count: bigint;
  readonly prompt_tokens: bigint | null;
  readonly completion_tokens: bigint | null;
  readonly cost_usd: number | null;
}

/**
 * Totals are summed over the session's live traces at the time of reading: there are few, and so
 * they are always right.
 */
export function sessionSelect(cut: string): string {
  return `SELECT z.id, z.project_id, z.session_id, min(t.start_time) AS start_time, max(t.end_time) AS end_time,
  (SELECT user_id FROM traces WHERE id = (SELECT t.id ${SESSION_TRACES_SQL}
   WHERE runs.session_number = z.id AND t.user_id IS NOT NULL ORDER BY t.start_time LIMIT 1)) AS user_id,
  count(*) AS trace_count, sum(t.error_count > 0) AS error_trace_count, sum(t.prompt_tokens) AS prompt_tokens,
  sum(t.completion_tokens) AS completion_tokens, sum(t.cost_usd) AS cost_usd
FROM (${cut}) z
JOIN projects p ON p.id = z.project_id
CROSS JOIN ${SESSION_TRACES_SQL.replace('FROM ', '')} AND runs.session_number = z.id
WHERE EXISTS (SELECT 1 FROM projects q WHERE q.id = t.project_id)
GROUP BY z.id`;
}

export function sessionFromCells(cells: SessionCells): SessionRow {
  return {
    id: Number(cells.id),
    projectId: Number(cells.project_id),
    sessionId: cells.session_id,
    userId: cells.user_id,
    startTimeUnixNano: cells.start_time,
    endTimeUnixNano: cells.end_time,
    traceCount: Number(cells.trace_count),
    errorTraceCount: Number(cells.error_trace_count),
    promptTokens: numberOrNull(cells.prompt_tokens) ?? 0,
    completionTokens: numberOrNull(cells.completion_tokens) ?? 0,
    costUsd: cells.cost_usd,
  };
}
