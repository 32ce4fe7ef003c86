import { expect, it } from 'vitest';
import { turnText } from './turn-text.ts';

it.each([
  ['Where is my order?', 'Where is my order?'],
  ['{"question":"Where?","top_k":3}', 'Where?'],
  ['{"messages":[{"role":"system","content":"x"},{"role":"user","content":"Where?"}]}', 'Where?'],
  ['{"messages":[{"role":"user","content":[{"type":"text","text":"Where?"}]}]}', 'Where?'],
  ['[{"role":"user","content":"Where?"}]', 'Where?'],
  ['{"messages":[{"type":"human","data":{"content":"Where?"}}]}', 'Where?'],
  ['{"order":7}', '{\n  "order": 7\n}'],
  ['{"messages":[]}', '{\n  "messages": []\n}'],
  ['{broken', '{broken'],
  ['[1,2]', '[\n  1,\n  2\n]'],
])('finds the text of a turn: %s', (text, expected) => {
  expect(turnText(text, 'input')).toBe(expected);
});

it('knows the names of answers', () => {
  expect(turnText('{"input":"a","answer":"b"}', 'output')).toBe('b');
});
