import { DataType, DateUnit, IntervalUnit, TimeUnit, Type, Vector, type Data } from 'apache-arrow';
import { invariant } from '#contracts/wire/errors.ts';
import { exactDecimal, exactWholeNumber } from '#core/dataset/exact-json.ts';
import type { JsonValue } from '#core/filter/predicate.ts';
import { PlainObject } from '#core/semconv/plain-object.ts';
import { notArrow } from './arrow-check.ts';
import { clockText, dateText, durationText, momentText } from './arrow-time.ts';

/**
 * Reads one value of a column's data. Null stays null; what JSON has no word for becomes text, with
 * every digit.
 */
export type ArrowValueReader = (data: Data, index: number) => JsonValue;

/** Units of a second. */
const PER_SECOND: Readonly<Record<TimeUnit, bigint>> = {
  [TimeUnit.SECOND]: 1n,
  [TimeUnit.MILLISECOND]: 1_000n,
  [TimeUnit.MICROSECOND]: 1_000_000n,
  [TimeUnit.NANOSECOND]: 1_000_000_000n,
};

/** How the values of a type become JSON. Throws `unprocessable` for a type that cannot. */
export function arrowValueReader(type: DataType): ArrowValueReader {
  const read = readerOf(type);
  return (data, index) => (data.getValid(index) ? read(data, index) : null);
}

function readerOf(type: DataType): ArrowValueReader {
  if (DataType.isNull(type)) return () => null;
  if (DataType.isInt(type)) return (data, index) => whole(scalar(data, index));
  if (DataType.isFloat(type) || DataType.isBool(type)) return plain();
  if (DataType.isUtf8(type) || DataType.isLargeUtf8(type) || DataType.isUtf8View(type))
    return plain();
  if (
    DataType.isBinary(type) ||
    DataType.isLargeBinary(type) ||
    DataType.isFixedSizeBinary(type) ||
    DataType.isBinaryView(type)
  )
    return plain();
  return timeReader(type) ?? nestedReader(type);
}

function timeReader(type: DataType): ArrowValueReader | null {
  if (DataType.isTimestamp(type)) {
    const { unit, timezone } = type;
    // The stored moment is UTC where there is a time zone, and without one the clock on some wall.
    const offset = timezone === undefined || timezone === null || timezone === '' ? '' : '+00:00';
    return (data, index) => `${momentText(big(scalar(data, index)), PER_SECOND[unit])}${offset}`;
  }
  if (DataType.isDate(type)) {
    const perDay = type.unit === DateUnit.DAY ? 1n : 86_400_000n;
    return (data, index) => dateText(big(scalar(data, index)), perDay);
  }
  if (DataType.isTime(type))
    return (data, index) => clockText(big(scalar(data, index)), PER_SECOND[type.unit]);
  if (DataType.isDuration(type))
    return (data, index) => durationText(big(scalar(data, index)), PER_SECOND[type.unit]);
  if (DataType.isDecimal(type))
    return (data, index) => exactDecimal(decimalWords(data, index), type.scale);
  if (DataType.isInterval(type)) return (data, index) => intervalOf(type.unit, data, index);
  return null;
}

function nestedReader(type: DataType): ArrowValueReader {
  if (DataType.isList(type) || DataType.isLargeList(type)) {
    const item = arrowValueReader(childType(type, 0));
    return (data, index) =>
      itemsOf(data, Number(offsetAt(data, index)), Number(offsetAt(data, index + 1)), item);
  }
  if (DataType.isFixedSizeList(type)) {
    const item = arrowValueReader(childType(type, 0));
    return (data, index) => itemsOf(data, index * type.listSize, (index + 1) * type.listSize, item);
  }
  if (DataType.isMap(type)) return mapReader(type);
  if (DataType.isStruct(type)) {
    const fields = fieldsOf(type).map((field) => ({
      name: field.name,
      read: arrowValueReader(field.type),
    }));
    return (data, index) => {
      const object = new PlainObject();
      fields.forEach(({ name, read }, place) => (object[name] = read(childOf(data, place), index)));
      return object;
    };
  }
  if (DataType.isDictionary(type)) {
    // as: the library leaves the type of what a dictionary holds open.
    const read = arrowValueReader(type.dictionary as DataType);
    return (data, index) => entryOf(data, Number(scalar(data, index)), read);
  }
  if (DataType.isUnion(type)) {
    const readers = fieldsOf(type).map((field) => arrowValueReader(field.type));
    return (data, index) => {
      const place = type.typeIdToChildIndex[Number(numberAt(data.typeIds, index))] ?? -1;
      const read = readers[place];
      if (read === undefined) throw notArrow('a value of a type that its union does not have');
      return read(
        childOf(data, place),
        DataType.isDenseUnion(type) ? Number(offsetAt(data, index)) : index,
      );
    };
  }
  throw notArrow(`a column of the type ${Type[type.typeId]}, which has no place in an example`);
}

