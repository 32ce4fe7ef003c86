/**
 * Who sent an event that waits for its span, so that no sender alone takes the room of all. Those
 * that wait already count for none.
 */
export const eventSenders = `
ALTER TABLE waiting_events ADD COLUMN sender TEXT;
CREATE INDEX waiting_events_by_sender ON waiting_events (trace_id, span_id, sender, bytes);
`;
