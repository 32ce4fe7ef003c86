import type { Migration } from '#server/stores/migrator.ts';

/**
 * Datasets (ADR 18). A revision applies to the versions `from_version <= v < to_version`;
 * 9007199254740991, the largest integer that JavaScript counts exactly, means open.
 * `dataset_versions.state` and `datasets.changing_version_id` mark unpublished versions.
 * `dataset_content_hashes` is an index over revisions that is filled in the order of its keys,
 * before a version is published: hashes arrive in random order, and an index updated on each insert
 * writes four times the bytes. Entries may be outdated; the revision decides.
 */
export const datasets: Migration = {
  version: 2,
  name: 'datasets',
  sql: `
ALTER TABLE jobs ADD COLUMN progress TEXT CHECK (json_valid(progress));
ALTER TABLE jobs ADD COLUMN result TEXT CHECK (json_valid(result));
ALTER TABLE jobs ADD COLUMN error_line INTEGER;

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
CREATE UNIQUE INDEX datasets_name ON datasets (name) WHERE deleted_at_ms IS NULL;
CREATE INDEX datasets_changing ON datasets (changing_version_id) WHERE changing_version_id IS NOT NULL;
CREATE INDEX datasets_deleted ON datasets (deleted_at_ms) WHERE deleted_at_ms IS NOT NULL;

CREATE TABLE dataset_versions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  dataset_id INTEGER NOT NULL REFERENCES datasets (id),
  description TEXT,
  metadata TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(metadata)),
  state TEXT NOT NULL CHECK (state IN ('open', 'published')),
  created_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX dataset_versions_of ON dataset_versions (dataset_id, id);

CREATE TABLE dataset_examples (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  dataset_id INTEGER NOT NULL,
  external_id TEXT,
  span_number INTEGER,
  span_id TEXT
) STRICT;
CREATE UNIQUE INDEX dataset_examples_external ON dataset_examples (dataset_id, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX dataset_examples_span ON dataset_examples (span_number) WHERE span_number IS NOT NULL;

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
CREATE INDEX dataset_revisions_in_order ON dataset_example_revisions (dataset_id, example_id, from_version, to_version, content_hash);

CREATE TABLE dataset_content_hashes (
  dataset_id INTEGER NOT NULL,
  content_hash BLOB NOT NULL,
  example_id INTEGER NOT NULL,
  PRIMARY KEY (dataset_id, content_hash, example_id)
) STRICT, WITHOUT ROWID;

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

CREATE TABLE dataset_example_splits (
  example_id INTEGER NOT NULL REFERENCES dataset_examples (id) ON DELETE CASCADE,
  split_id INTEGER NOT NULL REFERENCES dataset_splits (id) ON DELETE CASCADE,
  PRIMARY KEY (example_id, split_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX dataset_example_splits_by_split ON dataset_example_splits (split_id, example_id);

CREATE TABLE dataset_split_changes (
  version_id INTEGER NOT NULL,
  example_id INTEGER NOT NULL REFERENCES dataset_examples (id) ON DELETE CASCADE,
  split_id INTEGER NOT NULL REFERENCES dataset_splits (id) ON DELETE CASCADE,
  assigned INTEGER NOT NULL CHECK (assigned IN (0, 1)),
  PRIMARY KEY (version_id, example_id, split_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX dataset_split_changes_by_example ON dataset_split_changes (example_id);
CREATE INDEX dataset_split_changes_by_split ON dataset_split_changes (split_id);

CREATE TABLE dataset_labels (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  description TEXT,
  color TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE dataset_label_assignments (
  dataset_id INTEGER NOT NULL REFERENCES datasets (id) ON DELETE CASCADE,
  label_id INTEGER NOT NULL REFERENCES dataset_labels (id) ON DELETE CASCADE,
  PRIMARY KEY (dataset_id, label_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX dataset_label_assignments_by_label ON dataset_label_assignments (label_id);
`,
};
