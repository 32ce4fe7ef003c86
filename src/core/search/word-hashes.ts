import { decodeUtf8 } from '../otlp/decode-utf8.ts';
import { wordsIn, WORD_CHARS_MAX, type Word } from './words.ts';

/** By byte: the lower case of a letter or digit, 0 for what separates words, 1 above ASCII. */
export const LOWER = new Uint8Array(256);
for (let byte = 0; byte < 256; byte += 1) {
  const char = String.fromCharCode(byte);
  LOWER[byte] = byte >= 0x80 ? 1 : /[0-9A-Za-z]/.test(char) ? char.toLowerCase().charCodeAt(0) : 0;
}
export const NOT_ASCII = 1;
const BACKSLASH = 0x5c;
const LETTER_U = 0x75;
/** The letters behind the backslash of an escape that separates words: b, f, n, r, t. */
const SEPARATING: ReadonlySet<number> = new Set([0x62, 0x66, 0x6e, 0x72, 0x74]);
const BLANK_MAX = 0x20;
/** The last byte of JSON by its first: `{}`, `[]` and `""`. */
const CLOSING: ReadonlyMap<number, number> = new Map([
  [0x7b, 0x7d],
  [0x5b, 0x5d],
  [0x22, 0x22],
]);
/** Signed, as products of `Math.imul` are: then no double is computed with. */
export const FNV_BASIS = 0x811c9dc5 | 0;
export const FNV_PRIME = 0x01000193;

/** Beginnings of words are indexed by so many letters. */
export const START_CHARS = 4;
/** Keeps the hash of a beginning apart from that of the same word. */
export const START_MARK = 0x5bd1e995;
const DIGIT_MAX = 0x39;

/** Given the hash of a word, an unsigned 32-bit number; false ends the walk. */
export type VisitHash = (hash: number) => boolean;

/**
 * The hashes of the words in a range of UTF-8, exactly those of `wordsOf`: ASCII is hashed as it is
 * read, and only what may hold other letters is decoded. False when the visitor ended the walk.
 * `IndexHasher` gives the same hashes.
 */
export function visitWordHashes(
  bytes: Uint8Array,
  start: number,
  end: number,
  visit: VisitHash,
): boolean {
  const isJson = isJsonLike(bytes, start, end);
  let pos = start;
  while (pos < end) {
    const byte = bytes[pos]!;
    const lower = LOWER[byte]!;
    if (lower > NOT_ASCII) {
      let hash = FNV_BASIS;
      const wordStart = pos;
      let next = lower;
      const hashedEnd = Math.min(end, pos + WORD_CHARS_MAX);
      do {
        hash = Math.imul(hash ^ next, FNV_PRIME);
        pos += 1;
        next = pos < hashedEnd ? LOWER[bytes[pos]!]! : 0;
      } while (next > NOT_ASCII);
      while (pos < end && LOWER[bytes[pos]!]! > NOT_ASCII) pos += 1;
      if (pos < end && goesOn(bytes, pos, end, isJson)) {
        pos = runEnd(bytes, pos, end, isJson);
        if (!visitRun(bytes, wordStart, pos, isJson, visit)) return false;
      } else if (!visit(mixed(hash))) return false;
    } else if (lower === NOT_ASCII) {
      const runStart = pos;
      pos = runEnd(bytes, pos, end, isJson);
      if (!visitRun(bytes, runStart, pos, isJson, visit)) return false;
    } else if (byte === BACKSLASH && isJson) {
      const escapeEnd = escapeAt(bytes, pos, end);
      if (escapeEnd === pos) pos = behindSeparator(bytes, pos, end);
      else {
        const runStart = pos;
        pos = runEnd(bytes, pos, end, isJson);
        if (!visitRun(bytes, runStart, pos, isJson, visit)) return false;
      }
    } else pos += 1;
  }
  return true;
}

/**
 * The ranges of a range of UTF-8 in which words are made of more than ASCII, or written as escapes;
 * with whether these count.
 */
export function visitWideRuns(
  bytes: Uint8Array,
  start: number,
  end: number,
  visit: (start: number, end: number, isJson: boolean) => void,
): void {
  const isJson = isJsonLike(bytes, start, end);
  let pos = start;
  while (pos < end) {
    const from = pos;
    while (pos < end && LOWER[bytes[pos]!]! > NOT_ASCII) pos += 1;
    if (pos < end && goesOn(bytes, pos, end, isJson)) {
      pos = runEnd(bytes, pos, end, isJson);
      visit(from, pos, isJson);
    } else if (pos === from)
      pos = isJson && bytes[pos] === BACKSLASH ? behindSeparator(bytes, pos, end) : pos + 1;
  }
}

