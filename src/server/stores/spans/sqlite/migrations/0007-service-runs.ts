/**
 * The ten-minute slots in which spans arrived from each resource: they show when a new version of a
 * service appeared. The service's name is only in the context, and is deleted with it.
 */
export const serviceRuns = `
CREATE TABLE service_runs (
  project_id INTEGER NOT NULL,
  context_id INTEGER NOT NULL,
  first_slot INTEGER NOT NULL,
  last_slot INTEGER NOT NULL,
  first_time INTEGER NOT NULL,
  PRIMARY KEY (project_id, context_id, first_slot)
) WITHOUT ROWID;
CREATE INDEX service_runs_by_context ON service_runs (context_id);
`;
