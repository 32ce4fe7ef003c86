import { WIRE } from './wire-reader.ts';

// Browsers and Node both have it; this project is compiled without the types of either.
declare class TextEncoder {
  encodeInto(text: string, target: Uint8Array): { read: number; written: number };
}

const encoder = new TextEncoder();
const UTF8_BYTES_PER_UNIT = 3;
const SHORT_TEXT = 40;
const VARINT_BYTES_MAX = 10;

/**
 * Writes protobuf fields into a growing buffer. Undefined values are skipped; all others, defaults
 * included, are written.
 */
export class WireWriter {
  #bytes = new Uint8Array(1024);
  #view = new DataView(this.#bytes.buffer);
  #pos = 0;

  /** A copy of the bytes written so far. */
  finish(): Uint8Array {
    return this.#bytes.slice(0, this.#pos);
  }

  varint(field: number, value: number | bigint): void {
    this.#tag(field, WIRE.varint);
    if (typeof value === 'number' && value >= 0) this.#uvarint(value);
    else this.#int64(BigInt(value));
  }

  fixed64(field: number, value: bigint): void {
    this.#tag(field, WIRE.fixed64);
    this.#reserve(8);
    this.#view.setBigUint64(this.#pos, BigInt.asUintN(64, value), true);
    this.#pos += 8;
  }

  double(field: number, value: number): void {
    this.#tag(field, WIRE.fixed64);
    this.#reserve(8);
    this.#view.setFloat64(this.#pos, value, true);
    this.#pos += 8;
  }

  fixed32(field: number, value: number): void {
    this.#tag(field, WIRE.fixed32);
    this.#reserve(4);
    this.#view.setUint32(this.#pos, value, true);
    this.#pos += 4;
  }

  bytes(field: number, value: Uint8Array): void {
    this.#tag(field, WIRE.bytes);
    this.#uvarint(value.length);
    this.raw(value);
  }

  /** A string; half of a surrogate pair becomes U+FFFD. */
  string(field: number, value: string): void {
    this.message(field, () => {
      this.#text(value);
    });
  }

  /** A message field: whatever `write` writes, behind its length. */
  message(field: number, write: () => void): void {
    this.#tag(field, WIRE.bytes);
    this.#reserve(1);
    const start = ++this.#pos;
    write();
    const length = this.#pos - start;
    const prefix = varintSize(length);
    // Room is made while `pos` is behind the contents: growing keeps only what lies before it.
    this.#reserve(VARINT_BYTES_MAX);
    if (prefix > 1) this.#bytes.copyWithin(start + prefix - 1, start, this.#pos);
    this.#pos = start - 1;
    this.#uvarint(length);
    this.#pos += length;
  }

  /** Bytes that are encoded already. */
  raw(value: Uint8Array): void {
    this.#reserve(value.length);
    this.#bytes.set(value, this.#pos);
    this.#pos += value.length;
  }

  #text(value: string): void {
    this.#reserve(value.length * UTF8_BYTES_PER_UNIT);
    if (value.length <= SHORT_TEXT && this.#ascii(value)) return;
    this.#pos += encoder.encodeInto(value, this.#bytes.subarray(this.#pos)).written;
  }

  #ascii(value: string): boolean {
    for (let index = 0; index < value.length; index++) {
      const code = value.charCodeAt(index);
      if (code > 0x7f) return false;
      this.#bytes[this.#pos + index] = code;
    }
    this.#pos += value.length;
    return true;
  }

  #tag(field: number, wire: number): void {
    this.#uvarint(field * 8 + wire);
  }

  #uvarint(value: number): void {
    this.#reserve(VARINT_BYTES_MAX);
    let rest = value;
    while (rest >= 0x80) {
      this.#bytes[this.#pos++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.#bytes[this.#pos++] = rest;
  }

  #int64(value: bigint): void {
    this.#reserve(VARINT_BYTES_MAX);
    let rest = BigInt.asUintN(64, value);
    while (rest >= 0x80n) {
      this.#bytes[this.#pos++] = Number(rest & 0x7fn) | 0x80;
      rest >>= 7n;
    }
    this.#bytes[this.#pos++] = Number(rest);
  }

  #reserve(count: number): void {
    if (this.#pos + count <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.#pos + count));
    grown.set(this.#bytes.subarray(0, this.#pos));
    this.#bytes = grown;
    this.#view = new DataView(grown.buffer);
  }
}

function varintSize(value: number): number {
  let size = 1;
  for (let rest = value; rest >= 0x80; rest = Math.floor(rest / 0x80)) size++;
  return size;
}
