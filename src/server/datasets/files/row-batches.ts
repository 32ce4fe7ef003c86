import { BATCH_BYTES_MAX, BATCH_ROWS_MAX, type DatasetRow } from '#core/dataset/dataset-row.ts';
import type { FileRecord, RecordRow } from '#core/dataset/record-row.ts';
import { tooManyRows } from '#server/files/file-limits.ts';
import { valuesHash } from '../content-hash.ts';

/**
 * Records as rows of the dataset, in batches of the size that one transaction takes. Throws `unprocessable` beyond the most rows, and what
 * `rowOf` throws.
 */
export async function* rowBatches(
  records: AsyncIterable<readonly FileRecord[]>,
  rowOf: (record: FileRecord) => RecordRow,
  rowsMax: number,
): AsyncGenerator<readonly DatasetRow[]> {
  let batch: DatasetRow[] = [];
  let batchChars = 0;
  let rows = 0;
  for await (const some of records) {
    for (const record of some) {
      const row = datasetRow(rowOf(record));
      const chars = row.input.length + row.output.length + row.metadata.length;
      if (batch.length > 0 && batchChars + chars > BATCH_BYTES_MAX) {
        yield batch;
        batch = [];
        batchChars = 0;
      }
      batch.push(row);
      batchChars += chars;
      if (++rows > rowsMax) throw tooManyRows(rowsMax);
      if (batch.length >= BATCH_ROWS_MAX || batchChars > BATCH_BYTES_MAX) {
        yield batch;
        batch = [];
        batchChars = 0;
      }
    }
  }
  if (batch.length > 0) yield batch;
}

function datasetRow({ line, input, output, metadata, splits, spanId, exampleId }: RecordRow): DatasetRow {
  const content = { input: JSON.stringify(input), output: JSON.stringify(output), metadata: JSON.stringify(metadata) };
  return {
    line,
    ...content,
    hash: valuesHash(line, content, { input, output, metadata }),
    exampleId,
    splits,
    spanId: spanId?.toLowerCase() ?? null,
  };
}
