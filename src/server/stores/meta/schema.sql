CREATE TABLE alert_channels (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('webhook', 'mail')),
  name TEXT NOT NULL UNIQUE,
  enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
  url TEXT,
  secret BLOB,
  recipients TEXT NOT NULL CHECK (json_valid(recipients)),
  created_at_ms INTEGER NOT NULL,
  updated_at_ms INTEGER NOT NULL,
  CHECK ((kind = 'webhook') = (url IS NOT NULL AND secret IS NOT NULL))
) STRICT;

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

CREATE TABLE alert_rules (
  kind TEXT PRIMARY KEY CHECK (kind IN ('inactive', 'error_rate', 'unexpected_country', 'expiring')),
  enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
  threshold REAL NOT NULL CHECK (threshold > 0),
  updated_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE alerts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  key_id INTEGER NOT NULL,
  detail TEXT NOT NULL,
  fired_at_ms INTEGER NOT NULL,
  resolved_at_ms INTEGER
) STRICT;

CREATE UNIQUE INDEX alerts_open ON alerts (key_id, kind) WHERE resolved_at_ms IS NULL;

CREATE INDEX alerts_over ON alerts (resolved_at_ms) WHERE resolved_at_ms IS NOT NULL;

CREATE TABLE annotation_configs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  type TEXT NOT NULL CHECK (type IN ('CATEGORICAL', 'CONTINUOUS', 'FREEFORM')),
  description TEXT,
  settings TEXT NOT NULL CHECK (json_valid(settings)),
  created_at_ms INTEGER NOT NULL,
  updated_at_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE api_key_countries (
  key_id INTEGER NOT NULL,
  hour_ms INTEGER NOT NULL,
  country TEXT NOT NULL CHECK (length(country) = 2),
  requests INTEGER NOT NULL,
  PRIMARY KEY (key_id, hour_ms, country)
) STRICT, WITHOUT ROWID;

CREATE INDEX api_key_countries_by_hour ON api_key_countries (hour_ms);

CREATE INDEX api_key_countries_of_key ON api_key_countries (key_id, country, hour_ms);

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

CREATE TABLE "api_keys" (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('user', 'system')),
  prefix TEXT NOT NULL,
  last_four TEXT NOT NULL,
  key_hash BLOB NOT NULL UNIQUE CHECK (length(key_hash) = 32),
  name TEXT NOT NULL,
  description TEXT,
  user_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
  role TEXT CHECK (role IN ('ADMIN', 'MEMBER', 'VIEWER')),
  scopes TEXT NOT NULL CHECK (json_valid(scopes)),
  project_ids TEXT CHECK (project_ids IS NULL OR json_valid(project_ids)),
  made_while_open INTEGER NOT NULL CHECK (made_while_open IN (0, 1)),
  created_by_user_id INTEGER,
  rotated_from_id INTEGER,
  created_at_ms INTEGER NOT NULL,
  expires_at_ms INTEGER,
  revoked_at_ms INTEGER,
  last_used_at_ms INTEGER
) STRICT;

CREATE INDEX api_keys_of_user ON api_keys (user_id) WHERE user_id IS NOT NULL;

CREATE INDEX api_keys_rotated ON api_keys (rotated_from_id) WHERE rotated_from_id IS NOT NULL;

CREATE INDEX api_keys_to_expire ON api_keys (expires_at_ms) WHERE expires_at_ms IS NOT NULL AND revoked_at_ms IS NULL;

CREATE TABLE app_clients (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  client_id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  redirect_uris TEXT NOT NULL CHECK (json_valid(redirect_uris)),
  can_refresh INTEGER NOT NULL CHECK (can_refresh IN (0, 1)),
  is_built_in INTEGER NOT NULL CHECK (is_built_in IN (0, 1)),
  address TEXT,
  created_at_ms INTEGER NOT NULL,
  approved_at_ms INTEGER
) STRICT;

