import { toHex } from '#core/otlp/hex.ts';
import { appendEvents } from '#core/otlp/logs/append-events.ts';
import type { SpanEvent } from '#core/otlp/logs/span-event.ts';
import type { SpanRecord } from '#core/otlp/span-record.ts';
import type { SpanBatch, WriteOutcome } from '#core/ports/span-batch.ts';
import type { SpanWriter } from '#core/ports/span-store.ts';
import type { Writability } from '#core/ports/writability.ts';
import { applyWaiting } from './memory-waiting.ts';
import { nowNano, type MemoryData, type MemoryTrace, type WaitingEvent } from './memory-data.ts';
import { rereadInPlace } from './memory-rereader.ts';

const DEFAULT_PROJECT = 'default';
const EVENTS_MAX = 100_000;
const EVENTS_OF_SPAN_MAX = 1_000;

/** Stores spans and events. */
export class MemoryWriter implements SpanWriter {
  readonly #data: MemoryData;

  constructor(data: MemoryData) {
    this.#data = data;
  }

  canWrite(): Writability {
    return { ok: true };
  }

  async write(batches: readonly SpanBatch[]): Promise<readonly WriteOutcome[]> {
    const outcomes = batches.map((batch) =>
      batch.events === undefined ? this.#spans(batch) : this.#events(batch, batch.events),
    );
    joinEvents(this.#data);
    applyWaiting(this.#data);
    return outcomes;
  }

  #spans(batch: SpanBatch): WriteOutcome {
    const { records, allowedProjectIds } = batch;
    if (
      allowedProjectIds !== undefined &&
      !records.every((record) =>
        this.#isInside(batch, toHex(record.traceId), record.resource.projectName),
      )
    )
      return { ...refusing(records, 'beyond the projects of its key'), isForbidden: true };
    const refused: { index: number; reason: string }[] = [];
    const projectIds = new Set<number>();
    let stored = 0;
    for (const [index, record] of records.entries()) {
      const isWhole = record.traceId.length === 16 && record.spanId.length === 8;
      if (!isWhole) refused.push({ index, reason: 'trace_id must have 16 bytes and span_id 8' });
      else if (this.#store(batch, record, projectIds)) stored += 1;
    }
    return {
      stored,
      duplicates: records.length - stored - refused.length,
      refused,
      projectIds: [...projectIds],
    };
  }

  #store(batch: SpanBatch, record: SpanRecord, projectIds: Set<number>): boolean {
    const [traceId, spanId] = [toHex(record.traceId), toHex(record.spanId)];
    const known = this.#data.traceByHex.get(traceId);
    if (known?.spans.has(spanId) === true) return false;
    const trace =
      known ?? this.#newTrace(traceId, this.#projectOf(batch, record.resource.projectName));
    const parentSpanId = record.parentSpanId === null ? null : toHex(record.parentSpanId);
    this.#data.addSpan({
      id: this.#data.take('span'),
      spanId,
      parentSpanId,
      trace,
      record: copyOf(record),
    });
    if (trace.session === null && record.sessionId !== null)
      this.#data.setSession(trace, record.sessionId);
    projectIds.add(trace.projectId);
    return true;
  }

  #newTrace(traceId: string, projectId: number): MemoryTrace {
    const trace = {
      id: this.#data.take('trace'),
      traceId,
      projectId,
      session: null,
      spans: new Map(),
    };
    this.#data.traces.set(trace.id, trace);
    this.#data.traceByHex.set(traceId, trace);
    return trace;
  }

  #projectOf({ projectName, allowedProjectIds }: SpanBatch, named: string | null): number {
    const name = projectName ?? named;
    const [only] = allowedProjectIds ?? [];
    if (name === null && only !== undefined && allowedProjectIds?.length === 1) return only;
    return (
      this.#data.projectNamed(name ?? DEFAULT_PROJECT)?.row ??
      this.#data.addProject(name ?? DEFAULT_PROJECT, null, null)
    ).id;
  }

  /** Whether a trace is, or would be, in the batch's projects. */
  #isInside(
    { projectName, allowedProjectIds = [] }: SpanBatch,
    traceId: string,
    named: string | null,
  ): boolean {
    const trace = this.#data.traceByHex.get(traceId);
    if (trace !== undefined) return allowedProjectIds.includes(trace.projectId);
    const name = projectName ?? named;
    if (name === null && allowedProjectIds.length === 1) return true;
    const project = this.#data.projectNamed(name ?? DEFAULT_PROJECT);
    return project !== undefined && allowedProjectIds.includes(project.row.id);
  }

  #events(batch: SpanBatch, events: readonly SpanEvent[]): WriteOutcome {
    const { allowedProjectIds } = batch;
    if (
      allowedProjectIds !== undefined &&
      !events.every((event) => this.#isInside(batch, toHex(event.traceId), event.projectName))
    )
      return { ...refusing(events, 'beyond the projects of its key'), isForbidden: true };
    if (this.#data.events.length + events.length > EVENTS_MAX)
      return { ...refusing(events, 'too many events wait for their spans'), isFull: true };
    const refused: { index: number; reason: string }[] = [];
    let stored = 0;
    for (const [index, event] of events.entries()) {
      const next: WaitingEvent = {
        traceId: toHex(event.traceId),
        spanId: toHex(event.spanId),
        event: { ...event, bytes: event.bytes.slice() },
        allowedProjectIds,
        receivedAtUnixNano: nowNano(),
      };
      const alike = this.#data.events.filter(
        ({ traceId, spanId }) => traceId === next.traceId && spanId === next.spanId,
      );
      if (alike.length >= EVENTS_OF_SPAN_MAX)
        refused.push({
          index,
          reason: `${EVENTS_OF_SPAN_MAX} events wait for its span; that is the most`,
        });
      else if (!alike.some((one) => isSame(one, next))) {
        this.#data.events.push(next);
        stored += 1;
      }
    }
    return { stored, duplicates: events.length - stored - refused.length, refused, projectIds: [] };
  }
}

/** A copy without views into the request. */
function copyOf(record: SpanRecord): SpanRecord {
  const { resource, scope } = record;
  return {
    ...record,
    bytes: record.bytes.slice(),
    resource: { ...resource, bytes: resource.bytes.slice() },
    scope: { ...scope, bytes: scope.bytes.slice() },
  };
}

function refusing(items: readonly unknown[], reason: string): WriteOutcome {
  return {
    stored: 0,
    duplicates: 0,
    refused: items.map((_, index) => ({ index, reason })),
    projectIds: [],
  };
}

function isSame(a: WaitingEvent, b: WaitingEvent): boolean {
  return (
    toHex(a.event.bytes) === toHex(b.event.bytes) &&
    String(a.allowedProjectIds) === String(b.allowedProjectIds)
  );
}

/**
 * Gives stored spans the events that wait for them; those that may not join their span are dropped.
 */
function joinEvents(data: MemoryData): void {
  for (const events of Map.groupBy(
    data.events,
    ({ traceId, spanId }) => traceId + spanId,
  ).values()) {
    const [first] = events;
    const span =
      first === undefined ? undefined : data.traceByHex.get(first.traceId)?.spans.get(first.spanId);
    if (span === undefined) continue;
    const allowed = events.filter(
      ({ allowedProjectIds }) => allowedProjectIds?.includes(span.trace.projectId) ?? true,
    );
    const { bytes } = appendEvents(
      span.record.bytes,
      allowed.map(({ event }) => event.bytes),
    );
    if (bytes !== null) rereadInPlace(data, span, bytes);
    data.events = data.events.filter((one) => !events.includes(one));
  }
}
