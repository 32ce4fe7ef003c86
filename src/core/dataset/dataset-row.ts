/** One example as an upload brings it, whatever the format it came in. */
export interface DatasetRow {
  /** Where it stands in what was uploaded, from 1: the line of a file, the place in a list. For messages. */
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
  /** OpenTelemetry id of the span it was made from, in lower-case hex; null without one. Spans that do not exist are ignored later. */
  readonly spanId: string | null;
}

/**
 * Rows as readers of uploads deliver them: batches of some hundred rows, at most `BATCH_ROWS_MAX` and about `BATCH_BYTES_MAX` of text (a single
 * larger row is a batch of its own), so that a batch is one small transaction. A row that is wrong ends the iteration with a `RowError`.
 */
export type DatasetRows = AsyncIterable<readonly DatasetRow[]>;
export const BATCH_ROWS_MAX = 1_000;
export const BATCH_BYTES_MAX = 1024 * 1024;
