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
/** Roots first; the root of a trace without one may be any span. */
const PARENTLESS_FIRST = 'if(isNull(parent_id), 0, 2)';

/**
 * The rows of the traces whose spans meet a condition, which takes all spans of a trace or none.
 * Its columns are those that `traceRow` reads; where `rootless` is not 0, the root is yet to be
 * found.
 */
export function traceRowsSql(scope: string): string {
  return rowsSql(scope, PARENTLESS_FIRST);
}

/** The same, with orphans before other spans where a trace has no root. */
export function rootedTraceRowsSql(scope: string): string {
  return rowsSql(
    scope,
    `multiIf(isNull(parent_id), 0, (trace_id, ifNull(parent_id, toFixedString('', 8))) NOT IN (
    SELECT trace_id, span_id FROM spans WHERE ${scope}), 1, 2)`,
  );
}

function rowsSql(scope: string, rootRank: string): string {
  return `SELECT trace_id, min(trace_number) AS id, argMin(project, number) AS project_id, min(start) AS start_time,
  max(greatest(start, end)) AS end_time, count() AS span_count, countIf(status = 2) AS error_count,
  sumIf(ifNull(prompt, 0), ${COUNTS_TOKENS_SQL}) AS prompt_tokens, sumIf(ifNull(completion, 0), ${COUNTS_TOKENS_SQL}) AS completion_tokens,
  sumOrNullIf(cost, ${COUNTS_COST_SQL}) AS cost_usd,
  argMinIf(session_number, number, session_number != 0) AS session_no, argMinIf(session, number, session_number != 0) AS session_id,
  argMinIf(user_id, number, isNotNull(user_id)) AS trace_user,
  argMin(number, ${ROOT_ORDER}) AS root_number, argMin(name, ${ROOT_ORDER}) AS root_name, argMin(kind, ${ROOT_ORDER}) AS root_kind,
  argMin(status, ${ROOT_ORDER}) AS root_status, min(root_rank) AS rootless
  FROM (SELECT *, ${rootRank} AS root_rank FROM spans FINAL WHERE ${scope}) GROUP BY trace_id`;
}

/** The rows of a selection, in its order, with the roots of those traces that lack one. */
export async function traceRowsOf(db: ClickHouse, selected: readonly Cells[]): Promise<TraceRow[]> {
  const rootless = selected
    .filter((cells) => asNumber(cells, 'rootless') !== 0)
    .map((cells) => asText(cells, 'trace_id'));
  const found = new Map<string, TraceRow>();
  for (const some of pieces(rootless, 2_000)) {
    const conditions = new Conditions();
    const sql = rootedTraceRowsSql(inTraces(conditions, some));
    for (const row of (await db.rows(sql, conditions.params)).map(traceRow))
      found.set(row.traceId, row);
  }
  return selected.map((cells) => {
    const row = traceRow(cells);
    const { rootSpanNumber, rootName, rootKind, rootStatusCode } = found.get(row.traceId) ?? row;
    return { ...row, rootSpanNumber, rootName, rootKind, rootStatusCode };
  });
}

function traceRow(cells: Cells): TraceRow {
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
export async function traceRows(
  db: ClickHouse,
  traceIds: readonly string[],
): Promise<ReadonlyMap<string, TraceRow>> {
  const found = new Map<string, TraceRow>();
  for (const some of pieces(traceIds, 2_000)) {
    const conditions = new Conditions();
    const sql = traceRowsSql(inTraces(conditions, some));
    for (const row of await traceRowsOf(db, await db.rows(sql, conditions.params)))
      found.set(row.traceId, row);
  }
  return found;
}
