import { describe, expect, it } from 'vitest';
import {
  conversationOf,
  invocationParametersOf,
  shownParametersOf,
  toolsOf,
} from './conversation.ts';
import { rerankedDocuments, retrievedDocuments } from './span/documents.ts';
import { nestAttributes } from './span/nest-attributes.ts';
import { prop } from '#web/platform/text/json.ts';

describe('conversationOf', () => {
  it('reads OpenInference messages with tool calls and picture parts', () => {
    const { input, output } = conversationOf(
      nestAttributes({
        'llm.input_messages.0.message.role': 'system',
        'llm.input_messages.0.message.content': 'Be brief.',
        'llm.input_messages.10.message.role': 'tool',
        'llm.input_messages.10.message.content': '{"ok":true}',
        'llm.input_messages.10.message.tool_call_id': 'c1',
        'llm.input_messages.2.message.role': 'user',
        'llm.input_messages.2.message.contents.0.message_content.type': 'text',
        'llm.input_messages.2.message.contents.0.message_content.text': 'What is this?',
        'llm.input_messages.2.message.contents.1.message_content.image.image.url':
          'https://example.com/x.png',
        'llm.output_messages.0.message.role': 'assistant',
        'llm.output_messages.0.message.tool_calls.0.tool_call.id': 'c1',
        'llm.output_messages.0.message.tool_calls.0.tool_call.function.name': 'look',
        'llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments': '{"q":1}',
      }),
    );
    expect(input.map((one) => one.role)).toEqual(['system', 'user', 'tool']);
    expect(input[1]?.parts).toEqual([
      { type: 'text', text: 'What is this?' },
      { type: 'image', url: 'https://example.com/x.png' },
    ]);
    expect(input[2]?.toolCallId).toBe('c1');
    expect(output[0]?.toolCalls).toEqual([{ id: 'c1', name: 'look', args: { q: 1 } }]);
  });

  it('reads GenAI messages sent as JSON text', () => {
    const { input, output } = conversationOf(
      nestAttributes({
        'gen_ai.system_instructions': '[{"type":"text","content":"Be kind."}]',
        'gen_ai.input.messages':
          '[{"role":"user","parts":[{"type":"text","content":"Hi"}]},{"role":"tool","parts":[{"type":"tool_call_response","id":"t","response":"7"}]}]',
        'gen_ai.output.messages':
          '[{"role":"assistant","parts":[{"type":"tool_call","id":"t","name":"add","arguments":{"a":1}}]}]',
      }),
    );
    expect(input.map((one) => [one.role, one.parts[0]])).toEqual([
      ['system', { type: 'text', text: 'Be kind.' }],
      ['user', { type: 'text', text: 'Hi' }],
      ['tool', { type: 'text', text: '7' }],
    ]);
    expect(output[0]?.toolCalls[0]?.name).toBe('add');
  });

  it('is empty for anything else, whatever its shape', () => {
    for (const attributes of [
      {},
      { llm: 3 },
      { 'llm.input_messages': 'not json' },
      { 'gen_ai.input.messages': '[broken' },
    ]) {
      expect(conversationOf(nestAttributes(attributes))).toEqual({ input: [], output: [] });
    }
  });
});

it('reads tools and parameters', () => {
  const nested = nestAttributes({
    'llm.tools.0.tool.json_schema':
      '{"type":"function","function":{"name":"look","description":"Looks.","parameters":{"type":"object"}}}',
    'llm.invocation_parameters': '{"temperature":0}',
  });
  expect(toolsOf(nested)).toEqual([
    { name: 'look', description: 'Looks.', schema: { type: 'object' } },
  ]);
  expect(invocationParametersOf(nested)).toEqual({ temperature: 0 });
});

it.each([
  ['{"temperature":0,"tools":[{}]}', { temperature: 0 }],
  ['{"tools":[{}]}', null],
])('leaves out of the parameters %s the tools that are shown elsewhere', (sent, shown) => {
  const nested = nestAttributes({
    'llm.tools.0.tool.json_schema': '{"name":"look"}',
    'llm.invocation_parameters': sent,
  });
  expect(shownParametersOf(nested)).toEqual(shown);
  expect(shownParametersOf(nestAttributes({ 'llm.invocation_parameters': sent }))).toEqual(
    JSON.parse(sent),
  );
});

it('ranks documents, and says where a reranker moved them from', () => {
  const nested = nestAttributes({
    'retrieval.documents.0.document.content': 'a',
    'retrieval.documents.0.document.score': 0.5,
    'reranker.input_documents.0.document.id': 'x',
    'reranker.input_documents.1.document.id': 'y',
    'reranker.output_documents.0.document.id': 'y',
    'reranker.output_documents.1.document.id': 'new',
  });
  expect(retrievedDocuments(nested)[0]).toMatchObject({ rank: 1, text: 'a', score: 0.5 });
  expect(rerankedDocuments(nested).map((one) => one.rankBefore)).toEqual([2, null]);
});

describe('nestAttributes', () => {
  it('keeps hostile keys as data', () => {
    const nested = nestAttributes({
      '__proto__.polluted': 'yes',
      'constructor.prototype.polluted': 'yes',
      'a.b': 1,
    });
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
    expect(prop(prop(nested, 'a'), 'b')).toBe(1);
    expect(prop(nested, 'toString')).toBeUndefined();
  });

  it('prefers the prefix where a key is both a value and a prefix', () => {
    expect(prop(nestAttributes({ a: 1, 'a.b': 2 }), 'a')).toMatchObject({ b: 2 });
    expect(prop(nestAttributes({ 'a.b': 2, a: 1 }), 'a')).toMatchObject({ b: 2 });
  });
});
