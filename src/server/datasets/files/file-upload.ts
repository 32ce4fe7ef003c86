import { AppError } from '#contracts/wire/errors.ts';
import {
  assertColumnsExist,
  assignedColumns,
  type ColumnAssignment,
} from '#core/dataset/column-assignment.ts';
import { BATCH_BYTES_MAX, BATCH_ROWS_MAX, type DatasetRow } from '#core/dataset/dataset-row.ts';
import {
  recordRows,
  type FileRecord,
  type RecordKind,
  type RecordRow,
} from '#core/dataset/record-row.ts';
import { leavesOutUneven, uploadAssignment, uploadHead } from '#core/dataset/upload-form.ts';
import { DEFAULT_FILE_LIMITS, type FileLimits, tooManyRows } from '#server/files/file-limits.ts';
import { inflatedBytes, type PartEncoding } from '#server/files/file-range.ts';
import type { OpenUpload, UploadBody } from '../open-upload.ts';
import { valuesHash } from '../content-hash.ts';
import { readJsonl } from './jsonl-reader.ts';
import { readForm, type FormFile } from './multipart-form.ts';

type FileFormat = 'csv' | 'jsonl' | 'arrow' | 'parquet';

/** Spellings of the part's Content-Type; the first three are those that clients send. */
const FORMATS: ReadonlyMap<string, FileFormat> = new Map<string, FileFormat>([
  ['text/csv', 'csv'],
  ['application/jsonl', 'jsonl'],
  ['application/x-pandas-pyarrow', 'arrow'],
  ['application/x-ndjson', 'jsonl'],
  ['application/x-pandas-arrow', 'arrow'],
  ['application/x-dataframe-arrow', 'arrow'],
  ['application/vnd.apache.arrow.stream', 'arrow'],
  ['application/vnd.apache.arrow.file', 'arrow'],
  ['application/vnd.apache.parquet', 'parquet'],
]);
const ENCODINGS: ReadonlyMap<string, PartEncoding> = new Map<string, PartEncoding>([
  ['', 'none'],
  ['none', 'none'],
  ['identity', 'none'],
  ['gzip', 'gzip'],
  ['deflate', 'deflate'],
]);
const NAME_CHARS_MAX = 255;

/**
 * Opens a file that was sent in a form: reads the form and the file's header, and checks one
 * against the other.
 */
export async function openFileUpload(
  body: UploadBody,
  limits: FileLimits = DEFAULT_FILE_LIMITS,
): Promise<OpenUpload> {
  const { fields, file } = await readForm(body.path, body.contentType);
  const head = uploadHead(fields, baseName(file?.name ?? ''));
  const assignment = uploadAssignment(fields);
  if (file === null)
    throw new AppError('unprocessable', 'file is required: the form has no file of that name.');
  const leavesOut = leavesOutUneven(fields);
  const { kind, records, rowsTotal, leftOutLines } = await openRecords(
    file,
    assignment,
    leavesOut,
    limits,
  );
  return {
    head,
    rowsTotal,
    rows: rowBatches(records, recordRows(assignment, kind), limits.rowsMax),
    leftOutLines: () => (leavesOut ? (leftOutLines?.() ?? 0) : null),
  };
}

interface OpenRecords {
  readonly kind: RecordKind;
  readonly records: AsyncIterable<readonly FileRecord[]>;
  readonly rowsTotal: number | null;
  /** Of a format that has lines to leave out: how many, once the records were read. */
  readonly leftOutLines?: () => number;
}

/** Readers are loaded when the first file of their format comes: some are megabytes of code. */
async function openRecords(
  file: FormFile,
  assignment: ColumnAssignment,
  leavesOut: boolean,
  limits: FileLimits,
): Promise<OpenRecords> {
  const format = formatOf(file);
  const encoding = encodingOf(file);
  const wanted = assignedColumns(assignment);
  if (format === 'parquet') {
    if (encoding !== 'none')
      throw new AppError(
        'unprocessable',
        'A Parquet file is compressed inside: send it without Content-Encoding.',
      );
    const parquet = await (await import('./parquet-reader.ts')).openParquet(file.range, limits);
    assertColumnsExist(assignment, parquet.columns);
    return { kind: 'json', records: parquet.records(wanted), rowsTotal: parquet.rows };
  }
  const bytes = inflatedBytes(file.range, encoding, limits);
  if (format === 'jsonl')
    return { kind: 'json', records: readJsonl(bytes, limits.recordBytesMax), rowsTotal: null };
  if (format === 'csv') {
    const csv = await (
      await import('./csv-reader.ts')
    ).openCsv(bytes, { named: wanted, leavesOut, recordBytesMax: limits.recordBytesMax });
    assertColumnsExist(assignment, csv.columns);
    return {
      kind: 'csv',
      records: csv.records(wanted),
      rowsTotal: null,
      leftOutLines: csv.leftOutLines,
    };
  }
  const arrow = await (await import('./arrow-reader.ts')).openArrow(bytes, limits);
  assertColumnsExist(assignment, arrow.columns);
  return { kind: 'json', records: arrow.records(wanted), rowsTotal: null };
}

function formatOf({ contentType }: FormFile): FileFormat {
  const format = FORMATS.get(contentType.toLowerCase().replace(/;\s*charset="?utf-8"?$/, ''));
  if (format === undefined)
    throw new AppError(
      'unprocessable',
      `The file's Content-Type must be text/csv, application/jsonl, application/x-pandas-pyarrow or application/vnd.apache.parquet; got '${contentType.slice(0, 80)}'. With curl: -F 'file=@rows.csv;type=text/csv'.`,
    );
  return format;
}

function encodingOf({ contentEncoding }: FormFile): PartEncoding {
  const encoding = ENCODINGS.get(contentEncoding.toLowerCase());
  if (encoding === undefined)
    throw new AppError(
      'unprocessable',
      `The file's Content-Encoding must be gzip, deflate or none; got '${contentEncoding.slice(0, 80)}'.`,
    );
  return encoding;
}

/**
 * A file's name without the folders that some clients send with it, and without what no name shows.
 */
function baseName(name: string): string {
  return (name.split(/[\\/]/).at(-1) ?? '').replaceAll(/\p{Cc}/gu, '').slice(0, NAME_CHARS_MAX);
}

/**
 * Records as rows of the dataset, in batches of the size that one transaction takes. Throws
 * `unprocessable` beyond the most rows, and what `rowOf` throws.
 */
async function* rowBatches(
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

function datasetRow({
  line,
  input,
  output,
  metadata,
  splits,
  spanId,
  exampleId,
}: RecordRow): DatasetRow {
  const content = {
    input: JSON.stringify(input),
    output: JSON.stringify(output),
    metadata: JSON.stringify(metadata),
  };
  return {
    line,
    ...content,
    hash: valuesHash(line, content, { input, output, metadata }),
    exampleId,
    splits,
    spanId: spanId?.toLowerCase() ?? null,
  };
}
