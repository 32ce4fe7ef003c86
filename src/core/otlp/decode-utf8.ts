// Browsers and Node both have it; this project is compiled without the types of either.
declare class TextDecoder {
  constructor(label: string, options: { ignoreBOM: boolean });
  decode(bytes: Uint8Array): string;
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Slots of the cache of short strings; a power of two. */
const CACHE_SLOTS = 2048;
const CACHED_BYTES_MAX = 64;
const cachedText: string[] = Array.from({ length: CACHE_SLOTS }, () => '');
const cachedBytes = new DataView(new ArrayBuffer(CACHE_SLOTS * CACHED_BYTES_MAX));
const cachedLengths = new Uint8Array(CACHE_SLOTS);

/** The text of a range of UTF-8; what is not UTF-8 becomes U+FFFD. */
export function decodeUtf8(bytes: Uint8Array, start: number, end: number): string {
  return start >= end ? '' : decoder.decode(bytes.subarray(start, end));
}

/**
 * As `decodeUtf8`, for text that comes again and again (attribute keys, span names, models): short
 * ones are looked up in a cache by their bytes, which costs a fraction of making the string anew
 * and makes equal strings the same string. Bytes are taken four at a time, the last four
 * overlapping; texts shorter than that are one word.
 */
export function internUtf8(
  source: { readonly bytes: Uint8Array; readonly view: DataView },
  start: number,
  end: number,
): string {
  const length = end - start;
  if (length <= 0) return '';
  if (length > CACHED_BYTES_MAX) return decodeUtf8(source.bytes, start, end);
  const { view } = source;
  const tail = length < 4 ? shortWord(source.bytes, start, length) : view.getUint32(end - 4, true);
  const wordsEnd = start + (length & ~3);
  let hash = Math.imul(length, 0x9e3779b1) ^ tail;
  for (let pos = start; pos < wordsEnd; pos += 4) {
    hash = Math.imul(hash ^ view.getUint32(pos, true), 0x85ebca6b);
    hash ^= hash >>> 15;
  }
  const slot = (Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35) >>> 16) & (CACHE_SLOTS - 1);
  const base = slot * CACHED_BYTES_MAX;
  if (
    cachedLengths[slot] === length &&
    tail ===
      (length < 4
        ? cachedBytes.getUint32(base, true)
        : cachedBytes.getUint32(base + length - 4, true))
  ) {
    let pos = start;
    while (
      pos < wordsEnd &&
      cachedBytes.getUint32(base + pos - start, true) === view.getUint32(pos, true)
    )
      pos += 4;
    if (pos >= wordsEnd) return cachedText[slot]!;
  }
  const text = decodeUtf8(source.bytes, start, end);
  cachedText[slot] = text;
  cachedLengths[slot] = length;
  for (let index = 0; index < length; index++)
    cachedBytes.setUint8(base + index, source.bytes[start + index]!);
  if (length < 4) cachedBytes.setUint32(base, tail, true);
  return text;
}

/** One to three bytes as an integer. */
function shortWord(bytes: Uint8Array, start: number, length: number): number {
  let word = 0;
  for (let index = 0; index < length; index++) word |= bytes[start + index]! << (8 * index);
  return word;
}
