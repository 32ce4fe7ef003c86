import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { AppError } from '#contracts/wire/errors.ts';
import { DamagedData } from '#server/stores/damaged-data.ts';
import { freeLarge } from '../both/free-large.ts';

/**
 * A block holds the bytes of spans with consecutive numbers, compressed together. Before
 * compression it is
 *
 *     u8 version, u32 count, count x (u32 length, u32 context), bytes of the spans one after another
 *
 * (little endian). A slot of a deleted span has context 0 and length 0, so that a span's place is
 * always its number minus the block's first.
 */
const VERSION = 1;
const HEAD_BYTES = 5;
const SLOT_BYTES = 8;
/**
 * Enough for the largest span the server accepts, and a wall against a damaged frame that claims
 * more.
 */
const BLOCK_BYTES_MAX = 512 * 1024 * 1024;
/** The initial buffer for an unpacked block, whatever its frame claims. */
const CHUNK_BYTES_MIN = 16 * 1024;
const CHUNK_BYTES_MAX = 4 * 1024 * 1024;

export interface BlockEntry {
  readonly contextId: number;
  readonly bytes: Uint8Array;
}

/** The size of a block before compression. */
export function blockBytes(entries: readonly (BlockEntry | null)[]): number {
  let size = HEAD_BYTES + entries.length * SLOT_BYTES;
  for (const entry of entries) size += entry === null ? 0 : entry.bytes.length;
  return size;
}

/**
 * Lays the entries out as a block of exactly `blockBytes`; null marks the place of a deleted span.
 */
export function layOutBlock(entries: readonly (BlockEntry | null)[], into: Buffer): void {
  into[0] = VERSION;
  into.writeUInt32LE(entries.length, 1);
  let slot = HEAD_BYTES;
  let offset = HEAD_BYTES + entries.length * SLOT_BYTES;
  for (const entry of entries) {
    into.writeUInt32LE(entry === null ? 0 : entry.bytes.length, slot);
    into.writeUInt32LE(entry === null ? 0 : entry.contextId, slot + 4);
    slot += SLOT_BYTES;
    if (entry === null) continue;
    into.set(entry.bytes, offset);
    offset += entry.bytes.length;
  }
}

/** Compresses a block that is laid out. */
export function compressBlock(raw: Uint8Array, level: number): Buffer {
  // With the size known, zstd uses smaller tables: a fifth less work for blocks of 50 KB, measured,
  // and the same bytes. A buffer for the whole output avoids collecting it in pieces: another
  // twentieth. Text needs a third of that buffer; larger output still fits.
  return zstdCompressSync(raw, {
    // The checksum costs nothing that can be measured; without it, a bit that flips on the disk
    // would read as another text.
    params: { [constants.ZSTD_c_compressionLevel]: level, [constants.ZSTD_c_checksumFlag]: 1 },
    pledgedSrcSize: raw.length,
    chunkSize: Math.ceil(raw.length / 2) + 1024,
  });
}

/** Packs the entries; null marks the place of a deleted span. */
export function packBlock(entries: readonly (BlockEntry | null)[], level: number): Buffer {
  const raw = Buffer.allocUnsafe(blockBytes(entries));
  layOutBlock(entries, raw);
  const frame = compressBlock(raw, level);
  freeLarge(raw);
  return frame;
}

/** A block unpacked: what it holds is cut out when asked for. */
export class OpenBlock {
  readonly raw: Buffer;
  readonly count: number;
  /** Where each entry begins, and where the last one ends. */
  readonly #starts: Uint32Array;

  constructor(raw: Buffer) {
    if (raw[0] !== VERSION)
      throw new AppError(
        'internal',
        `A block of spans has format ${raw[0]}; this program reads format ${VERSION}.`,
      );
    this.raw = raw;
    this.count = raw.readUInt32LE(1);
    this.#starts = new Uint32Array(this.count + 1);
    let offset = HEAD_BYTES + this.count * SLOT_BYTES;
    for (let i = 0; i < this.count; i += 1) {
      this.#starts[i] = offset;
      offset += raw.readUInt32LE(HEAD_BYTES + i * SLOT_BYTES);
    }
    this.#starts[this.count] = offset;
  }

  /** Views of all entries. */
  entries(): (BlockEntry | null)[] {
    return Array.from({ length: this.count }, (_, place) => this.entry(place));
  }

  /** A view of one entry; null where a span was deleted. */
  entry(place: number): BlockEntry | null {
    if (place < 0 || place >= this.count) return null;
    const contextId = this.raw.readUInt32LE(HEAD_BYTES + place * SLOT_BYTES + 4);
    return contextId === 0
      ? null
      : { contextId, bytes: this.raw.subarray(this.#starts[place], this.#starts[place + 1]) };
  }
}

/** Throws `DamagedData` for a frame that was damaged. `firstId` is the number of its first span. */
export function openBlock(frame: Uint8Array, firstId: number): OpenBlock {
  // With room for all of it at once, nothing is put together from pieces of 16 KB afterwards.
  const chunkSize = Math.min(CHUNK_BYTES_MAX, Math.max(CHUNK_BYTES_MIN, contentBytes(frame) + 1));
  try {
    return new OpenBlock(
      zstdDecompressSync(frame, { maxOutputLength: BLOCK_BYTES_MAX, chunkSize }),
    );
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new DamagedData(
      `the block of spans from number ${firstId} on`,
      error instanceof Error ? error.message : String(error),
      error,
    );
  }
}

/** The content size in a zstd frame's header (RFC 8878, 3.1.1.1); 0 if absent. */
function contentBytes(frame: Uint8Array): number {
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
