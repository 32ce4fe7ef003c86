/**
 * Annotations beside their targets: docs/adr/0019. A row is the newest state of an annotation;
 * earlier states are in its revisions. `position` is -1 if the target is not a document.
 * `by_project` and `by_name` include the columns their readers filter by, so that those read no
 * rows.
 */
export const annotations = `
INSERT INTO counters (name, next) VALUES ('annotation', 1), ('waiting', 1);

CREATE TABLE annotation_names (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  uses INTEGER NOT NULL
);

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
CREATE UNIQUE INDEX annotations_by_target ON annotations (target_kind, target_number, name_id, identifier, position);
CREATE INDEX annotations_by_project ON annotations (project_id, target_kind, id, name_id, identifier);
CREATE INDEX annotations_by_identifier ON annotations (project_id, target_kind, identifier, id, name_id) WHERE identifier <> '';
CREATE INDEX annotations_by_name ON annotations (project_id, target_kind, name_id, target_number, label, score);

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
);
CREATE INDEX waiting_annotations_by_target ON waiting_annotations (target_id, target_kind);

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
`;
