/** A name as it is shown: what has none, or only what is not seen, is said to have none, so that its link has something to click. */
export function shownName(name: string): string {
  return /[^\s\p{Cf}\p{Cc}]/u.test(name) ? shownText(name) : 'no name';
}

/** What reverses the direction of the text after it, until another ends it. */
const TURNS = /[\u202A-\u202E\u2066-\u2069]/g;

/** A sender's text in one line: what would have it read in another order than it was sent is shown as a mark instead. */
export function shownText(text: string): string {
  return text.replace(TURNS, (sign) => `<U+${sign.charCodeAt(0).toString(16).toUpperCase()}>`);
}
