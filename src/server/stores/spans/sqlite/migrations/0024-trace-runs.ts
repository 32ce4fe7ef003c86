/**
 * The indexes of traces get a part for each 16,384 consecutive traces, so that a new trace lands in
 * few pages whatever its time, duration, user and session are: docs/adr/0048. `trace_runs` has the
 * times and durations that the traces of a project cover in each part, `session_runs` the parts in
 * which a session has traces. The index by trace id gets parts too, for which the table is made
 * anew; `trace_id_filters` has what the writer rules parts out by, and is filled by it.
 */
export const traceRuns = `
CREATE TABLE trace_runs (
  project_id INTEGER NOT NULL,
  run INTEGER NOT NULL,
  start_min INTEGER NOT NULL,
  start_max INTEGER NOT NULL,
  latency_min INTEGER NOT NULL,
  latency_max INTEGER NOT NULL,
  PRIMARY KEY (project_id, run)
) WITHOUT ROWID;
CREATE TABLE session_runs (
  session_number INTEGER NOT NULL,
  run INTEGER NOT NULL,
  PRIMARY KEY (session_number, run)
) WITHOUT ROWID;
CREATE TABLE trace_id_filters (
  run INTEGER PRIMARY KEY,
  filter BLOB NOT NULL
);
CREATE TABLE traces_in_runs (
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
INSERT INTO traces_in_runs SELECT * FROM traces ORDER BY id;
DROP TABLE traces;
ALTER TABLE traces_in_runs RENAME TO traces;
INSERT INTO trace_runs SELECT project_id, id >> 14, min(start_time), max(start_time), min(end_time - start_time), max(end_time - start_time)
  FROM traces WHERE project_id <> 0 GROUP BY project_id, id >> 14;
INSERT INTO session_runs SELECT DISTINCT session_number, id >> 14 FROM traces WHERE session_number IS NOT NULL ORDER BY 1, 2;
CREATE UNIQUE INDEX traces_by_id ON traces (id >> 14, trace_id) WHERE trace_id IS NOT NULL;
CREATE INDEX traces_by_start ON traces (id >> 14, project_id, start_time);
CREATE INDEX traces_by_latency ON traces (id >> 14, project_id, end_time - start_time);
CREATE INDEX traces_with_errors ON traces (id >> 14, project_id, start_time) WHERE error_count > 0;
CREATE INDEX traces_by_session ON traces (id >> 14, session_number, start_time, end_time, project_id, error_count, prompt_tokens, completion_tokens, cost_usd, user_id IS NOT NULL)
  WHERE session_number IS NOT NULL;
CREATE INDEX traces_by_user ON traces (id >> 14, project_id, user_id, end_time) WHERE user_id IS NOT NULL;
CREATE INDEX traces_to_purge ON traces (project_id) WHERE project_id = 0;
`;
