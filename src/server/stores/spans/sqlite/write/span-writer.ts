import { invariant } from '#contracts/wire/errors.ts';
import type { SpanEvent } from '#core/otlp/logs/span-event.ts';
import type { SpanRecord } from '#core/otlp/span-record.ts';
import type { RefusedSpan } from '#core/otlp/span-refusal.ts';
import type { SpanBatch, WriteOutcome } from '#core/ports/span-batch.ts';
import type { SpanWriter } from '#core/ports/span-store.ts';
import { spanParameters, type StoredSpan } from '../both/columns.ts';
import type { Repeat } from '#core/trace/repeated-call.ts';
import type { SpanFigures } from '../rollups/rollup-writer.ts';
import { conversationOf } from '../blocks/block-writer.ts';
import type { TraceState } from '../both/trace-state.ts';
import { insertProject, projectByName } from '../both/project-queries.ts';
import type { Shape } from './shape-writer.ts';
import type { WriteConnection } from './write-connection.ts';
import type { WriteParts } from './write-parts.ts';

const INT64_MAX = 2n ** 63n - 1n;

/**
 * The error for a sender whose remaining events don’t fit although others’ do: a collector may send
 * for many projects.
 */
const TOO_MANY = { refusal: 'too many events of its project wait for their spans' } as const;
const DEFAULT_PROJECT = 'default';

export interface OpenOutcome {
  stored: number;
  duplicates: number;
  readonly refused: RefusedSpan[];
  readonly projectIds: Set<number>;
}

/** A span whose row is staged, with what it takes to count it once the row is there. */
export interface StagedSpan {
  readonly record: SpanRecord;
  readonly duration: number | bigint;
  readonly trace: TraceState;
  readonly shape: Shape;
}

/** With so few rows, one statement for each is cheaper. */
const WORTH_STAGING = 4;

/**
 * Writes spans. Rows are inserted in chunks, because each call of a statement costs more than its
 * work. If some rows of a chunk exist already, the chunk is rolled back and its rows are inserted
 * one by one, which shows which. All else (traces, shapes, blocks, roll-ups) is collected in memory
 * and written once at the end of the transaction.
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
      const events = batches.map((batch) =>
        batch.events === undefined ? null : writeEvents(parts, batch, batch.events),
      );
      return batches.map((batch, i) => events[i] ?? this.#writeBatch(parts, batch));
    });
  }

  #writeBatch(parts: WriteParts, batch: SpanBatch): WriteOutcome {
    const outcome: OpenOutcome = { stored: 0, duplicates: 0, refused: [], projectIds: new Set() };
    if (
      batch.allowedProjectIds !== undefined &&
      !staysInside(parts, batch, batch.allowedProjectIds)
    )
      return forbiddenBatch(batch);
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
    const span = stagedSpan(parts, record, trace);
    if (!this.#stage(parts, span)) {
      this.#writeStaged(parts, outcome);
      if (!this.#stage(parts, span)) writeAlone(parts, span, outcome);
    }
  }

  #stage(parts: WriteParts, span: StagedSpan): boolean {
    if (!parts.rows.put(rowOf(parts, span, parts.counters.peek('span') + this.#staged.length)))
      return false;
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

/** A span of a trace, ready to be stored. */
export function stagedSpan(parts: WriteParts, record: SpanRecord, trace: TraceState): StagedSpan {
  const shape = parts.shapes.find(trace.projectId, record);
  return { record, duration: durationOf(record), trace, shape };
}

/** Stores a span by itself, with all that is kept about it. */
export function writeAlone(parts: WriteParts, span: StagedSpan, outcome: OpenOutcome): void {
  if (parts.insertSpan(spanParameters(rowOf(parts, span, parts.counters.peek('span')))))
    count(parts, span, outcome);
  else outcome.duplicates += 1;
}

