/**
 * PostgreSQL refuses U+0000 in texts. A character that Unicode keeps for a program's own use stands
 * for it: U+FDD0 and a 0. U+FDD0 itself becomes U+FDD0 and a 1, so that every text comes back as it
 * was. `json_quote` in the database knows the first of the two.
 */
const ESCAPE = '\uFDD0';
const REFUSED = /[\0\uFDD0]/;
const EACH_REFUSED = /[\0\uFDD0]/g;
const EACH_ESCAPED = /\uFDD0([01])/g;

/** A text as PostgreSQL takes it. */
export function escapeNul(text: string): string {
  if (!REFUSED.test(text)) return text;
  return text.replaceAll(EACH_REFUSED, (found) => ESCAPE + (found === ESCAPE ? '1' : '0'));
}

/** The text as it was. */
export function unescapeNul(text: string): string {
  if (!text.includes(ESCAPE)) return text;
  return text.replaceAll(EACH_ESCAPED, (_, digit) => (digit === '1' ? ESCAPE : '\0'));
}
