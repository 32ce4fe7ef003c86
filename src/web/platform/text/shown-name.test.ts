import { expect, it } from 'vitest';
import { shownName, shownText } from './shown-name.ts';

it('says so where there is nothing to see of a name', () => {
  for (const name of ['', ' \n', '\u200B\u200B', '\u202E\uFEFF'])
    expect(shownName(name)).toBe('no name');
  for (const name of ['a', ' a ', '\u200Ba', '漢', '👩‍👧', '\u0301'])
    expect(shownName(name)).toBe(name);
});

it('shows what would turn the order of a text round as a mark', () => {
  expect(shownName('invoice\u202Efdp.exe')).toBe('invoice<U+202E>fdp.exe');
  expect(shownText('a\u2066b\u2069\u202A')).toBe('a<U+2066>b<U+2069><U+202A>');
  expect(shownText('مرحبا\u200F')).toBe('مرحبا\u200F');
});
