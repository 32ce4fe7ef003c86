import type { Migration } from '#server/stores/migrator.ts';

/** The usage of API keys, by the hour. A deleted key's rows are deleted with their hours. */
export const keyUsage: Migration = {
  version: 6,
  name: 'key_usage',
  sql: `
CREATE TABLE api_key_usage (
  key_id INTEGER NOT NULL,
  hour_ms INTEGER NOT NULL,
  endpoint TEXT NOT NULL,
  status_class INTEGER NOT NULL CHECK (status_class BETWEEN 1 AND 5),
  requests INTEGER NOT NULL,
  spans INTEGER NOT NULL,
  bytes_in INTEGER NOT NULL,
  bytes_out INTEGER NOT NULL,
  PRIMARY KEY (key_id, hour_ms, endpoint, status_class)
) STRICT, WITHOUT ROWID;
CREATE INDEX api_key_usage_by_hour ON api_key_usage (hour_ms);

CREATE TABLE api_key_countries (
  key_id INTEGER NOT NULL,
  hour_ms INTEGER NOT NULL,
  country TEXT NOT NULL CHECK (length(country) = 2),
  requests INTEGER NOT NULL,
  PRIMARY KEY (key_id, hour_ms, country)
) STRICT, WITHOUT ROWID;
CREATE INDEX api_key_countries_by_hour ON api_key_countries (hour_ms);
`,
};
