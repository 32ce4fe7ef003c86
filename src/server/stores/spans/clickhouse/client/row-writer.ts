const FIRST_BYTES = 64 * 1024;

/** Writes rows in the format RowBinary. */
export class RowWriter {
  #bytes = Buffer.allocUnsafe(FIRST_BYTES);
  #size = 0;

  finish(): Buffer {
    return this.#bytes.subarray(0, this.#size);
  }

  uint8(value: number): void {
    this.#room(1);
    this.#bytes[this.#size] = value;
    this.#size += 1;
  }

  uint32(value: number): void {
    this.#room(4);
    this.#size = this.#bytes.writeUInt32LE(value, this.#size);
  }

  uint64(value: number | bigint): void {
    this.#room(8);
    if (typeof value === 'bigint') this.#size = this.#bytes.writeBigUInt64LE(value, this.#size);
    else {
      this.#bytes.writeUInt32LE(value % 2 ** 32, this.#size);
      this.#size = this.#bytes.writeUInt32LE(Math.floor(value / 2 ** 32), this.#size + 4);
    }
  }

  int64(value: bigint): void {
    this.#room(8);
    this.#size = this.#bytes.writeBigInt64LE(value, this.#size);
  }

  float64(value: number): void {
    this.#room(8);
    this.#size = this.#bytes.writeDoubleLE(value, this.#size);
  }

  text(value: string): void {
    const length = Buffer.byteLength(value);
    this.#room(length + 5);
    this.#varint(length);
    this.#size += this.#bytes.write(value, this.#size);
  }

  bytes(value: Uint8Array): void {
    this.#room(value.length + 5);
    this.#varint(value.length);
    this.fixed(value);
  }

  /** Bytes of a column whose length is part of its type. */
  fixed(value: Uint8Array): void {
    this.#room(value.length);
    this.#bytes.set(value, this.#size);
    this.#size += value.length;
  }

  /** Hex of a column whose length is part of its type. */
  hex(value: string): void {
    this.#room(value.length / 2);
    this.#size += this.#bytes.write(value, this.#size, 'hex');
  }

  /** Says whether there is a value, which is then written. */
  nullable<Value>(value: Value | null, write: (value: Value) => void): void {
    this.uint8(value === null ? 1 : 0);
    if (value !== null) write(value);
  }

  /** The number of elements of a list or a map, which follow. */
  count(value: number): void {
    this.#room(5);
    this.#varint(value);
  }

  #varint(value: number): void {
    let rest = value;
    while (rest >= 128) {
      this.#bytes[this.#size] = (rest % 128) | 0x80;
      this.#size += 1;
      rest = Math.floor(rest / 128);
    }
    this.#bytes[this.#size] = rest;
    this.#size += 1;
  }

  #room(more: number): void {
    if (this.#size + more <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#size + more));
    this.#bytes.copy(larger, 0, 0, this.#size);
    this.#bytes = larger;
  }
}
