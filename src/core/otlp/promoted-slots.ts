import type { PromotedValues } from '#core/semconv/derive-span.ts';
import { PROMOTED_KEYS, type PromotedRow } from '#core/semconv/promoted-attributes.ts';
import { decodeUtf8, internUtf8 } from './decode-utf8.ts';
import { WireReader } from './wire-reader.ts';

const TABLE_SIZE = 1024;
const WORD = 4;

/**
 * Finds which of a fixed set of attribute keys a range of bytes spells, without creating a string:
 * most keys of a span are none of them, and one hash of length and three bytes rules them out. Keys
 * are ASCII and at least four bytes long, and are compared four bytes at a time, the last four
 * overlapping.
 */
class KeyMatcher {
  readonly #lengths: Uint8Array;
  /** The keys' words, each key's at a multiple of the longest key. */
  readonly #words: Uint32Array;
  readonly #stride: number;
  /**
   * By hash: 1 + index of the first key, 0 for none; then by key: the next one with the same hash.
   */
  readonly #first = new Int16Array(TABLE_SIZE);
  readonly #next: Int16Array;

  constructor(keys: readonly string[]) {
    this.#lengths = Uint8Array.from(keys, (key) => key.length);
    this.#stride = Math.ceil(Math.max(...this.#lengths) / WORD) + 1;
    this.#words = new Uint32Array(keys.length * this.#stride);
    this.#next = new Int16Array(keys.length);
    for (const [index, key] of keys.entries()) {
      const bytes = Uint8Array.from(key, (char) => char.charCodeAt(0));
      const view = new DataView(bytes.buffer);
      const base = index * this.#stride;
      for (let word = 0; word < key.length >> 2; word++)
        this.#words[base + word] = view.getUint32(word * WORD, true);
      this.#words[base + this.#stride - 1] = view.getUint32(key.length - WORD, true);
      const hash = hashKey(bytes, 0, key.length);
      this.#next[index] = this.#first[hash]!;
      this.#first[hash] = index + 1;
    }
  }

  /** The index of the key that the source holds at `start`, or -1. */
  match(
    source: { readonly bytes: Uint8Array; readonly view: DataView },
    start: number,
    length: number,
  ): number {
    if (length < WORD) return -1;
    let candidate = this.#first[hashKey(source.bytes, start, length)]!;
    while (candidate !== 0) {
      if (
        this.#lengths[candidate - 1] === length &&
        this.#same(source.view, start, length, candidate - 1)
      )
        return candidate - 1;
      candidate = this.#next[candidate - 1]!;
    }
    return -1;
  }

  #same(view: DataView, start: number, length: number, index: number): boolean {
    const base = index * this.#stride;
    if (this.#words[base + this.#stride - 1] !== view.getUint32(start + length - WORD, true))
      return false;
    const count = length >> 2;
    for (let word = 0; word < count; word++)
      if (this.#words[base + word] !== view.getUint32(start + word * WORD, true)) return false;
    return true;
  }
}

function hashKey(bytes: Uint8Array, start: number, length: number): number {
  const last = bytes[start + length - 1]!;
  const nearLast = bytes[start + length - 2]!;
  const middle = bytes[start + (length >> 1)]!;
  return (length * 37 + last * 5 + nearLast * 151 + middle * 67) & (TABLE_SIZE - 1);
}

const matcher = new KeyMatcher(PROMOTED_KEYS);

const STRING = 0x0a;
const BOOL = 0x10;
const INT = 0x18;
const DOUBLE = 0x21;
/** Text longer than this is not read as a number. */
const NUMBER_CHARS_MAX = 32;
const INTERNED_BYTES_MAX = 32;
/** More text than any promoted field keeps; the rest of a longer value is not decoded. */
const TEXT_BYTES_MAX = 8_192;
/** The part read from the end of such a text, if requested. */
const END_BYTES = 2_048;

/**
 * Positions of a span's promoted attributes in its bytes. Created once a request and reused for
 * each span: a slot counts as filled only when its mark is the current span's, so nothing is
 * cleared between spans. The last of duplicate keys wins.
 */
export class PromotedSlots implements PromotedValues {
  readonly #reader: WireReader;
  readonly #starts = new Float64Array(PROMOTED_KEYS.length);
  readonly #ends = new Float64Array(PROMOTED_KEYS.length);
  readonly #marks = new Uint32Array(PROMOTED_KEYS.length);
  #span = 0;

