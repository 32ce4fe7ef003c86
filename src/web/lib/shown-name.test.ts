import { expect, it } from 'vitest';
import { shownName } from './shown-name.ts';

it('says so where there is nothing to see of a name', () => {
  for (const name of ['', ' \n', '\u200B\u200B', '\u202E\uFEFF']) expect(shownName(name)).toBe('no name');
  for (const name of ['a', ' a ', '\u200Ba', '漢', '👩‍👧', '\u0301']) expect(shownName(name)).toBe(name);
});
