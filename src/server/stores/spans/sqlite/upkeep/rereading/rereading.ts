import type Database from 'better-sqlite3';
import { SPAN_KINDS } from '#contracts/spans/span-kind.ts';
import type { ReadSpan, ReadStoredSpans } from '#core/otlp/read-stored-spans.ts';
import type { SpanRecord } from '#core/otlp/span-record.ts';
import type { RereadCounts } from '#core/ports/span-rereader.ts';
import { isCountedCall, REPEAT, repeatOf } from '#core/trace/repeated-call.ts';
import type { SpanFigures } from '#server/stores/spans/sqlite/rollups/rollup-writer.ts';
import { KIND_INDEX } from '#server/stores/spans/sqlite/write/shape-writer.ts';
import type { WriteParts } from '#server/stores/spans/sqlite/write/write-parts.ts';
import { PayloadReader } from '../../blocks/payload-reader.ts';
import { Purger } from '../purger.ts';
import type { TraceState } from '../../both/trace-state.ts';
import {
  readingFromCells,
  readingParameters,
  sameReading,
  sameShape,
  sameUsage,
  type ReadingCells,
  type SpanReading,
  type StoredReading,
  sameText,
  callFacts,
  countedCost,
  TraceReading,
} from './span-reading.ts';

export interface RereadRules {
  readonly what: 'all' | 'costs';
  readonly isTrial: boolean;
}

const NO_COUNTS: RereadCounts = {
  passed: 0,
  read: 0,
  changed: 0,
  unreadable: 0,
  traces: 0,
  costUsdBefore: 0,
  costUsdAfter: 0,
};

/** Of a trace in which nothing names a session, no more is read. */
const SPANS_SEARCHED_MAX = 2_000;

/**
 * The cost of a trace of up to so many spans is summed anew, so that it is what a new sum would be;
 * that of a larger one is corrected.
 */
const SPANS_SUMMED_MAX = 1_000;

/**
 * Reads stored spans again in a transaction: `span` for each, then `finish` once. Spans that were
 * stored in the same transaction must be flushed before. A span that reads as before costs no
 * write; where it does not, its old share leaves everything that is counted and its new one enters.
 */
export class Rereading {
  readonly #parts: WriteParts;
  readonly #read: ReadStoredSpans;
  readonly #rules: RereadRules;
  readonly #traces = new Map<number, TraceReading | null>();
  /** Spans fewer, by the shape they left. */
  readonly #leftShapes = new Map<number, number>();
  readonly #counts: { -readonly [Key in keyof RereadCounts]: number } = { ...NO_COUNTS };

  constructor(parts: WriteParts, read: ReadStoredSpans, rules: RereadRules) {
    this.#parts = parts;
    this.#read = read;
    this.#rules = rules;
  }

  /** So many spans were passed that are not read. */
  pass(spans: number): void {
    this.#counts.passed += spans;
  }

  /** So many spans cannot be read. */
  giveUp(spans: number): void {
    this.#counts.unreadable += spans;
  }

