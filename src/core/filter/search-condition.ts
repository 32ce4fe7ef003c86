import { AppError } from '#contracts/wire/errors.ts';
import type { SearchExpr } from '#contracts/search/filter.ts';
import { matchesSpan } from '#core/search/span-search.ts';
import { parseTextSearch, type TextSearch } from '#core/search/text-search.ts';
import type { SpanView } from './predicate.ts';
import { refuseFilter } from './refuse-filter.ts';
import type { Names } from './resolve-path.ts';

/** What a `search()` looks for; refused without a word. */
export function searchOf({ text, at }: SearchExpr): TextSearch {
  return (
    parseTextSearch(text) ??
    refuseFilter(
      'search() needs a word: all words in any order, "a phrase" in double quotes, or the beginning of a word with *',
      at,
    )
  );
}

/** Whether one of a subject's spans matches a `search()`. */
export function searchTest<S>(expr: SearchExpr, names: Names<S>): (subject: S) => boolean {
  const { searched, noun } = names.shape;
  if (names.variable !== null)
    refuseFilter(
      'search() looks through every span already: write it outside of any() and the like',
      expr.at,
    );
  if (searched === undefined)
    return refuseFilter(`search() finds spans, traces and sessions, not ${noun}`, expr.at);
  const search = searchOf(expr);
  return (subject) => {
    for (const view of searched(subject))
      if (matchesSpan(search, bytesOf(view), view.latin1)) return true;
    return false;
  };
}

function bytesOf(view: SpanView): Uint8Array {
  if (view.bytes === undefined)
    throw new AppError('unprocessable', 'The span store cannot search the content of spans.');
  return view.bytes();
}
