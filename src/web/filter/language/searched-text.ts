import type { FilterExpr } from '#contracts/search/filter.ts';
import type { Grain } from './fields.ts';
import { readFilterText } from './filter-text.ts';
import { searchOfWord } from './word-search.ts';

/**
 * What a filter bar's text looks for in the content of spans, as one search: the words in it and
 * its `search()` conditions, but those that must not match. Undefined where it looks for nothing.
 */
export function searchedText(text: string | undefined, grain: Grain): string | undefined {
  const parts = readFilterText(text ?? '', grain).segments.flatMap((segment) => {
    if (segment.word === null) return searchesIn(segment.expr);
    return searchOfWord(segment) ?? [];
  });
  return parts.length === 0 ? undefined : parts.join(' ');
}

function searchesIn(expr: FilterExpr): readonly string[] {
  if (expr.node === 'search') return [expr.text];
  return expr.node === 'and' || expr.node === 'or' ? expr.operands.flatMap(searchesIn) : [];
}
