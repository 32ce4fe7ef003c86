/**
 * The lowest and highest value of each sort among the spans of a zone (level 0) and of 64 zones
 * (level 1), by shape: docs/adr/0040. Spans with numbers below the one in `missing_extremes` have none
 * yet; these are added in the background. `soiled_extremes` lists zones that lost spans.
 */
export const extremes = `
CREATE TABLE extremes (
  project_id INTEGER NOT NULL,
  level INTEGER NOT NULL,
  slot INTEGER NOT NULL,
  start_min INTEGER NOT NULL,
  start_max INTEGER NOT NULL,
  shapes BLOB NOT NULL,
  PRIMARY KEY (project_id, level, slot)
) WITHOUT ROWID;
CREATE TABLE soiled_extremes (
  zone INTEGER NOT NULL,
  project_id INTEGER NOT NULL,
  PRIMARY KEY (zone, project_id)
) WITHOUT ROWID;
CREATE TABLE missing_extremes (
  below INTEGER PRIMARY KEY
);
INSERT INTO missing_extremes SELECT next FROM counters WHERE name = 'span' AND next > 1;
`;