  /**
   * Reads a span again that lies in the bytes that `read` reads; false for one that is deleted, or
   * no span.
   */
  span(cells: ReadingCells, read: ReadSpan, start: number, end: number): boolean {
    const trace = this.#traceOf(cells[1], cells[16]);
    if (trace === null) return false;
    const stored = readingFromCells(cells, trace.before.userId);
    const record = read(start, end);
    if (record === null) {
      this.giveUp(1);
      return false;
    }
    const isCosts = this.#rules.what === 'costs';
    const next: SpanReading = isCosts ? { ...stored, costUsd: record.costUsd } : record;
    this.#counts.read += 1;
    this.#counts.costUsdBefore += countedCost(stored, stored.repeats);
    this.#counts.costUsdAfter += countedCost(next, stored.repeats);
    if (!isCosts) trace.noteSession(stored.id, record.sessionId);
    const payloadBytes = end - start;
    if (payloadBytes === stored.payloadBytes && sameReading(stored, next)) {
      if (!this.#rules.isTrial && !trace.mayRepeat && !isCosts)
        trace.mayRepeat = !this.#isMarkedRight(stored, record);
      return true;
    }
    this.#counts.changed += 1;
    if (this.#rules.isTrial) return true;
    trace.note(stored, next);
    if (isCountedCall(callFacts(stored)) || isCountedCall(callFacts(next))) trace.mayRepeat = true;
    this.#store(stored, next, { trace, record, payloadBytes });
    return true;
  }

  /** Brings traces, sessions and shapes in line. Gives what was done. */
  finish(): RereadCounts {
    if (!this.#rules.isTrial) this.#parts.shapes.flush();
    const changes = new TraceChanges(this.#parts);
    let sessions: FirstSessions | null = null;
    for (const trace of this.#traces.values()) {
      if (trace === null) continue;
      let sessionId: string | null | undefined;
      if (trace.mayChangeSession) {
        sessions ??= new FirstSessions(this.#parts.db, this.#read);
        sessionId = sessions.of(trace);
      }
      if (sessionId !== undefined) this.#counts.traces += 1;
      if (!this.#rules.isTrial && (trace.hasChanged || trace.mayRepeat || sessionId !== undefined))
        changes.apply(trace, sessionId);
    }
    if (!this.#rules.isTrial) {
      changes.finish();
      for (const [shapeId, spans] of this.#leftShapes) this.#parts.shapes.release(shapeId, spans);
    }
    return { ...this.#counts };
  }

  /** Null for one that is deleted but whose spans are not yet purged. */
  #traceOf(number: number, projectId: number): TraceReading | null {
    const known = this.#traces.get(number);
    if (known !== undefined) return known;
    const row = this.#parts.rereading.trace.get(number);
    const isLive =
      row !== undefined && row.trace_id !== null && Number(row.project_id) === projectId;
    const trace = isLive
      ? new TraceReading({
          number,
          projectId,
          traceId: row.trace_id ?? new Uint8Array(),
          userId: row.user_id,
          sessionNumber: row.session_number,
          sessionId: row.session_id,
        })
      : null;
    this.#traces.set(number, trace);
    return trace;
  }

  /**
   * Whether an unchanged span is marked as its parent, as it is stored, has it. Spans from before
   * there were marks have none.
   */
  #isMarkedRight(stored: StoredReading, { spanId, parentSpanId }: SpanRecord): boolean {
    const facts = callFacts(stored);
    if (parentSpanId === null || !isCountedCall(facts)) return stored.repeats === REPEAT.none;
    const parent = this.#parts.rereading.callOf.get(stored.traceNumber, parentSpanId);
    if (parent === undefined || isSameId(parent.parent_span_id, spanId))
      return stored.repeats === REPEAT.none;
    const repeats = repeatOf(facts, {
      kind: SPAN_KINDS[parent.kind] ?? 'UNKNOWN',
      modelName: parent.model_name,
      prompt: parent.tokens_prompt,
      completion: parent.tokens_completion,
      costUsd: parent.cost_usd,
    });
    return stored.repeats === repeats;
  }

  #store(
    stored: StoredReading,
    next: SpanReading,
    {
      trace,
      record,
      payloadBytes,
    }: { readonly trace: TraceReading; readonly record: SpanRecord; readonly payloadBytes: number },
  ): void {
    const { rollups, rereading, shapes, zones, extremes } = this.#parts;
    const startTime = record.startTimeUnixNano;
    const { projectId } = trace.before;
    const { repeats } = stored;
    rollups.changeSpan(
      { ...figures(stored, projectId, startTime), repeats },
      { ...figures(next, projectId, startTime), repeats },
    );
    if (payloadBytes !== stored.payloadBytes)
      zones.add(projectId, stored.id, startTime, payloadBytes - stored.payloadBytes);
    const [kind, status] = [KIND_INDEX.get(next.kind) ?? 0, next.statusCode];
    let shapeId = stored.shapeId;
    let isNameless = stored.isNameless;
    if (!sameShape(stored, next)) {
      const shape = shapes.match(projectId, { ...next, isRoot: stored.isRoot, kind, status });
      isNameless = shape.name === null;
      if (shape.id !== shapeId) {
        shapes.count(shape, stored.id, startTime);
        this.#leftShapes.set(shapeId, (this.#leftShapes.get(shapeId) ?? 0) + 1);
        shapeId = shape.id;
      }
    }
    const { name, modelName } = isNameless ? { name: null, modelName: null } : next;
    const shape = { id: shapeId, kind, status, name, modelName };
    const durationNano = Number(record.endTimeUnixNano - startTime);
    const figuresNow = { ...figures(next, projectId, startTime), durationNano };
    extremes.add(projectId, stored.id, shape, startTime, figuresNow);
    if (shapeId !== stored.shapeId || !sameUsage(stored, next)) extremes.soil(projectId, stored.id);
    const { userId } = trace.before;
    const userCell = next.userId !== null && next.userId === userId ? '' : next.userId;
    const parameters = readingParameters(next, { payloadBytes, userCell, isNameless });
    if (shapeId === stored.shapeId) rereading.store.run(...parameters, stored.id);
    else rereading.storeWithShape.run(...parameters, shapeId, stored.id);
  }
}

/** What the roll-ups count of a reading. */
function figures(
  reading: SpanReading,
  projectId: number,
  startTime: bigint,
): Omit<SpanFigures, 'repeats'> {
  return {
    ...callFacts(reading),
    firstTokenNano: reading.firstTokenNano,
    projectId,
    startTime,
    durationNano: 0,
    isRoot: false,
    isError: reading.statusCode === 2,
  };
}

function isSameId(a: Uint8Array | null, b: Uint8Array): boolean {
  return a !== null && Buffer.compare(a, b) === 0;
}

/**
 * Finds the session that a trace has when its spans are read again: the first one named, in the
 * order in which they were stored.
 */
class FirstSessions {
  readonly #read: ReadStoredSpans;
  readonly #ids: Database.Statement<[number, number], number>;
  readonly #earlier: Database.Statement<[number, number], number>;
  readonly #payloads: PayloadReader;

  constructor(db: Database.Database, read: ReadStoredSpans) {
    this.#read = read;
    this.#ids = db
      .prepare<[number, number], number>(
        'SELECT id FROM spans WHERE trace_number = ? ORDER BY id LIMIT ?',
      )
      .pluck(true);
    this.#earlier = db
      .prepare<[number, number], number>(
        'SELECT 1 FROM spans WHERE trace_number = ? AND id < ? LIMIT 1',
      )
      .pluck(true);
    this.#payloads = new PayloadReader(db);
  }

  /**
   * Undefined when the trace keeps its session. Usually the reread spans show that: they name the
   * same session, or none. A search is needed when a span names another session, or when the
   * trace's first spans name none now, but may have before.
   */
  of(trace: TraceReading): string | null | undefined {
    const { number, sessionId } = trace.before;
    const mayBeLost =
      sessionId !== null &&
      !trace.namesItsSession &&
      this.#earlier.get(number, trace.lowestId) === undefined;
    if (!trace.namesAnotherSession && !mayBeLost) return undefined;
    const found = this.#search(trace);
    return found === undefined || sameText(found, sessionId) ? undefined : found;
  }

  /** Undefined when the search was stopped early. */
  #search(trace: TraceReading): string | null | undefined {
    const { number, sessionId } = trace.before;
    const ids = this.#ids.all(number, SPANS_SEARCHED_MAX);
    for (const id of ids) {
      const found = trace.sessions.has(id) ? trace.sessions.get(id) : this.#sessionOf(id);
      if (found !== null && found !== undefined) return found;
    }
    if (ids.length < SPANS_SEARCHED_MAX) return null;
    return sessionId === null ? firstNamed(trace) : undefined;
  }

  #sessionOf(id: number): string | null {
    const entry = this.#payloads.entry(id);
    return entry === null
      ? null
      : (this.#read(entry.bytes)(0, entry.bytes.length)?.sessionId ?? null);
  }
}

function firstNamed({ sessions }: TraceReading): string | null {
  const named = [...sessions]
    .filter(([, sessionId]) => sessionId !== null)
    .sort(([a], [b]) => a - b);
  return named[0]?.[1] ?? null;
}

/**
 * Makes traces and sessions true again after some of their spans read differently. The rows of
 * these spans and their shapes are stored before.
 */
class TraceChanges {
  readonly #parts: WriteParts;
  /** Sessions that traces left. */
  readonly #left = new Set<bigint>();

  constructor(parts: WriteParts) {
    this.#parts = parts;
  }

  /** `sessionId` is undefined where the trace keeps the one it has. */
  apply(trace: TraceReading, sessionId: string | null | undefined): void {
    const { number, traceId, sessionNumber } = trace.before;
    const state = this.#parts.traces.change(traceId);
    if (state?.number !== number) return;
    state.errorCount += trace.errors;
    state.promptTokens += trace.prompt;
    state.completionTokens += trace.completion;
    if (trace.mayRepeat) state.callKeys = state.calls = null;
    if (trace.mayRepeat && this.#parts.repeats.settle(number, state.projectId))
      this.#sum(trace, state);
    else if (trace.isCostChanged) this.#sumCost(trace, state);
    if (trace.users.length > 0) this.#setUsers(trace, state);
    if (sessionId === undefined) return;
    state.sessionNumber =
      sessionId === null
        ? null
        : this.#parts.sessions.findOrCreate(
            sessionId,
            state.projectId,
            state.startTime,
            state.endTime,
          );
    if (sessionId !== null) this.#parts.waiting.noteSession(sessionId);
    if (sessionNumber !== null) this.#left.add(sessionNumber);
  }

  /** Stores the traces; sessions shrink to the traces they have left, and those without any go. */
  finish(): void {
    this.#parts.traces.flush();
    if (this.#left.size === 0) return;
    const purger = new Purger(this.#parts);
    for (const session of this.#left) purger.tidySession(session);
  }

  #sumCost(trace: TraceReading, state: TraceState): void {
    if (state.spanCount > SPANS_SUMMED_MAX && !trace.isCostGone)
      state.costUsd = (state.costUsd ?? 0) + trace.costUsd;
    else this.#sum(trace, state);
  }

  #sum(trace: TraceReading, state: TraceState): void {
    const sums = this.#parts.rereading.usageOfTrace.get(trace.before.number);
    state.promptTokens = sums?.prompt ?? 0;
    state.completionTokens = sums?.completion ?? 0;
    state.costUsd = sums?.cost_usd ?? null;
  }

  /**
   * The trace's user is that of its first span that has one; the cells of that user's spans are
   * empty, and the others are listed.
   */
  #setUsers(trace: TraceReading, state: TraceState): void {
    const { firstUser, nameUser, ownUser, dropOtherUsers, addOtherUsers } = this.#parts.rereading;
    const { number } = trace.before;
    const owner = state.userId;
    if (
      owner !== null &&
      trace.users.every((user) => user.before === null && sameText(user.after, owner))
    )
      return;
    const first = firstUser.get(owner, number) ?? null;
    if (first !== owner) {
      if (owner !== null) nameUser.run(owner, number);
      state.userId = first;
    }
    if (first !== null) ownUser.run(number, first);
    dropOtherUsers.run(number);
    addOtherUsers.run(number);
  }
}
