import { createHash } from 'node:crypto';
import type Database from 'better-sqlite3';
import { appendEvents } from '#core/otlp/logs/append-events.ts';
import type { SpanEvent } from '#core/otlp/logs/span-event.ts';
import type { ReadStoredSpans } from '#core/otlp/read-stored-spans.ts';
import type { SpanRecord } from '#core/otlp/span-record.ts';
import type { Counters } from '../counters.ts';
import { IdEnds } from '#server/stores/spans/sqlite/index/id-ends.ts';
import { EVENT_SQL, EventStatements, type SentBy, type SpanIds } from './event-sql.ts';

/** The maximum number of waiting events. Each awaited span takes some 150 bytes of memory. */
const EVENTS_MAX = 100_000;
const BYTES_MAX = 256 * 1024 ** 2;
/** The maximum of one sender, so that no sender alone takes the room of all. */
const EVENTS_OF_SENDER_MAX = 25_000;
const BYTES_OF_SENDER_MAX = 64 * 1024 ** 2;
/** The maximum number of events that wait for one span. */
const EVENTS_OF_SPAN_MAX = 1_000;
const BYTES_OF_SPAN_MAX = 16 * 1024 ** 2;
/** The maximum size of a span with its events: later events are dropped and reported. */
const SPAN_BYTES_MAX = 64 * 1024 ** 2;
const HASH_BYTES = 16;

/** The events that wait for one span, or of one sender. */
interface Waiting {
  events: number;
  bytes: number;
}

/** Who sent an event. */
export interface EventSender {
  /** The key its events are counted by: the projects of a limited key, else the named project. */
  readonly name: string;
  /** The only projects whose spans they may join, as JSON; null for all. */
  readonly allowedProjects: string | null;
}

/**
 * GenAI events that came as log records, until they are part of their span: an event that comes
 * before its span is joined with it as the span is stored; one that comes after it is merged in the
 * background. The ids of spans that have events waiting are in memory, so that storing spans costs
 * a look at a size while none wait.
 */
export class WaitingEvents {
  readonly #db: Database.Database;
  readonly #counters: Counters;
  readonly #read: ReadStoredSpans;
  readonly #ends = new IdEnds();
  readonly #spans = new Map<string, Waiting>();
  readonly #senders = new Map<string, Waiting>();
  #statements: EventStatements | null = null;
  #events = 0;
  #bytes = 0;
  #left = 0;

  constructor(db: Database.Database, counters: Counters, read: ReadStoredSpans) {
    this.#db = db;
    this.#counters = counters;
    this.#read = read;
    this.#load();
  }

  get isEmpty(): boolean {
    return this.#events === 0;
  }

  /** Whether all of these may wait. */
  hasRoomFor(events: readonly SpanEvent[]): boolean {
    const bytes = events.reduce((sum, event) => sum + event.bytes.length, 0);
    return this.#events + events.length <= EVENTS_MAX && this.#bytes + bytes <= BYTES_MAX;
  }

  /** Whether a sender's events may wait beside those of it that do. */
  hasRoomOf(sender: string, { events, bytes }: Readonly<Waiting>): boolean {
    const waiting = this.#senders.get(sender) ?? { events: 0, bytes: 0 };
    return (
      waiting.events + events <= EVENTS_OF_SENDER_MAX &&
      waiting.bytes + bytes <= BYTES_OF_SENDER_MAX
    );
  }

  /** How many events had no room in their spans since this was asked last. */
  takeLeft(): number {
    const left = this.#left;
    this.#left = 0;
    return left;
  }

