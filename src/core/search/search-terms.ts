import type { Phrase, TextSearch } from './text-search.ts';

/** A part of a search as it was understood: in lower case and without other characters. */
export interface SearchTerm {
  readonly text: string;
  readonly type: 'word' | 'phrase' | 'prefix';
}

/** What a search looks for, to be shown beside what it found. A span holds all of it. */
export function searchTerms({ phrases }: TextSearch): SearchTerm[] {
  return phrases.map((phrase) => ({ text: textOf(phrase), type: typeOf(phrase) }));
}

function textOf({ words }: Phrase): string {
  return words.map(({ text, isJoined }, i) => (i > 0 && !isJoined ? ` ${text}` : text)).join('');
}

function typeOf({ words, isPrefix }: Phrase): SearchTerm['type'] {
  if (isPrefix) return 'prefix';
  return words.length > 1 ? 'phrase' : 'word';
}
