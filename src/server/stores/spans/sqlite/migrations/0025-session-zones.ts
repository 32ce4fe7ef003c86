/**
 * The totals of sessions, which were summed over their traces whenever sessions were sorted by one,
 * and their lowest and highest values among 256 consecutive sessions: docs/adr/0053.
 * `soiled_session_zones` lists those whose sessions changed. `cost_sum` is the sum of the traces'
 * whole nanodollars, which a double holds exactly however often one is taken from it.
 */
export const sessionZones = `
ALTER TABLE sessions ADD COLUMN trace_count INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN error_count INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN token_count INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN cost_sum REAL NOT NULL DEFAULT 0;
UPDATE sessions SET trace_count = t.traces, error_count = t.errors, token_count = t.tokens, cost_sum = t.cost
FROM (
  SELECT session_number, count(*) AS traces, sum(error_count > 0) AS errors,
    CAST(total(prompt_tokens + completion_tokens) AS INTEGER) AS tokens,
    total(CAST(cost_usd * 1e9 + 0.5 AS INTEGER)) AS cost
  FROM traces WHERE session_number IS NOT NULL GROUP BY session_number) t
WHERE t.session_number = sessions.id;
CREATE TABLE session_zones (
  project_id INTEGER NOT NULL,
  zone INTEGER NOT NULL,
  start_min INTEGER NOT NULL,
  end_max INTEGER NOT NULL,
  duration_min INTEGER NOT NULL,
  duration_max INTEGER NOT NULL,
  traces_min INTEGER NOT NULL,
  traces_max INTEGER NOT NULL,
  errors_min INTEGER NOT NULL,
  errors_max INTEGER NOT NULL,
  tokens_min INTEGER NOT NULL,
  tokens_max INTEGER NOT NULL,
  cost_min INTEGER NOT NULL,
  cost_max INTEGER NOT NULL,
  PRIMARY KEY (project_id, zone)
) WITHOUT ROWID;
CREATE TABLE soiled_session_zones (
  zone INTEGER NOT NULL,
  project_id INTEGER NOT NULL,
  PRIMARY KEY (zone, project_id)
) WITHOUT ROWID;
INSERT INTO session_zones SELECT project_id, id >> 8, min(start_time), max(end_time),
    min(end_time - start_time), max(end_time - start_time), min(trace_count), max(trace_count),
    min(error_count), max(error_count), min(token_count), max(token_count),
    min(CAST(cost_sum - 2 * trace_count - 1 - abs(cost_sum) / 1e12 AS INTEGER)),
    max(CAST(cost_sum + 2 * trace_count + 1 + abs(cost_sum) / 1e12 AS INTEGER))
  FROM sessions GROUP BY project_id, id >> 8;
`;
