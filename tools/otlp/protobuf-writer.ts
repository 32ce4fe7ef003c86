/**
 * Writes protobuf wire format into one growing buffer. Small on purpose: the tools, benchmarks and tests make their own requests
 * with it, so that what they send does not depend on the code that reads it.
 */
export class ProtobufWriter {
  #buffer: Buffer;
  #length = 0;

  constructor(bytesMax = 4_096) {
    this.#buffer = Buffer.allocUnsafe(bytesMax);
  }

  get length(): number {
    return this.#length;
  }

  /** A copy of what was written. */
  finish(): Buffer {
    return Buffer.from(this.#buffer.subarray(0, this.#length));
  }

  varint(field: number, value: number | bigint): this {
    this.#raw(BigInt(field) << 3n);
    this.#raw(BigInt.asUintN(64, BigInt(value)));
    return this;
  }

  fixed32(field: number, value: number): this {
    this.#raw((BigInt(field) << 3n) | 5n);
    this.#reserve(4);
    this.#length = this.#buffer.writeUInt32LE(value >>> 0, this.#length);
    return this;
  }

  fixed64(field: number, value: bigint): this {
    this.#raw((BigInt(field) << 3n) | 1n);
    this.#reserve(8);
    this.#length = this.#buffer.writeBigUInt64LE(BigInt.asUintN(64, value), this.#length);
    return this;
  }

  double(field: number, value: number): this {
    this.#raw((BigInt(field) << 3n) | 1n);
    this.#reserve(8);
    this.#length = this.#buffer.writeDoubleLE(value, this.#length);
    return this;
  }

  text(field: number, value: string): this {
    return this.bytes(field, Buffer.from(value, 'utf8'));
  }

  /** A length-delimited field. */
  bytes(field: number, value: Uint8Array): this {
    this.#raw((BigInt(field) << 3n) | 2n);
    this.#raw(BigInt(value.length));
    this.#reserve(value.length);
    this.#buffer.set(value, this.#length);
    this.#length += value.length;
    return this;
  }

  /** A nested message. */
  message(field: number, write: (inner: ProtobufWriter) => void): this {
    const inner = new ProtobufWriter(512);
    write(inner);
    return this.bytes(field, inner.#buffer.subarray(0, inner.#length));
  }

  #raw(value: bigint): void {
    this.#reserve(10);
    if (value < 0x8000_0000n) {
      let small = Number(value);
      while (small > 0x7f) {
        this.#buffer[this.#length++] = (small & 0x7f) | 0x80;
        small >>>= 7;
      }
      this.#buffer[this.#length++] = small;
      return;
    }
    let rest = value;
    while (rest > 0x7fn) {
      this.#buffer[this.#length++] = Number(rest & 0x7fn) | 0x80;
      rest >>= 7n;
    }
    this.#buffer[this.#length++] = Number(rest);
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#buffer.length * 2, this.#length + bytes));
    this.#buffer.copy(larger, 0, 0, this.#length);
    this.#buffer = larger;
  }
}
