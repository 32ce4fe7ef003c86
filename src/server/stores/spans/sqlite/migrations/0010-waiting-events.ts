/**
 * GenAI events that were sent as log records and are not yet part of their span: docs/adr/0026.
 * `event` is an OTLP Span.Event; `hash` is of it and of the projects it may go to, so that an event
 * that is sent twice waits once. A number is never given twice.
 */
export const waitingEvents = `
CREATE TABLE waiting_events (
  id INTEGER PRIMARY KEY,
  trace_id BLOB NOT NULL,
  span_id BLOB NOT NULL,
  hash BLOB NOT NULL,
  bytes INTEGER NOT NULL,
  received_at INTEGER NOT NULL,
  allowed_projects TEXT,
  event BLOB NOT NULL
);
CREATE UNIQUE INDEX waiting_events_by_span ON waiting_events (trace_id, span_id, hash, bytes);
`;
