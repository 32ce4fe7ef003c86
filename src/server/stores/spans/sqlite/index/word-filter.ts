/**
 * Which words the spans of a block hold, as a filter that may say yes in vain (once in 256 times)
 * and never no: a set of hashes with 8 bits of each, 10 bits a word. It is cut into parts by the
 * upper bits of the hash, so that a question about a word reads a sixteenth of the filters.
 *
 * A part of n words is n sorted slots of n * 256: the lower bytes of the slots one after another,
 * then, for each of the n upper values, as many 1 bits as slots have it, and a 0.
 */
export const WORD_PARTS = 16;
const PART_SHIFT = 28;
const HASHES_IN_PART = 2 ** PART_SHIFT;

/** The part that a word is in. */
export function partOf(hash: number): number {
  return hash >>> PART_SHIFT;
}

/** The filter's parts of words by their hashes; null for a part without words. */
export function wordFilterParts(hashes: Iterable<number>): (Uint8Array | null)[] {
  const parts: number[][] = Array.from({ length: WORD_PARTS }, () => []);
  for (const hash of hashes) parts[partOf(hash)]?.push(hash);
  return parts.map((some) => (some.length === 0 ? null : filterOf(some)));
}

function filterOf(hashes: readonly number[]): Uint8Array {
  const count = hashes.length;
  const slots = Float64Array.from(hashes, (hash) => slotOf(hash, count)).sort();
  const filter = new Uint8Array(count + Math.ceil(count / 4));
  let bit = count * 8;
  let upper = 0;
  for (const [i, slot] of slots.entries()) {
    filter[i] = slot % 256;
    const wanted = Math.floor(slot / 256);
    bit += wanted - upper;
    upper = wanted;
    filter[bit >> 3]! |= 1 << (bit & 7);
    bit += 1;
  }
  return filter;
}

function slotOf(hash: number, count: number): number {
  return Math.floor(((hash % HASHES_IN_PART) / HASHES_IN_PART) * count * 256);
}

/** Whether the word of a hash may be among those of a part. */
export function mayHoldWord(filter: Uint8Array, hash: number): boolean {
  const count = Math.floor((filter.length * 4) / 5);
  const slot = slotOf(hash, count);
  const [lower, upper] = [slot % 256, Math.floor(slot / 256)];
  const [bit, before] = behindZeros(filter, count, upper);
  for (let i = 0; ((filter[(bit + i) >> 3] ?? 0) & (1 << ((bit + i) & 7))) !== 0; i += 1)
    if (filter[before + i] === lower) return true;
  return false;
}

/** The bit behind so many 0 bits, and how many 1 bits come before it. */
function behindZeros(
  filter: Uint8Array,
  count: number,
  zeros: number,
): [bit: number, ones: number] {
  let [at, left] = [count, zeros];
  while (at < filter.length) {
    const here = 8 - ONES[filter[at]!]!;
    if (here >= left) break;
    left -= here;
    at += 1;
  }
  let bit = at * 8;
  for (; left > 0; bit += 1) if (((filter[bit >> 3] ?? 0) & (1 << (bit & 7))) === 0) left -= 1;
  return [bit, bit - count * 8 - zeros];
}

/** How many bits of a byte are 1. */
const ONES = Uint8Array.from({ length: 256 }, (_, byte) => {
  let ones = 0;
  for (let bits = byte; bits > 0; bits >>= 1) ones += bits & 1;
  return ones;
});