CREATE TABLE "app_codes" (
  code_hash BLOB PRIMARY KEY CHECK (length(code_hash) = 32),
  app_client_id INTEGER NOT NULL REFERENCES app_clients (id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  redirect_uri TEXT NOT NULL,
  challenge TEXT NOT NULL,
  scopes TEXT CHECK (scopes IS NULL OR json_valid(scopes)),
  created_at_ms INTEGER NOT NULL,
  expires_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX app_codes_by_end ON app_codes (expires_at_ms);

CREATE INDEX app_codes_of_client ON app_codes (app_client_id);

CREATE INDEX app_codes_of_user ON app_codes (user_id);

CREATE TABLE "app_grants" (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  app_client_id INTEGER NOT NULL REFERENCES app_clients (id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  scopes TEXT CHECK (scopes IS NULL OR json_valid(scopes)),
  code_hash BLOB NOT NULL UNIQUE CHECK (length(code_hash) = 32),
  access_hash BLOB NOT NULL UNIQUE CHECK (length(access_hash) = 32),
  access_scopes TEXT CHECK (access_scopes IS NULL OR json_valid(access_scopes)),
  access_expires_at_ms INTEGER NOT NULL,
  family_hash BLOB UNIQUE CHECK (length(family_hash) = 32),
  refresh_hash BLOB CHECK (length(refresh_hash) = 32),
  ends_at_ms INTEGER NOT NULL,
  expires_at_ms INTEGER NOT NULL,
  address TEXT,
  user_agent TEXT,
  created_at_ms INTEGER NOT NULL,
  used_at_ms INTEGER NOT NULL
) STRICT;

CREATE INDEX app_grants_by_end ON app_grants (ends_at_ms);

CREATE INDEX app_grants_of_client ON app_grants (app_client_id);

CREATE INDEX app_grants_of_user ON app_grants (user_id);

CREATE TABLE audit_chain (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  last_seq INTEGER NOT NULL,
  last_hash BLOB NOT NULL,
  pruned_seq INTEGER NOT NULL,
  pruned_hash BLOB NOT NULL
) STRICT;

CREATE TRIGGER audit_chain_forward BEFORE UPDATE ON audit_chain
WHEN NEW.last_seq < OLD.last_seq OR NEW.pruned_seq < OLD.pruned_seq OR NEW.pruned_seq > NEW.last_seq
BEGIN SELECT RAISE(ABORT, 'the audit log never goes back'); END;

CREATE TRIGGER audit_chain_kept BEFORE DELETE ON audit_chain
BEGIN SELECT RAISE(ABORT, 'the audit log never goes back'); END;

CREATE TABLE audit_intents (
  id INTEGER PRIMARY KEY,
  act TEXT NOT NULL CHECK (json_valid(act))
) STRICT;

CREATE TABLE audit_log (
  seq INTEGER PRIMARY KEY,
  at_ms INTEGER NOT NULL,
  actor_kind TEXT NOT NULL,
  actor_user_id INTEGER,
  actor_key_id INTEGER,
  actor_name TEXT NOT NULL,
  action TEXT NOT NULL,
  target_type TEXT NOT NULL,
  target_id TEXT,
  result TEXT NOT NULL,
  status INTEGER,
  address TEXT,
  user_agent TEXT,
  route TEXT,
  details TEXT NOT NULL CHECK (json_valid(details)),
  prev_hash BLOB NOT NULL CHECK (length(prev_hash) = 32),
  hash BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;

CREATE TRIGGER audit_log_appended AFTER INSERT ON audit_log
BEGIN UPDATE audit_chain SET last_seq = NEW.seq, last_hash = NEW.hash; END;

CREATE TRIGGER audit_log_follows BEFORE INSERT ON audit_log
WHEN NEW.seq IS NOT (SELECT last_seq + 1 FROM audit_chain) OR NEW.prev_hash IS NOT (SELECT last_hash FROM audit_chain)
BEGIN SELECT RAISE(ABORT, 'a row of the audit log follows the last one'); END;

CREATE INDEX audit_log_in_time ON audit_log (at_ms);

CREATE TRIGGER audit_log_kept BEFORE DELETE ON audit_log WHEN OLD.seq > (SELECT pruned_seq FROM audit_chain)
BEGIN SELECT RAISE(ABORT, 'rows of the audit log are deleted by its retention alone'); END;

CREATE INDEX audit_log_of_action ON audit_log (action, seq);

CREATE INDEX audit_log_of_actor ON audit_log (actor_name, seq);

CREATE INDEX audit_log_of_key ON audit_log (actor_key_id, seq) WHERE actor_key_id IS NOT NULL;

CREATE INDEX audit_log_of_target ON audit_log (target_type, target_id, seq) WHERE target_id IS NOT NULL;

CREATE INDEX audit_log_of_user ON audit_log (actor_user_id, seq) WHERE actor_user_id IS NOT NULL;

CREATE TRIGGER audit_log_unchanged BEFORE UPDATE ON audit_log
BEGIN SELECT RAISE(ABORT, 'rows of the audit log are never changed'); END;

CREATE TABLE dataset_content_hashes (
  dataset_id INTEGER NOT NULL,
  content_hash BLOB NOT NULL,
  example_id INTEGER NOT NULL,
  PRIMARY KEY (dataset_id, content_hash, example_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE dataset_example_revisions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  dataset_id INTEGER NOT NULL,
  example_id INTEGER NOT NULL,
  from_version INTEGER NOT NULL,
  to_version INTEGER NOT NULL DEFAULT 9007199254740991 CHECK (to_version > from_version),
  content_hash BLOB NOT NULL CHECK (length(content_hash) = 16),
  input TEXT NOT NULL,
  output TEXT NOT NULL,
  metadata TEXT NOT NULL
) STRICT;

CREATE TABLE dataset_example_splits (
  example_id INTEGER NOT NULL REFERENCES dataset_examples (id) ON DELETE CASCADE,
  split_id INTEGER NOT NULL REFERENCES dataset_splits (id) ON DELETE CASCADE,
  PRIMARY KEY (example_id, split_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX dataset_example_splits_by_split ON dataset_example_splits (split_id, example_id);

CREATE TABLE dataset_examples (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  dataset_id INTEGER NOT NULL,
  external_id TEXT,
  span_number INTEGER,
  span_id TEXT
) STRICT;

CREATE UNIQUE INDEX dataset_examples_external ON dataset_examples (dataset_id, external_id) WHERE external_id IS NOT NULL;

CREATE INDEX dataset_examples_span ON dataset_examples (span_number) WHERE span_number IS NOT NULL;

CREATE TABLE dataset_label_assignments (
  dataset_id INTEGER NOT NULL REFERENCES datasets (id) ON DELETE CASCADE,
  label_id INTEGER NOT NULL REFERENCES dataset_labels (id) ON DELETE CASCADE,
  PRIMARY KEY (dataset_id, label_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX dataset_label_assignments_by_label ON dataset_label_assignments (label_id);

CREATE TABLE dataset_labels (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  description TEXT,
  color TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL
) STRICT;

CREATE INDEX dataset_revisions_in_order ON dataset_example_revisions (dataset_id, example_id, from_version, to_version, content_hash);

CREATE TABLE dataset_split_changes (
  version_id INTEGER NOT NULL,
  example_id INTEGER NOT NULL REFERENCES dataset_examples (id) ON DELETE CASCADE,
  split_id INTEGER NOT NULL REFERENCES dataset_splits (id) ON DELETE CASCADE,
  assigned INTEGER NOT NULL CHECK (assigned IN (0, 1)),
  PRIMARY KEY (version_id, example_id, split_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX dataset_split_changes_by_example ON dataset_split_changes (example_id);

CREATE INDEX dataset_split_changes_by_split ON dataset_split_changes (split_id);

CREATE TABLE dataset_splits (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  description TEXT,
  color TEXT NOT NULL DEFAULT '#808080',
  metadata TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(metadata)),
  created_by_version INTEGER,
  created_at_ms INTEGER NOT NULL,
  updated_at_ms INTEGER NOT NULL
) STRICT;

CREATE INDEX dataset_splits_unpublished ON dataset_splits (created_by_version) WHERE created_by_version IS NOT NULL;

CREATE TABLE dataset_versions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  dataset_id INTEGER NOT NULL REFERENCES datasets (id),
  description TEXT,
  metadata TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(metadata)),
  state TEXT NOT NULL CHECK (state IN ('open', 'published')),
  created_at_ms INTEGER NOT NULL
, created_examples INTEGER, changed_examples INTEGER, deleted_examples INTEGER, user_number INTEGER) STRICT;

CREATE INDEX dataset_versions_of ON dataset_versions (dataset_id, id);

CREATE TABLE datasets (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  description TEXT,
  metadata TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(metadata)),
  example_count INTEGER NOT NULL DEFAULT 0,
  latest_version_id INTEGER,
  changing_version_id INTEGER,
  created_at_ms INTEGER NOT NULL,
  updated_at_ms INTEGER NOT NULL,
  deleted_at_ms INTEGER
, last_experiment_number INTEGER NOT NULL DEFAULT 0, changing_server_id INTEGER) STRICT;

CREATE INDEX datasets_changing ON datasets (changing_version_id) WHERE changing_version_id IS NOT NULL;

CREATE INDEX datasets_deleted ON datasets (deleted_at_ms) WHERE deleted_at_ms IS NOT NULL;

CREATE UNIQUE INDEX datasets_name ON datasets (name) WHERE deleted_at_ms IS NULL;

CREATE INDEX experiment_evaluation_names ON experiment_evaluations (experiment_id, name);

CREATE TABLE experiment_evaluations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  experiment_id INTEGER NOT NULL,
  run_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  annotator_kind TEXT NOT NULL CHECK (annotator_kind IN ('LLM', 'CODE', 'HUMAN')),
  label TEXT,
  score REAL,
  error TEXT,
  user_number INTEGER,
  trace_id TEXT,
  start_time_us INTEGER NOT NULL,
  end_time_us INTEGER NOT NULL,
  created_at_ms INTEGER NOT NULL,
  updated_at_ms INTEGER NOT NULL,
  metadata TEXT NOT NULL CHECK (json_valid(metadata)),
  explanation TEXT,
  UNIQUE (run_id, name)
) STRICT;

CREATE INDEX experiment_evaluations_of ON experiment_evaluations (experiment_id, run_id);

CREATE TABLE experiment_examples (
  experiment_id INTEGER NOT NULL,
  example_id INTEGER NOT NULL,
  revision_id INTEGER NOT NULL,
  PRIMARY KEY (experiment_id, example_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE experiment_runs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  experiment_id INTEGER NOT NULL,
  example_id INTEGER NOT NULL,
  repetition INTEGER NOT NULL CHECK (repetition > 0),
  start_time_us INTEGER NOT NULL,
  end_time_us INTEGER NOT NULL,
  trace_id TEXT,
  error TEXT,
  prompt_tokens INTEGER,
  completion_tokens INTEGER,
  cost_usd REAL,
  figures_at_ms INTEGER,
  created_at_ms INTEGER NOT NULL,
  output TEXT,
  packed_output BLOB,
  UNIQUE (experiment_id, example_id, repetition),
  CHECK ((output IS NULL) <> (packed_output IS NULL))
) STRICT;

CREATE INDEX experiment_runs_of ON experiment_runs (experiment_id, id);

CREATE INDEX experiment_runs_of_trace ON experiment_runs (trace_id) WHERE trace_id IS NOT NULL;

CREATE INDEX experiment_runs_pending ON experiment_runs (experiment_id, id) WHERE figures_at_ms IS NULL AND trace_id IS NOT NULL;

CREATE TABLE experiment_tags (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  dataset_id INTEGER NOT NULL,
  experiment_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  description TEXT,
  created_at_ms INTEGER NOT NULL,
  UNIQUE (dataset_id, name)
) STRICT;

CREATE INDEX experiment_tags_of ON experiment_tags (experiment_id);

CREATE TABLE experiments (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  dataset_id INTEGER NOT NULL,
  dataset_version_id INTEGER NOT NULL,
  sequence_number INTEGER NOT NULL,
  name TEXT NOT NULL,
  description TEXT,
  repetitions INTEGER NOT NULL CHECK (repetitions > 0),
  metadata TEXT NOT NULL CHECK (json_valid(metadata)),
  split_names TEXT NOT NULL CHECK (json_valid(split_names)),
  project_name TEXT NOT NULL UNIQUE,
  user_number INTEGER,
  example_count INTEGER NOT NULL,
  successful_run_count INTEGER NOT NULL DEFAULT 0,
  failed_run_count INTEGER NOT NULL DEFAULT 0,
  change_number INTEGER NOT NULL DEFAULT 0,
  created_at_ms INTEGER NOT NULL,
  updated_at_ms INTEGER NOT NULL,
  deleted_at_ms INTEGER,
  UNIQUE (dataset_id, sequence_number)
) STRICT;

CREATE INDEX experiments_deleted ON experiments (deleted_at_ms) WHERE deleted_at_ms IS NOT NULL;

CREATE INDEX experiments_of_dataset ON experiments (dataset_id, id);

CREATE TABLE "jobs" (
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
  last_error TEXT,
  progress TEXT CHECK (progress IS NULL OR json_valid(progress)),
  result TEXT CHECK (result IS NULL OR json_valid(result)),
  error_line INTEGER
, server_id INTEGER) STRICT;

CREATE INDEX jobs_finished ON jobs (finished_at_ms) WHERE finished_at_ms IS NOT NULL;

CREATE INDEX jobs_to_run ON jobs (state, run_at_ms) WHERE state IN ('queued', 'running');

CREATE UNIQUE INDEX jobs_unique ON jobs (unique_key) WHERE unique_key IS NOT NULL AND state IN ('queued', 'running');

CREATE TABLE own_model_prices (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  model TEXT NOT NULL,
  provider TEXT,
  valid_from TEXT,
  valid_until TEXT,
  prices TEXT NOT NULL CHECK (json_valid(prices)),
  created_at_ms INTEGER NOT NULL,
  updated_at_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE password_tokens (
  token_hash BLOB PRIMARY KEY CHECK (length(token_hash) = 32),
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  expires_at_ms INTEGER NOT NULL,
  created_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX password_tokens_of_user ON password_tokens (user_id);

CREATE TABLE project_annotation_configs (
  project_id INTEGER NOT NULL,
  config_id INTEGER NOT NULL REFERENCES annotation_configs (id) ON DELETE CASCADE,
  PRIMARY KEY (project_id, config_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX project_annotation_configs_by_config ON project_annotation_configs (config_id);

CREATE TABLE project_retention (
  project_id INTEGER PRIMARY KEY,
  policy_id INTEGER NOT NULL REFERENCES retention_policies (id) ON DELETE CASCADE
) STRICT;

CREATE INDEX project_retention_by_policy ON project_retention (policy_id);

CREATE TABLE provider_grants (
  user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  sealed_token BLOB NOT NULL,
  next_check_at_ms INTEGER NOT NULL
) STRICT;

CREATE INDEX provider_grants_by_check ON provider_grants (next_check_at_ms);

CREATE TABLE retention_policies (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  max_days REAL CHECK (max_days > 0),
  max_traces INTEGER CHECK (max_traces > 0),
  max_bytes INTEGER CHECK (max_bytes > 0),
  created_at_ms INTEGER NOT NULL,
  updated_at_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE secrets (
  key TEXT PRIMARY KEY,
  value BLOB NOT NULL,
  updated_by_user_id INTEGER,
  updated_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE servers (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  started_at_ms INTEGER NOT NULL,
  seen_at_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE settings (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL CHECK (json_valid(value)),
  updated_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE sign_in_attempts (
  account_hash BLOB NOT NULL CHECK (length(account_hash) = 32),
  place_hash BLOB NOT NULL CHECK (length(place_hash) = 32),
  failures INTEGER NOT NULL,
  locked_until_ms INTEGER NOT NULL,
  last_at_ms INTEGER NOT NULL,
  PRIMARY KEY (account_hash, place_hash)
) STRICT, WITHOUT ROWID;

CREATE INDEX sign_in_attempts_by_time ON sign_in_attempts (last_at_ms);

CREATE TABLE sign_in_places (
  account_hash BLOB NOT NULL CHECK (length(account_hash) = 32),
  place_hash BLOB NOT NULL CHECK (length(place_hash) = 32),
  last_at_ms INTEGER NOT NULL,
  PRIMARY KEY (account_hash, place_hash)
) STRICT, WITHOUT ROWID;

CREATE INDEX sign_in_places_by_time ON sign_in_places (last_at_ms);

CREATE TABLE user_sessions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  access_hash BLOB NOT NULL UNIQUE CHECK (length(access_hash) = 32),
  refresh_hash BLOB NOT NULL UNIQUE CHECK (length(refresh_hash) = 32),
  previous_refresh_hash BLOB UNIQUE CHECK (length(previous_refresh_hash) = 32),
  access_expires_at_ms INTEGER NOT NULL,
  refresh_expires_at_ms INTEGER NOT NULL,
  address TEXT,
  user_agent TEXT,
  created_at_ms INTEGER NOT NULL,
  refreshed_at_ms INTEGER NOT NULL
) STRICT;

CREATE INDEX user_sessions_by_end ON user_sessions (refresh_expires_at_ms);

CREATE INDEX user_sessions_of_user ON user_sessions (user_id);

CREATE TABLE users (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  email TEXT NOT NULL UNIQUE,
  username TEXT NOT NULL UNIQUE,
  role TEXT NOT NULL CHECK (role IN ('SYSTEM', 'ADMIN', 'MEMBER', 'VIEWER')),
  auth_method TEXT NOT NULL CHECK (auth_method IN ('LOCAL', 'OAUTH2', 'LDAP')),
  password_hash TEXT,
  password_needs_reset INTEGER NOT NULL DEFAULT 0 CHECK (password_needs_reset IN (0, 1)),
  oauth2_client_id TEXT,
  oauth2_user_id TEXT,
  profile_picture_url TEXT,
  changed_while_open INTEGER NOT NULL DEFAULT 0 CHECK (changed_while_open IN (0, 1)),
  last_login_at_ms INTEGER,
  created_at_ms INTEGER NOT NULL,
  updated_at_ms INTEGER NOT NULL
, ldap_unique_id TEXT, outside_name TEXT, directory_login TEXT, directory_checked_at_ms INTEGER, suspended_at_ms INTEGER) STRICT;

CREATE INDEX users_by_directory_check ON users (directory_checked_at_ms) WHERE directory_login IS NOT NULL;

CREATE UNIQUE INDEX users_by_directory_id ON users (ldap_unique_id) WHERE ldap_unique_id IS NOT NULL;

CREATE UNIQUE INDEX users_by_identity ON users (oauth2_client_id, oauth2_user_id) WHERE oauth2_user_id IS NOT NULL;
