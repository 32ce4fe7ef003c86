import type { Generated, Selectable } from 'kysely';

/** The tables of datasets, as queries see them; ADR 18 says how versions are kept. */
export interface DatasetTables {
  datasets: DatasetsTable;
  dataset_versions: DatasetVersionsTable;
  dataset_examples: DatasetExamplesTable;
  dataset_example_revisions: DatasetExampleRevisionsTable;
  dataset_content_hashes: DatasetContentHashesTable;
  dataset_splits: DatasetSplitsTable;
  dataset_example_splits: DatasetExampleSplitsTable;
  dataset_split_changes: DatasetSplitChangesTable;
  dataset_labels: DatasetLabelsTable;
  dataset_label_assignments: DatasetLabelAssignmentsTable;
}

/** `to_version` of a revision that still holds. */
export const OPEN_VERSION = Number.MAX_SAFE_INTEGER;

/**
 * `created_by_version` of a split that is deleted, while its members go: no version has this
 * number, so it is invisible.
 */
export const DELETED_SPLIT = 0;

interface DatasetsTable {
  id: Generated<number>;
  /** Unique among those that are not deleted. */
  name: string;
  description: string | null;
  /** JSON. */
  metadata: Generated<string>;
  /** Examples of the newest published version. */
  example_count: Generated<number>;
  /**
   * The newest published version; null for a dataset whose first one is being written, which is not
   * visible yet.
   */
  latest_version_id: number | null;
  /** The version that is being written; null when none is. */
  changing_version_id: number | null;
  /** The server that writes it; null where there is one. */
  changing_server_id: number | null;
  created_at_ms: number;
  updated_at_ms: number;
  /** Hidden from then on, until its rows are gone. */
  deleted_at_ms: number | null;
  /** The highest sequence number that an experiment of it was given. */
  last_experiment_number: Generated<number>;
}
export type DatasetRecord = Selectable<DatasetsTable>;

interface DatasetVersionsTable {
  /** Rises over all datasets. */
  id: Generated<number>;
  dataset_id: number;
  description: string | null;
  /** JSON. */
  metadata: Generated<string>;
  state: 'open' | 'published';
  created_at_ms: number;
  /** The changes from the previous version; null for versions older than this column. */
  created_examples: number | null;
  changed_examples: number | null;
  deleted_examples: number | null;
  /** Who made it; null without authentication. The user may be gone. */
  user_number: number | null;
}
export type DatasetVersionRecord = Selectable<DatasetVersionsTable>;

interface DatasetExamplesTable {
  id: Generated<number>;
  dataset_id: number;
  /** The id its maker gave it; stays with it when it is deleted, so that it can be revived. */
  external_id: string | null;
  /** The span it was made from: its row number and its OpenTelemetry id. */
  span_number: number | null;
  span_id: string | null;
}

interface DatasetExampleRevisionsTable {
  id: Generated<number>;
  dataset_id: number;
  example_id: number;
  /** The content holds in every version v of the dataset with `from_version <= v < to_version`. */
  from_version: number;
  to_version: Generated<number>;
  /** The first 16 bytes of SHA-256 over the canonical JSON of `{input, metadata, output}`. */
  content_hash: Uint8Array;
  /** JSON texts of objects, as they came. */
  input: string;
  output: string;
  metadata: string;
}

/** The contents that examples have or had: who looks one up checks whether it still holds. */
interface DatasetContentHashesTable {
  dataset_id: number;
  content_hash: Uint8Array;
  example_id: number;
}

interface DatasetSplitsTable {
  id: Generated<number>;
  /** Unique over all datasets. */
  name: string;
  description: string | null;
  color: Generated<string>;
  /** JSON. */
  metadata: Generated<string>;
  /**
   * The unpublished version whose rows named it first; `DELETED_SPLIT` for one that is being
   * deleted; null otherwise.
   */
  created_by_version: number | null;
  created_at_ms: number;
  updated_at_ms: number;
}

/**
 * As things are now: splits are not versioned. Examples of an unpublished version may have theirs
 * already.
 */
interface DatasetExampleSplitsTable {
  example_id: number;
  split_id: number;
}

/** The split changes of existing examples that an unpublished version will make. */
interface DatasetSplitChangesTable {
  version_id: number;
  example_id: number;
  split_id: number;
  /** 1 when the example will be in the split, 0 when it will leave it. */
  assigned: number;
}

interface DatasetLabelsTable {
  id: Generated<number>;
  name: string;
  description: string | null;
  color: string;
  created_at_ms: number;
}

interface DatasetLabelAssignmentsTable {
  dataset_id: number;
  label_id: number;
}
