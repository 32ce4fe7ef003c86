import { zstdCompressSync } from 'node:zlib';
import type { RowGroup, SchemaElement } from 'hyparquet';
import type { ColumnSource } from 'hyparquet-writer';

/**
 * A part of a Parquet file: its bytes, and its entry in the directory at the file's end, with
 * offsets as if it were at the beginning of the file.
 */
export interface ParquetGroup {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly group: RowGroup;
}

/**
 * The columns, in the order of the cells of `exportCells`. The three parts of an example and its
 * splits are JSON.
 */
const COLUMNS: readonly {
  readonly name: string;
  readonly isJson: boolean;
  readonly isOptional: boolean;
}[] = [
  { name: 'id', isJson: false, isOptional: false },
  { name: 'node_id', isJson: false, isOptional: false },
  { name: 'input', isJson: true, isOptional: false },
  { name: 'output', isJson: true, isOptional: false },
  { name: 'metadata', isJson: true, isOptional: false },
  { name: 'splits', isJson: true, isOptional: false },
  { name: 'span_id', isJson: false, isOptional: true },
];
/** A file begins and ends with `PAR1`. */
const MAGIC_BYTES = 4;

/**
 * Rows as a group of a Parquet file, compressed with zstd. Each line is a JSON list of texts, one a
 * column; they are written as they are, so that JSON keeps its spelling. Loads the writer: for a
 * thread that may be busy.
 */
export async function parquetGroup(lines: string): Promise<ParquetGroup> {
  const { ByteWriter, ParquetWriter } = await import('hyparquet-writer');
  const rows = lines.split('\n').flatMap((line) => (line === '' ? [] : [cellsOf(line)]));
  const columnData = COLUMNS.map(({ name }, index): ColumnSource => {
    return {
      name,
      data: rows.map((cells) => cells[index] ?? null),
      encoding: 'PLAIN',
      offsetIndex: false,
    };
  });
  const writer = new ByteWriter();
  // To the writer all columns are text: what is JSON already it would write as JSON again.
  const parquet = new ParquetWriter({
    writer,
    schema: schemaOf(false),
    codec: 'ZSTD',
    compressors: { ZSTD: zstdCompressSync },
    statistics: false,
  });
  await parquet.write({ columnData, rowGroupSize: rows.length });
  const [group] = parquet.row_groups;
  if (group === undefined) throw new Error('A group of a Parquet file has rows.');
  return { bytes: new Uint8Array(writer.getBytes().slice(MAGIC_BYTES)), group };
}

/**
 * The groups as one file. Bytes go on as they come; what is kept is the directory, some hundred
 * bytes a group.
 */
export async function* parquetFile(
  groups: AsyncIterable<ParquetGroup>,
): AsyncGenerator<Uint8Array> {
  const { ByteWriter, ParquetWriter } = await import('hyparquet-writer');
  const writer = new ByteWriter();
  const directory = new ParquetWriter({ writer, schema: schemaOf(true), createdBy: 'telltale' });
  let offset = MAGIC_BYTES;
  // Goes with the first group, so that nothing is sent before something was read.
  let head = writer.getBytes().slice();
  for await (const { bytes, group } of groups) {
    directory.row_groups.push(movedGroup(group, offset - MAGIC_BYTES));
    directory.num_rows += group.num_rows;
    offset += bytes.length;
    yield Buffer.concat([head, bytes]);
    head = new Uint8Array();
  }
  await directory.finish();
  yield Buffer.concat([head, writer.getBytes().slice(MAGIC_BYTES)]);
}

/** The directory entry of a group at a later offset. */
function movedGroup(group: RowGroup, by: number): RowGroup {
  const distance = BigInt(by);
  const columns = group.columns.map(({ file_offset: fileOffset, meta_data: meta, ...column }) => {
    if (meta === undefined) throw new Error('A column of a Parquet file says where it is.');
    const moved = { ...meta, data_page_offset: meta.data_page_offset + distance };
    return { ...column, file_offset: fileOffset + distance, meta_data: moved };
  });
  return { ...group, columns };
}

function cellsOf(line: string): readonly (string | null)[] {
  const cells: unknown = JSON.parse(line);
  if (!Array.isArray(cells) || cells.length !== COLUMNS.length)
    throw new Error('A line of an export has a cell for each column.');
  return cells.map((cell) => (typeof cell === 'string' ? cell : null));
}

function schemaOf(namesJson: boolean): SchemaElement[] {
  return [
    { name: 'schema', num_children: COLUMNS.length },
    ...COLUMNS.map(({ name, isJson, isOptional }): SchemaElement => ({
      name,
      type: 'BYTE_ARRAY',
      converted_type: isJson && namesJson ? 'JSON' : 'UTF8',
      repetition_type: isOptional ? 'OPTIONAL' : 'REQUIRED',
    })),
  ];
}
