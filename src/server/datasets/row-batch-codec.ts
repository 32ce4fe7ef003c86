import type { DatasetRow } from '#core/dataset/dataset-row.ts';

/**
 * Rows on their way between threads, as columns: copying a list of texts costs a fraction of
 * copying as many objects. Plain data.
 */
export interface RowBatch {
  readonly lines: readonly number[];
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly metadata: readonly string[];
  readonly hashes: readonly string[];
  /** Null where no row of the batch has any. */
  readonly exampleIds: readonly (string | null)[] | null;
  readonly spanIds: readonly (string | null)[] | null;
  readonly splits: readonly (readonly string[])[] | null;
}

const NO_SPLITS: readonly string[] = [];

export function encodeRows(rows: readonly DatasetRow[]): RowBatch {
  return {
    lines: rows.map((row) => row.line),
    inputs: rows.map((row) => row.input),
    outputs: rows.map((row) => row.output),
    metadata: rows.map((row) => row.metadata),
    hashes: rows.map((row) => row.hash),
    exampleIds: rows.some((row) => row.exampleId !== null)
      ? rows.map((row) => row.exampleId)
      : null,
    spanIds: rows.some((row) => row.spanId !== null) ? rows.map((row) => row.spanId) : null,
    splits: rows.some((row) => row.splits.length > 0) ? rows.map((row) => row.splits) : null,
  };
}

export function decodeRows(batch: RowBatch): readonly DatasetRow[] {
  return batch.lines.map((line, index) => ({
    line,
    input: batch.inputs[index] ?? '{}',
    output: batch.outputs[index] ?? '{}',
    metadata: batch.metadata[index] ?? '{}',
    hash: batch.hashes[index] ?? '',
    exampleId: batch.exampleIds?.[index] ?? null,
    spanId: batch.spanIds?.[index] ?? null,
    splits: batch.splits?.[index] ?? NO_SPLITS,
  }));
}
