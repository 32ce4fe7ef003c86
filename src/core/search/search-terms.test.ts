import { expect, it } from 'vitest';
import { searchTerms } from './search-terms.ts';
import { parseTextSearch } from './text-search.ts';

it.each([
  ['refund-policy', 'refund policy', 'phrase'],
  ['東京タワー', '東京タワー', 'phrase'],
  ['订单号12345', '订单号12345', 'phrase'],
  ['"東京 タワー"', '東京 タワー', 'phrase'],
  ['ﾀﾜｰ*', 'タワー', 'prefix'],
])('writes %s with blanks only where its words are apart', (asked, text, type) => {
  const search = parseTextSearch(asked);
  expect(search === null ? null : searchTerms(search)).toEqual([{ text, type }]);
});
