/**
 * A name as displayed: an empty or invisible name shows a placeholder, so that its link is
 * clickable.
 */
export function shownName(name: string): string {
  return /[^\s\p{Cf}\p{Cc}]/u.test(name) ? shownText(name) : 'no name';
}

/** Characters that reverse the direction of the text after them. */
const TURNS = /[\u202A-\u202E\u2066-\u2069]/g;

/**
 * A sender's text in one line: what would have it read in another order than it was sent is shown
 * as a mark instead.
 */
export function shownText(text: string): string {
  return text.replace(TURNS, (sign) => `<U+${sign.charCodeAt(0).toString(16).toUpperCase()}>`);
}
