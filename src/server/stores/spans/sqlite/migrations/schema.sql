CREATE TABLE annotation_names (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  uses INTEGER NOT NULL
);

CREATE TABLE annotation_revisions (
  annotation_id INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  change INTEGER NOT NULL,
  changed_at INTEGER NOT NULL,
  source INTEGER NOT NULL,
  user_number INTEGER,
  annotator_kind INTEGER,
  label TEXT,
  score REAL,
  explanation TEXT,
  metadata TEXT,
  PRIMARY KEY (annotation_id, revision)
) WITHOUT ROWID;

CREATE TABLE annotation_rollups (
  project_id INTEGER NOT NULL,
  level INTEGER NOT NULL,
  slot INTEGER NOT NULL,
  target_kind INTEGER NOT NULL,
  name_id INTEGER NOT NULL,
  annotator_kind INTEGER NOT NULL,
  count INTEGER NOT NULL,
  score_count INTEGER NOT NULL,
  score_sum REAL NOT NULL,
  labels TEXT NOT NULL,
  PRIMARY KEY (project_id, level, slot, target_kind, name_id, annotator_kind)
) WITHOUT ROWID;

CREATE TABLE annotations (
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL,
  target_kind INTEGER NOT NULL,
  target_number INTEGER NOT NULL,
  position INTEGER NOT NULL,
  name_id INTEGER NOT NULL,
  identifier TEXT NOT NULL,
  annotator_kind INTEGER NOT NULL,
  source INTEGER NOT NULL,
  user_number INTEGER,
  revision INTEGER NOT NULL,
  change INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  counted_minute INTEGER NOT NULL,
  label TEXT,
  score REAL,
  explanation TEXT,
  metadata TEXT
);

CREATE INDEX annotations_by_identifier ON annotations (project_id, target_kind, identifier, id, name_id) WHERE identifier <> '';

CREATE INDEX annotations_by_name ON annotations (project_id, target_kind, name_id, target_number, label, score);

CREATE INDEX annotations_by_project ON annotations (project_id, target_kind, id, name_id, identifier);

CREATE UNIQUE INDEX annotations_by_target ON annotations (target_kind, target_number, name_id, identifier, position);

CREATE TABLE block_runs (
  first_id INTEGER PRIMARY KEY,
  span_count INTEGER NOT NULL,
  block INTEGER NOT NULL
);

CREATE TABLE block_word_ends (
  first_id INTEGER PRIMARY KEY,
  last_id INTEGER NOT NULL,
  list INTEGER NOT NULL
);

CREATE INDEX block_word_lists ON block_word_ends (list) WHERE list <> 0;

CREATE TABLE block_words (
  part INTEGER NOT NULL,
  last_id INTEGER NOT NULL,
  first_id INTEGER NOT NULL,
  list INTEGER NOT NULL,
  words BLOB NOT NULL,
  PRIMARY KEY (part, last_id, first_id)
) WITHOUT ROWID;