  /**
   * Has an event wait for its span, be that stored or not. Gives whether it is new, or why it
   * cannot wait.
   */
  put(
    event: SpanEvent,
    sender: EventSender,
    now: bigint,
  ): 'new' | 'known' | { readonly refusal: string } {
    const key = keyOf(event);
    const waiting = this.#spans.get(key) ?? { events: 0, bytes: 0 };
    if (waiting.events >= EVENTS_OF_SPAN_MAX)
      return { refusal: `${EVENTS_OF_SPAN_MAX} events wait for its span; that is the most` };
    const { length } = event.bytes;
    if (waiting.bytes + length > BYTES_OF_SPAN_MAX)
      return { refusal: `more than ${BYTES_OF_SPAN_MAX} bytes of events would wait for its span` };
    const { traceId, spanId, bytes } = event;
    const hash = createHash('sha256')
      .update(sender.allowedProjects ?? '')
      .update(bytes)
      .digest()
      .subarray(0, HASH_BYTES);
    const id = this.#counters.peek('event');
    const { changes } = this.#sql.insert.run(
      id,
      traceId,
      spanId,
      hash,
      length,
      now,
      sender.allowedProjects,
      bytes,
      sender.name,
    );
    if (changes === 0) return 'known';
    this.#counters.take('event');
    this.#note(event, key, { events: 1, bytes: length });
    this.#noteSender(sender.name, { events: 1, bytes: length });
    return 'new';
  }

  /**
   * The span with the events that wait for it, as if it had been sent with them; `took` it once it
   * is stored.
   */
  join(record: SpanRecord, projectId: number): SpanRecord {
    if (!this.#ends.mayHave(record.spanId) || !this.#spans.has(keyOf(record))) return record;
    const bytes = this.joined(record.bytes, record, projectId);
    if (bytes === null) return record;
    const joined = this.#read(bytes)(0, bytes.length);
    return joined === null ? record : { ...joined, resource: record.resource, scope: record.scope };
  }

  /**
   * A span's bytes with the events that wait for it and may join it in this project, in the order
   * in which they came; null when none is added.
   */
  joined(span: Uint8Array, { traceId, spanId }: SpanIds, projectId: number): Uint8Array | null {
    const events = this.#sql.ofSpan.all(traceId, spanId).filter(({ allowed_projects: allowed }) => {
      // as: `put` wrote it
      return allowed === null || (JSON.parse(allowed) as readonly number[]).includes(projectId);
    });
    const { bytes, left } = appendEvents(
      span,
      events.map(({ event }) => event),
      SPAN_BYTES_MAX,
    );
    this.#left += left;
    return bytes;
  }

  /** All that waited for the span is part of it now, or may not be. */
  took(span: SpanIds): void {
    if (!this.#ends.mayHave(span.spanId)) return;
    const key = keyOf(span);
    const waiting = this.#spans.get(key);
    if (waiting === undefined) return;
    for (const { sender, bytes } of this.#sql.takeSpan.all(span.traceId, span.spanId))
      if (sender !== null) this.#noteSender(sender, { events: -1, bytes: -bytes });
    this.#note(span, key, { events: -waiting.events, bytes: -waiting.bytes });
  }

  /**
   * Gives up what was received before then, or has no number beyond `lastId`, of the oldest `limit`
   * events. Gives how many.
   */
  expire(receivedBefore: bigint, lastId: number, limit: number): number {
    const expired = this.#sql.expire.all(limit, receivedBefore, lastId);
    for (const { sender, bytes, ...span } of expired) {
      this.#note(span, keyOf(span), { events: -1, bytes: -bytes });
      if (sender !== null) this.#noteSender(sender, { events: -1, bytes: -bytes });
    }
    return expired.length;
  }

  /**
   * Deletes the events that wait for spans of a trace. Clear the in-memory state after the
   * transaction, as after every delete.
   */
  dropTrace(traceNumber: number): void {
    if (!this.isEmpty) this.#sql.dropTrace.run(traceNumber);
  }

  /** The same for all traces of a project: `projectOf` is asked once for each awaited trace. */
  dropProject(projectId: number, projectOf: (traceId: Uint8Array) => number | null): void {
    for (const trace of new Set([...this.#spans.keys()].map((key) => key.slice(0, 16)))) {
      const traceId = Buffer.from(trace, 'latin1');
      if (projectOf(traceId) === projectId) this.#sql.dropTraceId.run(traceId);
    }
  }

  /** The same for a span. */
  dropSpan(spanNumber: number): void {
    if (!this.isEmpty) this.#sql.dropErased.run(spanNumber);
  }

  get #sql(): EventStatements {
    this.#statements ??= new EventStatements(this.#db);
    return this.#statements;
  }

  #note(span: SpanIds, key: string, { events, bytes }: Readonly<Waiting>): void {
    this.#events += events;
    this.#bytes += bytes;
    const waiting = this.#spans.get(key);
    if (waiting === undefined) {
      this.#spans.set(key, { events, bytes });
      this.#ends.add(span.spanId);
    } else {
      waiting.events += events;
      waiting.bytes += bytes;
      if (waiting.events <= 0) this.#spans.delete(key);
    }
    if (this.#spans.size === 0) this.#ends.clear();
  }

  #noteSender(sender: string, { events, bytes }: Readonly<Waiting>): void {
    const waiting = this.#senders.get(sender) ?? { events: 0, bytes: 0 };
    waiting.events += events;
    waiting.bytes += bytes;
    if (waiting.events <= 0) this.#senders.delete(sender);
    else this.#senders.set(sender, waiting);
  }

  #load(): void {
    this.#spans.clear();
    this.#senders.clear();
    this.#ends.clear();
    this.#events = 0;
    this.#bytes = 0;
    for (const { sender, ...waiting } of this.#db
      .prepare<[], SpanIds & Waiting & SentBy>(EVENT_SQL.waitingSpans)
      .iterate()) {
      this.#note(waiting, keyOf(waiting), waiting);
      if (sender !== null) this.#noteSender(sender, waiting);
    }
  }
}

function keyOf({ traceId, spanId }: SpanIds): string {
  return latin1(traceId) + latin1(spanId);
}

function latin1(id: Uint8Array): string {
  return Buffer.from(id.buffer, id.byteOffset, id.byteLength).toString('latin1');
}
