/**
 * A value as a column gives it: UInt64 as a number, Int64 as a bigint, FixedString as lower-case
 * hex.
 */
export type Cell = number | bigint | string | boolean | null | Uint8Array | readonly Cell[];
export type Cells = Readonly<Record<string, Cell>>;

type ReadCell = (reader: RowReader) => Cell;

/** Walks over bytes in the RowBinary format. */
class RowReader {
  readonly #bytes: Buffer;
  at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isOver(): boolean {
    return this.at >= this.#bytes.length;
  }

  varint(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.#bytes[this.at] ?? 0;
      this.at += 1;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
  }

  text(): string {
    const length = this.varint();
    this.at += length;
    return this.#bytes.toString('utf8', this.at - length, this.at);
  }

  bytes(): Uint8Array {
    const length = this.varint();
    this.at += length;
    return this.#bytes.subarray(this.at - length, this.at);
  }

  hex(length: number): string {
    this.at += length;
    return this.#bytes.toString('hex', this.at - length, this.at);
  }

  /** The next so many bytes as a number. */
  number(size: number, read: (bytes: Buffer, at: number) => number): number {
    this.at += size;
    return read(this.#bytes, this.at - size);
  }

  int64(): bigint {
    this.at += 8;
    return this.#bytes.readBigInt64LE(this.at - 8);
  }

  uint64(): number {
    this.at += 8;
    return this.#bytes.readUInt32LE(this.at - 8) + this.#bytes.readUInt32LE(this.at - 4) * 2 ** 32;
  }
}

const SIMPLE: Readonly<Record<string, ReadCell>> = {
  UInt8: (reader) => reader.number(1, (bytes, at) => bytes[at] ?? 0),
  UInt16: (reader) => reader.number(2, (bytes, at) => bytes.readUInt16LE(at)),
  UInt32: (reader) => reader.number(4, (bytes, at) => bytes.readUInt32LE(at)),
  Int32: (reader) => reader.number(4, (bytes, at) => bytes.readInt32LE(at)),
  UInt64: (reader) => reader.uint64(),
  Int64: (reader) => reader.int64(),
  Float64: (reader) => reader.number(8, (bytes, at) => bytes.readDoubleLE(at)),
  Bool: (reader) => reader.number(1, (bytes, at) => bytes[at] ?? 0) === 1,
  String: (reader) => reader.text(),
};

/** How a value of a type is read. */
function cellReader(type: string): ReadCell {
  const simple = SIMPLE[type];
  if (simple !== undefined) return simple;
  const [, outer, inner = ''] = /^(\w+)\((.*)\)$/.exec(type) ?? [];
  switch (outer) {
    case 'LowCardinality':
      return cellReader(inner);
    case 'SimpleAggregateFunction':
      return cellReader(inner.slice(inner.indexOf(',') + 1).trim());
    case 'FixedString': {
      const length = Number(inner);
      return (reader) => reader.hex(length);
    }
    case 'Nullable': {
      const read = cellReader(inner);
      return (reader) =>
        reader.number(1, (bytes, at) => bytes[at] ?? 0) === 1 ? null : read(reader);
    }
    case 'Array': {
      const read = cellReader(inner);
      return (reader) => Array.from({ length: reader.varint() }, () => read(reader));
    }
    default:
      throw new Error(`no column of type ${type} is read`);
  }
}

/**
 * The rows of an answer in the format RowBinaryWithNamesAndTypes. Columns named in `raw` hold
 * bytes, not text.
 */
export function readRows(answer: Buffer, raw: readonly string[] = []): Cells[] {
  const reader = new RowReader(answer);
  if (reader.isOver) return [];
  const count = reader.varint();
  const names = Array.from({ length: count }, () => reader.text());
  const types = Array.from({ length: count }, () => reader.text());
  const columns = names.map((name, index) => ({
    name,
    read: raw.includes(name)
      ? (row: RowReader): Cell => row.bytes()
      : cellReader(types[index] ?? ''),
  }));
  const rows: Cells[] = [];
  while (!reader.isOver) {
    const row: Record<string, Cell> = {};
    for (const { name, read } of columns) row[name] = read(reader);
    rows.push(row);
  }
  return rows;
}