function mapReader(type: DataType): ArrowValueReader {
  const entry = childType(type, 0);
  const [key, value] = [
    arrowValueReader(childType(entry, 0)),
    arrowValueReader(childType(entry, 1)),
  ];
  return (data, index) => {
    const object = new PlainObject();
    const entries = childOf(data, 0);
    const [from, to] = [Number(offsetAt(data, index)), Number(offsetAt(data, index + 1))];
    if (to > entries.length) throw outside();
    for (let at = from; at < to; at++) {
      const name = key(childOf(entries, 0), at);
      object[typeof name === 'string' ? name : JSON.stringify(name)] = value(
        childOf(entries, 1),
        at,
      );
    }
    return object;
  };
}

/**
 * Numbers, booleans, texts and bytes, as the library reads them. NaN and the infinities, for which
 * JSON has no word, are null.
 */
function plain(): ArrowValueReader {
  let lastData: Data | null = null;
  let vector: Vector | null = null;
  return (data, index) => {
    if (data !== lastData || vector === null) {
      lastData = data;
      vector = new Vector([data]);
    }
    if (index >= data.length) throw outside();
    const value: unknown = vector.get(index);
    if (typeof value === 'string' || typeof value === 'boolean') return value;
    if (typeof value === 'number') return Number.isFinite(value) ? value : null;
    if (value instanceof Uint8Array)
      return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64');
    throw outside();
  };
}

function whole(value: number | bigint): JsonValue {
  return typeof value === 'bigint' ? exactWholeNumber(value) : value;
}

function big(value: number | bigint): bigint {
  return BigInt(value);
}

function scalar(data: Data, index: number): number | bigint {
  return numberAt(data.values, index);
}

function offsetAt(data: Data, index: number): number | bigint {
  return numberAt(data.valueOffsets, index);
}

/** The number at a place of a buffer; a batch may claim more rows than its buffers hold. */
export function numberAt(numbers: unknown, index: number): number | bigint {
  const value: unknown =
    ArrayBuffer.isView(numbers) && index in numbers ? Reflect.get(numbers, index) : undefined;
  if (typeof value !== 'number' && typeof value !== 'bigint') throw outside();
  return value;
}

function itemsOf(data: Data, from: number, to: number, item: ArrowValueReader): JsonValue {
  const values = childOf(data, 0);
  if (from < 0 || to > values.length) throw outside();
  const items: JsonValue[] = [];
  for (let at = from; at < to; at++) items.push(item(values, at));
  return items;
}

/** A dictionary that grew on the way is several pieces, one after the other. */
function entryOf(data: Data, place: number, read: ArrowValueReader): JsonValue {
  let at = place;
  // as: the library leaves the type of what a dictionary holds open.
  for (const piece of (data.dictionary?.data ?? []) as readonly Data[]) {
    if (at < piece.length) return read(piece, at);
    at -= piece.length;
  }
  throw outside();
}

function decimalWords(data: Data, index: number): bigint {
  const values: unknown = data.values;
  const { stride } = data;
  invariant(values instanceof Uint32Array, 'decimals are kept as words of 32 bits');
  if ((index + 1) * stride > values.length) throw outside();
  let number = 0n;
  for (let word = stride - 1; word >= 0; word--)
    number = (number << 32n) | BigInt(values[index * stride + word] ?? 0);
  return BigInt.asIntN(stride * 32, number);
}

function intervalOf(unit: IntervalUnit, data: Data, index: number): JsonValue {
  const part = (place: number): number => Number(scalar(data, place));
  switch (unit) {
    case IntervalUnit.YEAR_MONTH:
      return { months: part(index) };
    case IntervalUnit.DAY_TIME:
      return { days: part(2 * index), milliseconds: part(2 * index + 1) };
    case IntervalUnit.MONTH_DAY_NANO:
      return {
        months: part(4 * index),
        days: part(4 * index + 1),
        nanoseconds: exactWholeNumber(
          BigInt.asIntN(
            64,
            (BigInt(part(4 * index + 3)) << 32n) | BigInt(part(4 * index + 2) >>> 0),
          ),
        ),
      };
  }
}

function childOf(data: Data, place: number): Data {
  // as: the library leaves the type of nested columns open.
  const child = data.children[place] as Data | undefined;
  if (child === undefined) throw outside();
  return child;
}

function fieldsOf(type: DataType): readonly { readonly name: string; readonly type: DataType }[] {
  // as: the library leaves the types of nested fields open.
  return (type.children ?? []) as readonly { readonly name: string; readonly type: DataType }[];
}

function childType(type: DataType, place: number): DataType {
  const child = fieldsOf(type)[place];
  if (child === undefined) throw notArrow('a nested type without its items');
  return child.type;
}

function outside(): Error {
  return notArrow('a batch whose buffers are shorter than its rows');
}
