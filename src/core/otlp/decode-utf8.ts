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
const cachedBytes = new Uint8Array(CACHE_SLOTS * CACHED_BYTES_MAX);
const cachedLengths = new Uint8Array(CACHE_SLOTS);

/** The text of a range of UTF-8; what is not UTF-8 becomes U+FFFD. */
export function decodeUtf8(bytes: Uint8Array, start: number, end: number): string {
  return start >= end ? '' : decoder.decode(bytes.subarray(start, end));
}

/**
 * As `decodeUtf8`, for text that comes again and again (attribute keys, span names, models): short ones are looked up in a cache
 * by their bytes, which costs a fraction of making the string anew and makes equal strings the same string.
 */
export function internUtf8(bytes: Uint8Array, start: number, end: number): string {
  const length = end - start;
  if (length <= 0) return '';
  if (length > CACHED_BYTES_MAX) return decodeUtf8(bytes, start, end);
  let hash = length;
  for (let pos = start; pos < end; pos++) hash = (Math.imul(hash, 31) + bytes[pos]!) | 0;
  const slot = (hash ^ (hash >>> 11)) & (CACHE_SLOTS - 1);
  const base = slot * CACHED_BYTES_MAX;
  if (cachedLengths[slot] === length) {
    let index = 0;
    while (index < length && cachedBytes[base + index] === bytes[start + index]) index++;
    if (index === length) return cachedText[slot]!;
  }
  const text = decodeUtf8(bytes, start, end);
  cachedText[slot] = text;
  cachedLengths[slot] = length;
  for (let index = 0; index < length; index++) cachedBytes[base + index] = bytes[start + index]!;
  return text;
}
