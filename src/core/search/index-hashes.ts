import { decodeUtf8 } from '../otlp/decode-utf8.ts';
import {
  behindSeparator,
  escapeAt,
  FNV_BASIS,
  FNV_PRIME,
  goesOn,
  hashOfStart,
  hashOfWord,
  indexedWords,
  isJsonLike,
  LOWER,
  mixed,
  NOT_ASCII,
  runEnd,
  START_CHARS,
  START_MARK,
} from './word-hashes.ts';
import { wordsIn, WORD_CHARS_MAX } from './words.ts';

const BACKSLASH = 0x5c;
/** Letters have a bit that digits lack. */
const LETTER_BIT = 0x40;
const NO_BYTES: Uint8Array = new Uint8Array();
/** Hashes are handed over together, by so many. */
const GATHERED = 4_096;
const STARTS_SEEN_BITS = 12;
/** Runs that are not decoded again, by places; longer ones hardly repeat. */
const RUNS_SEEN_BITS = 12;
const RUN_SEEN_BYTES_MAX = 64;
const ASCII_START = /^[0-9a-z]+/;
const UPPER_CASE = /[A-Z]+/g;
const ESCAPES = /\\+u[0-9a-fA-F]{4}/g;
const BETWEEN_ASCII = /[^0-9a-z]+/;

/** Given hashes, unsigned 32-bit numbers, of which the first so many count. */
type TakeHashes = (hashes: Uint32Array, count: number) => void;

/**
 * Hashes what texts are indexed by: their words, exactly those of `wordsOf`, and the letters that
 * words begin with, as `hashOfStart` has them. Unlike `visitWordHashes` it never ends early, so
 * hashes are gathered and given together, and runs that were decoded lately are not decoded again.
 */
export class IndexHasher {
  /** A word of ASCII, or the ASCII that a word begins with, was in the bytes in another form only. */
  areApart = false;
  readonly #take: TakeHashes;
  readonly #gathered = new Uint32Array(GATHERED);
  #count = 0;
  /** Beginnings given lately, as `startAt` has them. */
  readonly #starts = new Int32Array(2 ** STARTS_SEEN_BITS);
  /** Runs given lately: their bytes, where they begin and end there, negative as JSON. */
  readonly #runBytes = Array.from({ length: 2 ** RUNS_SEEN_BITS }, () => NO_BYTES);
  readonly #runStarts = new Uint32Array(2 ** RUNS_SEEN_BITS);
  readonly #runEnds = new Int32Array(2 ** RUNS_SEEN_BITS);

  constructor(take: TakeHashes) {
    this.#take = take;
  }

  /**
   * Adds the words of a range of UTF-8; from `from` on, which is the start or behind a blank, only
   * those behind it. The bytes may not change as long as texts are added.
   */
  add(bytes: Uint8Array, start: number, end: number, from = start): void {
    const isJson = isJsonLike(bytes, start, end);
    let pos = from;
    while (pos < end) {
      pos = this.#addAscii(bytes, pos, end, isJson);
      if (pos === end) return;
      const runStart = pos;
      pos = runEnd(bytes, pos, end, isJson);
      if (!this.#isSeen(bytes, runStart, pos, isJson)) this.#addRun(bytes, runStart, pos, isJson);
    }
  }

  /** Hands over what is still gathered. */
  flush(): void {
    this.#take(this.#gathered, this.#count);
    this.#count = 0;
  }

  /** Adds words up to one that has to be decoded, of which it gives the start; else the end. */
  #addAscii(bytes: Uint8Array, from: number, end: number, isJson: boolean): number {
    const gathered = this.#gathered;
    const starts = this.#starts;
    const lowers = LOWER;
    let pos = from;
    let count = this.#count;
    while (pos < end) {
      let letter = lowers[bytes[pos]!]!;
      if (letter <= NOT_ASCII) {
        if (letter === NOT_ASCII) break;
        if (isJson && bytes[pos] === BACKSLASH) {
          if (escapeAt(bytes, pos, end) > pos) break;
          pos = behindSeparator(bytes, pos, end);
        } else pos += 1;
        continue;
      }
      const wordStart = pos;
      const hashedEnd = Math.min(end, pos + WORD_CHARS_MAX);
      let hash = Math.imul(FNV_BASIS ^ letter, FNV_PRIME);
      for (pos += 1; pos < hashedEnd; pos += 1) {
        letter = lowers[bytes[pos]!]!;
        if (letter <= NOT_ASCII) break;
        hash = Math.imul(hash ^ letter, FNV_PRIME);
      }
      while (pos < end && lowers[bytes[pos]!]! > NOT_ASCII) pos += 1;
      if (pos < end && goesOn(bytes, pos, end, isJson)) {
        pos = wordStart;
        break;
      }
      if (count > GATHERED - 2) {
        this.#take(gathered, count);
        count = 0;
      }
      gathered[count++] = mixed(hash);
      if (pos - wordStart < START_CHARS) continue;
      const start = startAt(bytes, wordStart);
      const place = Math.imul(start, FNV_PRIME) >>> (32 - STARTS_SEEN_BITS);
      if (start === 0 || starts[place] === start) continue;
      starts[place] = start;
      gathered[count++] = hashOfLetters(start);
    }
    this.#count = count;
    return pos;
  }

