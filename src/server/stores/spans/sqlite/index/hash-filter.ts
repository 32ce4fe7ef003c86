import { PART_SHIFT } from './word-parts.ts';

/** Of each hash so many bits are kept beside its bucket: it is taken for another once in 2^bits. */
const HASH_BITS = 10;
const HASHES_IN_PART = 2 ** PART_SHIFT;
const SLOTS_PER_HASH = 2 ** HASH_BITS;

/**
 * A set of hashes of one part that takes 12 bits each. Of n hashes it is n sorted slots of
 * n * 1,024: for each of n upper values as many 1 bits as slots have it, and a 0; then the lower
 * values of the slots one after another, of 10 bits each.
 */
export const HashFilter = {
  bytesOf(count: number): number {
    return upperBytes(count) + Math.ceil((count * HASH_BITS) / 8);
  },

  /** Of rising hashes. */
  of(hashes: Uint32Array): Uint8Array {
    const count = hashes.length;
    const filter = new Uint8Array(HashFilter.bytesOf(count));
    const lowers = upperBytes(count) * 8;
    for (let i = 0; i < count; i += 1) {
      const slot = slotOf(hashes[i]!, count);
      const upper = Math.floor(slot / SLOTS_PER_HASH) + i;
      filter[upper >> 3]! |= 1 << (upper & 7);
      const at = lowers + i * HASH_BITS;
      const lower = (slot % SLOTS_PER_HASH) << (at & 7);
      filter[at >> 3]! |= lower;
      filter[(at >> 3) + 1]! |= lower >> 8;
      if (lower >> 16 !== 0) filter[(at >> 3) + 2]! |= lower >> 16;
    }
    return filter;
  },

  /** Whether the set that begins at a byte and ends with the bytes may hold a hash. */
  mayHold(bytes: Uint8Array, from: number, hash: number): boolean {
    const count = countIn(bytes.length - from);
    if (count === 0) return false;
    const slot = slotOf(hash, count);
    const [lower, upper] = [slot % SLOTS_PER_HASH, Math.floor(slot / SLOTS_PER_HASH)];
    const lowers = (from + upperBytes(count)) * 8;
    let bit = behindZeros(bytes, from * 8, upper);
    let i = bit - from * 8 - upper;
    for (; ((bytes[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0 && i < count; bit += 1, i += 1)
      if (lowerAt(bytes, lowers + i * HASH_BITS) === lower) return true;
    return false;
  },
} as const;

function upperBytes(count: number): number {
  return Math.ceil(count / 4);
}

/** How many hashes a set of so many bytes holds. */
function countIn(length: number): number {
  let count = Math.floor((length * 8) / (HASH_BITS + 2));
  while (HashFilter.bytesOf(count) > length) count -= 1;
  return count;
}

function slotOf(hash: number, count: number): number {
  return Math.floor(((hash % HASHES_IN_PART) / HASHES_IN_PART) * count * SLOTS_PER_HASH);
}

function lowerAt(bytes: Uint8Array, at: number): number {
  const byte = at >> 3;
  const three = bytes[byte]! | ((bytes[byte + 1] ?? 0) << 8) | ((bytes[byte + 2] ?? 0) << 16);
  return (three >> (at & 7)) & (SLOTS_PER_HASH - 1);
}

/** The bit behind so many 0 bits, from a bit on that begins a byte. */
function behindZeros(bytes: Uint8Array, from: number, zeros: number): number {
  let [at, left] = [from >> 3, zeros];
  while (at < bytes.length) {
    const here = 8 - ONES[bytes[at]!]!;
    if (here >= left) break;
    left -= here;
    at += 1;
  }
  let bit = at * 8;
  for (; left > 0; bit += 1) if (((bytes[bit >> 3] ?? 0) & (1 << (bit & 7))) === 0) left -= 1;
  return bit;
}

/** How many bits of a byte are 1. */
const ONES = Uint8Array.from({ length: 256 }, (_, byte) => {
  let ones = 0;
  for (let bits = byte; bits > 0; bits >>= 1) ones += bits & 1;
  return ones;
});
