import type { FilterExpr } from '#contracts/search/filter.ts';
import type { Grain } from './fields.ts';
import { filterLanguage } from './language.ts';

/**
 * One condition or word of a text, verbatim: the text is the leads and texts of its segments, one
 * after the other, and its tail.
 */
export interface Segment {
  /** The text before it: blanks, or `and` between blanks. */
  readonly lead: string;
  readonly text: string;
  readonly kind: 'condition' | 'word';
  /** The search text of a word. */
  readonly word: string | null;
  readonly expr: FilterExpr;
}

/** Why a text is no filter, and where. */
export interface FilterProblem {
  readonly message: string;
  /** Offset in the text, and how many characters to underline. */
  readonly at: number;
  readonly length: number;
  /** The suggested fix for a part of the text. */
  readonly instead?: { readonly at: number; readonly length: number; readonly text: string };
}

/** The text with the suggested fix applied; null without one. */
export function corrected(text: string, { instead }: FilterProblem): string | null {
  return instead === undefined
    ? null
    : text.slice(0, instead.at) + instead.text + text.slice(instead.at + instead.length);
}

/**
 * An error at the very end of a text isn’t shown while the user types there: the text may be
 * incomplete.
 */
export function isUnfinished(text: string, problem: FilterProblem): boolean {
  return problem.at + problem.length >= text.length || /never closed/.test(problem.message);
}

export interface FilterText {
  readonly segments: readonly Segment[];
  readonly tail: string;
  /** The filter to send, in the filter language; empty without conditions, null with an error. */
  readonly filter: string | null;
  readonly problem: FilterProblem | null;
}

/**
 * Reads what was typed into a filter bar: conditions of the filter language and words to search
 * for, side by side or joined by `and`. Before the language is here (`language.ts`) a text is
 * neither: callers that may come that early wait for it first.
 */
export function readFilterText(text: string, grain: Grain): FilterText {
  if (text.trim() === '') return { segments: [], tail: text, filter: '', problem: null };
  return (
    filterLanguage()?.read(text, grain) ?? { segments: [], tail: text, filter: null, problem: null }
  );
}
