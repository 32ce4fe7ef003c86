import { SPAN_KINDS } from '#contracts/spans/span-kind.ts';
import { toHex } from '#core/otlp/hex.ts';
import type { SpanEvent } from '#core/otlp/logs/span-event.ts';
import type { SpanRecord } from '#core/otlp/span-record.ts';
import type { SpanBatch, WriteOutcome } from '#core/ports/span-batch.ts';
import type { SpanWriter } from '#core/ports/span-store.ts';
import type { Writability } from '#core/ports/writability.ts';
import { REPEAT } from '#core/trace/repeated-call.ts';
import { applyWaiting } from '../annotations/waiting-annotations.ts';
import type { StoredSpan } from '../schema/stored-span.ts';
import { BatchState, projectIdOf, type TouchedTrace } from './batch-state.ts';
import { changedMarks, isCall, marksOf, storedCalls } from './marks.ts';
import { SenderReader } from './sender-reader.ts';
import { insertSpans, wholeSpans } from './span-table.ts';
import { WaitingEvents } from './waiting-events.ts';
import type { WriteContext } from './write-context.ts';

/** A span of a write that the store does not have. */
interface NewSpan {
  readonly record: SpanRecord;
  readonly spanId: string;
  readonly trace: TouchedTrace;
}

/** Stores spans, and events of spans. */
export class ClickHouseSpanWriter implements SpanWriter {
  readonly #context: WriteContext;
  readonly #senders = new SenderReader();

  constructor(context: WriteContext) {
    this.#context = context;
  }

  canWrite(): Writability {
    return { ok: true };
  }

  write(batches: readonly SpanBatch[]): Promise<readonly WriteOutcome[]> {
    return this.#context.serial.run(() => this.#write(batches));
  }

  async #write(batches: readonly SpanBatch[]): Promise<readonly WriteOutcome[]> {
    const state = await BatchState.read(this.#context, batches);
    const events = await WaitingEvents.read(this.#context, state, batches);
    const fresh: NewSpan[] = [];
    const stored = batches.map((batch) =>
      batch.events === undefined
        ? takeSpans(batch, state, fresh)
        : takeEvents(batch, state, events),
    );
    await state.settleNumbers(this.#context);
    const spans = await this.#rowsOf(fresh, events);
    const remarked = await this.#repeatsAnew(fresh, spans);
    await insertSpans(this.#context.db, [...spans, ...remarked]);
    await events.store(this.#context);
    await applyWaiting(this.#context, spans);
    return stored.map(({ traces, outcome }) => ({
      ...outcome,
      projectIds: [...new Set([...traces].map(projectIdOf))],
    }));
  }

  /** The rows of new spans, with the events that waited for them. */
  async #rowsOf(fresh: readonly NewSpan[], events: WaitingEvents): Promise<StoredSpan[]> {
    const first = fresh.length === 0 ? 0 : await this.#context.numbers.take('span', fresh.length);
    return fresh.map((span, index) => events.joinNew(this.#rowOf(span, first + index)));
  }

  #rowOf({ record, spanId, trace }: NewSpan, number: number): StoredSpan {
    return {
      project: projectIdOf(trace),
      conversation: record.sessionId ?? '',
      traceId: trace.traceId,
      spanId,
      number,
      revision: 0,
      traceNumber: trace.number,
      sessionNumber: trace.sessionNumber,
      session: trace.sessionId ?? '',
      parentSpanId: record.parentSpanId === null ? null : toHex(record.parentSpanId),
      kind: SPAN_KINDS.indexOf(record.kind),
      status: record.statusCode,
      repeats: REPEAT.none,
      sender: this.#senders.of(record.resource, record.scope),
      name: record.name,
      otelKind: record.otelKind,
      startTimeUnixNano: record.startTimeUnixNano,
      endTimeUnixNano: record.endTimeUnixNano,
      errorMessage: record.errorMessage,
      modelName: record.modelName,
      modelProvider: record.modelProvider,
      tokens: record.tokens,
      costUsd: record.costUsd,
      userId: record.userId,
      documentCount: record.documentCount,
      firstTokenNano: record.firstTokenNano,
      bytes: record.bytes,
    };
  }

  /**
   * Marks the new spans that repeat others, in place; the stored spans that repeat them are
   * returned, as they are now.
   */
  async #repeatsAnew(fresh: readonly NewSpan[], spans: StoredSpan[]): Promise<StoredSpan[]> {
    const calls = spans.filter(isCall);
    const callers = new Set(calls.map(({ traceId }) => traceId));
    const grown = fresh
      .filter(({ trace }) => !trace.isNew && callers.has(trace.traceId))
      .map(({ trace }) => trace.traceId);
    const before =
      grown.length === 0 ? [] : await storedCalls(this.#context.db, [...new Set(grown)]);
    const marks = marksOf([...before, ...calls]);
    for (const [index, span] of spans.entries()) {
      const repeats = marks.get(span.number) ?? REPEAT.none;
      if (repeats !== REPEAT.none) spans[index] = { ...span, repeats };
    }
    const changed = changedMarks([
      ...before,
      ...calls.map((call) => ({ ...call, repeats: marks.get(call.number) ?? REPEAT.none })),
    ]);
    const again = await wholeSpans(this.#context.db, [...changed.keys()]);
    return again.map((span) => ({
      ...span,
      repeats: changed.get(span.number) ?? REPEAT.none,
      revision: span.revision + 1,
    }));
  }
}

interface Taken {
  readonly outcome: WriteOutcome;
  /** Traces that gained spans. */
  readonly traces: ReadonlySet<TouchedTrace>;
}

function takeSpans(batch: SpanBatch, state: BatchState, fresh: NewSpan[]): Taken {
  const { records, allowedProjectIds } = batch;
  const isInside = (record: SpanRecord): boolean =>
    state.isInside(batch, toHex(record.traceId), record.resource.projectName);
  if (allowedProjectIds !== undefined && !records.every(isInside)) return forbidden(records);
  const refused: { index: number; reason: string }[] = [];
  const traces = new Set<TouchedTrace>();
  let stored = 0;
  for (const [index, record] of records.entries()) {
    if (record.traceId.length !== 16 || record.spanId.length !== 8) {
      refused.push({ index, reason: 'trace_id must have 16 bytes and span_id 8' });
      continue;
    }
    const [traceId, spanId] = [toHex(record.traceId), toHex(record.spanId)];
    if (!state.take(traceId, spanId)) continue;
    const trace =
      state.trace(traceId) ??
      state.newTrace(traceId, state.projectFor(batch, record.resource.projectName));
    trace.sessionId ??= record.sessionId;
    traces.add(trace);
    fresh.push({ record, spanId, trace });
    stored += 1;
  }
  return {
    traces,
    outcome: {
      stored,
      duplicates: records.length - stored - refused.length,
      refused,
      projectIds: [],
    },
  };
}

function takeEvents(batch: SpanBatch, state: BatchState, events: WaitingEvents): Taken {
  const { events: sent = [], allowedProjectIds } = batch;
  const isInside = (event: SpanEvent): boolean =>
    state.isInside(batch, toHex(event.traceId), event.projectName);
  if (allowedProjectIds !== undefined && !sent.every(isInside)) return forbidden(sent);
  return { traces: new Set(), outcome: events.take(sent, allowedProjectIds) };
}

function forbidden(items: readonly unknown[]): Taken {
  const refused = items.map((_, index) => ({ index, reason: 'beyond the projects of its key' }));
  return {
    traces: new Set(),
    outcome: { stored: 0, duplicates: 0, refused, projectIds: [], isForbidden: true },
  };
}
