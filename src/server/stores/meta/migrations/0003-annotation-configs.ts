import type { Migration } from '#server/stores/migrator.ts';

/**
 * The schemas of annotations, by name, and the projects that use them. Project numbers are never
 * reused, so the configs of a deleted project never reappear; the retention sweep deletes them.
 */
export const annotationConfigs: Migration = {
  version: 3,
  name: 'annotation-configs',
  sql: `
CREATE TABLE annotation_configs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  type TEXT NOT NULL CHECK (type IN ('CATEGORICAL', 'CONTINUOUS', 'FREEFORM')),
  description TEXT,
  settings TEXT NOT NULL CHECK (json_valid(settings)),
  created_at_ms INTEGER NOT NULL,
  updated_at_ms INTEGER NOT NULL
) STRICT;
INSERT INTO annotation_configs (name, type, settings, created_at_ms, updated_at_ms) VALUES (
  'user_feedback', 'CATEGORICAL',
  '{"optimization_direction":"MAXIMIZE","values":[{"label":"positive","score":1},{"label":"negative","score":0}]}', 0, 0);

CREATE TABLE project_annotation_configs (
  project_id INTEGER NOT NULL,
  config_id INTEGER NOT NULL REFERENCES annotation_configs (id) ON DELETE CASCADE,
  PRIMARY KEY (project_id, config_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX project_annotation_configs_by_config ON project_annotation_configs (config_id);
`,
};
