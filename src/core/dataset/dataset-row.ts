/** One example from an upload, whatever its format. */
export interface DatasetRow {
  /** Position in the upload, from 1: a line of a file or an index in a list. For messages. */
  readonly line: number;
  /** JSON texts of objects, as they came: numbers and keys keep their spelling. */
  readonly input: string;
  readonly output: string;
  readonly metadata: string;
  /** 32 hex digits: `contentHash` of the three. */
  readonly hash: string;
  /** An id of its maker's, or the Global ID of an example; null without one. Not blank. */
  readonly exampleId: string | null;
  /** Names of splits: trimmed, none blank, none twice. */
  readonly splits: readonly string[];
  /**
   * OpenTelemetry id of the span it was made from, in lower-case hex; null without one. Spans that
   * do not exist are ignored later.
   */
  readonly spanId: string | null;
}

/**
 * Rows as upload readers deliver them: batches of a few hundred rows, at most `BATCH_ROWS_MAX` and
 * about `BATCH_BYTES_MAX` of text (a single larger row is its own batch), so that each batch is one
 * small transaction. An invalid row ends the iteration with a `RowError`.
 */
export type DatasetRows = AsyncIterable<readonly DatasetRow[]>;
export const BATCH_ROWS_MAX = 1_000;
export const BATCH_BYTES_MAX = 1024 * 1024;
