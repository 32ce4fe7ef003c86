/** A name as it is shown: what has none, or only what is not seen, is said to have none, so that its link has something to click. */
export function shownName(name: string): string {
  return /[^\s\p{Cf}\p{Cc}]/u.test(name) ? name : 'no name';
}
