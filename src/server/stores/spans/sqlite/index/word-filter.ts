import { HashFilter } from './hash-filter.ts';
import type { WordList } from './word-list.ts';
import { partOf, WORD_PARTS } from './word-parts.ts';
import type { WordSet } from './word-set.ts';

/**
 * Which words the spans of a block hold, as a filter that may say yes in vain (once in 1,024 times)
 * and never no. It is cut into parts by the upper bits of the hash, so that a question about a word
 * reads a sixteenth of the filters. A part is
 *
 *     u8 flags, a bit for each word of the part in the list of common words, hashes of the others
 *
 * where a block may do without the list, if few of its words are in it.
 */
export interface WordFilter {
  /** The list of common words; 0 for none. */
  readonly list: number;
  /** Null for a part without words. */
  readonly parts: readonly (Uint8Array | null)[];
}

/** The block holds words of ASCII in another form than the bytes. */
const IS_APART = 1;
const FLAG_BYTES = 1;

/** Makes the filter of a block with these words. */
export function wordFilter(words: WordSet, list: WordList | null, isApart: boolean): WordFilter {
  const hashes = words.toArray();
  if (list === null) return { list: 0, parts: partsOf(hashes, null, isApart) };
  const others = new Uint32Array(hashes.length);
  const bitmaps = Array.from({ length: WORD_PARTS }, (_, part) =>
    Buffer.alloc(list.bitmapBytes(part)),
  );
  let [common, count] = [0, 0];
  for (let i = 0; i < hashes.length; i += 1) {
    const hash = hashes[i]!;
    const place = list.placeOf(hash);
    if (place === -1) others[count++] = hash;
    else {
      common += 1;
      bitmaps[partOf(hash)]![place >> 3]! |= 1 << (place & 7);
    }
  }
  return isListWorth(common, list.hashes.length)
    ? { list: list.id, parts: partsOf(others.subarray(0, count), bitmaps, isApart) }
    : { list: 0, parts: partsOf(hashes, null, isApart) };
}

/** The parts of rising hashes. */
function partsOf(
  hashes: Uint32Array,
  bitmaps: readonly Uint8Array[] | null,
  isApart: boolean,
): WordFilter['parts'] {
  const parts: (Uint8Array | null)[] = [];
  for (let [part, start] = [0, 0]; part < WORD_PARTS; part += 1) {
    let end = start;
    while (end < hashes.length && partOf(hashes[end]!) === part) end += 1;
    parts.push(partOfFilter(hashes.subarray(start, end), bitmaps?.[part] ?? null, isApart));
    start = end;
  }
  return parts;
}

/** Whether a bit for each word of a list takes less than the hashes of those a block holds. */
export function isListWorth(common: number, inList: number): boolean {
  return HashFilter.bytesOf(common) * 8 > inList;
}

function partOfFilter(
  hashes: Uint32Array,
  bitmap: Uint8Array | null,
  isApart: boolean,
): Uint8Array | null {
  if (hashes.length === 0 && (bitmap?.every((byte) => byte === 0) ?? true)) return null;
  const bits = bitmap ?? new Uint8Array();
  return Buffer.concat([Buffer.of(isApart ? IS_APART : 0), bits, HashFilter.of(hashes)]);
}

/** Whether the word of a hash may be among those of a part, which has this list if any. */
export function mayHoldWord(part: Uint8Array, hash: number, list: WordList | null): boolean {
  if (list === null) return HashFilter.mayHold(part, FLAG_BYTES, hash);
  const place = list.placeOf(hash);
  return place === -1
    ? HashFilter.mayHold(part, FLAG_BYTES + list.bitmapBytes(partOf(hash)), hash)
    : ((part[FLAG_BYTES + (place >> 3)] ?? 0) & (1 << (place & 7))) !== 0;
}

/** Whether words of ASCII may be in the block in another form than the bytes. */
export function mayHoldApart(part: Uint8Array): boolean {
  return ((part[0] ?? 0) & IS_APART) !== 0;
}
