/**
 * How well a text answers what was typed: the higher the better, null when it does not at all.
 * Every word typed must be found; a word's start counts more than its middle, and the letters in
 * order ("npj" for "New project") count least.
 */
export function matchScore(text: string, typed: string): number | null {
  const lower = text.toLowerCase();
  let score = 0;
  for (const word of typed.toLowerCase().split(/\s+/).filter(Boolean)) {
    const at = lower.indexOf(word);
    if (at === 0) score += 4;
    else if (at > 0) score += /[\s/_.:-]/.test(lower[at - 1] ?? '') ? 3 : 2;
    else if (inOrder(lower, word)) score += 1;
    else return null;
  }
  return score;
}

/**
 * Without those that have only the letters of what was typed, in order, as long as others have its
 * words.
 */
export function wellFound<T extends { readonly score: number }>(
  found: readonly T[],
  typed: string,
): readonly T[] {
  const least = 2 * typed.split(/\s+/).filter(Boolean).length;
  const well = found.filter(({ score }) => score >= least);
  return well.length > 0 ? well : found;
}

function inOrder(text: string, letters: string): boolean {
  let at = 0;
  for (const letter of text) if (letter === letters[at]) at += 1;
  return at === letters.length;
}
