import type { Migration } from '#server/stores/migrator.ts';

/**
 * Each recipient's last successful and failed notification: one result for a whole channel hid a
 * recipient that never gets any. The empty recipient is a webhook. Resolved alerts are indexed by
 * their end, for deletion; the first sighting of a key in a country by the country.
 */
export const alertDeliveries: Migration = {
  version: 9,
  name: 'alert-deliveries',
  sql: `
CREATE TABLE alert_deliveries (
  channel_id INTEGER NOT NULL REFERENCES alert_channels (id) ON DELETE CASCADE,
  recipient TEXT NOT NULL,
  attempted_at_ms INTEGER NOT NULL,
  error TEXT,
  delivered TEXT,
  delivered_at_ms INTEGER,
  PRIMARY KEY (channel_id, recipient),
  CHECK ((delivered IS NULL) = (delivered_at_ms IS NULL))
) STRICT, WITHOUT ROWID;
INSERT INTO alert_deliveries (channel_id, recipient, attempted_at_ms, error)
SELECT id, '', last_attempt_at_ms, last_error FROM alert_channels WHERE kind = 'webhook' AND last_attempt_at_ms IS NOT NULL;
ALTER TABLE alert_channels DROP COLUMN last_attempt_at_ms;
ALTER TABLE alert_channels DROP COLUMN last_error;
CREATE INDEX api_key_countries_of_key ON api_key_countries (key_id, country, hour_ms);
CREATE INDEX alerts_over ON alerts (resolved_at_ms) WHERE resolved_at_ms IS NOT NULL;
`,
};
