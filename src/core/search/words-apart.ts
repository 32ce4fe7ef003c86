import { decodeUtf8 } from '../otlp/decode-utf8.ts';
import { visitTexts } from './span-strings.ts';
import { visitWideRuns } from './word-hashes.ts';
import { foldCase, withoutEscapes, wordsIn, WORD_CHARS_MAX } from './words.ts';

/** Among the words apart of a span with values that are shown in base64, where any letters may be. */
export const ENCODED_BYTES = '=base64=';

/** Runs are remembered up to this length in bytes, and so many of them: words repeat. */
const RUN_BYTES_MAX = 64;
const RUNS_MAX = 16_384;
const ONE_ESCAPE = /\\(?:u([0-9a-fA-F]{4})|(.))/g;
const known = new Map<string, readonly string[]>();

/**
 * The words of a span that its bytes hold in another form only, though ASCII is compared in any
 * case: composed otherwise, in upper case beyond ASCII, written as escapes. Every other word is
 * somewhere in the bytes as it stands. Characters of scripts without spaces count in pairs, and a
 * run with a word that is too long to count is added whole. `ENCODED_BYTES` is no word, but a mark.
 */
export function wordsApart(bytes: Uint8Array): ReadonlySet<string> {
  const apart = new Set<string>();
  const hasEncoded = visitTexts(bytes, (start, end) => {
    visitWideRuns(bytes, start, end, (from, to, isJson) => {
      for (const word of wordsOfRun(bytes, from, to, isJson)) apart.add(word);
    });
    return true;
  });
  if (hasEncoded) apart.add(ENCODED_BYTES);
  return apart;
}

function wordsOfRun(
  bytes: Uint8Array,
  from: number,
  to: number,
  isJson: boolean,
): readonly string[] {
  if (to - from > RUN_BYTES_MAX) return apartIn(decodeUtf8(bytes, from, to), isJson);
  let key = isJson ? '{' : ' ';
  for (let pos = from; pos < to; pos += 1) key += String.fromCharCode(bytes[pos] ?? 0);
  const found = known.get(key);
  if (found !== undefined) return found;
  const words = apartIn(decodeUtf8(bytes, from, to), isJson);
  if (known.size >= RUNS_MAX) known.clear();
  known.set(key, words);
  return words;
}

function apartIn(run: string, isJson: boolean): readonly string[] {
  // Most runs are as they are compared, and so are all their words.
  if (!(isJson && run.includes('\\')) && foldCase(run) === lowerAscii(run)) return [];
  const words = wordsIn(run, isJson);
  const whole = words.some(({ text }) => text.length >= WORD_CHARS_MAX)
    ? [foldCase(isJson ? withoutEscapes(run) : run)]
    : [];
  const literal = isJson ? literalForms(run) : [];
  const apart = words.flatMap((word, i) => {
    if (word.isCharacter && !word.isGlued) return [];
    const former = word.isGlued ? words[i - 1] : undefined;
    const wanted = `${former?.text ?? ''}${word.text}`;
    const written = run.slice(former?.start ?? word.start, word.end);
    return lowerAscii(written).includes(wanted) ? [] : [wanted];
  });
  return [...apart, ...whole, ...literal];
}

/**
 * A run as it is once its JSON is read, and the JSON in that: `\\u006e` may stand for the letters
 * `u006e` behind a backslash, though as a word it counts as `n`.
 */
function literalForms(run: string): readonly string[] {
  const forms: string[] = [];
  for (let text = run; text.includes('\\\\u');) {
    text = text.replaceAll(ONE_ESCAPE, (_, code: string | undefined, char: string | undefined) =>
      code === undefined ? (char ?? '') : String.fromCharCode(Number.parseInt(code, 16)),
    );
    forms.push(foldCase(text));
  }
  return forms;
}

function lowerAscii(text: string): string {
  return text.replaceAll(/[A-Z]+/g, lower);
}

function lower(text: string): string {
  return text.toLowerCase();
}
