import type { AnyValue, KeyValue } from './any-value.ts';
import { decodeUtf8, internUtf8 } from './decode-utf8.ts';
import { concatBytes } from './concat-bytes.ts';
import { WireReader } from './wire-reader.ts';

const STRING = 0x0a;
const BOOL = 0x10;
const INT = 0x18;
const DOUBLE = 0x21;
const ARRAY = 0x2a;
const KVLIST = 0x32;
const BYTES = 0x3a;
const ITEM = 0x0a;
const KEY = 0x0a;
const VALUE = 0x12;
/** Short texts repeat (roles, types, flags); longer ones rarely do. */
const INTERNED_BYTES_MAX = 24;

const EMPTY: AnyValue = { type: 'empty' };
const TRUE: AnyValue = { type: 'bool', value: true };
const FALSE: AnyValue = { type: 'bool', value: false };

/** How much of one span's values is unpacked; what goes past it is kept as `raw`. */
export interface ValueBudget {
  /** Values inside arrays and lists that may still be made; negative once there were more. */
  items: number;
}

export const VALUE_DEPTH_MAX = 32;
export const VALUE_ITEMS_MAX = 200_000;
const PARTS_MAX = 1_000;

/** A KeyValue from `pos` to `end`. */
export function decodeKeyValue(
  reader: WireReader,
  end: number,
  depth: number,
  budget: ValueBudget,
): KeyValue {
  let key = '';
  let value = EMPTY;
  let parts: Uint8Array[] | null = null;
  let valueStart = -1;
  let valueEnd = -1;
  while (reader.pos < end) {
    const tag = reader.tag(end);
    if (tag === KEY) {
      const keyEnd = reader.end(end);
      key = internUtf8(reader, reader.pos, keyEnd);
      reader.pos = keyEnd;
    } else if (tag === VALUE) {
      const partEnd = reader.end(end);
      if (valueStart >= 0) {
        // A value in a thousand parts is only sent to cost time: then only the later parts count.
        if (parts === null || parts.length >= PARTS_MAX)
          parts = [reader.bytes.subarray(valueStart, valueEnd)];
        parts.push(reader.bytes.subarray(reader.pos, partEnd));
        reader.pos = partEnd;
      } else {
        valueStart = reader.pos;
        valueEnd = partEnd;
        value = decodeAnyValue(reader, partEnd, depth, budget);
      }
    } else {
      reader.skip(tag, end);
    }
  }
  if (parts !== null) {
    // A message that was sent in parts is their concatenation, as protobuf merges messages.
    const whole = new WireReader(concatBytes(parts));
    value = decodeAnyValue(whole, whole.bytes.length, depth, budget);
  }
  return { key, value };
}

/** An AnyValue from `pos` to `end`. The last of its fields wins. */
export function decodeAnyValue(
  reader: WireReader,
  end: number,
  depth: number,
  budget: ValueBudget,
): AnyValue {
  let value = EMPTY;
  let array: AnyValue[] | null = null;
  let kvlist: KeyValue[] | null = null;
  const start = reader.pos;
  while (reader.pos < end) {
    const tag = reader.tag(end);
    switch (tag) {
      case STRING: {
        const textEnd = reader.end(end);
        const intern = textEnd - reader.pos <= INTERNED_BYTES_MAX;
        value = {
          type: 'string',
          value: intern
            ? internUtf8(reader, reader.pos, textEnd)
            : decodeUtf8(reader.bytes, reader.pos, textEnd),
        };
        reader.pos = textEnd;
        break;
      }
      case BOOL:
        value = reader.uint53(end) === 0 ? FALSE : TRUE;
        break;
      case INT:
        value = { type: 'int', value: reader.int64(end) };
        break;
      case DOUBLE:
        value = { type: 'double', value: reader.double(end) };
        break;
      case BYTES: {
        const bytesEnd = reader.end(end);
        value = { type: 'bytes', value: reader.bytes.subarray(reader.pos, bytesEnd) };
        reader.pos = bytesEnd;
        break;
      }
      case ARRAY:
      case KVLIST: {
        const listEnd = reader.end(end);
        if (depth > 1 || reader.pos === listEnd) {
          if (tag === ARRAY) {
            array = array !== null && value.type === 'array' ? array : [];
            decodeArray(reader, listEnd, depth, budget, array);
            value = { type: 'array', value: array };
          } else {
            kvlist = kvlist !== null && value.type === 'kvlist' ? kvlist : [];
            decodeKvlist(reader, listEnd, depth, budget, kvlist);
            value = { type: 'kvlist', value: kvlist };
          }
          if (budget.items >= 0) break;
        }
        reader.pos = end;
        return { type: 'raw', value: reader.bytes.subarray(start, end) };
      }
      default:
        reader.skip(tag, end);
    }
  }
  return value;
}

function decodeArray(
  reader: WireReader,
  end: number,
  depth: number,
  budget: ValueBudget,
  into: AnyValue[],
): void {
  while (reader.pos < end && budget.items >= 0) {
    const tag = reader.tag(end);
    if (tag !== ITEM) {
      reader.skip(tag, end);
    } else {
      budget.items--;
      into.push(decodeAnyValue(reader, reader.end(end), depth - 1, budget));
    }
  }
}

function decodeKvlist(
  reader: WireReader,
  end: number,
  depth: number,
  budget: ValueBudget,
  into: KeyValue[],
): void {
  while (reader.pos < end && budget.items >= 0) {
    const tag = reader.tag(end);
    if (tag !== ITEM) {
      reader.skip(tag, end);
    } else {
      budget.items--;
      into.push(decodeKeyValue(reader, reader.end(end), depth - 1, budget));
    }
  }
}
