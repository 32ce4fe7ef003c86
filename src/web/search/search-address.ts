import { defaultStringifySearch } from '@tanstack/react-router';
import { searchReader, text, texts } from '#web/platform/address/search-schema.ts';
import { isRelativeRange, windowOfRange, type RangeText } from '#web/platform/time/time-range.ts';

/** The time range of a search whose address has none. */
export const SEARCH_RANGE = 'all';

function searchRange(raw: unknown): RangeText | undefined {
  const range = text(raw);
  if (range === undefined || range === SEARCH_RANGE) return undefined;
  return isRelativeRange(range) || windowOfRange(range, 0) !== null ? range : undefined;
}

/** The address of all results of a search of content. */
export const readContentSearch = searchReader({
  q: text,
  /** Only spans of these. */
  project: texts,
  range: searchRange,
});
export type ContentSearch = ReturnType<typeof readContentSearch>;

export function searchPath(search: ContentSearch): string {
  return `/search${defaultStringifySearch(search)}`;
}

let last: ContentSearch = {};

export function rememberSearch(search: ContentSearch): void {
  last = search;
}

/** The way back to the results with a text, with the filters they were left with. */
export function lastSearchPath(q: string): string {
  return searchPath(last.q === q ? last : { q });
}
