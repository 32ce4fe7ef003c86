import { expect, it } from 'vitest';
import { evaluationLine, fineTuningLine } from './provider-line.ts';

const [system, user, answer] = ['system', 'user', 'assistant'].map((role) => ({
  role,
  content: `says ${role} – é`,
}));

it('writes fine-tuning lines: messages of both sides, and tools where there are any', () => {
  const example = {
    input: { messages: [system, user], tools: [{ type: 'function' }] },
    output: { messages: [answer] },
  } as never; // as: any JSON
  expect(JSON.parse(fineTuningLine(example))).toEqual({
    messages: [system, user, answer],
    tools: [{ type: 'function' }],
  });
  expect(fineTuningLine({ input: { q: 1 }, output: { messages: 'none' } })).toBe('{"messages":[]}');
  expect(fineTuningLine({ input: { tools: [] }, output: {} })).toBe('{"messages":[]}');
});

it('writes evaluation lines: the messages and the last answer where it is text', () => {
  const messages = [{ role: 'user', content: 'a' }];
  expect(
    evaluationLine({ input: { messages }, output: { messages: [...messages, { content: 'é' }] } }),
  ).toBe('{"messages":[{"role":"user","content":"a"}],"ideal":"é"}');
  expect(evaluationLine({ input: {}, output: { messages: [{ content: [{ text: 'x' }] }] } })).toBe(
    '{"messages":[],"ideal":""}',
  );
  expect(evaluationLine({ input: { messages: 'no' }, output: {} })).toBe(
    '{"messages":[],"ideal":""}',
  );
});
