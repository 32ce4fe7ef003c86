import { SPAN_KINDS, STATUS_CODES } from '#contracts/spans/span-kind.ts';
import type { TraceRow } from '#core/ports/span-rows.ts';
import { REPEAT } from '#core/trace/repeated-call.ts';
import type { ClickHouse } from '../client/clickhouse.ts';
import type { Cells } from '../client/row-reader.ts';
import { Conditions, pieces } from '../client/statement.ts';
import { asNano, asNumber, asNumberOrNull, asText, asTextOrNull } from '../schema/stored-span.ts';
import { inTraces } from './span-finder.ts';

const LLM = SPAN_KINDS.indexOf('LLM');
const CALLED = [SPAN_KINDS.indexOf('EMBEDDING'), LLM].join(', ');
/** Spans whose tokens and whose cost totals count, as `countedUsage` says. */
export const COUNTS_TOKENS_SQL = `kind = ${LLM} AND repeats = ${REPEAT.none}`;
export const COUNTS_COST_SQL = `kind IN (${CALLED}) AND repeats != ${REPEAT.all}`;
const ROOT_ORDER = 'tuple(root_rank, start, number)';

/** The rows of the traces whose spans meet a condition, which takes all spans of a trace or none. Its columns are those that `traceRow` reads. */
export function traceRowsSql(scope: string): string {
  const isRoot = `multiIf(isNull(parent_id), 0, (trace_id, ifNull(parent_id, toFixedString('', 8))) NOT IN (
    SELECT trace_id, span_id FROM spans WHERE ${scope}), 1, 2)`;
  return `SELECT trace_id, min(trace_number) AS id, argMin(project, number) AS project_id, min(start) AS start_time,
  max(greatest(start, end)) AS end_time, count() AS span_count, countIf(status = 2) AS error_count,
  sumIf(ifNull(prompt, 0), ${COUNTS_TOKENS_SQL}) AS prompt_tokens, sumIf(ifNull(completion, 0), ${COUNTS_TOKENS_SQL}) AS completion_tokens,
  sumOrNullIf(cost, ${COUNTS_COST_SQL}) AS cost_usd,
  argMinIf(session_number, number, session_number != 0) AS session_no, argMinIf(session, number, session_number != 0) AS session_id,
  argMinIf(user_id, number, isNotNull(user_id)) AS trace_user,
  argMin(number, ${ROOT_ORDER}) AS root_number, argMin(name, ${ROOT_ORDER}) AS root_name, argMin(kind, ${ROOT_ORDER}) AS root_kind,
  argMin(status, ${ROOT_ORDER}) AS root_status
  FROM (SELECT *, ${isRoot} AS root_rank FROM spans FINAL WHERE ${scope}) GROUP BY trace_id`;
}

export function traceRow(cells: Cells): TraceRow {
  const sessionNumber = asNumber(cells, 'session_no');
  return {
    id: asNumber(cells, 'id'),
    projectId: asNumber(cells, 'project_id'),
    traceId: asText(cells, 'trace_id'),
    startTimeUnixNano: asNano(cells, 'start_time'),
    endTimeUnixNano: asNano(cells, 'end_time'),
    spanCount: asNumber(cells, 'span_count'),
    errorCount: asNumber(cells, 'error_count'),
    promptTokens: asNumber(cells, 'prompt_tokens'),
    completionTokens: asNumber(cells, 'completion_tokens'),
    costUsd: asNumberOrNull(cells, 'cost_usd'),
    sessionNumber: sessionNumber === 0 ? null : sessionNumber,
    sessionId: sessionNumber === 0 ? null : asText(cells, 'session_id'),
    userId: asTextOrNull(cells, 'trace_user'),
    rootSpanNumber: asNumber(cells, 'root_number'),
    rootName: asText(cells, 'root_name'),
    rootKind: SPAN_KINDS[asNumber(cells, 'root_kind')] ?? 'UNKNOWN',
    rootStatusCode: STATUS_CODES[asNumber(cells, 'root_status')] ?? 'UNSET',
  };
}

/** The rows of traces by their ids. */
export async function traceRows(db: ClickHouse, traceIds: readonly string[]): Promise<ReadonlyMap<string, TraceRow>> {
  const found = new Map<string, TraceRow>();
  for (const some of pieces(traceIds, 2_000)) {
    const conditions = new Conditions();
    const sql = traceRowsSql(inTraces(conditions, some));
    for (const cells of await db.rows(sql, conditions.params)) {
      const row = traceRow(cells);
      found.set(row.traceId, row);
    }
  }
  return found;
}
