import type { DatasetRows } from '#core/dataset/dataset-row.ts';
import type { DatasetUpload } from '#core/dataset/dataset-upload.ts';
import type { FileLimits } from '#server/files/file-limits.ts';

/**
 * The body of an upload, whole in a file of the data directory and as it came: neither decoded nor
 * checked.
 */
export interface UploadBody {
  readonly path: string;
  readonly bytes: number;
  /** The request's media type with its parameters, such as a boundary. */
  readonly contentType: string;
}

/**
 * An upload that was opened: what it says of itself is known and checked, its rows are still to be
 * read.
 */
export interface OpenUpload {
  readonly head: DatasetUpload;
  /** Null when only reading them all would tell. */
  readonly rowsTotal: number | null;
  /** Once. Leaving the loop early closes what is open. */
  readonly rows: DatasetRows;
  /**
   * Lines that were left out because the upload wished it, once the rows were read; null where it
   * did not.
   */
  readonly leftOutLines: () => number | null;
}

/**
 * Opens an upload of one media type, in the upload thread. Rejects with `AppError` for errors of
 * the whole request: a missing name, unequal lengths, an unknown column. Errors of a row are thrown
 * while the rows are read, as a `RowError`.
 */
export type UploadReader = (body: UploadBody, limits: FileLimits) => Promise<OpenUpload>;
