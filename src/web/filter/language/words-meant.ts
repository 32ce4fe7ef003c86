import { quoted } from './condition.ts';
import type { FilterProblem } from './filter-text.ts';

/** Signs of the language; an apostrophe in a word is none. */
const SIGNS = /[=<>()[\]"]|(?<!\p{L})'|'(?!\p{L})/u;
const VALUES = /(?:^|\s)(?:None|True|False)(?=\s|$)/;
const LETTER = /[\p{L}\p{N}]/u;

/** Whether a text has no signs of a condition; it may still have words such as `is`. */
export function hasNoSigns(text: string): boolean {
  return !SIGNS.test(text);
}

/** The problem of a text that may be a sentence, such as `where is my order`, with its search. */
export function withWordsMeant(problem: FilterProblem, text: string): FilterProblem {
  const sides = text.split(/\sor\s/).map((side) => side.trim());
  const isMeant =
    problem.instead === undefined &&
    /\s/.test(text.trim()) &&
    hasNoSigns(text) &&
    !VALUES.test(text) &&
    sides.every((side) => LETTER.test(side));
  if (!isMeant) return problem;
  const meant = sides.map((side) => `search(${quoted(side)})`).join(' or ');
  return {
    ...problem,
    message: `${problem.message} To search for the words, write ${meant}.`,
    instead: { at: 0, length: text.length, text: meant },
  };
}
