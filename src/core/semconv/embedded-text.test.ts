import { expect, it } from 'vitest';
import { embeddedText, mayHoldText } from './embedded-text.ts';

const KEYS = [
  'text',
  'input',
  'output',
  'question',
  'answer',
  'query',
  'query_str',
  'str_or_query_bundle',
  'message',
  'response',
  'result',
];

it.each(KEYS)('sees in JSON that it may hold a text under %s', (key) => {
  const value = { [key]: 'hello', tools: [], cache: null };
  expect(embeddedText(value)).toBe('hello');
  expect(mayHoldText(JSON.stringify(value))).toBe(true);
  expect(mayHoldText(JSON.stringify(value, null, 2).replaceAll(':', ' :'))).toBe(true);
});

it('sees lists of texts and the answers of a crew, and nothing in what holds neither', () => {
  expect(mayHoldText(' [ "one", "two"]')).toBe(true);
  expect(mayHoldText(JSON.stringify({ raw: 'done', tasks_output: [] }))).toBe(true);
  expect(mayHoldText(JSON.stringify({ said: 'the "text" of a [list]', inputs: [1, 2] }))).toBe(
    false,
  );
});
