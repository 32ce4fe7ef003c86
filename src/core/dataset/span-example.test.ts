import { describe, expect, it } from 'vitest';
import type { SpanKind } from '#contracts/spans/span-kind.ts';
import type { JsonValue } from '#core/filter/predicate.ts';
import { nestAttributes } from '#core/semconv/nest-attributes.ts';
import { spanExample } from './span-example.ts';

const example = (kind: SpanKind, attributes: Readonly<Record<string, JsonValue>>): unknown =>
  JSON.parse(JSON.stringify(spanExample(nestAttributes(Object.entries(attributes)), kind)));
const call = 'message.tool_calls.0.tool_call';

describe('the example that a span makes', () => {
  it('has the messages of an LLM span as chat models take them', () => {
    expect(
      example('LLM', {
        'input.value': 'ignored',
        'llm.input_messages.0.message.role': 'system',
        'llm.input_messages.0.message.content': 'Be brief.',
        'llm.input_messages.1.message.role': 'user',
        'llm.input_messages.1.message.contents.0.message_content.type': 'text',
        'llm.input_messages.1.message.contents.0.message_content.text': 'What is this?',
        'llm.input_messages.1.message.contents.1.message_content.type': 'image',
        'llm.input_messages.1.message.contents.1.message_content.image.image.url':
          'data:image/png;base64,iVBORw0KGgo=',
        'llm.input_messages.2.message.role': 'tool',
        'llm.input_messages.2.message.tool_call_id': 'call_0',
        'llm.input_messages.2.message.content': 'rain',
        'llm.tools.0.tool.json_schema': '{"type":"function"}',
        'llm.prompt_template.variables': { name: 'Bo' },
        'llm.output_messages.0.message.role': 'assistant',
        [`llm.output_messages.0.${call}.id`]: 'call_1',
        [`llm.output_messages.0.${call}.function.name`]: 'get_weather',
        [`llm.output_messages.0.${call}.function.arguments`]: '{"city":"Oslo"}',
      }),
    ).toEqual({
      input: {
        messages: [
          { role: 'system', content: 'Be brief.' },
          {
            role: 'user',
            content: [
              { type: 'text', text: 'What is this?' },
              { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
            ],
          },
          { role: 'tool', content: 'rain', tool_call_id: 'call_0' },
        ],
        tools: [{ type: 'function' }],
        prompt_template_variables: { name: 'Bo' },
      },
      output: {
        messages: [
          {
            role: 'assistant',
            content: null,
            tool_calls: [
              {
                id: 'call_1',
                type: 'function',
                function: { name: 'get_weather', arguments: '{"city":"Oslo"}' },
              },
            ],
          },
        ],
      },
      metadata: { span_kind: 'LLM' },
    });
  });

  it('has input and output of an LLM span without messages', () => {
    expect(example('LLM', { 'input.value': 'hi', 'output.value': 'ho' })).toMatchObject({
      input: { input: 'hi' },
      output: { output: 'ho' },
    });
    expect(
      example('LLM', { 'llm.prompts.0.prompt.text': 'Once upon', 'output.value': 'a time' }),
    ).toMatchObject({
      input: { prompts: ['Once upon'] },
      output: { output: 'a time' },
    });
  });

  it.each<[string, string | undefined, unknown]>([
    ['{"q":1}', 'application/json', { q: 1 }],
    ['{"q":1}', 'text/plain', { input: '{"q":1}' }],
    ['{"q":1}', undefined, { input: '{"q":1}' }],
    ['[1]', 'application/json', { input: [1] }],
    ['{"q":', 'application/json', { input: '{"q":' }],
    [
      '{"__proto__":{"x":1}}',
      'application/json; charset=utf-8',
      JSON.parse('{"__proto__":{"x":1}}'),
    ],
  ])('takes %s of type %s by its media type', (value, type, input) => {
    const found = example('CHAIN', {
      'input.value': value,
      ...(type === undefined ? {} : { 'input.mime_type': type }),
    });
    expect(found).toMatchObject({ output: {} });
    expect(JSON.stringify((found as { input: unknown }).input)).toBe(JSON.stringify(input));
  });

  it('has documents of retrievers and rerankers', () => {
    const document = (prefix: string, id: string) => ({
      [`${prefix}.document.id`]: id,
      [`${prefix}.document.content`]: `text ${id}`,
    });
    expect(
      example('RETRIEVER', {
        'input.value': 'fees',
        ...document('retrieval.documents.0', 'a'),
        ...document('retrieval.documents.1', 'b'),
      }),
    ).toMatchObject({
      input: { input: 'fees' },
      output: { documents: [{ id: 'a', content: 'text a' }, { id: 'b' }] },
    });
    expect(
      example('RERANKER', {
        'reranker.query': 'fees',
        ...document('reranker.input_documents.0', 'a'),
        ...document('reranker.output_documents.0', 'b'),
      }),
    ).toMatchObject({
      input: { query: 'fees', documents: [{ id: 'a' }] },
      output: { documents: [{ id: 'b' }] },
    });
  });

  it('brings the metadata of the span, and says nothing where there is nothing', () => {
    expect(example('TOOL', { metadata: { tier: 'gold', span_kind: 'mine' } })).toEqual({
      input: {},
      output: {},
      metadata: { tier: 'gold', span_kind: 'mine' },
    });
    expect(example('AGENT', { metadata: 'no object', 'llm.input_messages': 'no list' })).toEqual({
      input: {},
      output: {},
      metadata: { span_kind: 'AGENT' },
    });
  });
});
