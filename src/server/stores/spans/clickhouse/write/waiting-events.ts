import { toHex } from '#core/otlp/hex.ts';
import { appendEvents } from '#core/otlp/logs/append-events.ts';
import type { SpanEvent } from '#core/otlp/logs/span-event.ts';
import type { SpanBatch, WriteOutcome } from '#core/ports/span-batch.ts';
import type { ClickHouse } from '../client/clickhouse.ts';
import { RowWriter } from '../client/row-writer.ts';
import { Conditions, pieces } from '../client/statement.ts';
import { asBytes, asNumber, asText, type StoredSpan } from '../schema/stored-span.ts';
import type { BatchState } from './batch-state.ts';
import { nowNano } from './projects.ts';
import { withReading } from './reread-record.ts';
import type { WriteContext } from './write-context.ts';

const EVENTS_MAX = 100_000;
const EVENTS_OF_SPAN_MAX = 1_000;

/** An event that waits for its span. */
export interface WaitingEvent {
  /** 0 until it is stored. */
  readonly number: number;
  readonly traceId: string;
  readonly spanId: string;
  /** The projects of its sender, as JSON; empty when it may join any. */
  readonly allowed: string;
  readonly bytes: Uint8Array;
}

/** The events of one write, and those that waited for its spans. */
export class WaitingEvents {
  readonly #readSpans: WriteContext['readSpans'];
  readonly #bySpan = new Map<string, WaitingEvent[]>();
  readonly #new = new Set<WaitingEvent>();
  readonly #joined = new Set<WaitingEvent>();
  #count: number;

  private constructor(
    readSpans: WriteContext['readSpans'],
    count: number,
    waiting: readonly WaitingEvent[],
  ) {
    this.#readSpans = readSpans;
    this.#count = count;
    for (const event of waiting) this.#add(event);
  }

  /** Reads what waits for the spans of the batches, and beside their events. */
  static async read(
    { db, readSpans }: WriteContext,
    _state: BatchState,
    batches: readonly SpanBatch[],
  ): Promise<WaitingEvents> {
    const count = await countWaitingEvents(db);
    if (count === 0) return new WaitingEvents(readSpans, 0, []);
    const named = batches.flatMap(({ records, events = [] }) => [...records, ...events]);
    return new WaitingEvents(
      readSpans,
      count,
      await waitingEventsOf(db, [...new Set(named.map(({ traceId }) => toHex(traceId)))]),
    );
  }

  /** Takes the events of a batch, each once. */
  take(
    events: readonly SpanEvent[],
    allowedProjectIds: readonly number[] | undefined,
  ): WriteOutcome {
    if (this.#count + events.length > EVENTS_MAX) {
      const all = events.map((_, index) => ({
        index,
        reason: 'too many events wait for their spans',
      }));
      return { stored: 0, duplicates: 0, refused: all, projectIds: [], isFull: true };
    }
    const refused: { index: number; reason: string }[] = [];
    const allowed = allowedProjectIds === undefined ? '' : JSON.stringify(allowedProjectIds);
    let stored = 0;
    for (const [index, event] of events.entries()) {
      const next = {
        number: 0,
        traceId: toHex(event.traceId),
        spanId: toHex(event.spanId),
        allowed,
        bytes: event.bytes,
      };
      const beside = this.#bySpan.get(next.traceId + next.spanId) ?? [];
      if (beside.length >= EVENTS_OF_SPAN_MAX)
        refused.push({
          index,
          reason: `${EVENTS_OF_SPAN_MAX} events wait for its span; that is the most`,
        });
      else if (
        !beside.some(
          (one) => one.allowed === allowed && Buffer.compare(one.bytes, next.bytes) === 0,
        )
      ) {
        this.#add(next);
        this.#new.add(next);
        stored += 1;
      }
    }
    this.#count += stored;
    return { stored, duplicates: events.length - stored - refused.length, refused, projectIds: [] };
  }

