import { AppError } from '#contracts/wire/errors.ts';
import { compileRunFilter } from '#core/filter/compile-filter.ts';
import { FilterRefusal } from '#core/filter/refuse-filter.ts';
import type { FilterProblem } from './filter-text.ts';
import { problemAt } from './read-written.ts';

/**
 * Why a text is no filter of the runs of so many compared experiments; null where it is one, or
 * blank.
 */
export function runProblem(text: string, experiments: number): FilterProblem | null {
  try {
    compileRunFilter(text, experiments);
    return null;
  } catch (error) {
    if (error instanceof FilterRefusal) return problemOf(text, error);
    if (error instanceof AppError) return { message: error.detail, at: 0, length: text.length };
    throw error;
  }
}

function problemOf(text: string, { why, at, unknown }: FilterRefusal): FilterProblem {
  if (unknown === null) return problemAt(text, why, at);
  const { written, meant } = unknown;
  const message = `${written} is not a field of a run.${meant === null ? '' : ` Did you mean ${meant}?`}`;
  // A name with blanks around its dots is written otherwise than it is called.
  const isVerbatim = text.startsWith(written, at);
  const place = { at, length: isVerbatim ? written.length : 1 };
  return {
    message,
    ...place,
    ...(meant === null || !isVerbatim ? {} : { instead: { ...place, text: meant } }),
  };
}
