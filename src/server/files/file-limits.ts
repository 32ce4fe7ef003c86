/** What readers of uploaded files allow. Each limit is there so that memory stays bounded whatever comes. */
export interface FileLimits {
  /** One record: a line of JSONL, a row of CSV, quotes and all. */
  readonly recordBytesMax: number;
  readonly rowsMax: number;
  /** Of a gzip or deflate part, once inflated. */
  readonly inflatedBytesMax: number;
  /** One record batch of Arrow or row group of Parquet, uncompressed: they are read whole. */
  readonly batchBytesMax: number;
}

const MEBIBYTE = 1024 * 1024;

export const DEFAULT_FILE_LIMITS: FileLimits = {
  recordBytesMax: 16 * MEBIBYTE,
  rowsMax: 10_000_000,
  inflatedBytesMax: 8 * 1024 * MEBIBYTE,
  batchBytesMax: 128 * MEBIBYTE,
};
