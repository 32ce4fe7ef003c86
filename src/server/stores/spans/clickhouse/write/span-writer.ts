import { AppError } from '#contracts/wire/errors.ts';
import { SPAN_KINDS } from '#contracts/spans/span-kind.ts';
import { toHex } from '#core/otlp/hex.ts';
import type { SpanEvent } from '#core/otlp/logs/span-event.ts';
import type { SpanRecord } from '#core/otlp/span-record.ts';
import type { SpanBatch, WriteOutcome } from '#core/ports/span-batch.ts';
import type { SpanWriter } from '#core/ports/span-store.ts';
import type { Writability } from '#core/ports/writability.ts';
import { REPEAT } from '#core/trace/repeated-call.ts';
import { applyWaiting, hasWaiting } from '../annotations/waiting-annotations.ts';
import type { StoredSpan } from '../schema/stored-span.ts';
import { notAnswering } from '../client/engine-failure.ts';
import type { EngineWatch } from '../upkeep/engine-watch.ts';
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

/** What was written, with its new rows. */
interface Written {
  readonly outcomes: readonly WriteOutcome[];
  readonly spans: readonly StoredSpan[];
}

/** Less than the senders' requests wait. */
const WRITE_MS_MAX = 20_000;
const RETRY_SECONDS = 5;
/** While upkeep fails, it must not take more and more memory. */
const SPLIT_MAX = 100_000;

/** Stores spans, and events of spans. */
export class ClickHouseSpanWriter implements SpanWriter {
  readonly #context: WriteContext;
  readonly #watch: Pick<EngineWatch, 'canWrite'>;
  readonly #senders = new SenderReader();

  constructor(context: WriteContext, watch: Pick<EngineWatch, 'canWrite'>) {
    this.#context = context;
    this.#watch = watch;
  }

  canWrite(): Writability {
    return this.#watch.canWrite();
  }

  async write(batches: readonly SpanBatch[]): Promise<readonly WriteOutcome[]> {
    const { outcomes, spans } = await this.#context.spans.run(() => this.#withinTime(batches));
    try {
      if (await hasWaiting(this.#context.db, spans))
        await this.#context.serial.run(() => applyWaiting(this.#context, spans));
    } catch {
      // The spans are stored. Sent again they would be duplicates, which nothing waits for.
      this.#context.pending.hasLeftWaiting = true;
    }
    return outcomes;
  }

  /** What waits behind an engine that does not answer is refused at once, and can be sent again. */
  async #withinTime(batches: readonly SpanBatch[]): Promise<Written> {
    const state = this.canWrite();
    if (!state.ok)
      throw new AppError('unavailable', state.reason, { retryAfterSeconds: RETRY_SECONDS });
    const late = new AbortController();
    const { db } = this.#context;
    const timer = setTimeout(() => late.abort(notAnswering(db.name, WRITE_MS_MAX)), WRITE_MS_MAX);
    try {
      return await this.#write({ ...this.#context, db: db.until(late.signal) }, batches);
    } finally {
      clearTimeout(timer);
    }
  }

  async #write(context: WriteContext, batches: readonly SpanBatch[]): Promise<Written> {
    const state = await BatchState.read(context, batches);
    const events = await WaitingEvents.read(context, state, batches);
    const fresh: NewSpan[] = [];
    const stored = batches.map((batch) =>
      batch.events === undefined
        ? takeSpans(batch, state, fresh)
        : takeEvents(batch, state, events),
    );
    await state.settleNumbers(context);
    const spans = await this.#rowsOf(fresh, events);
    const remarked = await repeatsAnew(context, fresh, spans);
    await insertSpans(context.db, [...spans, ...remarked]);
    if (context.pending.split.size < SPLIT_MAX)
      for (const traceId of withParentsElsewhere(spans)) context.pending.split.add(traceId);
    await events.store(context);
    const outcomes = stored.map(({ traces, outcome }) => ({
      ...outcome,
      projectIds: [...new Set([...traces].map(projectIdOf))],
    }));
    return { outcomes, spans };
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
}

/**
 * Marks the new spans that repeat others, in place; the stored spans that repeat them are returned,
 * as they are now.
 */
async function repeatsAnew(
  { db }: WriteContext,
  fresh: readonly NewSpan[],
  spans: StoredSpan[],
): Promise<StoredSpan[]> {
  const calls = spans.filter(isCall);
  const callers = new Set(calls.map(({ traceId }) => traceId));
  const grown = fresh
    .filter(({ trace }) => !trace.isNew && callers.has(trace.traceId))
    .map(({ trace }) => trace.traceId);
  const before = grown.length === 0 ? [] : await storedCalls(db, [...new Set(grown)]);
  const marks = marksOf([...before, ...calls]);
  for (const [index, span] of spans.entries()) {
    const repeats = marks.get(span.number) ?? REPEAT.none;
    if (repeats !== REPEAT.none) spans[index] = { ...span, repeats };
  }
  const changed = changedMarks([
    ...before,
    ...calls.map((call) => ({ ...call, repeats: marks.get(call.number) ?? REPEAT.none })),
  ]);
  const again = await wholeSpans(db, [...changed.keys()]);
  return again.map((span) => ({
    ...span,
    repeats: changed.get(span.number) ?? REPEAT.none,
    revision: span.revision + 1,
  }));
}

/**
 * The traces of calls whose parent is not among these spans: another server may be storing it just
 * now.
 */
function withParentsElsewhere(spans: readonly StoredSpan[]): ReadonlySet<string> {
  const here = new Set(spans.map(({ traceId, spanId }) => traceId + spanId));
  return new Set(
    spans
      .filter(
        (span) =>
          isCall(span) && span.parentSpanId !== null && !here.has(span.traceId + span.parentSpanId),
      )
      .map(({ traceId }) => traceId),
  );
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
