const [COMMA, QUOTE, OPEN, END, ZERO] = [0x2c, 0x22, 0x5b, 0x5d, 0x30];
const TEXT = new TextEncoder();
const NULL = TEXT.encode('null');
/** The longest text of a double, and a comma. */
const NUMBER_BYTES = 26;
const BILLION = 1_000_000_000;
const HEX_DIGITS = '0123456789abcdef';
const HEX_HIGH = Uint8Array.from({ length: 256 }, (_, byte) => HEX_DIGITS.charCodeAt(byte >> 4));
const HEX_LOW = Uint8Array.from({ length: 256 }, (_, byte) => HEX_DIGITS.charCodeAt(byte & 15));

/**
 * Writes JSON as bytes: columns of numbers go from their arrays into the reply, without a text
 * between.
 */
export class JsonBytes {
  #bytes: Uint8Array<ArrayBuffer>;
  #at = 0;

  constructor(roomBytes: number) {
    this.#bytes = new Uint8Array(new ArrayBuffer(roomBytes));
  }

  /** JSON that is a text already. */
  text(json: string): this {
    this.#grow(json.length * 3);
    this.#at += TEXT.encodeInto(json, this.#bytes.subarray(this.#at)).written;
    return this;
  }

  /** A list of numbers; NaN is null. */
  numbers(values: Float64Array | Int32Array | Uint8Array): this {
    this.#grow(values.length * NUMBER_BYTES + 2);
    const bytes = this.#bytes;
    let at = this.#at;
    bytes[at++] = OPEN;
    for (let index = 0; index < values.length; index += 1) {
      if (index > 0) bytes[at++] = COMMA;
      at = putNumber(bytes, at, values[index] ?? Number.NaN);
    }
    bytes[at++] = END;
    this.#at = at;
    return this;
  }

  /** A list that has, for each index, that one of these values; null where there is none. */
  picked(values: readonly string[], indexes: Int32Array): this {
    const texts = values.map((value) => TEXT.encode(JSON.stringify(value)));
    const longest = texts.reduce((most, { length }) => Math.max(most, length), NULL.length);
    this.text('[');
    for (let index = 0; index < indexes.length; index += 1) {
      const text = texts[indexes[index] ?? -1] ?? NULL;
      this.#grow(longest + 2);
      if (index > 0) this.#bytes[this.#at++] = COMMA;
      this.#bytes.set(text, this.#at);
      this.#at += text.length;
    }
    return this.text(']');
  }

  /** A list of ids of so many bytes each, in hex. */
  hexIds(ids: Uint8Array, idBytes: number): this {
    this.#grow((ids.length / idBytes) * (idBytes * 2 + 3) + 2);
    const bytes = this.#bytes;
    let at = this.#at;
    bytes[at++] = OPEN;
    for (let begin = 0; begin < ids.length; begin += idBytes) {
      if (begin > 0) bytes[at++] = COMMA;
      bytes[at++] = QUOTE;
      for (let index = begin; index < begin + idBytes; index += 1) {
        bytes[at++] = HEX_HIGH[ids[index] ?? 0] ?? 0;
        bytes[at++] = HEX_LOW[ids[index] ?? 0] ?? 0;
      }
      bytes[at++] = QUOTE;
    }
    bytes[at++] = END;
    this.#at = at;
    return this;
  }

  /** All of it, in a buffer of its own length; nothing can be written after it. */
  finish(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#bytes.buffer.transfer(this.#at));
  }

  #grow(bytes: number): void {
    const needed = this.#at + bytes;
    if (needed > this.#bytes.length)
      this.#bytes = new Uint8Array(
        this.#bytes.buffer.transfer(Math.max(needed, this.#bytes.length * 2)),
      );
  }
}

function putNumber(bytes: Uint8Array, at: number, value: number): number {
  if (value >= 0 && value <= Number.MAX_SAFE_INTEGER && value % 1 === 0) {
    if (value < BILLION) return putNatural(bytes, at, value, digitsOf(value));
    const billions = Math.floor(value / BILLION);
    return putNatural(bytes, putNumber(bytes, at, billions), value - billions * BILLION, 9);
  }
  if (Number.isNaN(value)) {
    bytes.set(NULL, at);
    return at + NULL.length;
  }
  const text = String(value);
  for (let index = 0; index < text.length; index += 1) bytes[at + index] = text.charCodeAt(index);
  return at + text.length;
}

/** A natural number below a billion in so many digits. */
function putNatural(bytes: Uint8Array, at: number, value: number, digits: number): number {
  let rest = value | 0;
  for (let place = at + digits - 1; place >= at; place -= 1) {
    const tenth = (rest / 10) | 0;
    bytes[place] = ZERO + rest - tenth * 10;
    rest = tenth;
  }
  return at + digits;
}

function digitsOf(value: number): number {
  let digits = 1;
  for (let limit = 10; value >= limit; limit *= 10) digits += 1;
  return digits;
}
