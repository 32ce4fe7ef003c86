import { OtlpDecodeError } from './otlp-decode-error.ts';

/** Wire types of the protobuf encoding. */
export const WIRE = {
  varint: 0,
  fixed64: 1,
  bytes: 2,
  groupStart: 3,
  groupEnd: 4,
  fixed32: 5,
} as const;

const GROUP_DEPTH_MAX = 64;
const VARINT_BYTES_MAX = 10;
const TWO_28 = 2 ** 28;
const TWO_32 = 2 ** 32;

/**
 * A strict cursor over protobuf bytes. Every read takes the `limit` of the message it is in:
 * nothing reads past it, and a varint longer than ten bytes, a length past the limit, field number
 * 0 and the reserved wire types are errors.
 */
export class WireReader {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  pos = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** A field's tag: number in the upper bits, wire type in the lower three. */
  tag(limit: number): number {
    const start = this.pos;
    if (start < limit) {
      const byte = this.bytes[start]!;
      if (byte < 0x80) {
        if (byte < 8) throw new OtlpDecodeError('field number 0', start);
        this.pos = start + 1;
        return byte;
      }
    }
    return this.#longTag(limit, start);
  }

  #longTag(limit: number, start: number): number {
    const value = this.uint53(limit);
    if (value >= TWO_32 || this.pos - start > 5)
      throw new OtlpDecodeError('tag out of range', start);
    if (value < 8) throw new OtlpDecodeError('field number 0', start);
    return value;
  }

  /**
   * Reads a length prefix and returns the offset where what it covers ends; `pos` is then its
   * start.
   */
  end(limit: number): number {
    const start = this.pos;
    if (start < limit) {
      const byte = this.bytes[start]!;
      if (byte < 0x80) {
        this.pos = start + 1;
        const end = start + 1 + byte;
        if (end > limit) throw new OtlpDecodeError('length past the end of the message', start);
        return end;
      }
    }
    const length = this.uint53(limit);
    if (this.pos - start > 5 || this.pos + length > limit)
      throw new OtlpDecodeError('length past the end of the message', start);
    return this.pos + length;
  }

  /**
   * A varint as an unsigned number; beyond 2^53 it loses its low bits, so only for tags, lengths
   * and enums.
   */
  uint53(limit: number): number {
    const start = this.pos;
    let value = 0;
    let scale = 1;
    for (let pos = start; pos < limit; pos++) {
      const byte = this.bytes[pos]!;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) {
        this.pos = pos + 1;
        return value;
      }
      if (pos - start >= VARINT_BYTES_MAX - 1)
        throw new OtlpDecodeError('varint longer than ten bytes', start);
      scale *= 128;
    }
    throw new OtlpDecodeError('truncated varint', start);
  }

  /** A varint's low 32 bits, unsigned, as uint32 fields are read. */
  uint32(limit: number): number {
    let value = 0;
    let shift = 0;
    const start = this.pos;
    for (let pos = start; pos < limit; pos++) {
      const byte = this.bytes[pos]!;
      if (shift < 32) value |= (byte & 0x7f) << shift;
      if (byte < 0x80) {
        this.pos = pos + 1;
        return value >>> 0;
      }
      if (pos - start >= VARINT_BYTES_MAX - 1) break;
      shift += 7;
    }
    throw new OtlpDecodeError('bad varint', start);
  }

  /** A varint as a signed 64-bit integer: a number where that is exact, a bigint beyond. */
  int64(limit: number): number | bigint {
    const start = this.pos;
    let low = 0;
    let middle = 0;
    let high = 0;
    for (let pos = start; pos < limit; pos++) {
      const byte = this.bytes[pos]!;
      const index = pos - start;
      if (index < 4) low |= (byte & 0x7f) << (7 * index);
      else if (index < 8) middle |= (byte & 0x7f) << (7 * (index - 4));
      else high |= (byte & 0x7f) << (7 * (index - 8));
      if (byte < 0x80) {
        this.pos = pos + 1;
        return joinInt64(low, middle, high);
      }
      if (index >= VARINT_BYTES_MAX - 1)
        throw new OtlpDecodeError('varint longer than ten bytes', start);
    }
    throw new OtlpDecodeError('truncated varint', start);
  }

  /** Eight bytes as an unsigned integer. */
  fixed64(limit: number): bigint {
    const pos = this.advance(8, limit);
    return this.view.getBigUint64(pos, true);
  }

  double(limit: number): number {
    const pos = this.advance(8, limit);
    return this.view.getFloat64(pos, true);
  }

  fixed32(limit: number): number {
    const pos = this.advance(4, limit);
    return this.view.getUint32(pos, true);
  }

  /** Steps over `count` bytes and returns where they began. */
  advance(count: number, limit: number): number {
    const start = this.pos;
    if (start + count > limit) throw new OtlpDecodeError('truncated field', start);
    this.pos = start + count;
    return start;
  }

  /** Steps over the value of a field that is not needed, groups included. */
  skip(tag: number, limit: number): void {
    switch (tag & 7) {
      case WIRE.varint:
        this.uint53(limit);
        return;
      case WIRE.fixed64:
        this.advance(8, limit);
        return;
      case WIRE.bytes:
        this.pos = this.end(limit);
        return;
      case WIRE.fixed32:
        this.advance(4, limit);
        return;
      case WIRE.groupStart:
        this.#skipGroup(tag, limit);
        return;
      default:
        throw new OtlpDecodeError(`wire type ${tag & 7}`, this.pos);
    }
  }

  #skipGroup(tag: number, limit: number): void {
    const open = [tag >>> 3];
    while (open.length > 0) {
      const inner = this.tag(limit);
      const field = inner >>> 3;
      if ((inner & 7) === WIRE.groupEnd) {
        if (open.pop() !== field)
          throw new OtlpDecodeError('group ends with another field number', this.pos);
      } else if ((inner & 7) === WIRE.groupStart) {
        if (open.push(field) > GROUP_DEPTH_MAX)
          throw new OtlpDecodeError('groups nested too deep', this.pos);
      } else {
        this.skip(inner, limit);
      }
    }
  }
}

function joinInt64(low: number, middle: number, high: number): number | bigint {
  if (high === 0 && middle < 2 ** 25) return low + middle * TWO_28;
  const value = BigInt.asIntN(
    64,
    (BigInt(high) << 56n) | (BigInt(middle >>> 0) << 28n) | BigInt(low),
  );
  return value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER)
    ? Number(value)
    : value;
}
