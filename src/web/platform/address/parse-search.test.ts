import { expect, it } from 'vitest';
import { parseSearch, stringifySearch } from './parse-search.ts';

it.each([
  ['?span=9007199254740993', { span: '9007199254740993' }],
  [
    '?a=11111111111111111111111111111111&b=22222222222222222222222222222e22',
    {
      a: '11111111111111111111111111111111',
      b: '22222222222222222222222222222e22',
    },
  ],
  ['?q=1e5&turn=3&peek=0.50', { q: '1e5', turn: 3, peek: '0.50' }],
  [
    '?span=%221234567890123456%22&new=true&cols=a,b',
    { span: '1234567890123456', new: true, cols: 'a,b' },
  ],
])('reads %s', (search, expected) => expect(parseSearch(search)).toEqual(expected));

it.each([
  { experiments: '1,2' },
  { q: "'a, b' in output or c == 'x&y=1,2'", turn: 3 },
  { name: ['a,b', 'c'] },
])('reads what it writes of %j', (search) => {
  const written = stringifySearch(search);
  expect(written).toContain(',');
  expect(parseSearch(written)).toEqual(search);
});
