import type { DatasetAction, UploadDatasetData } from '#contracts/datasets/dataset-upload.ts';
import { encodeGlobalId } from '#contracts/wire/ids.ts';

/** An upload's options, besides its rows. */
export interface DatasetUpload {
  readonly name: string;
  readonly action: DatasetAction;
  /** Used when the dataset is created; null for none. */
  readonly description: string | null;
  /**
   * Whether it says anything of splits, be it that there are none: then they become what the rows
   * say. Otherwise examples keep theirs. True for every file.
   */
  readonly splitsGiven: boolean;
}

/** The changes an upload made, by row numbers. */
export interface DatasetUploadOutcome {
  readonly datasetId: number;
  /** The newest version: a new one when anything but splits changed. */
  readonly versionId: number;
  readonly created: number;
  readonly updated: number;
  readonly deleted: number;
  /** Lines of a file that were left out; there for who wished it. */
  readonly leftOutLines?: number;
}

/** The same as replies and jobs tell it. */
export function uploadDatasetData(outcome: DatasetUploadOutcome): UploadDatasetData {
  return {
    dataset_id: encodeGlobalId('Dataset', outcome.datasetId),
    version_id: encodeGlobalId('DatasetVersion', outcome.versionId),
    num_created_examples: outcome.created,
    num_updated_examples: outcome.updated,
    num_deleted_examples: outcome.deleted,
    ...(outcome.leftOutLines === undefined ? {} : { num_left_out_lines: outcome.leftOutLines }),
  };
}
