import type { Migration } from '#server/stores/migrator.ts';

/**
 * Runs whose traces are still to be read for tokens and cost, found without going through those
 * that were read.
 */
export const pendingRunTraces: Migration = {
  version: 18,
  name: 'pending-run-traces',
  sql: `
CREATE INDEX experiment_runs_pending ON experiment_runs (experiment_id, id) WHERE figures_at_ms IS NULL AND trace_id IS NOT NULL;
`,
};
