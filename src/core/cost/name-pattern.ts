/**
 * Whether a name fits a pattern in which `*` matches any characters, including none, and all other characters themselves. Backtracking goes
 * only to the last `*`, so the time is at most that of comparing the pattern at each position of the name.
 */
export function matchesPattern(pattern: string, name: string): boolean {
  let [at, place] = [0, 0];
  let [star, starPlace] = [-1, 0];
  while (place < name.length) {
    if (pattern[at] === '*') {
      [star, starPlace] = [at, place];
      at += 1;
    } else if (pattern[at] === name[place]) {
      at += 1;
      place += 1;
    } else if (star >= 0) {
      starPlace += 1;
      at = star + 1;
      place = starPlace;
    } else {
      return false;
    }
  }
  while (pattern[at] === '*') at += 1;
  return at === pattern.length;
}
