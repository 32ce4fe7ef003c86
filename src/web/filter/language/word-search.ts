import type { Segment } from './filter-text.ts';

const LETTER = /[\p{L}\p{N}]/u;

/**
 * What `search()` looks for where a filter bar holds a word: what was typed in quotes as a phrase,
 * and other words as they are. Null for a condition, and for what has no letter or digit.
 */
export function searchOfWord({ word, text }: Pick<Segment, 'word' | 'text'>): string | null {
  if (word === null || !LETTER.test(word)) return null;
  const isQuoted = text.startsWith("'") || text.startsWith('"');
  return isQuoted ? `"${word.replaceAll('"', ' ')}"` : word;
}
