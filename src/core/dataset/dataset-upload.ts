import type { DatasetAction } from '#contracts/dataset-upload.ts';

/** What an upload says of itself, beside its rows. */
export interface DatasetUpload {
  readonly name: string;
  readonly action: DatasetAction;
  /** Used when the dataset is created; null for none. */
  readonly description: string | null;
  /**
   * Whether it says anything of splits, be it that there are none: then they become what the rows say. Otherwise examples keep theirs.
   * True for every file.
   */
  readonly splitsGiven: boolean;
}

/** What an upload changed, by row numbers. */
export interface DatasetUploadOutcome {
  readonly datasetId: number;
  /** The newest version: a new one when anything but splits changed. */
  readonly versionId: number;
  readonly created: number;
  readonly updated: number;
  readonly deleted: number;
}
