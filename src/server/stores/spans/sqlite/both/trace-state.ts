import { isCalled } from '#core/cost/token-price.ts';
import type { SpanRecord } from '#core/otlp/span-record.ts';
import { REPEAT, type Repeat } from '#core/trace/repeated-call.ts';
import { NO_CALLS, type CallKey, type TraceCalls } from './trace-calls.ts';

/** A trace in the totals of its session: the cost in whole nanodollars. */
export interface SessionShare {
  readonly session: number;
  readonly errors: 0 | 1;
  readonly tokens: number;
  readonly cost: number;
}

/**
 * A trace while spans are added to it: the totals of its row, kept in memory over the transaction.
 */
export interface TraceState {
  readonly number: number;
  readonly traceId: Uint8Array;
  readonly projectId: number;
  isNew: boolean;
  /** Gained a span in the running transaction. */
  changed: boolean;
  startTime: bigint;
  endTime: bigint;
  spanCount: number;
  errorCount: number;
  promptTokens: number;
  completionTokens: number;
  costUsd: number | null;
  sessionNumber: number | null;
  userId: string | null;
  rootSpan: number | null;
  rootStart: bigint | null;
  rootIsOrphan: boolean;
  /**
   * The start when the transaction began; the roll-up moves the trace to another minute when it
   * changes.
   */
  countedStart: bigint;
  /** What the totals of its session have of it; null without a session. */
  share: SessionShare | null;
  /**
   * The keys of its calls of models, or these calls themselves; neither where they have to be read.
   * See `RepeatWriter`.
   */
  callKeys: CallKey | null;
  calls: TraceCalls | null;
}

export interface TraceCells {
  readonly id: bigint;
  readonly trace_id: Uint8Array;
  readonly project_id: bigint;
  readonly start_time: bigint;
  readonly end_time: bigint;
  readonly span_count: bigint;
  readonly error_count: bigint;
  readonly prompt_tokens: bigint;
  readonly completion_tokens: bigint;
  readonly cost_usd: number | null;
  readonly session_number: bigint | null;
  readonly user_id: string | null;
  readonly root_span: bigint | null;
  readonly root_start: bigint | null;
  readonly root_is_orphan: bigint;
}

export const TRACE_COLUMNS = [
  'id',
  'trace_id',
  'project_id',
  'start_time',
  'end_time',
  'span_count',
  'error_count',
  'prompt_tokens',
  'completion_tokens',
  'cost_usd',
  'session_number',
  'user_id',
  'root_span',
  'root_start',
  'root_is_orphan',
] as const satisfies readonly (keyof TraceCells)[];

export function newTraceState(
  number: number,
  traceId: Uint8Array,
  projectId: number,
  record: SpanRecord,
): TraceState {
  return {
    number,
    traceId,
    projectId,
    isNew: true,
    changed: false,
    startTime: record.startTimeUnixNano,
    endTime: record.startTimeUnixNano,
    spanCount: 0,
    errorCount: 0,
    promptTokens: 0,
    completionTokens: 0,
    costUsd: null,
    sessionNumber: null,
    userId: null,
    rootSpan: null,
    rootStart: null,
    rootIsOrphan: true,
    countedStart: record.startTimeUnixNano,
    share: null,
    callKeys: NO_CALLS,
    calls: null,
  };
}

export function traceStateFromCells(cells: TraceCells): TraceState {
  const trace: TraceState = {
    number: Number(cells.id),
    traceId: cells.trace_id,
    projectId: Number(cells.project_id),
    isNew: false,
    changed: false,
    startTime: cells.start_time,
    endTime: cells.end_time,
    spanCount: Number(cells.span_count),
    errorCount: Number(cells.error_count),
    promptTokens: Number(cells.prompt_tokens),
    completionTokens: Number(cells.completion_tokens),
    costUsd: cells.cost_usd,
    userId: cells.user_id,
    rootStart: cells.root_start,
    sessionNumber: cells.session_number === null ? null : Number(cells.session_number),
    rootSpan: cells.root_span === null ? null : Number(cells.root_span),
    rootIsOrphan: cells.root_is_orphan !== 0n,
    countedStart: cells.start_time,
    share: null,
    callKeys: null,
    calls: null,
  };
  trace.share = shareOf(trace);
  return trace;
}

/** What a trace as it is adds to its session; as `SUM_SESSION_SQL` has it. */
export function shareOf(trace: TraceState): SessionShare | null {
  const { sessionNumber: session, errorCount, promptTokens, completionTokens, costUsd } = trace;
  if (session === null) return null;
  // What isn't a number is stored as none.
  const hasCost = costUsd !== null && !Number.isNaN(costUsd);
  return {
    session,
    errors: errorCount > 0 ? 1 : 0,
    tokens: promptTokens + completionTokens,
    cost: hasCost ? Math.trunc(costUsd * 1e9 + 0.5) : 0,
  };
}

/**
 * Adds a stored span to the totals. Tokens count on LLM spans only and costs on these and
 * embeddings, so that a wrapper which repeats them does not double the sum; of a span that repeats
 * its parent they count as far as that says.
 */
export function addToTrace(
  trace: TraceState,
  record: SpanRecord,
  spanNumber: number,
  repeats: Repeat,
): void {
  const { startTimeUnixNano: start, endTimeUnixNano: end } = record;
  if (start < trace.startTime) trace.startTime = start;
  if (end > trace.endTime) trace.endTime = end;
  if (start > trace.endTime) trace.endTime = start;
  trace.spanCount += 1;
  if (record.statusCode === 2) trace.errorCount += 1;
  if (record.kind === 'LLM' && repeats === REPEAT.none) {
    trace.promptTokens += record.tokens.prompt ?? 0;
    trace.completionTokens += record.tokens.completion ?? 0;
  }
  if (record.costUsd !== null && repeats !== REPEAT.all && isCalled(record.kind))
    trace.costUsd = (trace.costUsd ?? 0) + record.costUsd;
  if (record.parentSpanId !== null) return;
  if (
    trace.rootSpan === null ||
    trace.rootIsOrphan ||
    trace.rootStart === null ||
    start < trace.rootStart
  ) {
    trace.rootSpan = spanNumber;
    trace.rootStart = start;
    trace.rootIsOrphan = false;
  }
}
