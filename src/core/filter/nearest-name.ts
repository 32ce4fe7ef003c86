/**
 * The known name that is most likely meant by a misspelt one: at most two edits away, or the same
 * but for case; null without one.
 */
export function nearestName(written: string, known: readonly string[]): string | null {
  if (written.length > 64) return null;
  const folded = written.toLowerCase();
  let best: string | null = null;
  let bestDistance = written.length <= 4 ? 2 : 3;
  for (const name of known) {
    const distance =
      Math.abs(name.length - written.length) > 2
        ? Infinity
        : editDistance(folded, name.toLowerCase());
    if (distance < bestDistance) {
      best = name;
      bestDistance = distance;
    }
  }
  return best;
}

/** Insertions, deletions, substitutions and swaps of neighbours between two short texts. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (same ? 0 : 1),
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
