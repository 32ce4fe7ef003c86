import type Database from 'better-sqlite3';
import { SPAN_KINDS } from '#contracts/spans/span-kind.ts';
import type { SpanRecord } from '#core/otlp/span-record.ts';
import {
  countedUsage,
  isCountedCall,
  REPEAT,
  repeatOf,
  type Repeat,
} from '#core/trace/repeated-call.ts';
import type {
  RollupWriter,
  SpanFigures,
} from '#server/stores/spans/sqlite/rollups/rollup-writer.ts';
import type { Shape, ShapeWriter } from '../shape-writer.ts';
import type { TraceState } from '#server/stores/spans/sqlite/both/trace-state.ts';
import {
  halfOfId,
  NO_CALLS,
  NO_KEY,
  TraceCalls,
  type CallKey,
  type KnownCall,
} from '#server/stores/spans/sqlite/both/trace-calls.ts';

/**
 * Traces of which it is remembered after their transaction which calls they have, since more of
 * their spans are likely to come.
 */
const TRACES_KEPT = 4_096;
/**
 * Of these, traces whose calls are known with all that is compared: those in which a span may
 * repeat another. Some 200 bytes a call.
 */
const KNOWN_TRACES_KEPT = 512;
/** Above, calls are found by their ids. */
const KEYS_MAX = 128;

type CallCells = readonly [
  id: number,
  spanId: Uint8Array,
  parentSpanId: Uint8Array | null,
  startTime: string,
  prompt: number | null,
  completion: number | null,
  costUsd: number | null,
  repeats: Repeat | null,
  shapeId: number,
  kind: number | null,
  modelName: string | null,
];

const CALLED = `${SPAN_KINDS.indexOf('LLM')}, ${SPAN_KINDS.indexOf('EMBEDDING')}`;

/** The calls of a trace before a row, and what was one when it was marked. */
const CALLS_SQL = `SELECT s.id, s.span_id, s.parent_span_id, CAST(s.start_time AS TEXT), s.tokens_prompt, s.tokens_completion, s.cost_usd, s.repeats, s.shape_id,
  h.kind, iif(h.name IS NULL, s.model_name, h.model_name)
FROM spans s LEFT JOIN shapes h ON h.id = s.shape_id
WHERE s.trace_number = ? AND +s.id < ?
  AND (s.repeats IS NOT NULL OR (coalesce(h.kind IN (${CALLED}), TRUE) AND coalesce(s.tokens_prompt, 0) + coalesce(s.tokens_completion, 0) > 0))`;

/**
 * Marks the spans whose parent reports the same call of a model, so that every total counts the
 * call once. Spans come in any order: the inner one is usually sent first, and is marked when the
 * outer one arrives.
 */
export class RepeatWriter {
  readonly #rollups: RollupWriter;
  readonly #shapes: ShapeWriter;
  readonly #calls: Database.Statement<[number, number], CallCells>;
  readonly #mark: Database.Statement<[Repeat | null, number]>;
  /** Traces that hold keys, and those that hold calls, the oldest first. */
  readonly #withKeys: TraceState[] = [];
  readonly #withCalls: TraceState[] = [];

  constructor(db: Database.Database, rollups: RollupWriter, shapes: ShapeWriter) {
    this.#rollups = rollups;
    this.#shapes = shapes;
    this.#calls = db.prepare<[number, number], CallCells>(CALLS_SQL).raw(true);
    this.#mark = db.prepare('UPDATE spans SET repeats = ? WHERE id = ?');
  }

