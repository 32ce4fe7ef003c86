/** By code: what a letter or digit of ASCII is in lower case, else 0. */
const LOWER = new Uint8Array(256);
for (let code = 0; code < 128; code += 1) {
  const char = String.fromCharCode(code);
  LOWER[code] = /[0-9A-Za-z]/.test(char) ? char.toLowerCase().charCodeAt(0) : 0;
}
const BACKSLASH = 0x5c;
const LETTER_U = 0x75;
/** The letters of escapes that separate words: b, f, n, r, t. */
const SEPARATING: ReadonlySet<number> = new Set([0x62, 0x66, 0x6e, 0x72, 0x74]);
/** More between two words is not looked at. */
const SEPARATORS_MAX = 256;

/**
 * Whether a word that ends here, in UTF-8 read as Latin 1, may be followed by another one, or by
 * one that begins so: never false where it is, also in JSON.
 */
export function isFollowedBy(text: string, end: number, next: string): boolean {
  if (LOWER[text.charCodeAt(end)] !== 0) return end >= text.length;
  const last = Math.min(text.length, end + SEPARATORS_MAX);
  for (let at = end; at < last; at += 1) {
    const lower = LOWER[text.charCodeAt(at)];
    if (lower === 0) continue;
    if (beginsAt(text, at, next)) return true;
    // Behind a backslash, a letter may belong to an escape of JSON.
    if (at === end || text.charCodeAt(at - 1) !== BACKSLASH) return false;
    if (text.charCodeAt(at) === LETTER_U) return true;
    if (!SEPARATING.has(text.charCodeAt(at))) return false;
  }
  return last < text.length;
}

function beginsAt(text: string, at: number, word: string): boolean {
  for (let i = 0; i < word.length; i += 1)
    if (LOWER[text.charCodeAt(at + i)] !== word.charCodeAt(i)) return false;
  return true;
}