  /** Whether the same run was added lately; else it counts as added from now on. */
  #isSeen(bytes: Uint8Array, start: number, end: number, isJson: boolean): boolean {
    const length = end - start;
    if (length > RUN_SEEN_BYTES_MAX) return false;
    let hash = FNV_BASIS;
    for (let pos = start; pos < end; pos += 1) hash = Math.imul(hash ^ bytes[pos]!, FNV_PRIME);
    const place = hash >>> (32 - RUNS_SEEN_BITS);
    const before = this.#runBytes[place]!;
    const from = this.#runStarts[place]!;
    const until = this.#runEnds[place]!;
    if (isJson === until < 0 && Math.abs(until) - from === length) {
      let same = 0;
      while (same < length && before[from + same] === bytes[start + same]) same += 1;
      if (same === length) return true;
    }
    this.#runBytes[place] = bytes;
    this.#runStarts[place] = start;
    this.#runEnds[place] = isJson ? -end : end;
    return false;
  }

  #addRun(bytes: Uint8Array, start: number, end: number, isJson: boolean): void {
    const { hashes, areApart } = indexRun(decodeUtf8(bytes, start, end), isJson);
    this.areApart ||= areApart;
    for (const hash of hashes) {
      if (this.#count === GATHERED) this.flush();
      this.#gathered[this.#count++] = hash;
    }
  }
}

/** The four letters at a place as one number; 0 where a digit is among them. */
function startAt(bytes: Uint8Array, at: number): number {
  const a = LOWER[bytes[at]!]!;
  const b = LOWER[bytes[at + 1]!]!;
  const c = LOWER[bytes[at + 2]!]!;
  const d = LOWER[bytes[at + 3]!]!;
  return (a & b & c & d & LETTER_BIT) === 0 ? 0 : a | (b << 8) | (c << 16) | (d << 24);
}

/** As `hashOfStart` of the text of these letters. */
function hashOfLetters(letters: number): number {
  let hash = FNV_BASIS;
  for (let shift = 0; shift < 32; shift += 8)
    hash = Math.imul(hash ^ ((letters >>> shift) & 0xff), FNV_PRIME);
  return mixed(hash ^ START_MARK);
}

/**
 * What a run of letters, with more than ASCII or with escapes among them, is indexed by; and whether
 * words of ASCII are in it in another form.
 */
export function indexRun(
  run: string,
  isJson: boolean,
): { readonly hashes: readonly number[]; readonly areApart: boolean } {
  const words = wordsIn(run, isJson);
  const hashes = indexedWords(words).map(hashOfWord);
  const lower = run.replace(UPPER_CASE, (letters) => letters.toLowerCase());
  let plain: readonly string[] | null = null;
  let areApart = false;
  for (const { text, isCharacter } of words) {
    const hash = isCharacter ? null : hashOfStart(text);
    if (hash !== null) hashes.push(hash);
    const [ascii] = text === lower ? [] : (ASCII_START.exec(text) ?? []);
    if (ascii === undefined) continue;
    plain ??= lower.replace(ESCAPES, ' ').split(BETWEEN_ASCII);
    areApart ||=
      ascii.length === text.length
        ? !plain.includes(ascii)
        : !plain.some((part) => part.startsWith(ascii));
  }
  return { hashes, areApart };
}