function rowOf(
  parts: WriteParts,
  { record, duration, trace, shape }: StagedSpan,
  id: number,
): StoredSpan {
  const isNameless = shape.name === null;
  return {
    id,
    traceNumber: trace.number,
    spanId: record.spanId,
    parentSpanId: record.parentSpanId,
    shapeId: shape.id,
    startTime: record.startTimeUnixNano,
    duration,
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
function count(
  parts: WriteParts,
  { record, duration, trace, shape }: StagedSpan,
  outcome: OpenOutcome,
): void {
  const id = parts.counters.take('span');
  const startTime = record.startTimeUnixNano;
  const repeats = parts.repeats.add(trace, record, id);
  parts.traces.add(trace, record, id, repeats);
  parts.shapes.count(shape, id, startTime);
  const contextId = parts.contexts.add(record.resource, record.scope);
  if (record.resource.serviceName !== null)
    parts.services.note(trace.projectId, contextId, startTime);
  parts.blocks.add(
    { id, contextId, bytes: record.bytes },
    conversationOf(trace.number, trace.sessionNumber),
  );
  parts.zones.add(trace.projectId, id, startTime, record.bytes.length);
  const figures = figuresOf(trace.projectId, record, { duration, repeats });
  parts.extremes.add(trace.projectId, id, shape, startTime, figures);
  parts.spanIds.add(id, record.spanId);
  if (!parts.waiting.isEmpty) parts.waiting.note(record);
  if (!parts.events.isEmpty) parts.events.took(record);
  parts.rollups.addSpan(figures, 1);
  outcome.projectIds.add(trace.projectId);
  outcome.stored += 1;
}

function figuresOf(
  projectId: number,
  record: SpanRecord,
  { duration, repeats }: { readonly duration: number | bigint; readonly repeats: Repeat },
): SpanFigures {
  return {
    projectId,
    startTime: record.startTimeUnixNano,
    durationNano: Number(duration),
    isRoot: record.parentSpanId === null,
    isError: record.statusCode === 2,
    kind: record.kind,
    modelName: record.modelName,
    prompt: record.tokens.prompt,
    completion: record.tokens.completion,
    costUsd: record.costUsd,
    repeats,
    firstTokenNano: record.firstTokenNano,
  };
}

/**
 * Why a record can't be stored, or null. The skimmer has checked most of this already; the store
 * doesn't rely on that.
 */
function refusal(record: SpanRecord): string | null {
  if (record.traceId.length !== 16)
    return `trace_id has ${record.traceId.length} bytes; it must have 16`;
  if (record.spanId.length !== 8)
    return `span_id has ${record.spanId.length} bytes; it must have 8`;
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

/** Has the events of a batch wait for their spans. */
function writeEvents(
  parts: WriteParts,
  batch: SpanBatch,
  events: readonly SpanEvent[],
): WriteOutcome {
  const { allowedProjectIds, projectName } = batch;
  const refusing = (reason: string): WriteOutcome => ({
    stored: 0,
    duplicates: 0,
    refused: events.map((_, index) => ({ index, reason })),
    projectIds: [],
  });
  if (allowedProjectIds !== undefined) {
    const isInside = insideOf(parts, projectName, allowedProjectIds);
    if (!events.every((event) => isInside(event.traceId, event.projectName)))
      return { ...refusing('beyond the projects of its key'), isForbidden: true };
  }
  const allowed = allowedProjectIds === undefined ? null : JSON.stringify(allowedProjectIds);
  // A limited key may send events of a trace under any name, so those of it are counted together.
  const senderOf = (event: SpanEvent): string =>
    allowed ?? projectName ?? event.projectName ?? DEFAULT_PROJECT;
  const full = sendersWithoutRoom(parts, events, senderOf);
  if (!parts.events.hasRoomFor(events) || events.every((event) => full.has(senderOf(event))))
    return { ...refusing('too many events wait for their spans'), isFull: true };
  const now = BigInt(Date.now()) * 1_000_000n;
  const refused: RefusedSpan[] = [];
  let stored = 0;
  for (const [index, event] of events.entries()) {
    const name = senderOf(event);
    const outcome = full.has(name)
      ? TOO_MANY
      : parts.events.put(event, { name, allowedProjects: allowed }, now);
    if (outcome === 'new') stored += 1;
    else if (outcome !== 'known') refused.push({ index, reason: outcome.refusal });
  }
  return { stored, duplicates: events.length - stored - refused.length, refused, projectIds: [] };
}

/** The senders whose events of the batch cannot all wait. */
function sendersWithoutRoom(
  parts: WriteParts,
  events: readonly SpanEvent[],
  senderOf: (event: SpanEvent) => string,
): ReadonlySet<string> {
  const sums = new Map<string, { events: number; bytes: number }>();
  for (const event of events) {
    const sum = sums.get(senderOf(event)) ?? { events: 0, bytes: 0 };
    sum.events += 1;
    sum.bytes += event.bytes.length;
    sums.set(senderOf(event), sum);
  }
  return new Set(
    [...sums]
      .filter(([sender, sum]) => !parts.events.hasRoomOf(sender, sum))
      .map(([sender]) => sender),
  );
}

/**
 * The project of a span that starts a trace: as the batch says, before what the resource says.
 * Makes one that is new.
 */
function projectOfNewTrace(
  parts: WriteParts,
  { projectName, allowedProjectIds }: SpanBatch,
  record: SpanRecord,
): number {
  const name = projectName ?? record.resource.projectName;
  const [only] = allowedProjectIds ?? [];
  if (name === null && only !== undefined && allowedProjectIds?.length === 1) return only;
  return projectNumber(parts, name ?? DEFAULT_PROJECT);
}

/**
 * Whether all of a limited batch stays in its projects. Makes nothing, so that a batch that does
 * not leaves no trace.
 */
function staysInside(
  parts: WriteParts,
  { projectName, records }: SpanBatch,
  allowedProjectIds: readonly number[],
): boolean {
  const isInside = insideOf(parts, projectName, allowedProjectIds);
  return records.every((record) => isInside(record.traceId, record.resource.projectName));
}

/**
 * Tells of a trace, and the project that is named for it, whether it is or would be in these
 * projects.
 */
function insideOf(
  parts: WriteParts,
  projectName: string | null,
  allowedProjectIds: readonly number[],
): (traceId: Uint8Array, named: string | null) => boolean {
  const allowed = new Set(allowedProjectIds);
  return (traceId, named) => {
    const home = parts.traces.projectOf(traceId);
    if (home !== null) return allowed.has(home);
    const name = projectName ?? named;
    if (name === null && allowedProjectIds.length === 1) return true;
    const project = knownProject(parts, name ?? DEFAULT_PROJECT);
    return project !== null && allowed.has(project);
  };
}

/** The outcome of a batch that doesn't. */
function forbiddenBatch({ records }: SpanBatch): WriteOutcome {
  const refused = records.map((_, index) => ({ index, reason: 'beyond the projects of its key' }));
  return { stored: 0, duplicates: 0, refused, projectIds: [], isForbidden: true };
}

function projectNumber(parts: WriteParts, name: string): number {
  const known = knownProject(parts, name);
  if (known !== null) return known;
  const id = insertProject(parts.db, name, null);
  parts.projectIds.set(name, id);
  return id;
}

function knownProject(parts: WriteParts, name: string): number | null {
  const known = parts.projectIds.get(name) ?? projectByName(parts.db, name)?.id;
  if (known !== undefined) parts.projectIds.set(name, known);
  return known ?? null;
}
