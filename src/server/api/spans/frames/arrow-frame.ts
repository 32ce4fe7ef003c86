import {
  Bool,
  Field,
  Float64,
  Int64,
  List,
  makeData,
  Null,
  RecordBatch,
  RecordBatchStreamWriter,
  Schema,
  Struct,
  TimestampNanosecond,
  Utf8,
  vectorFromArray,
  type Data,
  type DataType,
} from 'apache-arrow';
import { unixNanoFromIso } from '#contracts/wire/time.ts';
import type { JsonValue } from '#core/filter/predicate.ts';
import type { FrameColumn } from '#core/frame/frame-columns.ts';
import { fieldName } from '#core/frame/table-schema.ts';
import { commonType, NO_TYPE, typeOfValue, type ValueType } from '#core/frame/value-type.ts';
import { isJsonArray, isJsonObject } from '#core/semconv/plain-object.ts';

/** A row in a frame's format: values by their names in the JSON. */
export type ArrowFrameRow = Readonly<Record<string, JsonValue>>;

/**
 * A frame as one Arrow IPC stream with one batch. pandas finds its index again: the first `levels`
 * columns.
 */
export function arrowFrame(
  columns: readonly FrameColumn[],
  levels: number,
  rows: readonly ArrowFrameRow[],
): Uint8Array {
  const shown = new Set(columns.slice(levels).map(({ name }) => name));
  const built = columns.map((column, place) => {
    const key = fieldName(column.name, place);
    const data = columnData(column, rows.map((row) => (Object.hasOwn(row, key) ? (row[key] ?? null) : null))); // prettier-ignore
    // As pandas itself does where a column beside has the name of an index level.
    const name =
      place < levels && shown.has(column.name) ? `__index_level_${place}__` : column.name;
    return { column, data, field: new Field(name, data.type, true), isIndex: place < levels };
  });
  const index = built.filter(({ isIndex }) => isIndex).map(({ field }) => field.name);
  const described = built.map(({ column, field }) => ({
    name: column.name,
    field_name: field.name,
    ...PANDAS_TYPES[column.kind ?? 'string'],
  }));
  const metadata = new Map([
    ['pandas', JSON.stringify({ index_columns: index, ...PANDAS_FIXED, columns: described })],
  ]);
  const schema = new Schema(built.map(({ field }) => field), metadata); // prettier-ignore
  const struct = new Struct(schema.fields);
  const data = makeData({
    type: struct,
    length: rows.length,
    nullCount: 0,
    children: built.map((one) => one.data),
  });
  const writer = new RecordBatchStreamWriter();
  writer.reset(undefined, schema);
  writer.write(new RecordBatch(schema, data));
  writer.finish();
  return writer.toUint8Array(true);
}

const OBJECT = { pandas_type: 'object', numpy_type: 'object', metadata: null };
const PANDAS_TYPES = {
  string: { pandas_type: 'unicode', numpy_type: 'object', metadata: null },
  integer: { pandas_type: 'int64', numpy_type: 'int64', metadata: null },
  number: { pandas_type: 'float64', numpy_type: 'float64', metadata: null },
  boolean: { pandas_type: 'bool', numpy_type: 'bool', metadata: null },
  datetime: {
    pandas_type: 'datetimetz',
    numpy_type: 'datetime64[ns]',
    metadata: { timezone: 'UTC' },
  },
  object: OBJECT,
} as const;
const PANDAS_FIXED = {
  column_indexes: [
    {
      name: null,
      field_name: null,
      pandas_type: 'unicode',
      numpy_type: 'object',
      metadata: { encoding: 'UTF-8' },
    },
  ],
  creator: { library: 'telltale', version: '1' },
  pandas_version: '1.4.0',
};

function columnData({ kind }: FrameColumn, values: readonly JsonValue[]): Data {
  if (kind === 'datetime') return momentData(values);
  let type: ValueType = kind === 'string' || kind === null ? { kind: 'string' } : NO_TYPE;
  if (type.kind === 'none') for (const value of values) type = commonType(type, typeOfValue(value));
  const arrow = arrowType(type);
  return vectorFromArray(values.map((value) => arrowValue(value, type)), arrow).data[0] ?? makeData({ type: arrow, length: 0 }); // prettier-ignore
}

/**
 * The library makes nanoseconds out of milliseconds, which loses the last six digits; so the
 * numbers are laid down here.
 */
function momentData(values: readonly JsonValue[]): Data {
  const data = BigInt64Array.from(values, (value) =>
    typeof value === 'string' ? (unixNanoFromIso(value) ?? 0n) : 0n,
  );
  const nullBitmap = new Uint8Array(Math.ceil(values.length / 8));
  let nullCount = 0;
  for (const [place, value] of values.entries()) {
    if (value === null) nullCount += 1;
    else nullBitmap[place >> 3] = (nullBitmap[place >> 3] ?? 0) | (1 << (place & 7));
  }
  return makeData({
    type: new TimestampNanosecond('UTC'),
    length: values.length,
    data,
    nullBitmap,
    nullCount,
  });
}

function arrowType(type: ValueType): DataType {
  switch (type.kind) {
    case 'none':
      return new Null();
    case 'boolean':
      return new Bool();
    case 'integer':
      return new Int64();
    case 'number':
      return new Float64();
    case 'list':
      return new List(new Field('item', arrowType(type.item), true));
    case 'object':
      // A struct without fields is one that many readers cannot hold.
      return type.fields.size === 0
        ? new Utf8()
        : new Struct(
            [...type.fields].map(([name, each]) => new Field(name, arrowType(each), true)),
          );
    default:
      return new Utf8();
  }
}

/** A value as the library's builders take it. */
function arrowValue(value: JsonValue, type: ValueType): unknown {
  if (value === null) return null;
  if (type.kind === 'integer') return BigInt(Number(value));
  if (type.kind === 'json' || (type.kind === 'object' && type.fields.size === 0))
    return JSON.stringify(value);
  if (type.kind === 'list' && isJsonArray(value))
    return value.map((item) => arrowValue(item, type.item));
  if (type.kind === 'object' && isJsonObject(value))
    return new Map(
      [...type.fields].map(([name, each]) => [
        name,
        Object.hasOwn(value, name) ? arrowValue(value[name] ?? null, each) : null,
      ]),
    );
  return value;
}
