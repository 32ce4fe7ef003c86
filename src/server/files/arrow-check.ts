import { AppError } from '#contracts/wire/errors.ts';

/** A checked message. */
export interface ArrowMessageHead {
  readonly kind: 'schema' | 'dictionary' | 'batch';
  /** Of a dictionary: its id, and whether it extends the previous one. */
  readonly dictionary: { readonly id: number; readonly isDelta: boolean } | null;
  readonly bodyBytes: number;
  readonly isCompressed: boolean;
  /** Where the buffers of a batch lie in its body. */
  readonly buffers: readonly { readonly offset: number; readonly length: number }[];
}

/**
 * A message may describe so many fields, buffers and entries of metadata: each costs the reader
 * memory and time.
 */
const ELEMENTS_MAX = 100_000;
const DEPTH_MAX = 64;
const ROWS_IN_BATCH_MAX = 50_000_000;
const KINDS = [null, 'schema', 'dictionary', 'batch'] as const;

/**
 * Walks the metadata of an Arrow message (a FlatBuffers table) and checks every offset and count
 * against the bytes that are there, before the reader gets it: the reader trusts them, and never
 * returns from some counts. Throws `unprocessable`.
 */
export function checkArrowMessage(metadata: Buffer): ArrowMessageHead {
  const walk = new FlatWalk(metadata);
  const message = walk.root();
  const kind = KINDS[walk.byte(message, 6)];
  if (kind === undefined || kind === null)
    throw notArrow('a message that is no schema, dictionary or record batch');
  const header = walk.table(message, 8);
  if (header === null) throw notArrow('a message without content');
  walk.keyValues(message, 12);
  const bodyBytes = walk.long(message, 10);
  if (kind === 'schema') {
    walk.fields(header, 6, 0);
    walk.keyValues(header, 8);
    return { kind, dictionary: null, bodyBytes, isCompressed: false, buffers: [] };
  }
  const batch = kind === 'batch' ? header : walk.table(header, 6);
  if (batch === null) throw notArrow('a dictionary without values');
  const dictionary =
    kind === 'batch' ? null : { id: walk.long(header, 4), isDelta: walk.byte(header, 8) !== 0 };
  return { kind, dictionary, bodyBytes, ...checkBatch(walk, batch, bodyBytes) };
}

function checkBatch(
  walk: FlatWalk,
  batch: number,
  bodyBytes: number,
): Pick<ArrowMessageHead, 'isCompressed' | 'buffers'> {
  const lengths = walk.vector(batch, 6, 16).map((at) => {
    const length = walk.longAt(at);
    if (walk.longAt(at + 8) > length) throw notArrow('more nulls than values');
    return length;
  });
  const longest = Math.max(0, ...lengths);
  // The reader fills columns up with nulls to whatever the batch says.
  if (lengths.length > 0 && walk.long(batch, 4) > longest)
    throw notArrow('a batch whose columns are shorter than its rows');
  const rows = Math.max(walk.long(batch, 4), longest);
  if (rows > ROWS_IN_BATCH_MAX)
    throw notArrow(`a batch of ${rows} values; at most ${ROWS_IN_BATCH_MAX} are read`);
  const buffers = walk
    .vector(batch, 8, 16)
    .map((at) => ({ offset: walk.longAt(at), length: walk.longAt(at + 8) }));
  if (buffers.some(({ offset, length }) => offset + length > bodyBytes))
    throw notArrow('a buffer that lies outside its batch');
  walk.vector(batch, 12, 8);
  return { isCompressed: walk.table(batch, 10) !== null, buffers };
}

export function notArrow(what: string): AppError {
  return new AppError('unprocessable', `The file is not a valid Arrow stream: it has ${what}.`);
}

/**
 * Follows FlatBuffers offsets, each of which must stay inside the bytes. Fields are named by their
 * place in the vtable.
 */
class FlatWalk {
  readonly #bytes: Buffer;
  #elements = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  root(): number {
    return this.#tableAt(this.#target(0));
  }

  byte(table: number, slot: number): number {
    const at = this.#field(table, slot, 1);
    return at === null ? 0 : this.#bytes.readUInt8(at);
  }

  /** A long that counts something: from 0 up to what JavaScript counts exactly. */
  long(table: number, slot: number): number {
    const at = this.#field(table, slot, 8);
    return at === null ? 0 : this.longAt(at);
  }

  longAt(at: number): number {
    const value = Number(this.#bytes.readBigInt64LE(at));
    if (value < 0 || !Number.isSafeInteger(value)) throw notArrow(`a count of ${value}`);
    return value;
  }

  table(table: number, slot: number): number | null {
    const at = this.#field(table, slot, 4);
    return at === null ? null : this.#tableAt(this.#target(at));
  }

  /** Where the elements of a vector lie; none when there is no vector. */
  vector(table: number, slot: number, elementBytes: number): readonly number[] {
    const at = this.#field(table, slot, 4);
    if (at === null) return [];
    const start = this.#target(at);
    this.#inside(start, 4);
    const length = this.#bytes.readUInt32LE(start);
    this.#inside(start + 4, length * elementBytes);
    this.#count(length);
    return Array.from({ length }, (_, index) => start + 4 + index * elementBytes);
  }

  /** A vector of tables. */
  tables(table: number, slot: number): readonly number[] {
    return this.vector(table, slot, 4).map((at) => this.#tableAt(this.#target(at)));
  }

  text(table: number, slot: number): void {
    const at = this.#field(table, slot, 4);
    if (at === null) return;
    const start = this.#target(at);
    this.#inside(start, 4);
    this.#inside(start + 4, this.#bytes.readUInt32LE(start));
  }

  keyValues(table: number, slot: number): void {
    for (const pair of this.tables(table, slot)) {
      this.text(pair, 4);
      this.text(pair, 6);
    }
  }

  fields(table: number, slot: number, depth: number): void {
    if (depth > DEPTH_MAX) throw notArrow(`types nested more than ${DEPTH_MAX} levels deep`);
    for (const field of this.tables(table, slot)) {
      this.text(field, 4);
      // The type's own fields are scalars, save the list of a union, which the reader bounds by its
      // children.
      this.table(field, 10);
      const dictionary = this.table(field, 12);
      if (dictionary !== null) this.table(dictionary, 6);
      this.keyValues(field, 16);
      this.fields(field, 14, depth + 1);
    }
  }

  #field(table: number, slot: number, byteLength: number): number | null {
    const vtable = table - this.#bytes.readInt32LE(table);
    if (slot >= this.#bytes.readUInt16LE(vtable)) return null;
    const offset = this.#bytes.readUInt16LE(vtable + slot);
    if (offset === 0) return null;
    this.#inside(table + offset, byteLength);
    return table + offset;
  }

  #target(at: number): number {
    this.#inside(at, 4);
    return at + this.#bytes.readUInt32LE(at);
  }

  #tableAt(table: number): number {
    this.#count(1);
    this.#inside(table, 4);
    const vtable = table - this.#bytes.readInt32LE(table);
    this.#inside(vtable, 4);
    this.#inside(vtable, this.#bytes.readUInt16LE(vtable));
    return table;
  }

  #inside(at: number, byteLength: number): void {
    if (at < 0 || at + byteLength > this.#bytes.length)
      throw notArrow('an offset that points outside its metadata');
  }

  #count(elements: number): void {
    this.#elements += elements;
    if (this.#elements > ELEMENTS_MAX)
      throw notArrow(`a message of more than ${ELEMENTS_MAX} elements`);
  }
}
