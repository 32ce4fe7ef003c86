import { AppError } from '#contracts/wire/errors.ts';

/** The limits of uploaded files. Each keeps memory bounded for any input. */
export interface FileLimits {
  /** One record: a line of JSONL, a row of CSV, quotes included. */
  readonly recordBytesMax: number;
  readonly rowsMax: number;
  /** Of a file that is compressed, or has compressed parts, once all of it is inflated. */
  readonly inflatedBytesMax: number;
  /** One record batch of Arrow or row group of Parquet, uncompressed: both are read whole. */
  readonly batchBytesMax: number;
}

const MEBIBYTE = 1024 * 1024;

export const DEFAULT_FILE_LIMITS: FileLimits = {
  recordBytesMax: 16 * MEBIBYTE,
  rowsMax: 2_000_000,
  inflatedBytesMax: 8 * 1024 * MEBIBYTE,
  batchBytesMax: 128 * MEBIBYTE,
};

/** Both say the limit and the setting that raises it. */
export function tooManyRows(rowsMax: number): AppError {
  return new AppError(
    'unprocessable',
    `The file has more than ${rowsMax} rows. Send it in parts, or raise SERVICE_MAX_FILE_ROWS.`,
  );
}

export function tooManyBytes(inflatedBytesMax: number): AppError {
  return new AppError(
    'too_large',
    `The file is larger than ${inflatedBytesMax} bytes once inflated. Send it in parts, or raise SERVICE_MAX_FILE_UNPACKED_BYTES.`,
  );
}