  /**
   * Before a span with this number is counted, whose row is stored: what totals leave out of it.
   * Calls below that it is the parent of leave them. Nearly every call repeats none and is repeated
   * by none, which its keys tell: only then is more made of it than two numbers.
   */
  add(trace: TraceState, record: SpanRecord, id: number): Repeat {
    const { kind, tokens } = record;
    if (
      (kind !== 'LLM' && kind !== 'EMBEDDING') ||
      (tokens.prompt ?? 0) + (tokens.completion ?? 0) <= 0
    )
      return REPEAT.none;
    if (trace.calls === null) {
      if (this.#isNewKey(trace, record)) return REPEAT.none;
      trace.calls = this.#load(trace.number, id);
      trace.callKeys = null;
      this.#withCalls.push(trace);
    }
    return this.#addTo(trace.calls, trace, callOf(record, id));
  }

  /**
   * Marks all spans of a trace anew, after some of its rows were deleted or read differently; all
   * that was written is flushed. True when a mark changed: then the trace's own totals are to be
   * summed anew.
   */
  settle(traceNumber: number, projectId: number): boolean {
    const calls = this.#load(traceNumber, Number.MAX_SAFE_INTEGER);
    let hasChanged = false;
    for (const call of calls.all) {
      const parent = isCountedCall(call) ? calls.parentOf(call) : null;
      if (this.#set(call, parent === null ? REPEAT.none : repeatOf(call, parent), projectId))
        hasChanged = true;
    }
    return hasChanged;
  }

  /** After a transaction. */
  flush(): void {
    for (const trace of surplusOf(this.#withKeys, TRACES_KEPT)) trace.callKeys = null;
    for (const trace of surplusOf(this.#withCalls, KNOWN_TRACES_KEPT)) trace.calls = null;
  }

  /**
   * Whether no call of the trace can be the parent or a child of one with these tokens; then its
   * keys are remembered.
   */
  #isNewKey(trace: TraceState, { spanId, parentSpanId, tokens }: SpanRecord): boolean {
    const last = trace.callKeys;
    if (last === null) return false;
    const ofTokens =
      Math.imul(tokens.prompt ?? 0, 0xc2b2ae35) ^ Math.imul(tokens.completion ?? 0, 0x27d4eb2f);
    const own = keyOf(spanId, ofTokens);
    const parent = parentSpanId === null ? NO_KEY : keyOf(parentSpanId, ofTokens);
    for (let key: CallKey | null = last; key !== null; key = key.before)
      if (key.parent === own || (key.own === parent && parent !== NO_KEY)) return false;
    if (last.place >= KEYS_MAX) return false;
    if (last === NO_CALLS) this.#withKeys.push(trace);
    trace.callKeys = { own, parent, place: last.place + 1, before: last };
    return true;
  }

  #addTo(calls: TraceCalls, trace: TraceState, call: KnownCall): Repeat {
    const parent = calls.parentOf(call);
    if (parent !== null) call.repeats = repeatOf(call, parent);
    if (call.repeats !== REPEAT.none) this.#mark.run(call.repeats, call.id);
    for (const child of calls.childrenOf(call)) {
      const before = countedUsage(child);
      if (!this.#set(child, repeatOf(child, call), trace.projectId)) continue;
      const after = countedUsage(child);
      trace.promptTokens += after.prompt - before.prompt;
      trace.completionTokens += after.completion - before.completion;
      // The cost of the new span, which has one then, is added next.
      if (before.costUsd !== null && after.costUsd === null)
        trace.costUsd = (trace.costUsd ?? 0) - before.costUsd;
    }
    calls.add(call);
    return call.repeats;
  }

  #set(call: KnownCall, repeats: Repeat, projectId: number): boolean {
    if (call.repeats === repeats) return false;
    const before = figuresOf(call, projectId);
    call.repeats = repeats;
    this.#mark.run(repeats === REPEAT.none ? null : repeats, call.id);
    this.#rollups.changeSpan(before, figuresOf(call, projectId));
    return true;
  }

  #load(traceNumber: number, before: number): TraceCalls {
    const calls = new TraceCalls();
    for (const cells of this.#calls.all(traceNumber, before)) {
      // The shape of a span of this transaction may not be stored yet.
      const shape = cells[9] === null ? this.#shapes.newShape(cells[8]) : undefined;
      const call = callFromCells(cells, shape);
      if (call.repeats !== REPEAT.none || isCountedCall(call)) calls.add(call);
    }
    return calls;
  }
}

/** A hash of a span id and tokens: spans of which one repeats the other have a key in common. */
function keyOf(id: Uint8Array, ofTokens: number): number {
  const key =
    Math.imul(halfOfId(id, 0), 0x9e3779b1) ^ Math.imul(halfOfId(id, 4), 0x85ebca6b) ^ ofTokens;
  return key === NO_KEY ? 1 : key;
}

function surplusOf(traces: TraceState[], kept: number): readonly TraceState[] {
  return traces.length > kept ? traces.splice(0, traces.length - kept) : [];
}

function callOf(record: SpanRecord, id: number): KnownCall {
  const {
    kind,
    modelName,
    tokens,
    costUsd,
    startTimeUnixNano: startTime,
    spanId,
    parentSpanId,
  } = record;
  const { prompt, completion } = tokens;
  return {
    id,
    kind,
    modelName,
    prompt,
    completion,
    costUsd,
    startTime,
    ...idsOf(spanId, parentSpanId),
    repeats: REPEAT.none,
  };
}

function callFromCells(cells: CallCells, shape: Shape | undefined): KnownCall {
  const [
    id,
    spanId,
    parentSpanId,
    startTime,
    prompt,
    completion,
    costUsd,
    repeats,
    ,
    kind,
    modelName,
  ] = cells;
  return {
    id,
    kind: SPAN_KINDS[kind ?? shape?.kind ?? 0] ?? 'UNKNOWN',
    modelName: modelName ?? shape?.modelName ?? null,
    prompt,
    completion,
    costUsd,
    startTime: BigInt(startTime),
    ...idsOf(spanId, parentSpanId),
    repeats: repeats ?? REPEAT.none,
  };
}

function idsOf(
  spanId: Uint8Array,
  parentSpanId: Uint8Array | null,
): Pick<KnownCall, 'spanHigh' | 'spanLow' | 'hasParent' | 'parentHigh' | 'parentLow'> {
  return {
    spanHigh: halfOfId(spanId, 0),
    spanLow: halfOfId(spanId, 4),
    hasParent: parentSpanId !== null,
    parentHigh: parentSpanId === null ? 0 : halfOfId(parentSpanId, 0),
    parentLow: parentSpanId === null ? 0 : halfOfId(parentSpanId, 4),
  };
}

function figuresOf(call: KnownCall, projectId: number): SpanFigures {
  // Its time to the first token counts as before.
  return {
    ...call,
    projectId,
    durationNano: 0,
    isRoot: false,
    isError: false,
    firstTokenNano: null,
  };
}