/** The hash that `visitWordHashes` gives for a word. */
export function hashOfWord(text: string): number {
  return mixed(unmixedHash(text));
}

/**
 * The hash by which words that begin so are indexed; null for a beginning that is too short, or of
 * digits: ids and counts have too many.
 */
export function hashOfStart(text: string): number | null {
  if (text.length < START_CHARS) return null;
  const start = text.slice(0, START_CHARS);
  for (let at = 0; at < START_CHARS; at += 1) if (start.charCodeAt(at) <= DIGIT_MAX) return null;
  return mixed(unmixedHash(start) ^ START_MARK);
}

function unmixedHash(text: string): number {
  let hash = FNV_BASIS;
  for (const char of text) {
    const point = char.codePointAt(0) ?? 0;
    if (point < 0x80) hash = Math.imul(hash ^ point, FNV_PRIME);
    else
      for (let shift = 0; shift < 24; shift += 8)
        hash = Math.imul(hash ^ ((point >>> shift) & 0xff), FNV_PRIME);
  }
  return hash;
}

/**
 * What words that follow each other are indexed by: words by themselves, characters of scripts
 * without spaces in pairs, because single ones are everywhere.
 */
export function indexedWords(words: readonly Omit<Word, 'start' | 'end'>[]): string[] {
  return words.flatMap(({ text, isCharacter, isGlued }, i) => {
    if (isGlued) return [`${words[i - 1]?.text ?? ''}${text}`];
    return isCharacter ? [] : [text];
  });
}

function visitRun(
  bytes: Uint8Array,
  start: number,
  end: number,
  isJson: boolean,
  visit: VisitHash,
): boolean {
  const words = wordsIn(decodeUtf8(bytes, start, end), isJson);
  return indexedWords(words).every((word) => visit(hashOfWord(word)));
}

/** As `isJsonLike` of `words.ts` decides. */
export function isJsonLike(bytes: Uint8Array, from: number, to: number): boolean {
  let [start, end] = [from, to - 1];
  while (start < end && bytes[start]! <= BLANK_MAX) start += 1;
  while (start < end && bytes[end]! <= BLANK_MAX) end -= 1;
  return start < end && CLOSING.get(bytes[start]!) === bytes[end];
}

/** Whether a word does not end here, though its ASCII does. */
export function goesOn(bytes: Uint8Array, pos: number, end: number, isJson: boolean): boolean {
  const byte = bytes[pos]!;
  return byte >= 0x80 || (byte === BACKSLASH && isJson && escapeAt(bytes, pos, end) > pos);
}

/** The end of a run of letters, of bytes that may be letters, and of escapes. */
export function runEnd(bytes: Uint8Array, start: number, end: number, isJson: boolean): number {
  let pos = start;
  while (pos < end) {
    if (LOWER[bytes[pos]!] !== 0) pos += 1;
    else if (isJson && bytes[pos] === BACKSLASH) {
      const escapeEnd = escapeAt(bytes, pos, end);
      if (escapeEnd === pos) return pos;
      pos = escapeEnd;
    } else return pos;
  }
  return pos;
}

/** The end of an escape `\uXXXX` that begins here, with any number of backslashes; else `pos`. */
export function escapeAt(bytes: Uint8Array, pos: number, end: number): number {
  let at = pos;
  while (at < end && bytes[at] === BACKSLASH) at += 1;
  if (at + 5 > end || bytes[at] !== LETTER_U) return pos;
  for (let digit = at + 1; digit < at + 5; digit += 1) if (!isHex(bytes[digit]!)) return pos;
  return at + 5;
}

function isHex(byte: number): boolean {
  const lower = LOWER[byte]!;
  return (lower >= 0x30 && lower <= 0x39) || (lower >= 0x61 && lower <= 0x66);
}

/** Behind backslashes, and behind the letter of an escape such as `\n`. */
export function behindSeparator(bytes: Uint8Array, pos: number, end: number): number {
  let at = pos;
  while (at < end && bytes[at] === BACKSLASH) at += 1;
  return at < end && SEPARATING.has(bytes[at]!) ? at + 1 : at;
}

/** Spreads what is alike over all bits. */
export function mixed(hash: number): number {
  let mix = hash ^ (hash >>> 16);
  mix = Math.imul(mix, 0x85ebca6b);
  mix ^= mix >>> 13;
  mix = Math.imul(mix, 0xc2b2ae35);
  return (mix ^ (mix >>> 16)) >>> 0;
}
