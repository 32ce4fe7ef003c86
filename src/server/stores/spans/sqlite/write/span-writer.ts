import { invariant } from '#contracts/wire/errors.ts';
import type { SpanRecord } from '#core/otlp/span-record.ts';
import type { RefusedSpan } from '#core/otlp/span-refusal.ts';
import type { SpanBatch, WriteOutcome } from '#core/ports/span-batch.ts';
import type { SpanWriter } from '#core/ports/span-store.ts';
import { forbiddenBatch, projectOfNewTrace, staysInside } from './batch-projects.ts';
import { spanParameters, type StoredSpan } from '../both/columns.ts';
import { writeEvents } from './events/event-writer.ts';
import type { Shape } from './shape-writer.ts';
import type { TraceState } from '../both/trace-state.ts';
import type { WriteConnection } from './write-connection.ts';
import type { WriteParts } from './write-parts.ts';

const INT64_MAX = 2n ** 63n - 1n;

interface OpenOutcome {
  stored: number;
  duplicates: number;
  readonly refused: RefusedSpan[];
  readonly projectIds: Set<number>;
}

/** A span whose row is staged, with what it takes to count it once the row is there. */
interface StagedSpan {
  readonly record: SpanRecord;
  readonly trace: TraceState;
  readonly shape: Shape;
}

/** With so few rows, one statement for each is cheaper. */
const WORTH_STAGING = 4;

/**
 * Writes spans. Rows are inserted in chunks, because each call of a statement costs more than its work. If some rows of a chunk exist
 * already, the chunk is rolled back and its rows are inserted one by one, which shows which. All else (traces, shapes, blocks, roll-ups) is
 * collected in memory and written once at the end of the transaction.
 */
export class SqliteSpanWriter implements SpanWriter {
  readonly #connection: WriteConnection;
  #staged: StagedSpan[] = [];

  constructor(connection: WriteConnection) {
    this.#connection = connection;
  }

  canWrite(): ReturnType<SpanWriter['canWrite']> {
    return this.#connection.canWrite();
  }

  async write(batches: readonly SpanBatch[]): Promise<readonly WriteOutcome[]> {
    return this.#connection.transaction((parts) => {
      // Events first: a span of the same transaction takes them along.
      const events = batches.map((batch) => (batch.events === undefined ? null : writeEvents(parts, batch, batch.events)));
      return batches.map((batch, i) => events[i] ?? this.#writeBatch(parts, batch));
    });
  }

  #writeBatch(parts: WriteParts, batch: SpanBatch): WriteOutcome {
    const outcome: OpenOutcome = { stored: 0, duplicates: 0, refused: [], projectIds: new Set() };
    if (batch.allowedProjectIds !== undefined && !staysInside(parts, batch, batch.allowedProjectIds)) return forbiddenBatch(batch);
    this.#staged = [];
    for (let index = 0; index < batch.records.length; index += 1) {
      const record = batch.records[index];
      invariant(record !== undefined, 'a batch has no holes');
      const reason = refusal(record);
      if (reason === null) this.#writeSpan(parts, record, batch, outcome);
      else outcome.refused.push({ index, reason });
    }
    this.#writeStaged(parts, outcome);
    return { ...outcome, projectIds: [...outcome.projectIds] };
  }

  #writeSpan(parts: WriteParts, sent: SpanRecord, batch: SpanBatch, outcome: OpenOutcome): void {
    const trace = parts.traces.findOrCreate(sent, () => projectOfNewTrace(parts, batch, sent));
    const record = parts.events.isEmpty ? sent : parts.events.join(sent, trace.projectId);
    const span = { record, trace, shape: parts.shapes.find(trace.projectId, record) };
    if (!this.#stage(parts, span)) {
      this.#writeStaged(parts, outcome);
      if (!this.#stage(parts, span)) writeAlone(parts, span, outcome);
    }
  }

  #stage(parts: WriteParts, span: StagedSpan): boolean {
    if (!parts.rows.put(rowOf(parts, span, parts.counters.peek('span') + this.#staged.length))) return false;
    parts.traces.lendUser(span.trace, span.record.userId);
    this.#staged.push(span);
    return true;
  }

  #writeStaged(parts: WriteParts, outcome: OpenOutcome): void {
    const staged = this.#staged;
    if (staged.length === 0) return;
    this.#staged = [];
    const isChunk = staged.length >= WORTH_STAGING;
    const stored = isChunk ? parts.rows.insert() : 0;
    if (stored === staged.length) {
      parts.traces.settleUsers(true);
      for (const span of staged) count(parts, span, outcome);
      return;
    }
    parts.traces.settleUsers(false);
    if (isChunk && stored === 0) {
      outcome.duplicates += staged.length;
      return;
    }
    if (isChunk) parts.dropUncounted();
    else parts.rows.clear();
    for (const span of staged) writeAlone(parts, span, outcome);
  }
}

