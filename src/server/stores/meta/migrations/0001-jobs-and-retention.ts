import type { Migration } from '#server/stores/migrator.ts';

/**
 * Settings, background jobs, and how long projects keep their traces. Policy 0 is the default: it
 * keeps everything.
 */
export const jobsAndRetention: Migration = {
  version: 1,
  name: 'jobs-and-retention',
  sql: `
CREATE TABLE settings (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL CHECK (json_valid(value)),
  updated_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE jobs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  payload TEXT NOT NULL CHECK (json_valid(payload)),
  state TEXT NOT NULL CHECK (state IN ('queued', 'running', 'done', 'failed')),
  unique_key TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  run_at_ms INTEGER NOT NULL,
  lease_owner TEXT,
  lease_until_ms INTEGER,
  created_at_ms INTEGER NOT NULL,
  finished_at_ms INTEGER,
  last_error TEXT
) STRICT;
CREATE INDEX jobs_to_run ON jobs (state, run_at_ms) WHERE state IN ('queued', 'running');
CREATE INDEX jobs_finished ON jobs (finished_at_ms) WHERE finished_at_ms IS NOT NULL;
CREATE UNIQUE INDEX jobs_unique ON jobs (unique_key) WHERE unique_key IS NOT NULL AND state IN ('queued', 'running');

CREATE TABLE retention_policies (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  max_days REAL CHECK (max_days > 0),
  max_traces INTEGER CHECK (max_traces > 0),
  max_bytes INTEGER CHECK (max_bytes > 0),
  created_at_ms INTEGER NOT NULL,
  updated_at_ms INTEGER NOT NULL
) STRICT;
INSERT INTO retention_policies (id, name, created_at_ms, updated_at_ms) VALUES (0, 'Default', 0, 0);

CREATE TABLE project_retention (
  project_id INTEGER PRIMARY KEY,
  policy_id INTEGER NOT NULL REFERENCES retention_policies (id) ON DELETE CASCADE
) STRICT;
CREATE INDEX project_retention_by_policy ON project_retention (policy_id);
`,
};
