CREATE TABLE annotation_configs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  type TEXT NOT NULL CHECK (type IN ('CATEGORICAL', 'CONTINUOUS', 'FREEFORM')),
  description TEXT,
  settings TEXT NOT NULL CHECK (json_valid(settings)),
  created_at_ms INTEGER NOT NULL,
  updated_at_ms INTEGER NOT NULL
) STRICT;

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
) STRICT;

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
) STRICT;

CREATE INDEX datasets_changing ON datasets (changing_version_id) WHERE changing_version_id IS NOT NULL;

CREATE INDEX datasets_deleted ON datasets (deleted_at_ms) WHERE deleted_at_ms IS NOT NULL;

CREATE UNIQUE INDEX datasets_name ON datasets (name) WHERE deleted_at_ms IS NULL;

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
, progress TEXT CHECK (json_valid(progress)), result TEXT CHECK (json_valid(result)), error_line INTEGER) STRICT;

CREATE INDEX jobs_finished ON jobs (finished_at_ms) WHERE finished_at_ms IS NOT NULL;

CREATE INDEX jobs_to_run ON jobs (state, run_at_ms) WHERE state IN ('queued', 'running');

CREATE UNIQUE INDEX jobs_unique ON jobs (unique_key) WHERE unique_key IS NOT NULL AND state IN ('queued', 'running');

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

CREATE TABLE retention_policies (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  max_days REAL CHECK (max_days > 0),
  max_traces INTEGER CHECK (max_traces > 0),
  max_bytes INTEGER CHECK (max_bytes > 0),
  created_at_ms INTEGER NOT NULL,
  updated_at_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE settings (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL CHECK (json_valid(value)),
  updated_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
