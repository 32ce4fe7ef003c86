import type { Generated, Selectable } from 'kysely';
import type { AnnotatorKind } from '#contracts/annotations/annotation-kind.ts';

/**
 * The tables of experiments, as queries see them. Times that end in `_us` are microseconds since
 * the epoch.
 */
export interface ExperimentTables {
  experiments: ExperimentsTable;
  experiment_examples: ExperimentExamplesTable;
  experiment_runs: ExperimentRunsTable;
  experiment_evaluations: ExperimentEvaluationsTable;
  experiment_tags: ExperimentTagsTable;
}

/** The tag of the experiment that others of its dataset are compared with. */
export const BASELINE_TAG = 'baseline';

interface ExperimentsTable {
  id: Generated<number>;
  dataset_id: number;
  dataset_version_id: number;
  /** 1 for the first experiment of its dataset; never given twice. */
  sequence_number: number;
  name: string;
  description: string | null;
  repetitions: number;
  /** JSON. */
  metadata: string;
  /**
   * JSON: names of the splits that its examples were taken from, as they were then; an empty list
   * when it took all examples.
   */
  split_names: string;
  /** The project name its traces are sent to. Still refers to the project after a rename. */
  project_name: string;
  /** Who created it; null without authentication. The user may be gone. */
  user_number: number | null;
  example_count: number;
  successful_run_count: Generated<number>;
  failed_run_count: Generated<number>;
  /** Rises with every change of its runs and evaluations. */
  change_number: Generated<number>;
  created_at_ms: number;
  updated_at_ms: number;
  /** Hidden from then on, until its rows are gone. */
  deleted_at_ms: number | null;
}
export type ExperimentRecord = Selectable<ExperimentsTable>;

/** Which examples the experiment runs on, and what they held when it was created. */
interface ExperimentExamplesTable {
  experiment_id: number;
  example_id: number;
  revision_id: number;
}

interface ExperimentRunsTable {
  id: Generated<number>;
  experiment_id: number;
  example_id: number;
  /** From 1. Unique with experiment and example. */
  repetition: number;
  start_time_us: number;
  end_time_us: number;
  trace_id: string | null;
  /** Why the task failed; null of a run that succeeded. An empty text counts as failed. */
  error: string | null;
  /**
   * Of its trace, as far as they were read from the span store; null before that, and where the
   * trace has none.
   */
  prompt_tokens: number | null;
  completion_tokens: number | null;
  cost_usd: number | null;
  /** When the three above were read; null when they were not. */
  figures_at_ms: number | null;
  created_at_ms: number;
  /** JSON text; null where `packed_output` has it, compressed with zstd. */
  output: string | null;
  packed_output: Uint8Array | null;
}

interface ExperimentEvaluationsTable {
  id: Generated<number>;
  experiment_id: number;
  run_id: number;
  /** Unique with the run. */
  name: string;
  annotator_kind: AnnotatorKind;
  label: string | null;
  score: number | null;
  /** Why the evaluator failed; null when it did not. */
  error: string | null;
  /** Who annotated; null for programs and without authentication. */
  user_number: number | null;
  trace_id: string | null;
  start_time_us: number;
  end_time_us: number;
  created_at_ms: number;
  updated_at_ms: number;
  /** JSON. */
  metadata: string;
  explanation: string | null;
}

interface ExperimentTagsTable {
  id: Generated<number>;
  dataset_id: number;
  experiment_id: number;
  /** Unique with the dataset. */
  name: string;
  description: string | null;
  created_at_ms: number;
}
export type ExperimentTagRecord = Selectable<ExperimentTagsTable>;
