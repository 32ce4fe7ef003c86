/**
 * Writes protobuf wire format into one growing buffer. Small on purpose: the tools, benchmarks and
 * tests make their own requests with it, so that what they send does not depend on the code that
 * reads it.
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
    this.#number(field * 8);
    if (typeof value === 'number' && value >= 0 && value < 0x8000_0000) this.#number(value);
    else this.#long(BigInt.asUintN(64, BigInt(value)));
    return this;
  }

  fixed32(field: number, value: number): this {
    this.#number(field * 8 + 5);
    this.#reserve(4);
    this.#length = this.#buffer.writeUInt32LE(value >>> 0, this.#length);
    return this;
  }

  fixed64(field: number, value: bigint): this {
    this.#number(field * 8 + 1);
    this.#reserve(8);
    this.#length = this.#buffer.writeBigUInt64LE(BigInt.asUintN(64, value), this.#length);
    return this;
  }

  double(field: number, value: number): this {
    this.#number(field * 8 + 1);
    this.#reserve(8);
    this.#length = this.#buffer.writeDoubleLE(value, this.#length);
    return this;
  }

  text(field: number, value: string): this {
    const bytes = Buffer.byteLength(value, 'utf8');
    this.#number(field * 8 + 2);
    this.#number(bytes);
    this.#reserve(bytes);
    this.#length += this.#buffer.write(value, this.#length, 'utf8');
    return this;
  }

  /** A length-delimited field. */
  bytes(field: number, value: Uint8Array): this {
    this.#number(field * 8 + 2);
    this.#number(value.length);
    this.#reserve(value.length);
    this.#buffer.set(value, this.#length);
    this.#length += value.length;
    return this;
  }

  /** A nested message. */
  message(field: number, write: (inner: ProtobufWriter) => void): this {
    const inner = spares.pop() ?? new ProtobufWriter(512);
    write(inner);
    this.bytes(field, inner.#buffer.subarray(0, inner.#length));
    inner.#length = 0;
    spares.push(inner);
    return this;
  }

  /** A varint below 2^31. */
  #number(value: number): void {
    this.#reserve(5);
    let rest = value;
    while (rest > 0x7f) {
      this.#buffer[this.#length++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.#buffer[this.#length++] = rest;
  }

  #long(value: bigint): void {
    this.#reserve(10);
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

/**
 * Writers for nested messages, used again: making a buffer for each costs more than what is
 * written.
 */
const spares: ProtobufWriter[] = [];
