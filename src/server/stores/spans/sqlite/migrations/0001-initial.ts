/**
 * The first schema of spans.db. Plain SQL; never edited once released. The tables' purposes:
 * docs/ARCHITECTURE.md.
 */
export const initial = `
CREATE TABLE counters (
  name TEXT PRIMARY KEY,
  next INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO counters (name, next) VALUES ('span', 1), ('trace', 1), ('session', 1), ('shape', 1), ('context', 1);

CREATE TABLE projects (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  description TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  payload_bytes INTEGER NOT NULL DEFAULT 0
);
INSERT INTO projects (name, description, created_at, updated_at)
  VALUES ('default', 'Default project', unixepoch() * 1000000000, unixepoch() * 1000000000);

CREATE TABLE sessions (
  id INTEGER PRIMARY KEY,
  session_id TEXT UNIQUE,
  project_id INTEGER NOT NULL,
  start_time INTEGER NOT NULL,
  end_time INTEGER NOT NULL
);
CREATE INDEX sessions_by_project ON sessions (project_id);

CREATE TABLE traces (
  id INTEGER PRIMARY KEY,
  trace_id BLOB UNIQUE,
  project_id INTEGER NOT NULL,
  start_time INTEGER NOT NULL,
  end_time INTEGER NOT NULL,
  span_count INTEGER NOT NULL,
  error_count INTEGER NOT NULL,
  prompt_tokens INTEGER NOT NULL,
  completion_tokens INTEGER NOT NULL,
  cost_usd REAL,
  session_number INTEGER,
  user_id TEXT,
  root_span INTEGER,
  root_start INTEGER,
  root_is_orphan INTEGER NOT NULL
);
CREATE INDEX traces_by_start ON traces (project_id, start_time);
CREATE INDEX traces_by_latency ON traces (project_id, end_time - start_time);
CREATE INDEX traces_with_errors ON traces (project_id, start_time) WHERE error_count > 0;
CREATE INDEX traces_by_session ON traces (session_number, start_time) WHERE session_number IS NOT NULL;
CREATE INDEX traces_by_user ON traces (project_id, user_id, end_time) WHERE user_id IS NOT NULL;

CREATE TABLE trace_other_users (
  trace_number INTEGER NOT NULL,
  user_id TEXT NOT NULL,
  PRIMARY KEY (trace_number, user_id)
) WITHOUT ROWID;
CREATE INDEX trace_other_users_by_user ON trace_other_users (user_id);

CREATE TABLE shapes (
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL,
  is_root INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  otel_kind INTEGER NOT NULL,
  status INTEGER NOT NULL,
  name TEXT,
  model_name TEXT,
  model_provider TEXT,
  span_count INTEGER NOT NULL,
  start_min INTEGER NOT NULL,
  start_max INTEGER NOT NULL
);
CREATE INDEX shapes_by_project ON shapes (project_id);

CREATE TABLE spans (
  id INTEGER PRIMARY KEY,
  trace_number INTEGER NOT NULL,
  span_id BLOB NOT NULL,
  parent_span_id BLOB,
  shape_id INTEGER NOT NULL,
  start_time INTEGER NOT NULL,
  duration INTEGER NOT NULL,
  payload_bytes INTEGER NOT NULL,
  tokens_prompt INTEGER,
  tokens_completion INTEGER,
  tokens_total INTEGER,
  tokens_cache_read INTEGER,
  tokens_cache_write INTEGER,
  tokens_reasoning INTEGER,
  tokens_audio INTEGER,
  cost_usd REAL,
  document_count INTEGER,
  user_id TEXT,
  error_message TEXT,
  name TEXT,
  model_name TEXT,
  model_provider TEXT
);
CREATE UNIQUE INDEX spans_by_trace ON spans (trace_number, span_id);
CREATE INDEX spans_by_shape ON spans (shape_id, start_time);

CREATE TABLE zones (
  project_id INTEGER NOT NULL,
  zone INTEGER NOT NULL,
  start_min INTEGER NOT NULL,
  start_max INTEGER NOT NULL,
  PRIMARY KEY (project_id, zone)
) WITHOUT ROWID;

CREATE TABLE contexts (
  id INTEGER PRIMARY KEY,
  hash BLOB NOT NULL UNIQUE,
  span_count INTEGER NOT NULL,
  resource_bytes BLOB NOT NULL,
  resource_schema_url TEXT NOT NULL,
  scope_bytes BLOB NOT NULL,
  scope_schema_url TEXT NOT NULL
);

CREATE TABLE blocks (
  first_id INTEGER PRIMARY KEY,
  span_count INTEGER NOT NULL,
  level INTEGER NOT NULL,
  frame BLOB NOT NULL
);
CREATE INDEX blocks_fresh ON blocks (first_id) WHERE level = 1;

CREATE TABLE span_id_batches (
  first_id INTEGER PRIMARY KEY,
  hashes BLOB NOT NULL
);
CREATE TABLE span_id_buckets (
  bucket INTEGER NOT NULL,
  first_id INTEGER NOT NULL,
  entries BLOB NOT NULL,
  PRIMARY KEY (bucket, first_id)
) WITHOUT ROWID;

CREATE TABLE rollups (
  project_id INTEGER NOT NULL,
  level INTEGER NOT NULL,
  slot INTEGER NOT NULL,
  spans INTEGER NOT NULL,
  traces INTEGER NOT NULL,
  errors INTEGER NOT NULL,
  latency BLOB NOT NULL,
  models TEXT NOT NULL,
  PRIMARY KEY (project_id, level, slot)
) WITHOUT ROWID;

CREATE TABLE dead_projects (
  id INTEGER PRIMARY KEY
);
CREATE TABLE dirty_blocks (
  first_id INTEGER PRIMARY KEY
);
`;
