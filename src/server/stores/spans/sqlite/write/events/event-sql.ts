import type Database from 'better-sqlite3';
import { TRACE_BY_ID_SQL } from '#server/stores/spans/sqlite/index/trace-id-filters.ts';
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

/** The statements for waiting events. */
export const EVENT_SQL = {
  /** Read from an index alone, each time the writer forgets what it remembers. */
  waitingSpans: `SELECT trace_id AS traceId, span_id AS spanId, sender, count(*) AS events, sum(bytes) AS bytes FROM waiting_events w
GROUP BY trace_id, span_id, sender`,
  ofSpan:
    'SELECT id, allowed_projects, event FROM waiting_events WHERE trace_id = ? AND span_id = ? ORDER BY id',
  takeSpan: 'DELETE FROM waiting_events WHERE trace_id = ? AND span_id = ? RETURNING sender, bytes',
  dropTrace:
    'DELETE FROM waiting_events WHERE trace_id = (SELECT trace_id FROM traces WHERE id = ?)',
  dropErased: `DELETE FROM waiting_events WHERE (trace_id, span_id) IN
(SELECT t.trace_id, s.span_id FROM spans s JOIN traces t ON t.id = s.trace_number WHERE s.id = ?)`,
  dropProject: `DELETE FROM waiting_events WHERE trace_id IN
(SELECT w.trace_id FROM waiting_events w CROSS JOIN traces t ON t.id = (${TRACE_BY_ID_SQL.replace('+?', 'w.trace_id')}) WHERE t.project_id = ?)`,
  oldest: 'SELECT received_at FROM waiting_events w ORDER BY id LIMIT 1',
  /** Of the oldest so many: numbers rise as time does, so no more need be looked at. */
  expire: `DELETE FROM waiting_events WHERE id IN (
SELECT id FROM (SELECT id, received_at FROM waiting_events w ORDER BY id LIMIT ?) WHERE received_at < ?)`,
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
  readonly dropProject: Database.Statement<[number]>;
  readonly expire: Database.Statement<[number, bigint]>;

  constructor(db: Database.Database) {
    this.insert = db.prepare(
      `INSERT OR IGNORE INTO waiting_events (id, trace_id, span_id, hash, bytes, received_at, allowed_projects, event, sender)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.ofSpan = db.prepare(EVENT_SQL.ofSpan);
    this.takeSpan = db.prepare(EVENT_SQL.takeSpan);
    this.dropTrace = db.prepare(EVENT_SQL.dropTrace);
    this.dropErased = db.prepare(EVENT_SQL.dropErased);
    this.dropProject = db.prepare(EVENT_SQL.dropProject);
    this.expire = db.prepare(EVENT_SQL.expire);
  }
}
