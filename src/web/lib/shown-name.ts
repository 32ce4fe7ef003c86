/** A name as it is shown: what has none, or only blanks, is said to have none, so that its link has something to click. */
export function shownName(name: string): string {
  return name.trim() === '' ? 'no name' : name;
}
