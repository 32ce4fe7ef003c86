import { parseJsonStructure } from '#core/semconv/json-text.ts';
import { isJsonArray, isJsonObject } from '#core/semconv/plain-object.ts';
import { decodeUtf8 } from './decode-utf8.ts';
import type { WireReader } from './wire-reader.ts';

const STRING = 0x0a;
const ARRAY = 0x2a;
const ITEM = 0x0a;
const DOT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const DIGITS_MAX = 9;

/**
 * Counts the distinct indexes in keys such as `retrieval.documents.3.document.content`, for one
 * span at a time.
 */
export class DocumentCounter {
  readonly #prefix: Uint8Array;
  count = 0;
  #last = -1;
  #highest = -1;
  /** Made only when indexes do not come in rising order. */
  #seen: Set<number> | null = null;

  /** `prefix` ends with a dot. */
  constructor(prefix: string) {
    this.#prefix = Uint8Array.from(prefix, (char) => char.charCodeAt(0));
  }

  nextSpan(): void {
    this.count = 0;
    this.#last = -1;
    this.#highest = -1;
    this.#seen = null;
  }

  offer(bytes: Uint8Array, start: number, end: number): void {
    const prefix = this.#prefix;
    if (end - start <= prefix.length) return;
    for (let index = prefix.length - 1; index >= 0; index--)
      if (bytes[start + index] !== prefix[index]) return;
    let pos = start + prefix.length;
    const digits = pos;
    let number = 0;
    while (pos < end && bytes[pos]! >= ZERO && bytes[pos]! <= NINE)
      number = number * 10 + bytes[pos++]! - ZERO;
    if (
      pos === digits ||
      pos - digits > DIGITS_MAX ||
      pos >= end ||
      bytes[pos] !== DOT ||
      number === this.#last
    )
      return;
    this.#note(number);
  }

  #note(number: number): void {
    this.#last = number;
    if (this.#seen === null) {
      if (number === this.#highest + 1) {
        this.#highest = number;
        this.count++;
        return;
      }
      if (number <= this.#highest) return;
      this.#seen = new Set();
      for (let index = 0; index <= this.#highest; index++) this.#seen.add(index);
    }
    this.#seen.add(number);
    this.count = this.#seen.size;
  }
}

/**
 * How many documents an attribute holds as one value: an array's items, or those of a JSON array in
 * a string, LangChain's `{"documents": […]}` too.
 */
export function countListed(reader: WireReader, start: number, end: number): number {
  reader.pos = start;
  let count = 0;
  while (reader.pos < end) {
    const tag = reader.tag(end);
    if (tag === ARRAY) {
      count = countItems(reader, reader.end(end));
    } else if (tag === STRING) {
      const textEnd = reader.end(end);
      count = countJsonItems(decodeUtf8(reader.bytes, reader.pos, textEnd));
      reader.pos = textEnd;
    } else {
      reader.skip(tag, end);
    }
  }
  return count;
}

function countItems(reader: WireReader, end: number): number {
  let count = 0;
  while (reader.pos < end) {
    const tag = reader.tag(end);
    if (tag === ITEM) count++;
    reader.skip(tag, end);
  }
  return count;
}

function countJsonItems(text: string): number {
  const parsed = parseJsonStructure(text);
  const documents = isJsonObject(parsed) ? parsed['documents'] : parsed;
  return isJsonArray(documents) ? documents.length : 0;
}
