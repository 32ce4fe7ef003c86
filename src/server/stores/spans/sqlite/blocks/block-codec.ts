import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { AppError } from '#contracts/wire/errors.ts';
import { DamagedData } from '#server/stores/damaged-data.ts';
import { freeLarge } from '../both/free-large.ts';

/**
 * A block holds the bytes of spans, compressed together: those of a conversation in the order in
 * which they came, one conversation after the other. Before compression it is
 *
 *     u8 version 2, u32 count, count x u32 step to the span's number, count x u32 length,
 *     count x u32 context, bytes of the spans one after another
 *
 * (little endian). The first step is from the block's own number, the others from the span before,
 * and may be negative. Blocks of version 1, which earlier releases wrote, hold consecutive numbers:
 *
 *     u8 version 1, u32 count, count x (u32 length, u32 context), bytes
 *
 * There, a deleted span has context 0 and length 0.
 */
const VERSION = 2;
const VERSION_OF_CONSECUTIVE = 1;
const HEAD_BYTES = 5;
const SLOT_BYTES = 12;
const CONSECUTIVE_SLOT_BYTES = 8;
/**
 * Enough for the largest span the server accepts, and a wall against a damaged frame that claims
 * more.
 */
const BLOCK_BYTES_MAX = 512 * 1024 * 1024;
/** The initial buffer for an unpacked block, whatever its frame claims. */
const CHUNK_BYTES_MIN = 16 * 1024;
const CHUNK_BYTES_MAX = 8 * 1024 * 1024;

// oxlint-disable-next-line typescript/unbound-method -- only called with the bytes as `this`
const copyBytes = Buffer.alloc(0).copy;

export interface BlockEntry {
  readonly contextId: number;
  readonly bytes: Uint8Array;
}

/** A span of a block, with its number. */
export interface BlockSpan extends BlockEntry {
  readonly id: number;
}

/** A block that cannot be read. */
export class DamagedBlock extends DamagedData {
  readonly number: number;

  constructor(number: number, reason: string, cause: unknown) {
    super(partOfBlock(number), reason, cause);
    this.number = number;
  }
}

/** A block in words, for reports of damage. */
export function partOfBlock(number: number): string {
  return `the block of spans from number ${number} on`;
}

/** The number of a block: the lowest of its spans when it is written. */
export function blockNumber(spans: readonly BlockSpan[]): number {
  return spans.reduce((low, { id }) => Math.min(low, id), Number.MAX_SAFE_INTEGER);
}

/** The size of a block before compression. */
export function blockBytes(spans: readonly BlockEntry[]): number {
  let size = HEAD_BYTES + spans.length * SLOT_BYTES;
  for (const { bytes } of spans) size += bytes.length;
  return size;
}

/** Lays the spans out as a block of exactly `blockBytes`. */
export function layOutBlock(number: number, spans: readonly BlockSpan[], into: Buffer): void {
  const column = spans.length * Uint32Array.BYTES_PER_ELEMENT;
  into[0] = VERSION;
  into.writeUInt32LE(spans.length, 1);
  let [slot, offset, before] = [HEAD_BYTES, HEAD_BYTES + 3 * column, number];
  for (const { id, bytes, contextId } of spans) {
    into.writeInt32LE(id - before, slot);
    into.writeUInt32LE(bytes.length, slot + column);
    into.writeUInt32LE(contextId, slot + 2 * column);
    // Into shared memory, `set` copies word by word, so that threads that look see whole words.
    copyBytes.call(bytes, into, offset);
    slot += Uint32Array.BYTES_PER_ELEMENT;
    offset += bytes.length;
    before = id;
  }
}

/**
 * Compresses a block that is laid out. With `whole`, into memory for whatever may come out: then
 * zstd reads the block where it lies and copies none of it first, but twice as much is held until
 * the frame is freed.
 */
export function compressBlock(
  raw: Uint8Array,
  level: number,
  room: 'half' | 'whole' = 'half',
): Buffer {
  // With the size known, zstd uses smaller tables: a fifth less work for blocks of 50 KB, measured,
  // and the same bytes. A buffer for the whole output avoids collecting it in pieces: another
  // twentieth. Text needs a third of that buffer; larger output still fits.
  return zstdCompressSync(raw, {
    // The checksum costs nothing that can be measured; without it, a bit that flips on the disk
    // would read as another text.
    params: { [constants.ZSTD_c_compressionLevel]: level, [constants.ZSTD_c_checksumFlag]: 1 },
    pledgedSrcSize: raw.length,
    chunkSize: room === 'whole' ? frameBytesMax(raw.length) : Math.ceil(raw.length / 2) + 1024,
  });
}

/** zstd's bound for what can't be compressed (ZSTD_COMPRESSBOUND). */
function frameBytesMax(rawBytes: number): number {
  return rawBytes + Math.ceil(rawBytes / 256) + 128;
}

/** Packs spans as the block of that number. */
export function packBlock(number: number, spans: readonly BlockSpan[], level: number): Buffer {
  const raw = Buffer.allocUnsafe(blockBytes(spans));
  layOutBlock(number, spans, raw);
  const frame = compressBlock(raw, level);
  freeLarge(raw);
  return frame;
}

/** A block unpacked: what it holds is cut out when asked for. */
export class OpenBlock {
  readonly raw: Buffer;
  readonly count: number;
  /** The number of each span. */
  readonly ids: Float64Array;
  /** Where each span begins, and where the last one ends. */
  readonly #starts: Uint32Array;
  readonly #contexts: Uint32Array;
  readonly #isConsecutive: boolean;
  /** Made when first needed: most are read from the first span to the last. */
  #places: Map<number, number> | null = null;

