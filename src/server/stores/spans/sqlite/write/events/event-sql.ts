import type Database from 'better-sqlite3';
import type { SpanRecord } from '#core/otlp/span-record.ts';
import type { SqlValue } from '#server/stores/spans/sqlite/both/columns.ts';

/**
 * An event that waits, and the only projects whose span it may join, as a JSON list; null for all.
 */
export interface WaitingEvent {
  readonly id: number;
  readonly allowed_projects: string | null;
  readonly event: Uint8Array;
}

/**
 * The sender of an event, by which its room is counted; null for events stored before senders were.
 */
export interface SentBy {
  readonly sender: string | null;
}

/** The ids of a span, for what waits for it. */
export type SpanIds = Pick<SpanRecord, 'traceId' | 'spanId'>;

/** The statements for waiting events. */
export const EVENT_SQL = {
  /** Read from an index alone, each time the writer forgets what it remembers. */
  waitingSpans: `SELECT trace_id AS traceId, span_id AS spanId, sender, count(*) AS events, sum(bytes) AS bytes FROM waiting_events w
GROUP BY trace_id, span_id, sender`,
  ofSpan:
    'SELECT id, allowed_projects, event FROM waiting_events WHERE trace_id = ? AND span_id = ? ORDER BY id',
  takeSpan: 'DELETE FROM waiting_events WHERE trace_id = ? AND span_id = ? RETURNING sender, bytes',
  dropTraceId: 'DELETE FROM waiting_events WHERE trace_id = ?',
  dropTrace:
    'DELETE FROM waiting_events WHERE trace_id = (SELECT trace_id FROM traces WHERE id = ?)',
  dropErased: `DELETE FROM waiting_events WHERE (trace_id, span_id) IN
(SELECT t.trace_id, s.span_id FROM spans s JOIN traces t ON t.id = s.trace_number WHERE s.id = ?)`,
  oldest: 'SELECT received_at FROM waiting_events w ORDER BY id LIMIT 1',
  last: 'SELECT max(id) FROM waiting_events',
  /** Of the oldest so many: numbers rise as time does, so no more need be looked at. */
  expire: `DELETE FROM waiting_events WHERE id IN (
SELECT id FROM (SELECT id, received_at FROM waiting_events w ORDER BY id LIMIT ?) WHERE received_at < ? OR id <= ?)
RETURNING trace_id AS traceId, span_id AS spanId, sender, bytes`,
} as const;

/** The statements of it, for one connection. */
export class EventStatements {
  readonly insert: Database.Statement<SqlValue[]>;
  readonly ofSpan: Database.Statement<[Uint8Array, Uint8Array], WaitingEvent>;
  readonly takeSpan: Database.Statement<
    [Uint8Array, Uint8Array],
    SentBy & { readonly bytes: number }
  >;
  readonly dropTrace: Database.Statement<[number]>;
  readonly dropErased: Database.Statement<[number]>;
  readonly dropTraceId: Database.Statement<[Uint8Array]>;
  readonly expire: Database.Statement<
    [number, bigint, number],
    SpanIds & SentBy & { readonly bytes: number }
  >;

  constructor(db: Database.Database) {
    this.insert = db.prepare(
      `INSERT OR IGNORE INTO waiting_events (id, trace_id, span_id, hash, bytes, received_at, allowed_projects, event, sender)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.ofSpan = db.prepare(EVENT_SQL.ofSpan);
    this.takeSpan = db.prepare(EVENT_SQL.takeSpan);
    this.dropTrace = db.prepare(EVENT_SQL.dropTrace);
    this.dropErased = db.prepare(EVENT_SQL.dropErased);
    this.dropTraceId = db.prepare(EVENT_SQL.dropTraceId);
    this.expire = db.prepare(EVENT_SQL.expire);
  }
}
