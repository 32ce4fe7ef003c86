/** A word of a text, as it is compared, and where it is written. */
export interface Word {
  /** In lower case and compatibility form (NFKC), cut after `WORD_CHARS_MAX` characters. */
  readonly text: string;
  /** Its range in the text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** A character of a script that is written without spaces. */
  readonly isCharacter: boolean;
  /** Such a character that directly follows another one. */
  readonly isGlued: boolean;
}

/** Characters of a word that count: long runs such as base64 are cut. */
export const WORD_CHARS_MAX = 64;
/** More of a word is never folded; compatibility forms shorten a text to a fourth at most. */
const FOLDED_CHARS_MAX = 4 * WORD_CHARS_MAX;

/**
 * Words follow UAX #29 in what they are made of (letters, marks, digits, joiners), but end at every
 * other character: `refund_policy` and `example.com` are two words each, so that either is found.
 * Characters of scripts that are written without spaces are words of their own.
 */
const RUN = /[\p{Alphabetic}\p{M}\p{N}\u00AD\u200C\u200D]+/gu;
/** The same, or an escape of JSON: a whole run of backslashes, because JSON is put into JSON. */
const RUN_IN_JSON =
  /\\+[nrtbf]|(?:[\p{Alphabetic}\p{M}\p{N}\u00AD\u200C\u200D]|\\+u[0-9a-fA-F]{4})+/gu;
const ESCAPE = /\\+u([0-9a-fA-F]{4})/g;
const ASCII_ONLY = /^[0-9a-zA-Z]*$/;
const IGNORED = /[\u00AD\u200C\u200D]/g;
const PIECE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]\p{M}*|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;
const CHARACTER =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Whether the escapes of JSON count as the characters they stand for. */
function isJsonLike(text: string): boolean {
  let [start, end] = [0, text.length - 1];
  while (start < end && text.charCodeAt(start) <= BLANK_MAX) start += 1;
  while (start < end && text.charCodeAt(end) <= BLANK_MAX) end -= 1;
  return start < end && JSON_ENDS.includes(text.charAt(start) + text.charAt(end));
}

const BLANK_MAX = 0x20;
const JSON_ENDS = ['{}', '[]', '""'];

/** The words of a text, in order. */
export function wordsOf(text: string): Word[] {
  return wordsIn(text, isJsonLike(text));
}

/** The words of a part of a text that begins and ends where no word can go on. */
export function wordsIn(text: string, isJson: boolean): Word[] {
  const words: Word[] = [];
  for (const match of text.matchAll(isJson ? RUN_IN_JSON : RUN)) {
    const [run] = match;
    if (ASCII_ONLY.test(run)) {
      const end = match.index + run.length;
      const folded = run.slice(0, WORD_CHARS_MAX).toLowerCase();
      words.push({ text: folded, start: match.index, end, isCharacter: false, isGlued: false });
    } else if (run.includes('\\')) {
      if (run.includes('\\u')) addEscapedRun(words, run, match.index);
    } else {
      addPieces(words, run, (offset) => match.index + offset);
    }
  }
  return words;
}

/** A run with escapes: what they stand for may separate words as well. */
function addEscapedRun(words: Word[], run: string, at: number): void {
  let decoded = '';
  const offsets: number[] = [];
  let last = 0;
  const copy = (end: number): void => {
    for (; last < end; last += 1) {
      decoded += run.charAt(last);
      offsets.push(at + last);
    }
  };
  for (const match of run.matchAll(ESCAPE)) {
    copy(match.index);
    decoded += String.fromCharCode(Number.parseInt(match[1] ?? '', 16));
    offsets.push(at + match.index);
    last = match.index + match[0].length;
  }
  copy(run.length);
  offsets.push(at + run.length);
  for (const match of decoded.matchAll(RUN))
    addPieces(words, match[0], (offset) => offsets[match.index + offset] ?? at + run.length);
}

/** A run with escapes of JSON, as what they stand for. */
export function withoutEscapes(run: string): string {
  return run.replaceAll(ESCAPE, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** Words of a run of letters: characters of scripts without spaces are words of their own. */
function addPieces(words: Word[], run: string, placeOf: (offset: number) => number): void {
  let wasCharacter = false;
  for (const { 0: piece, index } of run.matchAll(PIECE)) {
    const isCharacter = CHARACTER.test(piece);
    const folded = fold(piece);
    if (folded === '') continue;
    words.push({
      text: folded,
      start: placeOf(index),
      end: placeOf(index + piece.length),
      isCharacter,
      isGlued: isCharacter && wasCharacter,
    });
    wasCharacter = isCharacter;
  }
}

function fold(piece: string): string {
  return foldCase(piece.slice(0, FOLDED_CHARS_MAX)).slice(0, WORD_CHARS_MAX);
}

/**
 * A text in the form in which words are compared, whatever its length. Upper case first: it spells
 * out what has no single lower case, such as ß and final sigma.
 */
export function foldCase(text: string): string {
  return text
    .replace(IGNORED, '')
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ');
}
