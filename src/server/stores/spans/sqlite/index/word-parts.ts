/** Filters are cut into parts by the upper bits of hashes. */
export const WORD_PARTS = 16;
export const PART_SHIFT = 28;

/** The part that a word is in. */
export function partOf(hash: number): number {
  return hash >>> PART_SHIFT;
}
