import type { Experiment, ExperimentTag } from '#contracts/experiments/experiment.ts';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { isoFromUnixMs } from '#contracts/wire/time.ts';
import { exactJsonObject } from '../request/json-object.ts';

/** An experiment as it is stored, with what is joined for a reader. */
export interface ExperimentRow {
  readonly id: number;
  readonly dataset_id: number;
  readonly dataset_version_id: number;
  readonly sequence_number: number;
  readonly name: string;
  readonly description: string | null;
  readonly repetitions: number;
  /** JSON. */
  readonly metadata: string;
  /** JSON: a list of names. */
  readonly split_names: string;
  /** JSON: a list of names. */
  readonly tag_names: string;
  readonly project_name: string;
  readonly user_name: string | null;
  readonly created_at_ms: number;
  readonly updated_at_ms: number;
  readonly example_count: number;
  readonly successful_run_count: number;
  readonly failed_run_count: number;
}

/**
 * An experiment as replies have it; numbers of the metadata have all their digits once this is
 * written as JSON.
 */
export function experimentReply(row: ExperimentRow): Experiment {
  const runCount = row.successful_run_count + row.failed_run_count;
  return {
    id: encodeGlobalId('Experiment', row.id),
    dataset_id: encodeGlobalId('Dataset', row.dataset_id),
    dataset_version_id: encodeGlobalId('DatasetVersion', row.dataset_version_id),
    sequence_number: row.sequence_number,
    name: row.name,
    description: row.description,
    repetitions: row.repetitions,
    metadata: exactJsonObject(row.metadata),
    splits: names(row.split_names),
    tags: names(row.tag_names),
    project_name: row.project_name,
    created_by: row.user_name,
    created_at: isoFromUnixMs(row.created_at_ms),
    updated_at: isoFromUnixMs(row.updated_at_ms),
    example_count: row.example_count,
    successful_run_count: row.successful_run_count,
    failed_run_count: row.failed_run_count,
    missing_run_count: Math.max(0, row.example_count * row.repetitions - runCount),
  };
}

/** A tag as replies have it. */
export function experimentTagReply(row: {
  readonly id: number;
  readonly name: string;
  readonly description: string | null;
}): ExperimentTag {
  return {
    id: encodeGlobalId('ExperimentTag', row.id),
    name: row.name,
    description: row.description,
  };
}

function names(text: string): string[] {
  return JSON.parse(text) as string[]; // as: the column holds lists of texts only
}
