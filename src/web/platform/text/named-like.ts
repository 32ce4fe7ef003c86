/** From how many rows on a list of settings has a field to find one. */
export const SEARCHED_FROM = 12;

/**
 * Whether these texts together hold every word that is looked for, letters compared without case;
 * no word is in all.
 */
export function isNamedLike(texts: readonly (string | null | undefined)[], find: string): boolean {
  const text = texts.join('\n').toLowerCase();
  return find
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
