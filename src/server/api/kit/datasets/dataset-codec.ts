import type { DatasetLabel } from '#contracts/datasets/dataset-label.ts';
import type { Dataset } from '#contracts/datasets/dataset.ts';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { isoFromUnixMs } from '#contracts/wire/time.ts';
import { jsonObject } from '../request/json-object.ts';

/** A label as it is stored. */
export interface LabelRow {
  readonly id: number;
  readonly name: string;
  readonly description: string | null;
  readonly color: string;
}

/** A dataset as it is stored, with what was counted and joined for a reader. */
export interface DatasetRow {
  readonly id: number;
  readonly name: string;
  readonly description: string | null;
  /** JSON. */
  readonly metadata: string;
  readonly created_at_ms: number;
  readonly updated_at_ms: number;
  readonly example_count: number;
  readonly version_count: number;
  /** JSON: a list of `LabelRow`. */
  readonly labels: string;
  readonly experiment_count: number;
  /** JSON: a `LatestExperiment`; null without one. */
  readonly latest_experiment: string | null;
}

interface LatestExperiment {
  readonly id: number;
  readonly number: number;
  readonly name: string;
  readonly created_at_ms: number;
}

/** A label as replies have it. */
export function labelReply({ id, name, description, color }: LabelRow): DatasetLabel {
  return { id: encodeGlobalId('DatasetLabel', id), name, description, color };
}

/** A dataset as replies have it. */
export function datasetReply(row: DatasetRow): Dataset {
  const labels = JSON.parse(row.labels) as readonly LabelRow[];
  return {
    id: encodeGlobalId('Dataset', row.id),
    name: row.name,
    description: row.description,
    metadata: jsonObject(row.metadata),
    created_at: isoFromUnixMs(row.created_at_ms),
    updated_at: isoFromUnixMs(row.updated_at_ms),
    example_count: row.example_count,
    version_count: row.version_count,
    labels: labels.map(labelReply),
    experiment_count: row.experiment_count,
    latest_experiment: latestExperimentReply(row.latest_experiment),
  };
}

function latestExperimentReply(text: string | null): Dataset['latest_experiment'] {
  if (text === null) return null;
  // written by the query
  const { id, number, name, created_at_ms: createdAtMs } = JSON.parse(text) as LatestExperiment;
  return {
    id: encodeGlobalId('Experiment', id),
    sequence_number: number,
    name,
    created_at: isoFromUnixMs(createdAtMs),
  };
}