CREATE TRIGGER block_words_of_changed AFTER UPDATE OF frame ON blocks BEGIN
  INSERT OR IGNORE INTO blocks_without_words (first_id, level) VALUES (NEW.first_id, NEW.level);
  DELETE FROM block_words WHERE part IN (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
    AND last_id = (SELECT last_id FROM block_word_ends WHERE first_id = OLD.first_id)
    AND first_id = OLD.first_id;
  DELETE FROM block_word_ends WHERE first_id = OLD.first_id;
END;

CREATE TRIGGER block_words_of_deleted AFTER DELETE ON blocks BEGIN
  DELETE FROM blocks_without_words WHERE first_id = OLD.first_id;
  DELETE FROM block_words WHERE part IN (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
    AND last_id = (SELECT last_id FROM block_word_ends WHERE first_id = OLD.first_id)
    AND first_id = OLD.first_id;
  DELETE FROM block_word_ends WHERE first_id = OLD.first_id;
END;

CREATE TRIGGER block_words_of_new AFTER INSERT ON blocks BEGIN
  INSERT INTO blocks_without_words (first_id, level) VALUES (NEW.first_id, NEW.level);
END;

CREATE TABLE blocks (
  first_id INTEGER PRIMARY KEY,
  span_count INTEGER NOT NULL,
  level INTEGER NOT NULL,
  frame BLOB NOT NULL
);

CREATE INDEX blocks_to_index ON blocks_without_words (first_id) WHERE level = 3;

CREATE INDEX blocks_to_settle ON blocks (first_id) WHERE level <> 3;

CREATE TABLE blocks_without_words (
  first_id INTEGER PRIMARY KEY,
  level INTEGER NOT NULL
);

CREATE TABLE contexts (
  id INTEGER PRIMARY KEY,
  hash BLOB NOT NULL UNIQUE,
  span_count INTEGER NOT NULL,
  resource_bytes BLOB NOT NULL,
  resource_schema_url TEXT NOT NULL,
  scope_bytes BLOB NOT NULL,
  scope_schema_url TEXT NOT NULL
);

CREATE TABLE conversation_blocks (
  block INTEGER PRIMARY KEY,
  conversation INTEGER NOT NULL
);

CREATE INDEX conversation_blocks_by_conversation ON conversation_blocks (conversation, block);

CREATE TABLE counters (
  name TEXT PRIMARY KEY,
  next INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE damaged_blocks (
  first_id INTEGER PRIMARY KEY
);

CREATE TABLE dead_annotation_targets (
  target_kind INTEGER NOT NULL,
  target_number INTEGER NOT NULL,
  PRIMARY KEY (target_kind, target_number)
) WITHOUT ROWID;

CREATE TABLE dead_projects (
  id INTEGER PRIMARY KEY
);

CREATE TABLE deleted_annotations (
  id INTEGER PRIMARY KEY,
  target_kind INTEGER NOT NULL,
  target_number INTEGER NOT NULL,
  position INTEGER NOT NULL,
  name_id INTEGER NOT NULL,
  identifier TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  revision INTEGER NOT NULL
);

CREATE INDEX deleted_annotations_by_target ON deleted_annotations (target_kind, target_number);

CREATE TABLE dirty_blocks (
  first_id INTEGER PRIMARY KEY
);

CREATE TABLE "extremes" (
  project_id INTEGER NOT NULL,
  level INTEGER NOT NULL,
  slot INTEGER NOT NULL,
  start_min INTEGER NOT NULL,
  start_max INTEGER NOT NULL,
  shapes BLOB NOT NULL,
  UNIQUE (project_id, level, slot)
);

CREATE TABLE missing_extremes (
  below INTEGER PRIMARY KEY
);

CREATE TABLE projects (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  description TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  payload_bytes INTEGER NOT NULL DEFAULT 0
, purpose TEXT, sent_as TEXT);

CREATE UNIQUE INDEX projects_sent_as ON projects (sent_as) WHERE sent_as IS NOT NULL;

CREATE TABLE rollups (
  project_id INTEGER NOT NULL,
  level INTEGER NOT NULL,
  slot INTEGER NOT NULL,
  spans INTEGER NOT NULL,
  traces INTEGER NOT NULL,
  errors INTEGER NOT NULL,
  latency BLOB NOT NULL,
  models TEXT NOT NULL, first_token BLOB NOT NULL DEFAULT x'',
  PRIMARY KEY (project_id, level, slot)
) WITHOUT ROWID;

CREATE TABLE service_runs (
  project_id INTEGER NOT NULL,
  context_id INTEGER NOT NULL,
  first_slot INTEGER NOT NULL,
  last_slot INTEGER NOT NULL,
  first_time INTEGER NOT NULL,
  PRIMARY KEY (project_id, context_id, first_slot)
) WITHOUT ROWID;

CREATE INDEX service_runs_by_context ON service_runs (context_id);

CREATE TABLE session_runs (
  session_number INTEGER NOT NULL,
  run INTEGER NOT NULL,
  PRIMARY KEY (session_number, run)
) WITHOUT ROWID;

CREATE TABLE session_zones (
  project_id INTEGER NOT NULL,
  zone INTEGER NOT NULL,
  start_min INTEGER NOT NULL,
  end_max INTEGER NOT NULL,
  duration_min INTEGER NOT NULL,
  duration_max INTEGER NOT NULL,
  traces_min INTEGER NOT NULL,
  traces_max INTEGER NOT NULL,
  errors_min INTEGER NOT NULL,
  errors_max INTEGER NOT NULL,
  tokens_min INTEGER NOT NULL,
  tokens_max INTEGER NOT NULL,
  cost_min INTEGER NOT NULL,
  cost_max INTEGER NOT NULL,
  PRIMARY KEY (project_id, zone)
) WITHOUT ROWID;

CREATE TABLE sessions (
  id INTEGER PRIMARY KEY,
  session_id TEXT UNIQUE,
  project_id INTEGER NOT NULL,
  start_time INTEGER NOT NULL,
  end_time INTEGER NOT NULL
, trace_count INTEGER NOT NULL DEFAULT 0, error_count INTEGER NOT NULL DEFAULT 0, token_count INTEGER NOT NULL DEFAULT 0, cost_sum REAL NOT NULL DEFAULT 0);

CREATE INDEX sessions_by_end ON sessions (project_id, end_time);

CREATE INDEX sessions_by_project ON sessions (project_id);

CREATE INDEX sessions_by_start ON sessions (project_id, start_time);

CREATE TABLE shape_runs (
  shape_id INTEGER NOT NULL,
  run INTEGER NOT NULL,
  start_min INTEGER NOT NULL,
  start_max INTEGER NOT NULL,
  PRIMARY KEY (shape_id, run)
) WITHOUT ROWID;

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

CREATE TABLE soiled_extremes (
  zone INTEGER NOT NULL,
  project_id INTEGER NOT NULL,
  PRIMARY KEY (zone, project_id)
) WITHOUT ROWID;

CREATE TABLE soiled_session_zones (
  zone INTEGER NOT NULL,
  project_id INTEGER NOT NULL,
  PRIMARY KEY (zone, project_id)
) WITHOUT ROWID;

CREATE TABLE soiled_trace_zones (
  zone INTEGER NOT NULL,
  project_id INTEGER NOT NULL,
  PRIMARY KEY (zone, project_id)
) WITHOUT ROWID;

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

CREATE TABLE span_runs (
  project_id INTEGER NOT NULL,
  run INTEGER NOT NULL,
  start_min INTEGER NOT NULL,
  start_max INTEGER NOT NULL,
  PRIMARY KEY (project_id, run)
) WITHOUT ROWID;

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
, first_token INTEGER, repeats INTEGER);

CREATE INDEX spans_by_run ON spans (id >> 17, shape_id, start_time);

CREATE UNIQUE INDEX spans_by_trace ON spans (trace_number, span_id);

CREATE TABLE sqlite_sequence(name,seq);

CREATE TABLE trace_id_filters (
  run INTEGER PRIMARY KEY,
  filter BLOB NOT NULL
);

CREATE TABLE trace_other_users (
  trace_number INTEGER NOT NULL,
  user_id TEXT NOT NULL,
  PRIMARY KEY (trace_number, user_id)
) WITHOUT ROWID;

CREATE INDEX trace_other_users_by_user ON trace_other_users (user_id);

CREATE TABLE trace_runs (
  project_id INTEGER NOT NULL,
  run INTEGER NOT NULL,
  start_min INTEGER NOT NULL,
  start_max INTEGER NOT NULL,
  latency_min INTEGER NOT NULL,
  latency_max INTEGER NOT NULL,
  PRIMARY KEY (project_id, run)
) WITHOUT ROWID;

CREATE TABLE trace_zones (
  project_id INTEGER NOT NULL,
  zone INTEGER NOT NULL,
  has_error INTEGER NOT NULL,
  start_min INTEGER NOT NULL,
  start_max INTEGER NOT NULL,
  tokens_min INTEGER NOT NULL,
  tokens_max INTEGER NOT NULL,
  cost_min INTEGER NOT NULL,
  cost_max INTEGER NOT NULL,
  PRIMARY KEY (project_id, zone, has_error)
) WITHOUT ROWID;

CREATE TABLE "traces" (
  id INTEGER PRIMARY KEY,
  trace_id BLOB,
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

CREATE UNIQUE INDEX traces_by_id ON traces (id >> 14, trace_id) WHERE trace_id IS NOT NULL;

CREATE INDEX traces_by_latency ON traces (id >> 14, project_id, end_time - start_time);

CREATE INDEX traces_by_session ON traces (id >> 14, session_number, start_time, end_time, project_id, error_count, prompt_tokens, completion_tokens, cost_usd, user_id IS NOT NULL)
  WHERE session_number IS NOT NULL;

CREATE INDEX traces_by_start ON traces (id >> 14, project_id, start_time);

CREATE INDEX traces_by_user ON traces (id >> 14, project_id, user_id, end_time) WHERE user_id IS NOT NULL;

CREATE INDEX traces_to_purge ON traces (project_id) WHERE project_id = 0;

CREATE INDEX traces_with_errors ON traces (id >> 14, project_id, start_time) WHERE error_count > 0;

CREATE TABLE waiting_annotations (
  id INTEGER PRIMARY KEY,
  target_kind INTEGER NOT NULL,
  target_id TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  received_at INTEGER NOT NULL,
  position INTEGER NOT NULL,
  annotator_kind INTEGER NOT NULL,
  source INTEGER NOT NULL,
  user_number INTEGER,
  name TEXT NOT NULL,
  identifier TEXT NOT NULL,
  label TEXT,
  score REAL,
  explanation TEXT,
  metadata TEXT,
  rules TEXT
, allowed_projects TEXT);

CREATE INDEX waiting_annotations_by_target ON waiting_annotations (target_id, target_kind);

CREATE TABLE waiting_events (
  id INTEGER PRIMARY KEY,
  trace_id BLOB NOT NULL,
  span_id BLOB NOT NULL,
  hash BLOB NOT NULL,
  bytes INTEGER NOT NULL,
  received_at INTEGER NOT NULL,
  allowed_projects TEXT,
  event BLOB NOT NULL
, sender TEXT);

CREATE INDEX waiting_events_by_sender ON waiting_events (trace_id, span_id, sender, bytes);

CREATE UNIQUE INDEX waiting_events_by_span ON waiting_events (trace_id, span_id, hash, bytes);

CREATE TRIGGER word_list_replaced AFTER INSERT ON word_lists BEGIN
  DELETE FROM word_lists WHERE id < NEW.id
    AND NOT EXISTS (SELECT 1 FROM block_word_ends e WHERE e.list <> 0 AND e.list = word_lists.id);
END;

CREATE TRIGGER word_list_unused AFTER DELETE ON block_word_ends WHEN OLD.list <> 0 BEGIN
  DELETE FROM word_lists WHERE id = OLD.list
    AND NOT EXISTS (SELECT 1 FROM block_word_ends WHERE list <> 0 AND list = OLD.list);
END;

CREATE TABLE word_lists (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  hashes BLOB NOT NULL
);

CREATE TABLE zones (
  project_id INTEGER NOT NULL,
  zone INTEGER NOT NULL,
  start_min INTEGER NOT NULL,
  start_max INTEGER NOT NULL,
  PRIMARY KEY (project_id, zone)
) WITHOUT ROWID;
