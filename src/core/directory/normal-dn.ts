/**
 * An escaped character of a distinguished name (RFC 4514): two hex digits of a byte, or a character
 * that would mean something.
 */
const ESCAPED_BYTE = /^[0-9a-fA-F]{2}/;

interface Part {
  /** Percent-encoded, so that it holds nothing that separates parts. */
  text: string;
  /** How much of it an escape gave, which is not trimmed. */
  kept: number;
}

/**
 * A distinguished name in a form to compare: directories write the same name with other case,
 * blanks and escapes. Null for what is none. Two names that only a schema can tell to be the same
 * stay different.
 */
export function normalDn(text: string): string | null {
  const relatives: string[] = [];
  let pairs: string[] = [];
  let type: string | null = null;
  let part: Part = { text: '', kept: 0 };
  const endPair = (): boolean => {
    const value = decoded(part);
    if (type === null || type === '' || value === null) return false;
    pairs.push(`${type}=${encodeURIComponent(value.toLowerCase())}`);
    [type, part] = [null, { text: '', kept: 0 }];
    return true;
  };
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '\\') {
      const byte = ESCAPED_BYTE.exec(text.slice(at + 1))?.[0];
      if (byte === undefined && at + 1 >= text.length) return null;
      part.text += byte === undefined ? encoded(text, at + 1) : `%${byte}`;
      part.kept = part.text.length;
      at += byte?.length ?? 1;
    } else if (char === '=' && type === null) {
      type = part.text.trim().toLowerCase();
      part = { text: '', kept: 0 };
    } else if (char === ',' || char === ';' || char === '+') {
      if (!endPair()) return null;
      if (char === '+') continue;
      relatives.push(pairs.toSorted().join('+'));
      pairs = [];
    } else if (char === ' ') {
      if (part.text !== '') part.text += ' ';
    } else part.text += type === null ? char : encoded(text, at);
  }
  if (!endPair()) return null;
  return [...relatives, pairs.toSorted().join('+')].join(',');
}

/**
 * A character for a percent-encoded text; the two halves of a long one come one after the other,
 * and are encoded with the first.
 */
function encoded(text: string, at: number): string {
  const code = text.codePointAt(at) ?? 0;
  if (code >= 0xdc00 && code <= 0xdfff) return '';
  return code >= 0xd800 && code <= 0xdbff
    ? '%EF%BF%BD'
    : encodeURIComponent(String.fromCodePoint(code));
}

function decoded({ text, kept }: Part): string | null {
  try {
    return decodeURIComponent(text.slice(0, kept) + text.slice(kept).trimEnd());
  } catch {
    return null;
  }
}
