/**
 * The lowest and highest tokens and costs of 512 consecutive traces, those with an error apart:
 * docs/adr/0052. `soiled_trace_zones` lists those whose traces changed. Extremes of zones with very
 * many shapes are made again in the background, by name too: such a row begins with 0, which is no
 * shape's number. Such rows may be larger than 1,000 bytes, which a table without row ids would keep
 * in a page of its own each.
 */
export const listBounds = `
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
CREATE TABLE soiled_trace_zones (
  zone INTEGER NOT NULL,
  project_id INTEGER NOT NULL,
  PRIMARY KEY (zone, project_id)
) WITHOUT ROWID;
INSERT INTO trace_zones SELECT project_id, id >> 9, error_count > 0, min(start_time), max(start_time),
    min(prompt_tokens + completion_tokens), max(prompt_tokens + completion_tokens),
    min(coalesce(CAST(cost_usd * 1e9 + 0.5 AS INTEGER), -1)), max(coalesce(CAST(cost_usd * 1e9 + 0.5 AS INTEGER), -1))
  FROM traces WHERE project_id <> 0 GROUP BY project_id, id >> 9, error_count > 0;
CREATE TABLE extremes_with_names (
  project_id INTEGER NOT NULL,
  level INTEGER NOT NULL,
  slot INTEGER NOT NULL,
  start_min INTEGER NOT NULL,
  start_max INTEGER NOT NULL,
  shapes BLOB NOT NULL,
  UNIQUE (project_id, level, slot)
);
INSERT INTO extremes_with_names SELECT * FROM extremes ORDER BY project_id, level, slot;
DROP TABLE extremes;
ALTER TABLE extremes_with_names RENAME TO extremes;
INSERT OR IGNORE INTO soiled_extremes (zone, project_id)
  SELECT slot, project_id FROM extremes WHERE level = 0 AND substr(shapes, 1, 1) = x'00';
`;
