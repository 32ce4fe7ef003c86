import { DataType, type Data } from 'apache-arrow';
import { arrowValueReader, numberAt } from './arrow-value.ts';

/** Reads one number of a column's data as it is, not-a-number and infinities too; null stays null. */
export type ArrowNumberReader = (data: Data, index: number) => number | null;

/** Whether a column holds numbers: integers, floats, decimals, dictionaries of them, or nothing but nulls. */
export function holdsNumbers(type: DataType): boolean {
  return DataType.isNull(type) || DataType.isFloat(type) || DataType.isDecimal(type) || holdsIntegers(type);
}

export function holdsIntegers(type: DataType): boolean {
  if (DataType.isDictionary(type)) return holdsIntegers(dictionaryOf(type));
  return DataType.isInt(type);
}

/** Whether a column holds texts, or nothing but nulls. */
export function holdsTexts(type: DataType): boolean {
  if (DataType.isDictionary(type)) return holdsTexts(dictionaryOf(type));
  return DataType.isNull(type) || DataType.isUtf8(type) || DataType.isLargeUtf8(type) || DataType.isUtf8View(type);
}

/** For a type that holds numbers. */
export function arrowNumberReader(type: DataType): ArrowNumberReader {
  const isHalf = DataType.isFloat(type) && type.ArrayType === Uint16Array;
  if (DataType.isInt(type) || (DataType.isFloat(type) && !isHalf))
    return (data, index) => (data.getValid(index) ? Number(numberAt(data.values, index)) : null);
  const read = arrowValueReader(type);
  return (data, index) => {
    const value = read(data, index);
    // Exact numbers are objects that JSON writes as numbers.
    return value === null ? null : Number(JSON.stringify(value));
  };
}

function dictionaryOf(type: DataType): DataType {
  // as: the library leaves the type of what a dictionary holds open.
  return (type as DataType & { readonly dictionary: DataType }).dictionary;
}
