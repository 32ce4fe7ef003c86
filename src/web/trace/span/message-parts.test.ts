import { expect, it } from 'vitest';
import { conversationOf } from '#web/trace/conversation.ts';
import type { Json } from '#web/platform/text/json.ts';
import { nestAttributes } from './nest-attributes.ts';

/** The messages of an input whose contents are the JSON text of their parts. */
function read(...messages: readonly (readonly [string, Json])[]) {
  const attributes = messages.flatMap(([role, content], index): (readonly [string, Json])[] => [
    [`llm.input_messages.${index}.message.role`, role],
    [`llm.input_messages.${index}.message.content`, JSON.stringify(content)],
  ]);
  return conversationOf(nestAttributes(Object.fromEntries(attributes))).input.map(
    ({ role, name, parts, toolCalls, toolCallId }) => ({
      role,
      ...(name === null ? {} : { name }),
      ...(toolCallId === null ? {} : { toolCallId }),
      texts: parts.map((part) =>
        part.type === 'text' ? part.text : part.type === 'reasoning' ? `(${part.text})` : part.type,
      ),
      calls: toolCalls,
    }),
  );
}

it("reads Anthropic's blocks: thinking, calls, and the answers of several tools", () => {
  const blocks = [
    { type: 'thinking', thinking: 'Hm', signature: 's' },
    { type: 'redacted_thinking', data: 'ENC' },
    { type: 'text', text: 'I look.' },
    { type: 'tool_use', id: 't1', name: 'find', input: { q: 1 } },
  ];
  const answers = [
    { type: 'tool_result', tool_use_id: 't1', content: [{ type: 'text', text: '18' }] },
    { type: 'tool_result', tool_use_id: 't2', content: 'rain', is_error: true },
  ];
  expect(read(['assistant', blocks], ['user', answers])).toEqual([
    {
      role: 'assistant',
      texts: ['(Hm)', '()', 'I look.'],
      calls: [{ id: 't1', name: 'find', args: { q: 1 } }],
    },
    { role: 'tool', toolCallId: 't1', texts: ['18'], calls: [] },
    { role: 'tool', toolCallId: 't2', texts: ['rain'], calls: [] },
  ]);
});

it("reads Gemini's parts and Bedrock's", () => {
  const gemini = [
    { text: 'thinking it over', thought: true },
    { text: 'Four' },
    { function_call: { name: 'add', args: { a: 1 } } },
  ];
  const converse = [
    { image: { format: 'png', source: { bytes: 'iVBORw0KGgo=' } } },
    { toolResult: { toolUseId: 't1', content: [{ text: 'found' }] } },
    { text: 'Go on' },
  ];
  expect(read(['model', gemini], ['user', converse])).toEqual([
    {
      role: 'model',
      texts: ['(thinking it over)', 'Four'],
      calls: [{ id: null, name: 'add', args: { a: 1 } }],
    },
    { role: 'tool', toolCallId: 't1', texts: ['found'], calls: [] },
    { role: 'user', texts: ['image', 'Go on'], calls: [] },
  ]);
});

it('leaves text alone that only looks like parts', () => {
  for (const text of [
    '[{"id":1}]',
    '[{"text":"a","id":2}]',
    '[{"type":"text"',
    '{"type":"tool_use","name":"x"}',
  ])
    expect(
      conversationOf(nestAttributes({ 'llm.input_messages.0.message.content': text })).input[0]
        ?.parts,
    ).toEqual([{ type: 'text', text }]);
});

it('says of encrypted reasoning only that there was some', () => {
  const key = 'llm.output_messages.0.message';
  const { output } = conversationOf(
    nestAttributes({
      [`${key}.role`]: 'assistant',
      [`${key}.reasoning_content`]: 'Aloud',
      [`${key}.contents.0.message_content.type`]: 'reasoning',
      [`${key}.contents.0.message_content.encrypted_content`]: 'gAAAA',
      [`${key}.contents.1.message_content.type`]: 'reasoning',
      [`${key}.contents.1.message_content.text`]: '{"type":"text","text":"as it is"}',
    }),
  );
  expect(output[0]?.parts).toEqual([
    { type: 'reasoning', text: 'Aloud' },
    { type: 'reasoning', text: '' },
    { type: 'reasoning', text: '{"type":"text","text":"as it is"}' },
  ]);
});
