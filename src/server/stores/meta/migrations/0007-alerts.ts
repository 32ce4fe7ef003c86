import type { Migration } from '#server/stores/migrator.ts';

/**
 * Alerts on API keys: rules, alerts and notification channels. At most one alert of a kind is open
 * for a key.
 */
export const alerts: Migration = {
  version: 7,
  name: 'alerts',
  sql: `
CREATE TABLE alert_rules (
  kind TEXT PRIMARY KEY CHECK (kind IN ('inactive', 'error_rate', 'unexpected_country', 'expiring')),
  enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
  threshold REAL NOT NULL CHECK (threshold > 0),
  updated_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO alert_rules (kind, enabled, threshold, updated_at_ms)
VALUES ('inactive', 1, 30, 0), ('error_rate', 1, 5, 0), ('unexpected_country', 1, 30, 0), ('expiring', 1, 7, 0);

CREATE TABLE alert_channels (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('webhook', 'mail')),
  name TEXT NOT NULL UNIQUE,
  enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
  url TEXT,
  secret BLOB,
  recipients TEXT NOT NULL CHECK (json_valid(recipients)),
  last_attempt_at_ms INTEGER,
  last_error TEXT,
  created_at_ms INTEGER NOT NULL,
  updated_at_ms INTEGER NOT NULL,
  CHECK ((kind = 'webhook') = (url IS NOT NULL AND secret IS NOT NULL))
) STRICT;

CREATE TABLE alerts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  key_id INTEGER NOT NULL,
  detail TEXT NOT NULL,
  fired_at_ms INTEGER NOT NULL,
  resolved_at_ms INTEGER
) STRICT;
CREATE UNIQUE INDEX alerts_open ON alerts (key_id, kind) WHERE resolved_at_ms IS NULL;
`,
};
