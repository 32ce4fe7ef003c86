import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cutText } from '#core/semconv/derive-span.ts';
import { nestAttributes } from '#core/semconv/nest-attributes.ts';
import { previewSpan } from './preview.ts';

it.each<[Readonly<Record<string, string>>, { input: string | null; output: string | null }]>([
  [
    { 'input.value': '  a \n\t b  ', 'output.value': 'x'.repeat(100) },
    { input: 'a b', output: 'x'.repeat(40) },
  ],
  [
    {
      'llm.input_messages.0.message.role': 'user',
      'llm.input_messages.0.message.content': 'asked',
      'llm.input_messages.1.message.role': 'tool',
      'llm.input_messages.1.message.content': 'tool said',
      'llm.output_messages.0.message.tool_calls.0.tool_call.function.name': 'go',
    },
    { input: 'asked', output: 'go()' },
  ],
  [
    {
      'retrieval.documents.0.document.content': 'first',
      'retrieval.documents.1.document.content': 'second',
    },
    { input: null, output: '2 documents: first' },
  ],
  [
    {
      'input.value': '{"messages":[{"role":"system"}]}',
      'output.value': ' [{"id":"call_1"}]',
      'llm.input_messages.0.message.role': 'user',
      'llm.input_messages.0.message.content': 'asked',
      'llm.output_messages.0.message.tool_calls.0.tool_call.function.name': 'go',
    },
    { input: 'asked', output: 'go()' },
  ],
  [
    {
      'input.value': '{"messages": [{"role": "user", "content": "Weather?"}]}',
      'output.value':
        '{"messages":[{"type":"human","data":{"content":"Weather?"}},{"type":"ai","data":{"content":[{"type":"text","text":"Sunny."}]}}]}',
      'llm.input_messages.0.message.role': 'user',
    },
    { input: 'Weather?', output: 'Sunny.' },
  ],
  [
    {
      'llm.output_messages.0.message.contents.0.message_content.type': 'reasoning',
      'llm.output_messages.0.message.contents.0.message_content.text': 'They ask about an order',
      'llm.output_messages.1.message.contents.0.message_content.type': 'reasoning',
      'llm.output_messages.1.message.contents.0.message_content.text': 'Still',
      'llm.output_messages.1.message.contents.1.message_content.type': 'text',
      'llm.output_messages.1.message.contents.1.message_content.text': 'On Monday.',
    },
    { input: null, output: 'On Monday.' },
  ],
  [
    {
      'llm.output_messages.0.message.contents.0.message_content.type': 'reasoning',
      'llm.output_messages.0.message.contents.0.message_content.text': 'Hm',
    },
    { input: null, output: 'Hm' },
  ],
  [
    { 'output.value': '{"type":"tool","data":{"content":"sunny in Lisbon"}}' },
    { input: null, output: 'sunny in Lisbon' },
  ],
  [
    { 'input.value': '{"order":1}', 'output.value': '[1]' },
    { input: '{"order":1}', output: '[1]' },
  ],
  [
    { 'output.value': '{"raw":"A","messages":[{"role":"user","content":"Q"}]}' },
    { input: null, output: 'A' },
  ],
  [
    {
      'output.value': '{"raw": "Tuesday.", "pydantic": null, "tasks_output": [{"raw": "Monday."}]}',
      'input.value': '{"raw":"x"}',
    },
    { input: '{"raw":"x"}', output: 'Tuesday.' },
  ],
  [
    { 'input.value': '{"text": "Two days.", "metadata_str": ""}', 'output.value': '["Two days."]' },
    { input: 'Two days.', output: 'Two days.' },
  ],
  [
    {
      'input.value': '{"message": "Where?", "chat_history": null, "tools": []}',
      'output.value': '["one", "two", "three"]',
    },
    { input: 'Where?', output: '3 texts: one' },
  ],
  [
    { 'input.value': '{"text": "Hola", "to": "en"}', 'output.value': '["one", 2]' },
    { input: '{"text": "Hola", "to": "en"}', output: '["one", 2]' },
  ],
  [
    {
      'embedding.embeddings.0.embedding.text': 'one',
      'embedding.embeddings.1.embedding.text': 'two',
    },
    { input: '2 texts: one', output: null },
  ],
  [
    { 'embedding.embeddings.0.embedding.text': 'one', 'input.value': '["one"]' },
    { input: 'one', output: null },
  ],
  [
    {
      'embedding.model_name': 'e3',
      'embedding.embeddings.0.embedding.vector': '[0.1]',
      'input.value': '[7]',
    },
    { input: '[7]', output: null },
  ],
  [
    {
      'embedding.model_name': 'e3',
      'llm.input_messages.0.message.role': 'user',
      'llm.input_messages.0.message.content': 'one',
      'llm.input_messages.1.message.role': 'user',
      'llm.input_messages.1.message.content': 'two',
    },
    { input: '2 texts: one', output: null },
  ],
  [
    { 'output.value': '{"id":"c","choices":[{"message":{"role":"assistant","content":"Hello"}}]}' },
    { input: null, output: 'Hello' },
  ],
  [{}, { input: null, output: null }],
])('previews %j', (attributes, expected) =>
  expect(previewSpan(nestAttributes(Object.entries(attributes)), 40)).toEqual(expected),
);

it('folds blanks and cuts as if all of the text were folded', () => {
  const piece = fc.constantFrom('a', 'b ', ' ', '\n', '\t', '🙂', '\u00a0', 'word');
  fc.assert(
    fc.property(
      fc.string({ unit: piece, maxLength: 60 }),
      fc.integer({ min: 1, max: 30 }),
      (text, charsMax) => {
        const folded = text
          .slice(0, charsMax * 4)
          .replace(/\s+/g, ' ')
          .trim();
        const expected = folded === '' ? null : cutText(folded, charsMax);
        expect(previewSpan(nestAttributes([['input.value', text]]), charsMax).input).toBe(expected);
      },
    ),
    { numRuns: 5_000 },
  );
});