  constructor(bytes: Uint8Array) {
    this.#reader = new WireReader(bytes);
  }

  /** Forgets the last span's attributes. */
  nextSpan(): void {
    this.#span++;
  }

  /**
   * Remembers an attribute (the range of its AnyValue) if it is a promoted one. An empty value
   * counts as absent.
   */
  offer(keyStart: number, keyLength: number, valueStart: number, valueEnd: number): void {
    const slot = matcher.match(this.#reader, keyStart, keyLength);
    if (slot < 0 || valueStart === valueEnd) return;
    this.#starts[slot] = valueStart;
    this.#ends[slot] = valueEnd;
    this.#marks[slot] = this.#span;
  }

  has(row: PromotedRow): boolean {
    return this.#slot(row) >= 0;
  }

  /** Where the AnyValue of a row's first present key lies; null when none is present. */
  range(row: PromotedRow): { start: number; end: number } | null {
    const slot = this.#slot(row);
    return slot < 0 ? null : { start: this.#starts[slot]!, end: this.#ends[slot]! };
  }

  text(row: PromotedRow): string | null {
    const slot = this.#slot(row);
    if (slot < 0) return null;
    const value = this.#scalar(this.#starts[slot]!, this.#ends[slot]!);
    return value === null ? null : String(value);
  }

  end(row: PromotedRow): string | null {
    const slot = this.#slot(row);
    if (slot < 0) return null;
    const [start, end] = [this.#starts[slot]!, this.#ends[slot]!];
    if (end - start <= TEXT_BYTES_MAX) return null;
    const reader = this.#reader;
    reader.pos = start;
    if (reader.tag(end) !== STRING) return null;
    const textEnd = reader.end(end);
    return textEnd - reader.pos <= TEXT_BYTES_MAX
      ? null
      : decodeUtf8(reader.bytes, textEnd - END_BYTES, textEnd);
  }

  number(row: PromotedRow): number | null {
    const slot = this.#slot(row);
    if (slot < 0) return null;
    const value = this.#scalar(this.#starts[slot]!, this.#ends[slot]!);
    if (typeof value === 'number') return value;
    if (typeof value === 'bigint') return Number(value);
    if (typeof value !== 'string' || value.length > NUMBER_CHARS_MAX || value.trim() === '')
      return null;
    const number = Number(value);
    return Number.isFinite(number) ? number : null;
  }

  #slot(row: PromotedRow): number {
    for (let slot = row.start; slot < row.end; slot++)
      if (this.#marks[slot] === this.#span) return slot;
    return -1;
  }

  /** An AnyValue's text, number or boolean; the last of its fields wins. */
  #scalar(start: number, end: number): string | number | bigint | boolean | null {
    const reader = this.#reader;
    reader.pos = start;
    let value: string | number | bigint | boolean | null = null;
    while (reader.pos < end) {
      const tag = reader.tag(end);
      if (tag === STRING) {
        const textEnd = reader.end(end);
        const interned = textEnd - reader.pos <= INTERNED_BYTES_MAX;
        const cut = Math.min(textEnd, reader.pos + TEXT_BYTES_MAX);
        value = interned
          ? internUtf8(reader, reader.pos, textEnd)
          : decodeUtf8(reader.bytes, reader.pos, cut);
        reader.pos = textEnd;
      } else if (tag === INT) {
        value = reader.int64(end);
      } else if (tag === BOOL) {
        value = reader.uint53(end) !== 0;
      } else if (tag === DOUBLE) {
        value = reader.double(end);
      } else {
        reader.skip(tag, end);
        if (tag === 0x2a || tag === 0x32 || tag === 0x3a) value = null;
      }
    }
    return value;
  }
}
