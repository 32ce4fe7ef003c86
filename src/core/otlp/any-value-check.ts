import type { WireReader } from './wire-reader.ts';

const STRING = 0x0a;
const BOOL = 0x10;
const INT = 0x18;
const DOUBLE = 0x21;
const ARRAY = 0x2a;
const KVLIST = 0x32;
const ITEM = 0x0a;
const KEY_VALUE_VALUE = 0x12;

/**
 * Steps over an AnyValue that ends at `end` and throws unless it is well formed, so that every span
 * that was accepted can be read later. Below `depth` levels nothing is looked at (such values are
 * kept as bytes): the answer is then false.
 */
export function checkAnyValue(reader: WireReader, end: number, depth: number): boolean {
  let whole = true;
  while (reader.pos < end) {
    const tag = reader.tag(end);
    switch (tag) {
      case STRING:
        reader.pos = reader.end(end);
        break;
      case BOOL:
      case INT:
        reader.uint53(end);
        break;
      case DOUBLE:
        reader.advance(8, end);
        break;
      case ARRAY:
        if (!checkItems(reader, reader.end(end), depth, false)) whole = false;
        break;
      case KVLIST:
        if (!checkItems(reader, reader.end(end), depth, true)) whole = false;
        break;
      default:
        reader.skip(tag, end);
    }
  }
  return whole;
}

function checkItems(reader: WireReader, end: number, depth: number, keyed: boolean): boolean {
  if (depth <= 1) {
    const whole = reader.pos === end;
    reader.pos = end;
    return whole;
  }
  let whole = true;
  while (reader.pos < end) {
    const tag = reader.tag(end);
    if (tag !== ITEM) {
      reader.skip(tag, end);
    } else {
      const itemEnd = reader.end(end);
      if (
        !(keyed
          ? checkKeyValue(reader, itemEnd, depth - 1)
          : checkAnyValue(reader, itemEnd, depth - 1))
      )
        whole = false;
    }
  }
  return whole;
}

/** As `checkAnyValue`, for a KeyValue. */
export function checkKeyValue(reader: WireReader, end: number, depth: number): boolean {
  let whole = true;
  while (reader.pos < end) {
    const tag = reader.tag(end);
    if (tag !== KEY_VALUE_VALUE) reader.skip(tag, end);
    else if (!checkAnyValue(reader, reader.end(end), depth)) whole = false;
  }
  return whole;
}