  /** A span that is stored now, with the events that wait for it. */
  joinNew(span: StoredSpan): StoredSpan {
    const waiting = this.#bySpan.get(span.traceId + span.spanId);
    if (waiting === undefined) return span;
    for (const event of waiting) this.#joined.add(event);
    return joined(span, waiting, this.#readSpans) ?? span;
  }

  /** Stores the events that still wait, and forgets those that joined their span. */
  async store({ db, numbers }: Pick<WriteContext, 'db' | 'numbers'>): Promise<void> {
    const left = [...this.#new].filter((event) => !this.#joined.has(event));
    if (left.length > 0) await insertEvents(db, left, await numbers.take('event', left.length));
    const gone = [...this.#joined].filter(({ number }) => number > 0);
    await forgetEvents(
      db,
      gone.map(({ number }) => number),
    );
  }

  #add(event: WaitingEvent): void {
    const key = event.traceId + event.spanId;
    const beside = this.#bySpan.get(key);
    if (beside === undefined) this.#bySpan.set(key, [event]);
    else beside.push(event);
  }
}

/** The span with the events that may join it; null when that changes nothing. */
export function joined(
  span: StoredSpan,
  events: readonly WaitingEvent[],
  readSpans: WriteContext['readSpans'],
): StoredSpan | null {
  const allowed = events.filter(
    (event) => event.allowed === '' || projectsIn(event.allowed).includes(span.project),
  );
  const { bytes } = appendEvents(
    span.bytes,
    allowed.map((event) => event.bytes),
  );
  if (bytes === null) return null;
  const record = readSpans(bytes)(0, bytes.length);
  return record === null ? { ...span, bytes } : withReading(span, record, bytes);
}

function projectsIn(allowed: string): readonly unknown[] {
  const list: unknown = JSON.parse(allowed);
  return Array.isArray(list) ? list : [];
}

export async function countWaitingEvents(db: ClickHouse): Promise<number> {
  const [cells] = await db.rows('SELECT count() AS waiting FROM waiting_events');
  return cells === undefined ? 0 : asNumber(cells, 'waiting');
}

/**
 * Events that wait for spans of these traces, in the order in which they came; of all traces unless
 * given.
 */
export async function waitingEventsOf(
  db: ClickHouse,
  traceIds?: readonly string[],
): Promise<WaitingEvent[]> {
  const found: WaitingEvent[] = [];
  for (const some of traceIds === undefined ? [undefined] : pieces(traceIds)) {
    const conditions = new Conditions().oneOfIds('trace_id', some, 16);
    const sql = `SELECT event_number, trace_id, span_id, allowed, event FROM waiting_events WHERE ${conditions.where} ORDER BY event_number`;
    const rows = await db.rows(sql, conditions.params, { raw: ['event'] });
    found.push(
      ...rows.map((cells) => ({
        number: asNumber(cells, 'event_number'),
        traceId: asText(cells, 'trace_id'),
        spanId: asText(cells, 'span_id'),
        allowed: asText(cells, 'allowed'),
        bytes: asBytes(cells, 'event'),
      })),
    );
  }
  return found;
}

export async function forgetEvents(db: ClickHouse, numbers: readonly number[]): Promise<void> {
  for (const some of pieces(numbers)) {
    const conditions = new Conditions().oneOf('event_number', some, 'UInt64');
    await db.command(`DELETE FROM waiting_events WHERE ${conditions.where}`, conditions.params);
  }
}

async function insertEvents(
  db: ClickHouse,
  events: readonly WaitingEvent[],
  first: number,
): Promise<void> {
  const writer = new RowWriter();
  const now = nowNano();
  for (const [index, event] of events.entries()) {
    writer.hex(event.traceId);
    writer.hex(event.spanId);
    writer.int64(now);
    writer.uint64(first + index);
    writer.text(event.allowed);
    writer.bytes(event.bytes);
  }
  await db.insert(
    'waiting_events',
    ['trace_id', 'span_id', 'received_at', 'event_number', 'allowed', 'event'],
    writer.finish(),
  );
}
