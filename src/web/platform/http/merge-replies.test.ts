import { expect, it } from 'vitest';
import { parseExactJson } from '#web/platform/text/exact-json.ts';
import { mergeReplies } from './merge-replies.ts';

it('keeps what is equal', () => {
  const last = { same: { a: [1] }, other: 1 };
  const merged = mergeReplies(last, { same: { a: [1] }, other: 2 });
  expect(merged).toEqual({ same: { a: [1] }, other: 2 });
  expect(merged).toHaveProperty('same', last.same);
});

it('keeps the digits of numbers that changed', () => {
  const [last, reply] = ['{"n":[12345678901234567890]}', '{"n":[12345678901234567891]}'];
  expect(JSON.stringify(mergeReplies(parseExactJson(last), parseExactJson(reply)))).toBe(reply);
});
