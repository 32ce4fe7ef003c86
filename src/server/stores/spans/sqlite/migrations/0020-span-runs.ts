/**
 * The index by shape and time gets a part for each 131,072 consecutive spans, so that a new span
 * lands in one of few pages whatever its time is: docs/adr/0042. `span_runs` has the times that the
 * spans of a project cover in each part, `shape_runs` those of a shape.
 */
export const spanRuns = `
CREATE TABLE span_runs (
  project_id INTEGER NOT NULL,
  run INTEGER NOT NULL,
  start_min INTEGER NOT NULL,
  start_max INTEGER NOT NULL,
  PRIMARY KEY (project_id, run)
) WITHOUT ROWID;
CREATE TABLE shape_runs (
  shape_id INTEGER NOT NULL,
  run INTEGER NOT NULL,
  start_min INTEGER NOT NULL,
  start_max INTEGER NOT NULL,
  PRIMARY KEY (shape_id, run)
) WITHOUT ROWID;
INSERT INTO span_runs SELECT project_id, zone >> 8, min(start_min), max(start_max) FROM zones GROUP BY project_id, zone >> 8;
DROP INDEX spans_by_shape;
CREATE INDEX spans_by_run ON spans (id >> 17, shape_id, start_time);
INSERT INTO shape_runs SELECT shape_id, id >> 17, min(start_time), max(start_time) FROM spans INDEXED BY spans_by_run GROUP BY id >> 17, shape_id;
`;
