import type { Migration } from '#server/stores/migrator.ts';

/**
 * Experiments. The examples of an experiment are fixed when it is created (`experiment_examples`).
 * Counts of runs are kept in the same transaction as the runs; `change_number` rises with every
 * change of runs and evaluations, so that figures made of them can be kept until then. An output is
 * stored as its JSON text, or packed with zstd when it is long; it is the last column, so that
 * figures read none of it.
 */
export const experiments: Migration = {
  version: 17,
  name: 'experiments',
  sql: `
ALTER TABLE datasets ADD COLUMN last_experiment_number INTEGER NOT NULL DEFAULT 0;

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
CREATE INDEX experiments_of_dataset ON experiments (dataset_id, id);
CREATE INDEX experiments_deleted ON experiments (deleted_at_ms) WHERE deleted_at_ms IS NOT NULL;

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
CREATE INDEX experiment_evaluation_names ON experiment_evaluations (experiment_id, name);

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
`,
};