function writeAlone(parts: WriteParts, span: StagedSpan, outcome: OpenOutcome): void {
  if (parts.insertSpan(spanParameters(rowOf(parts, span, parts.counters.peek('span'))))) count(parts, span, outcome);
  else outcome.duplicates += 1;
}

function rowOf(parts: WriteParts, { record, trace, shape }: StagedSpan, id: number): StoredSpan {
  const isNameless = shape.name === null;
  return {
    id,
    traceNumber: trace.number,
    spanId: record.spanId,
    parentSpanId: record.parentSpanId,
    shapeId: shape.id,
    startTime: record.startTimeUnixNano,
    duration: durationOf(record),
    payloadBytes: record.bytes.length,
    tokens: record.tokens,
    costUsd: record.costUsd,
    documentCount: record.documentCount,
    userId: parts.traces.userCell(trace, record.userId),
    errorMessage: record.errorMessage,
    name: isNameless ? record.name : null,
    modelName: isNameless ? record.modelName : null,
    modelProvider: isNameless ? record.modelProvider : null,
    firstTokenNano: record.firstTokenNano,
  };
}

/** Counts a span whose row is stored in all else that is kept about it. */
function count(parts: WriteParts, { record, trace, shape }: StagedSpan, outcome: OpenOutcome): void {
  const id = parts.counters.take('span');
  const startTime = record.startTimeUnixNano;
  const repeats = parts.repeats.add(trace, record, id);
  parts.traces.add(trace, record, id, repeats);
  parts.shapes.count(shape, startTime);
  const contextId = parts.contexts.add(record.resource, record.scope);
  if (record.resource.serviceName !== null) parts.services.note(trace.projectId, contextId, startTime);
  parts.blocks.add(id, { contextId, bytes: record.bytes });
  parts.zones.add(trace.projectId, id, startTime, record.bytes.length);
  parts.spanIds.add(id, record.spanId);
  if (!parts.waiting.isEmpty) parts.waiting.note(record);
  if (!parts.events.isEmpty) parts.events.took(record);
  parts.rollups.addSpan(
    {
      projectId: trace.projectId,
      startTime,
      durationNano: Number(durationOf(record)),
      isRoot: record.parentSpanId === null,
      isError: record.statusCode === 2,
      kind: record.kind,
      modelName: record.modelName,
      prompt: record.tokens.prompt,
      completion: record.tokens.completion,
      costUsd: record.costUsd,
      repeats,
      firstTokenNano: record.firstTokenNano,
    },
    1,
  );
  outcome.projectIds.add(trace.projectId);
  outcome.stored += 1;
}

/** Why a record can't be stored, or null. The skimmer has checked most of this already; the store doesn't rely on that. */
function refusal(record: SpanRecord): string | null {
  if (record.traceId.length !== 16) return `trace_id has ${record.traceId.length} bytes; it must have 16`;
  if (record.spanId.length !== 8) return `span_id has ${record.spanId.length} bytes; it must have 8`;
  if (record.parentSpanId !== null && record.parentSpanId.length !== 8)
    return `parent_span_id has ${record.parentSpanId.length} bytes; it must have 8`;
  return null;
}

/** May be negative (skewed clocks); an integer for SQLite whatever its size. */
function durationOf(record: SpanRecord): number | bigint {
  const nanos = record.endTimeUnixNano - record.startTimeUnixNano;
  if (nanos > INT64_MAX) return INT64_MAX;
  const short = Number(nanos);
  return Number.isSafeInteger(short) ? short : nanos;
}
