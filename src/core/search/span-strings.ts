import { OtlpDecodeError } from '../otlp/otlp-decode-error.ts';
import { VALUE_DEPTH_MAX, VALUE_ITEMS_MAX } from '../otlp/any-value-codec.ts';
import { WireReader } from '../otlp/wire-reader.ts';

/** bytes_value of AnyValue. */
const BYTES_VALUE = 0x3a;

/** What a text of a span is. */
export type TextField = 'name' | 'attribute' | 'event' | 'link' | 'error';

/**
 * Given a text of a span: a range of the span's bytes in UTF-8, and the range of its attribute's
 * key, empty for texts without one. False ends the walk.
 */
export type VisitText = (
  start: number,
  end: number,
  field: TextField,
  keyStart: number,
  keyEnd: number,
) => boolean;

/** Values nested deeper are not searched. */
const DEPTH_MAX = 32;
/** From here on, values may be kept as they were sent, and are shown in base64 (`any-value.ts`). */
const UNPACKED_DEPTH = VALUE_DEPTH_MAX - 1;
const UNPACKED_ITEMS = VALUE_ITEMS_MAX - 1;

/**
 * Visits every text of a span: its name, the texts among the values of its attributes (also inside
 * lists and maps), its events and links, and its error message. Keys and other values are no texts.
 * Bytes that are no span end the walk. Whether a value that was met may be shown in base64.
 */
export function visitTexts(bytes: Uint8Array, visit: VisitText): boolean {
  const walk = new TextWalk(bytes, visit);
  try {
    walk.span();
  } catch (error) {
    if (!(error instanceof OtlpDecodeError)) throw error;
  }
  return walk.hasEncoded;
}

class TextWalk {
  readonly #reader: WireReader;
  readonly #visit: VisitText;
  #keyStart = 0;
  #keyEnd = 0;
  #values = 0;
  hasEncoded = false;

  constructor(bytes: Uint8Array, visit: VisitText) {
    this.#reader = new WireReader(bytes);
    this.#visit = visit;
  }

  span(): boolean {
    const reader = this.#reader;
    const end = reader.bytes.length;
    while (reader.pos < end) {
      const tag = reader.tag(end);
      let more = true;
      if (tag === 0x2a) more = this.#text(end, 'name');
      else if (tag === 0x4a) more = this.#keyValue(reader.end(end), 'attribute', 0);
      else if (tag === 0x5a) more = this.#part(reader.end(end), 0x12, 0x1a, 'event');
      else if (tag === 0x6a) more = this.#part(reader.end(end), 0, 0x22, 'link');
      else if (tag === 0x7a) more = this.#part(reader.end(end), 0x12, 0, 'error');
      else reader.skip(tag, end);
      if (!more) return false;
    }
    return true;
  }

  #text(limit: number, field: TextField): boolean {
    const end = this.#reader.end(limit);
    const start = this.#reader.pos;
    this.#reader.pos = end;
    return this.#visit(start, end, field, this.#keyStart, this.#keyEnd);
  }

  /** An event, a link or the status: a text, attributes, or both. */
  #part(end: number, textTag: number, attributeTag: number, field: TextField): boolean {
    const reader = this.#reader;
    while (reader.pos < end) {
      const tag = reader.tag(end);
      if (tag === textTag) {
        if (!this.#text(end, field)) return false;
      } else if (tag === attributeTag) {
        if (!this.#keyValue(reader.end(end), field, 0)) return false;
      } else reader.skip(tag, end);
    }
    return true;
  }

  #keyValue(end: number, field: TextField, depth: number): boolean {
    const reader = this.#reader;
    const outer = { start: this.#keyStart, end: this.#keyEnd };
    let more = true;
    while (more && reader.pos < end) {
      const tag = reader.tag(end);
      if (tag === 0x0a && depth === 0) {
        this.#keyEnd = reader.end(end);
        this.#keyStart = reader.pos;
        reader.pos = this.#keyEnd;
      } else if (tag === 0x12) more = this.#value(reader.end(end), field, depth);
      else reader.skip(tag, end);
    }
    this.#keyStart = outer.start;
    this.#keyEnd = outer.end;
    return more;
  }

  #value(end: number, field: TextField, depth: number): boolean {
    const reader = this.#reader;
    this.#values += 1;
    if (depth >= UNPACKED_DEPTH || this.#values >= UNPACKED_ITEMS) this.hasEncoded = true;
    if (depth > DEPTH_MAX) {
      reader.pos = end;
      return true;
    }
    while (reader.pos < end) {
      const tag = reader.tag(end);
      if (tag === 0x0a) {
        if (!this.#text(end, field)) return false;
      } else if (tag === 0x2a || tag === 0x32) {
        if (!this.#list(reader.end(end), tag === 0x32, field, depth + 1)) return false;
      } else {
        if (tag === BYTES_VALUE) this.hasEncoded = true;
        reader.skip(tag, end);
      }
    }
    return true;
  }

  #list(end: number, isMap: boolean, field: TextField, depth: number): boolean {
    const reader = this.#reader;
    while (reader.pos < end) {
      const tag = reader.tag(end);
      if (tag !== 0x0a) {
        reader.skip(tag, end);
        continue;
      }
      const itemEnd = reader.end(end);
      const more = isMap
        ? this.#keyValue(itemEnd, field, depth)
        : this.#value(itemEnd, field, depth);
      if (!more) return false;
    }
    return true;
  }
}
