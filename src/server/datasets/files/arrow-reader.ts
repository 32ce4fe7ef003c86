import type { Data, RecordBatch } from 'apache-arrow';
import { assertHeader } from '#core/dataset/column-assignment.ts';
import { BATCH_ROWS_MAX } from '#core/dataset/dataset-row.ts';
import type { FileRecord } from '#core/dataset/record-row.ts';
import { PlainObject } from '#core/semconv/plain-object.ts';
import {
  decoded,
  openArrowBatches,
  type ArrowField,
  type ArrowLimits,
  type OpenBatches,
} from '#server/files/arrow-batches.ts';
import { notArrow } from '#server/files/arrow-check.ts';
import { arrowValueReader, type ArrowValueReader } from '#server/files/arrow-value.ts';

/** An Arrow stream whose schema was read; its records are still to be. */
export interface OpenArrow {
  readonly columns: readonly string[];
  /** Once. Values of the wanted columns alone. */
  records(wanted: ReadonlySet<string>): AsyncGenerator<readonly FileRecord[]>;
}

/** Opens an Arrow IPC stream or file by reading its schema; as `openArrowBatches`. */
export async function openArrow(
  source: AsyncIterable<Buffer>,
  limits: ArrowLimits,
): Promise<OpenArrow> {
  const opened = await openArrowBatches(source, limits);
  const columns = opened.fields.map(({ name }) => name);
  assertHeader(columns);
  return { columns, records: (wanted) => arrowRecords(opened, wanted) };
}

async function* arrowRecords(
  { fields, batches }: OpenBatches,
  wanted: ReadonlySet<string>,
): AsyncGenerator<readonly FileRecord[]> {
  let line = 1;
  for await (const { batch, bodyBytes } of batches) {
    const columns = decoded(0, () => columnsOf(batch, fields, wanted));
    for (let from = 0; from < batch.numRows; from += BATCH_ROWS_MAX) {
      const to = Math.min(from + BATCH_ROWS_MAX, batch.numRows);
      yield decoded(bodyBytes, () => recordsOf(columns, from, to, line + from));
    }
    line += batch.numRows;
  }
}

interface ArrowColumn {
  readonly name: string;
  readonly data: Data;
  readonly read: ArrowValueReader;
}

function columnsOf(
  batch: RecordBatch,
  fields: readonly ArrowField[],
  wanted: ReadonlySet<string>,
): readonly ArrowColumn[] {
  return fields.flatMap(({ name, type }, index) => {
    const data = batch.data.children[index];
    if (!wanted.has(name)) return [];
    if (data === undefined || data.length < batch.numRows)
      throw notArrow('a batch whose columns are shorter than its rows');
    return [{ name, data, read: arrowValueReader(type) }];
  });
}

function recordsOf(
  columns: readonly ArrowColumn[],
  from: number,
  to: number,
  line: number,
): readonly FileRecord[] {
  const records: FileRecord[] = [];
  for (let row = from; row < to; row++) {
    const values = new PlainObject();
    for (const { name, data, read } of columns) values[name] = read(data, row);
    records.push({ line: line + row - from, values });
  }
  return records;
}
