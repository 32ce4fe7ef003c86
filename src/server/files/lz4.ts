/** The error in LZ4 bytes, in words that end a sentence about the file. */
export class Lz4Error extends Error {}

const MATCH_BYTES_MIN = 4;
const NIBBLE = 0xf;
const MAGIC = 0x18_4d_22_04;
const VERSION_MASK = 0xc0;
const VERSION = 0x40;
const HAS_BLOCK_CHECKSUMS = 0x10;
const HAS_CONTENT_SIZE = 0x08;
const HAS_DICTIONARY = 0x01;
const STORED_PLAIN = 0x8000_0000;
const BLOCK_BYTES_MAX: ReadonlyMap<number, number> = new Map([[4, 0x1_0000], [5, 0x4_0000], [6, 0x10_0000], [7, 0x40_0000]]); // prettier-ignore

/**
 * Inflates a block without a frame, which must be exactly `length` bytes once inflated. Every
 * length and offset is checked against the bytes that are there; throws `Lz4Error` for what does
 * not fit.
 */
export function lz4Block(block: Uint8Array, length: number): Uint8Array {
  const into = new Uint8Array(length);
  const end = inflateBlock(block, into, 0);
  if (end !== length)
    throw new Lz4Error(`an LZ4 block of ${end} bytes where ${length} are announced`);
  return into;
}

/**
 * Inflates a frame, which must be exactly `length` bytes once inflated. Skips checksums: the
 * container of the frame has its own. Throws `Lz4Error`.
 */
export function lz4Frame(frame: Uint8Array, length: number): Uint8Array {
  const { start, blockBytesMax, checksumBytes } = frameHeader(frame);
  const into = new Uint8Array(length);
  let filled = 0;
  for (let at = start; ;) {
    const header = uint32(frame, at);
    at += 4;
    if (header === 0) break;
    const isPlain = header >= STORED_PLAIN;
    const size = isPlain ? header - STORED_PLAIN : header;
    if (size > blockBytesMax || at + size > frame.length)
      throw new Lz4Error('an LZ4 block that is longer than its frame allows');
    const block = frame.subarray(at, at + size);
    filled = isPlain ? append(into, block, filled) : inflateBlock(block, into, filled);
    at += size + checksumBytes;
  }
  if (filled !== length)
    throw new Lz4Error(`an LZ4 frame of ${filled} bytes where ${length} are announced`);
  return into;
}

interface FrameHeader {
  /** Where the first block begins. */
  readonly start: number;
  readonly blockBytesMax: number;
  /** Of the checksum after each block. */
  readonly checksumBytes: number;
}

function frameHeader(frame: Uint8Array): FrameHeader {
  if (uint32(frame, 0) !== MAGIC) throw new Lz4Error('no LZ4 frame where it says that one is');
  const [flags, descriptor] = [frame[4], frame[5]];
  if (flags === undefined || descriptor === undefined) throw cutOff();
  if ((flags & VERSION_MASK) !== VERSION) throw new Lz4Error('an LZ4 frame of an unknown version');
  if ((flags & HAS_DICTIONARY) !== 0) throw new Lz4Error('an LZ4 frame that needs a dictionary');
  const blockBytesMax = BLOCK_BYTES_MAX.get((descriptor >> 4) & 7);
  if (blockBytesMax === undefined) throw new Lz4Error('an LZ4 frame of an unknown block size');
  const sizeBytes = (flags & HAS_CONTENT_SIZE) === 0 ? 0 : 8;
  // Two bytes of flags, the size of the content, and the header's checksum.
  return {
    start: 4 + 2 + sizeBytes + 1,
    blockBytesMax,
    checksumBytes: (flags & HAS_BLOCK_CHECKSUMS) === 0 ? 0 : 4,
  };
}

function append(into: Uint8Array, bytes: Uint8Array, at: number): number {
  if (at + bytes.length > into.length) throw tooLong(into.length);
  into.set(bytes, at);
  return at + bytes.length;
}

/**
 * Inflates a block into `into` from `at` on, and gives where it ended. Copies may reach back into
 * the blocks before, as in linked blocks.
 */
function inflateBlock(block: Uint8Array, into: Uint8Array, at: number): number {
  let read = 0;
  let write = at;
  while (read < block.length) {
    const token = block[read++] ?? 0;
    let literals = token >> 4;
    if (literals === NIBBLE) {
      const more = longLength(block, read);
      literals += more.length;
      read = more.read;
    }
    if (read + literals > block.length) throw cutOff();
    write = append(into, block.subarray(read, read + literals), write);
    read += literals;
    // The last sequence of a block has no copy.
    if (read === block.length) return write;
    const [low, high] = [block[read], block[read + 1]];
    if (low === undefined || high === undefined) throw cutOff();
    read += 2;
    let length = token & NIBBLE;
    if (length === NIBBLE) {
      const more = longLength(block, read);
      length += more.length;
      read = more.read;
    }
    write = copyBack(into, write, low | (high << 8), length + MATCH_BYTES_MIN);
  }
  throw cutOff();
}

function longLength(
  block: Uint8Array,
  from: number,
): { readonly length: number; readonly read: number } {
  let length = 0;
  for (let read = from; ;) {
    const byte = block[read++];
    if (byte === undefined) throw cutOff();
    length += byte;
    if (byte !== 0xff) return { length, read };
  }
}

/**
 * A copy may overlap what it writes, which repeats it: pieces of a growing length are copied at a
 * time.
 */
function copyBack(into: Uint8Array, at: number, back: number, length: number): number {
  const from = at - back;
  if (back === 0 || from < 0)
    throw new Lz4Error('an LZ4 block that copies from before its beginning');
  const end = at + length;
  if (end > into.length) throw tooLong(into.length);
  for (let write = at; write < end;) {
    const piece = Math.min(write - from, end - write);
    into.copyWithin(write, from, from + piece);
    write += piece;
  }
  return end;
}

function uint32(bytes: Uint8Array, at: number): number {
  if (at + 4 > bytes.length) throw cutOff();
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(at, true);
}

function cutOff(): Lz4Error {
  return new Lz4Error('LZ4 bytes that break off');
}

function tooLong(bytes: number): Lz4Error {
  return new Lz4Error(`LZ4 bytes that inflate to more than the ${bytes} that are announced`);
}