  constructor(raw: Buffer, number: number) {
    const version = raw[0];
    if (version !== VERSION && version !== VERSION_OF_CONSECUTIVE)
      throw new AppError(
        'internal',
        `A block of spans has format ${version}; this program reads formats up to ${VERSION}.`,
      );
    this.raw = raw;
    this.count = raw.readUInt32LE(1);
    this.ids = new Float64Array(this.count);
    this.#starts = new Uint32Array(this.count + 1);
    this.#contexts = new Uint32Array(this.count);
    const isOld = version === VERSION_OF_CONSECUTIVE;
    const slotBytes = isOld ? CONSECUTIVE_SLOT_BYTES : SLOT_BYTES;
    this.#starts[0] = HEAD_BYTES + this.count * slotBytes;
    if (isOld) this.#readConsecutive(number);
    else this.#readSlots(number);
    const [first, last] = [this.ids[0] ?? 0, this.ids[this.count - 1] ?? 0];
    this.#isConsecutive = isOld || (last - first === this.count - 1 && isRising(this.ids));
  }

  #readConsecutive(number: number): void {
    for (let i = 0; i < this.count; i += 1) {
      const slot = HEAD_BYTES + i * CONSECUTIVE_SLOT_BYTES;
      this.ids[i] = number + i;
      this.#starts[i + 1] = (this.#starts[i] ?? 0) + this.raw.readUInt32LE(slot);
      this.#contexts[i] = this.raw.readUInt32LE(slot + 4);
    }
  }

  #readSlots(number: number): void {
    const column = this.count * Uint32Array.BYTES_PER_ELEMENT;
    let [slot, id] = [HEAD_BYTES, number];
    for (let i = 0; i < this.count; i += 1) {
      id += this.raw.readInt32LE(slot);
      this.ids[i] = id;
      this.#starts[i + 1] = (this.#starts[i] ?? 0) + this.raw.readUInt32LE(slot + column);
      this.#contexts[i] = this.raw.readUInt32LE(slot + 2 * column);
      slot += Uint32Array.BYTES_PER_ELEMENT;
    }
  }

  /** All spans, as views. */
  spans(): BlockSpan[] {
    const spans: BlockSpan[] = [];
    for (let place = 0; place < this.count; place += 1) {
      const entry = this.at(place);
      if (entry !== null) spans.push({ id: this.ids[place] ?? 0, ...entry });
    }
    return spans;
  }

  /** Where the span at the place begins in `raw`; behind the last one, where that ends. */
  startOf(place: number): number {
    return this.#starts[place] ?? this.raw.length;
  }

  /** The place behind the spans from one on that take so many bytes together, or behind that one. */
  placeAfter(from: number, bytes: number): number {
    let end = from + 1;
    while (end < this.count && this.startOf(end + 1) - this.startOf(from) <= bytes) end += 1;
    return end;
  }

  has(id: number): boolean {
    return this.#placeOf(id) !== -1;
  }

  /** A view of the span with the number; null where it was deleted. */
  entry(id: number): BlockEntry | null {
    return this.at(this.#placeOf(id));
  }

  /** A view of the span at the place; null where one was deleted. */
  at(place: number): BlockEntry | null {
    const contextId = this.#contexts[place] ?? 0;
    return contextId === 0
      ? null
      : { contextId, bytes: this.raw.subarray(this.#starts[place], this.#starts[place + 1]) };
  }

  #placeOf(id: number): number {
    if (this.#isConsecutive) {
      const place = id - (this.ids[0] ?? 0);
      return place >= 0 && place < this.count ? place : -1;
    }
    this.#places ??= new Map(Array.from(this.ids, (known, place) => [known, place]));
    return this.#places.get(id) ?? -1;
  }
}

function isRising(ids: Float64Array): boolean {
  return ids.every((id, i) => i === 0 || id > (ids[i - 1] ?? 0));
}

/** Throws `DamagedBlock` for a frame that was damaged. */
export function openBlock(frame: Uint8Array, number: number): OpenBlock {
  // With room for all of it at once, nothing is put together from pieces of 16 KB afterwards.
  const chunkSize = Math.min(CHUNK_BYTES_MAX, Math.max(CHUNK_BYTES_MIN, unpackedBytes(frame) + 1));
  try {
    return new OpenBlock(
      zstdDecompressSync(frame, { maxOutputLength: BLOCK_BYTES_MAX, chunkSize }),
      number,
    );
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new DamagedBlock(number, error instanceof Error ? error.message : String(error), error);
  }
}

/** The size of a block before compression, from its zstd frame (RFC 8878, 3.1.1.1); 0 if absent. */
export function unpackedBytes(frame: Uint8Array): number {
  if (frame.length < 18) return 0;
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  const descriptor = view.getUint8(4);
  const isSingle = (descriptor & 0x20) !== 0;
  const dictionaryBytes = [0, 1, 2, 4][descriptor & 3] ?? 0;
  const at = 5 + (isSingle ? 0 : 1) + dictionaryBytes;
  switch (descriptor >> 6) {
    case 0:
      return isSingle ? view.getUint8(at) : 0;
    case 1:
      return view.getUint16(at, true) + 256;
    case 2:
      return view.getUint32(at, true);
    default:
      return Number(view.getBigUint64(at, true));
  }
}
