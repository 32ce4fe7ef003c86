import type { Generated, Kysely, Selectable } from 'kysely';
import type { AccessTables } from './access-tables.ts';
import type { AlertTables } from './alert-tables.ts';
import type { AnnotationConfigTables } from './annotation-config-tables.ts';
import type { AppTables } from './app-tables.ts';
import type { AuditTables } from './audit-tables.ts';
import type { DatasetTables } from './dataset-tables.ts';
import type { ExperimentTables } from './experiment-tables.ts';
import type { OwnModelPriceTables } from './own-model-price-tables.ts';
import type { UsageTables } from './usage-tables.ts';

/**
 * The tables of `meta.db`, as queries see them. `schema.sql` beside this file is the database's own
 * word for it.
 */
export interface MetaTables
  extends
    DatasetTables,
    ExperimentTables,
    AnnotationConfigTables,
    AccessTables,
    AppTables,
    AuditTables,
    UsageTables,
    AlertTables,
    OwnModelPriceTables {
  settings: SettingsTable;
  jobs: JobsTable;
  retention_policies: RetentionPoliciesTable;
  project_retention: ProjectRetentionTable;
  servers: ServersTable;
}

export type MetaDb = Kysely<MetaTables>;

interface SettingsTable {
  key: string;
  /** JSON. */
  value: string;
  updated_at_ms: number;
}

export type JobState = 'queued' | 'running' | 'done' | 'failed';

interface JobsTable {
  id: Generated<number>;
  name: string;
  /** JSON. */
  payload: string;
  state: JobState;
  /** At most one unfinished job has a key. */
  unique_key: string | null;
  attempts: Generated<number>;
  run_at_ms: number;
  lease_owner: string | null;
  lease_until_ms: number | null;
  created_at_ms: number;
  finished_at_ms: number | null;
  last_error: string | null;
  /** JSON of how far it is, for its readers. */
  progress: string | null;
  /** JSON of what came of it. */
  result: string | null;
  /** The line or row of the input that `last_error` is about. */
  error_line: number | null;
  /** The only server that can run it, since it has the file; null for any. */
  server_id: number | null;
}

export type JobRow = Selectable<JobsTable>;

interface RetentionPoliciesTable {
  id: Generated<number>;
  name: string;
  max_days: number | null;
  max_traces: number | null;
  max_bytes: number | null;
  created_at_ms: number;
  updated_at_ms: number;
}

/** The servers that share the metadata; none where one has it alone. */
interface ServersTable {
  /** Rises with each start of a server. */
  id: Generated<number>;
  /** Its host and process, for people. */
  name: string;
  started_at_ms: number;
  /** By PostgreSQL's clock. */
  seen_at_ms: number;
}

interface ProjectRetentionTable {
  project_id: number;
  policy_id: number;
}
