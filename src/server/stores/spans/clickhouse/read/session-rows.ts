import type { SessionRow, TraceRow } from '#core/ports/span-rows.ts';
import type { ClickHouse } from '../client/clickhouse.ts';
import type { Cells } from '../client/row-reader.ts';
import { Conditions, pieces } from '../client/statement.ts';
import { asNano, asNumber, asNumberOrNull, asText, asTextOrNull } from '../schema/stored-span.ts';
import { traceRowsOf, traceRowsSql } from './trace-rows.ts';

/** Sessions over rows of traces: all their traces, or those that are asked for. */
export function sessionRowsSql(traces: string): string {
  return `SELECT session_no, any(session_id) AS session_name, argMin(project_id, id) AS session_project,
  argMinIf(trace_user, tuple(start_time, id), isNotNull(trace_user)) AS session_user, min(start_time) AS session_start,
  max(end_time) AS session_end, count() AS trace_count, countIf(error_count > 0) AS error_traces,
  sum(prompt_tokens) AS session_prompt, sum(completion_tokens) AS session_completion, sumOrNull(cost_usd) AS session_cost
  FROM (${traces}) WHERE session_no != 0 GROUP BY session_no`;
}

export function sessionRow(cells: Cells): SessionRow {
  return {
    id: asNumber(cells, 'session_no'),
    projectId: asNumber(cells, 'session_project'),
    sessionId: asText(cells, 'session_name'),
    userId: asTextOrNull(cells, 'session_user'),
    startTimeUnixNano: asNano(cells, 'session_start'),
    endTimeUnixNano: asNano(cells, 'session_end'),
    traceCount: asNumber(cells, 'trace_count'),
    errorTraceCount: asNumber(cells, 'error_traces'),
    promptTokens: asNumber(cells, 'session_prompt'),
    completionTokens: asNumber(cells, 'session_completion'),
    costUsd: asNumberOrNull(cells, 'session_cost'),
  };
}

/** The condition on spans of all traces of these sessions. */
export function spansOfSessions(conditions: Conditions, numbers: readonly number[]): string {
  const list = conditions.bind(numbers, 'Array(UInt64)');
  const traces = `SELECT trace_id FROM traces_by_id WHERE session_number IN ${list}`;
  return `(project, hour, conversation, trace_id) IN (SELECT project, hour, conversation, trace_id FROM traces_by_id WHERE trace_id IN (${traces}))`;
}

/** The traces of sessions by start, by the session's number. */
export async function tracesOfSessions(
  db: ClickHouse,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, readonly TraceRow[]>> {
  const rows: TraceRow[] = [];
  for (const some of pieces(numbers)) {
    const conditions = new Conditions();
    const sql = `SELECT * FROM (${traceRowsSql(spansOfSessions(conditions, some))}) ORDER BY start_time, id`;
    rows.push(...(await traceRowsOf(db, await db.rows(sql, conditions.params))));
  }
  return Map.groupBy(rows, ({ sessionNumber }) => sessionNumber ?? 0);
}

/** The rows of sessions by their numbers. */
export async function sessionRows(
  db: ClickHouse,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, SessionRow>> {
  const found = new Map<number, SessionRow>();
  for (const some of pieces(numbers)) {
    const conditions = new Conditions();
    const sql = sessionRowsSql(traceRowsSql(spansOfSessions(conditions, some)));
    for (const row of (await db.rows(sql, conditions.params)).map(sessionRow))
      found.set(row.id, row);
  }
  return found;
}
