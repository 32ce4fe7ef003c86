import type Database from 'better-sqlite3';
import { SPAN_KINDS } from '#contracts/span-kind.ts';
import type { SpanRecord } from '#core/otlp/span-record.ts';
import { countedUsage, isCountedCall, REPEAT, repeatOf } from '#core/trace/repeated-call.ts';
import type { Repeat } from '#core/trace/repeated-call.ts';
import type { RollupWriter, SpanFigures } from '../rollup-writer.ts';
import type { TraceState } from '../trace-state.ts';
import { halfOfId, TraceCalls } from './trace-calls.ts';
import type { KnownCall } from './trace-calls.ts';

/** Traces whose calls stay in memory after their transaction, since more of their spans are likely to come. Some 200 bytes a call. */
const TRACES_KEPT = 1_024;

type CallCells = readonly [
  id: number,
  spanId: Uint8Array,
  parentSpanId: Uint8Array | null,
  startTime: string,
  prompt: number | null,
  completion: number | null,
  costUsd: number | null,
  repeats: Repeat | null,
  kind: number,
  modelName: string | null,
];

const CALLED = `${SPAN_KINDS.indexOf('LLM')}, ${SPAN_KINDS.indexOf('EMBEDDING')}`;

/** The calls of a trace before a row, and what was one when it was marked. */
const CALLS_SQL = `SELECT s.id, s.span_id, s.parent_span_id, CAST(s.start_time AS TEXT), s.tokens_prompt, s.tokens_completion, s.cost_usd, s.repeats, h.kind,
  iif(h.name IS NULL, s.model_name, h.model_name)
FROM spans s JOIN shapes h ON h.id = s.shape_id
WHERE s.trace_number = ? AND +s.id < ?
  AND (s.repeats IS NOT NULL OR (h.kind IN (${CALLED}) AND coalesce(s.tokens_prompt, 0) + coalesce(s.tokens_completion, 0) > 0))`;

/**
 * Marks the spans whose parent reports the same call of a model, so that every total counts the call once. Spans come in any order: the inner one is
 * usually sent first, and is marked when the outer one arrives.
 */
export class RepeatWriter {
  readonly #rollups: RollupWriter;
  readonly #calls: Database.Statement<[number, number], CallCells>;
  readonly #mark: Database.Statement<[Repeat | null, number]>;
  /** Traces that hold their calls, the oldest first. */
  readonly #holders: TraceState[] = [];

  constructor(db: Database.Database, rollups: RollupWriter) {
    this.#rollups = rollups;
    this.#calls = db.prepare<[number, number], CallCells>(CALLS_SQL).raw(true);
    this.#mark = db.prepare('UPDATE spans SET repeats = ? WHERE id = ?');
  }

  /** Before a span with this number is counted, whose row is stored: what totals leave out of it. Calls below that it is the parent of leave them. */
  add(trace: TraceState, record: SpanRecord, id: number): Repeat {
    const { kind, tokens, parentSpanId } = record;
    if ((kind !== 'LLM' && kind !== 'EMBEDDING') || (tokens.prompt ?? 0) + (tokens.completion ?? 0) <= 0) return REPEAT.none;
    const calls = (trace.calls ??= this.#callsOf(trace, id));
    const call: KnownCall = {
      id,
      kind,
      modelName: record.modelName,
      prompt: tokens.prompt,
      completion: tokens.completion,
      costUsd: record.costUsd,
      startTime: record.startTimeUnixNano,
      spanHigh: halfOfId(record.spanId, 0),
      spanLow: halfOfId(record.spanId, 4),
      hasParent: parentSpanId !== null,
      parentHigh: parentSpanId === null ? 0 : halfOfId(parentSpanId, 0),
      parentLow: parentSpanId === null ? 0 : halfOfId(parentSpanId, 4),
      repeats: REPEAT.none,
    };
    const parent = calls.parentOf(call);
    if (parent !== null) call.repeats = repeatOf(call, parent);
    if (call.repeats !== REPEAT.none) this.#mark.run(call.repeats, id);
    for (const child of calls.childrenOf(call)) {
      const before = countedUsage(child);
      if (!this.#set(child, repeatOf(child, call), trace.projectId)) continue;
      const after = countedUsage(child);
      trace.promptTokens += after.prompt - before.prompt;
      trace.completionTokens += after.completion - before.completion;
      // The cost of the new span, which has one then, is added next.
      if (before.costUsd !== null && after.costUsd === null) trace.costUsd = (trace.costUsd ?? 0) - before.costUsd;
    }
    calls.add(call);
    return call.repeats;
  }

  /**
   * Marks all spans of a trace anew, after some of its rows were deleted or read differently; all that was written is flushed. True when a mark
   * changed: then the trace's own totals are to be summed anew.
   */
  settle(traceNumber: number, projectId: number): boolean {
    const calls = this.#load(traceNumber, Number.MAX_SAFE_INTEGER);
    let hasChanged = false;
    for (const call of calls.all) {
      const parent = isCountedCall(call) ? calls.parentOf(call) : null;
      if (this.#set(call, parent === null ? REPEAT.none : repeatOf(call, parent), projectId)) hasChanged = true;
    }
    return hasChanged;
  }

  /** After a transaction. */
  flush(): void {
    const surplus = this.#holders.length - TRACES_KEPT;
    if (surplus > 0) for (const trace of this.#holders.splice(0, surplus)) trace.calls = null;
  }

  #set(call: KnownCall, repeats: Repeat, projectId: number): boolean {
    if (call.repeats === repeats) return false;
    const before = figuresOf(call, projectId);
    call.repeats = repeats;
    this.#mark.run(repeats === REPEAT.none ? null : repeats, call.id);
    this.#rollups.changeSpan(before, figuresOf(call, projectId));
    return true;
  }

  #callsOf(trace: TraceState, id: number): TraceCalls {
    this.#holders.push(trace);
    // Of this transaction's spans, whose shapes may not be stored yet, none before this one was a call: the calls would be known.
    return trace.isNew ? new TraceCalls() : this.#load(trace.number, id);
  }

  #load(traceNumber: number, before: number): TraceCalls {
    const calls = new TraceCalls();
    for (const cells of this.#calls.iterate(traceNumber, before)) calls.add(callFromCells(cells));
    return calls;
  }
}

function callFromCells(cells: CallCells): KnownCall {
  const [id, spanId, parent, startTime, prompt, completion, costUsd, repeats, kind, modelName] = cells;
  return {
    id,
    kind: SPAN_KINDS[kind] ?? 'UNKNOWN',
    modelName,
    prompt,
    completion,
    costUsd,
    startTime: BigInt(startTime),
    spanHigh: halfOfId(spanId, 0),
    spanLow: halfOfId(spanId, 4),
    hasParent: parent !== null,
    parentHigh: parent === null ? 0 : halfOfId(parent, 0),
    parentLow: parent === null ? 0 : halfOfId(parent, 4),
    repeats: repeats ?? REPEAT.none,
  };
}

function figuresOf(call: KnownCall, projectId: number): SpanFigures {
  // Its time to the first token counts as before.
  return { ...call, projectId, durationNano: 0, isRoot: false, isError: false, firstTokenNano: null };
}
