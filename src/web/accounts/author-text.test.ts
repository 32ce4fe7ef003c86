import { expect, it } from 'vitest';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { authorText } from './author-text.ts';

it('calls authors by name, oneself too, and by number who is gone or cannot be looked up', () => {
  const [ada, ben] = [encodeGlobalId('User', 4), encodeGlobalId('User', 5)];
  const self = { id: ada, username: 'ada' };
  expect(authorText(ada, 'an older name', self)).toBe('ada (you)');
  expect(authorText(ada, 'ada', null)).toBe('ada');
  expect(authorText(ben, 'ben', self)).toBe('ben');
  expect(authorText(ben, null, self)).toBe('user 5 (deleted)');
  expect(authorText(ben, undefined, self)).toBe('user 5');
});
