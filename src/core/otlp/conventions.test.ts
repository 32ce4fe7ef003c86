import { describe, expect, it } from 'vitest';
import type { JsonValue } from '#core/filter/predicate.ts';
import type { AnyValue, KeyValue } from './any-value.ts';
import type { DecodedSpan } from './decoded-span.ts';
import { BARE_SPAN } from './bare-span.ts';
import { encodeTraceRequest } from './encode.ts';
import { previewSpan } from './preview.ts';
import { DEFAULT_SKIM_LIMITS } from './skim-limits.ts';
import { skimTraces } from './skim.ts';
import type { SpanRecord } from './span-record.ts';
import { attributesFlat, attributesNested } from './span-attributes.ts';
import { decodeSpan } from './span-codec.ts';

type Attributes = Readonly<Record<string, string | number | boolean>>;

function value(of: string | number | boolean): AnyValue {
  if (typeof of === 'string') return { type: 'string', value: of };
  if (typeof of === 'boolean') return { type: 'bool', value: of };
  return Number.isInteger(of) ? { type: 'int', value: of } : { type: 'double', value: of };
}

const keyValues = (attributes: Attributes): KeyValue[] =>
  Object.entries(attributes).map(([key, of]) => ({ key, value: value(of) }));

/** A span sent over the wire with these attributes and events: its record, and what readers see. */
function sent(attributes: Attributes, events: readonly (readonly [string, Attributes])[] = []) {
  const span: DecodedSpan = {
    ...BARE_SPAN,
    attributes: keyValues(attributes),
    events: events.map(([name, own]) => ({
      name,
      timeUnixNano: 1n,
      attributes: keyValues(own),
      droppedAttributesCount: 0,
    })),
  };
  const body = encodeTraceRequest([
    { resource: null, schemaUrl: '', scopeSpans: [{ scope: null, schemaUrl: '', spans: [span] }] },
  ]);
  const record = skimTraces(body, DEFAULT_SKIM_LIMITS, () => 7).records[0]!;
  const decoded = decodeSpan(record.bytes);
  return {
    record,
    flat: attributesFlat(decoded),
    preview: previewSpan(attributesNested(decoded), 40),
  };
}

const MESSAGES = JSON.stringify([{ role: 'user', parts: [{ type: 'text', content: 'Hi there' }] }]);

describe.each<[string, Attributes, Partial<SpanRecord>, Readonly<Record<string, JsonValue>>]>([
  [
    'OpenInference',
    {
      'openinference.span.kind': 'LLM',
      'llm.model_name': 'gpt-4o',
      'llm.provider': 'OpenAI',
      'llm.token_count.prompt': 10,
      'llm.token_count.completion': '5',
      'llm.token_count.total': 15.0,
      'llm.token_count.prompt_details.cache_read': 3,
      'llm.token_count.prompt_details.cache_write': 2,
      'llm.token_count.prompt_details.audio': 1,
      'llm.token_count.completion_details.audio': 4,
      'llm.token_count.completion_details.reasoning': 6,
      'session.id': ' s ',
      'user.id': 'u',
      metadata: '{"a":{"b":1}}',
      'tool.parameters': 'no json',
      'x.document.metadata': 'null',
    },
    {
      kind: 'LLM',
      modelName: 'gpt-4o',
      modelProvider: 'OpenAI',
      tokens: {
        prompt: 10,
        completion: 5,
        total: 15,
        cacheRead: 3,
        cacheWrite: 2,
        reasoning: 6,
        audio: 5,
      },
      sessionId: 's',
      userId: 'u',
    },
    { 'metadata.a.b': 1, 'tool.parameters': 'no json', 'llm.token_count.completion': 5 },
  ],
  [
    'an unknown kind keeps its spelling',
    { 'openinference.span.kind': 'weird' },
    { kind: 'UNKNOWN' },
    { 'openinference.span.kind': 'weird' },
  ],
  [
    'input that is no text',
    { 'input.value': 5 },
    { kind: 'UNKNOWN' },
    { 'input.value': '5', 'input.mime_type': 'application/json' },
  ],
  [
    'OTel GenAI, current',
    {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'azure.ai.openai',
      'gen_ai.request.model': 'gpt-4o',
      'gen_ai.response.model': 'gpt-4o-2024',
      'gen_ai.usage.input_tokens': 7,
      'gen_ai.usage.output_tokens': 8,
      'gen_ai.usage.cache_read.input_tokens': 1,
      'gen_ai.usage.cache_creation.input_tokens': 2,
      'gen_ai.conversation.id': 'c1',
      'gen_ai.request.temperature': 0.5,
      'gen_ai.input.messages': MESSAGES,
      'gen_ai.output.messages':
        '[{"role":"assistant","parts":[{"type":"tool_call","id":"t1","name":"get","arguments":{"q":1}}],"finish_reason":"tool_call"}]',
      'gen_ai.system_instructions': '[{"type":"text","content":"Be brief"}]',
      'gen_ai.tool.definitions': '[{"type":"function","name":"get"}]',
    },
    {
      kind: 'LLM',
      modelName: 'gpt-4o-2024',
      modelProvider: 'azure',
      sessionId: 'c1',
      tokens: {
        prompt: 7,
        completion: 8,
        total: null,
        cacheRead: 1,
        cacheWrite: 2,
        reasoning: null,
        audio: null,
      },
    },
    {
      'openinference.span.kind': 'LLM',
      'llm.model_name': 'gpt-4o-2024',
      'llm.provider': 'azure',
      'llm.system': 'openai',
      'session.id': 'c1',
      'llm.invocation_parameters': '{"temperature":0.5}',
      'llm.token_count.prompt': 7,
      'llm.input_messages.0.message.role': 'system',
      'llm.input_messages.0.message.content': 'Be brief',
      'llm.input_messages.1.message.content': 'Hi there',
      'llm.output_messages.0.message.tool_calls.0.tool_call.function.name': 'get',
      'llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments': '{"q":1}',
      'gen_ai.operation.name': 'chat',
      'llm.tools.0.tool.json_schema': '{"type":"function","name":"get"}',
    },
  ],
  [
    'the span’s own attributes are not overwritten',
    {
      'openinference.span.kind': 'AGENT',
      'gen_ai.operation.name': 'chat',
      'llm.model_name': 'own',
      'gen_ai.request.model': 'other',
      'llm.input_messages.0.message.content': 'own',
      'gen_ai.input.messages': MESSAGES,
    },
    { kind: 'AGENT', modelName: 'own' },
    {
      'openinference.span.kind': 'AGENT',
      'llm.model_name': 'own',
      'llm.input_messages.0.message.content': 'own',
    },
  ],
  [
    'Traceloop',
    {
      'llm.request.type': 'chat',
      'gen_ai.system': 'Anthropic',
      'gen_ai.request.model': 'claude',
      'gen_ai.usage.prompt_tokens': 1,
      'gen_ai.usage.completion_tokens': 2,
      'llm.usage.total_tokens': 3,
      'gen_ai.prompt.0.role': 'user',
      'gen_ai.prompt.0.content': 'Q',
      'gen_ai.completion.0.content': 'A',
      'gen_ai.completion.0.tool_calls.0.name': 'f',
      'traceloop.association.properties.session_id': 't',
    },
    {
      kind: 'LLM',
      modelName: 'claude',
      modelProvider: 'anthropic',
      sessionId: 't',
      tokens: {
        prompt: 1,
        completion: 2,
        total: 3,
        cacheRead: null,
        cacheWrite: null,
        reasoning: null,
        audio: null,
      },
    },
    {
      'llm.input_messages.0.message.content': 'Q',
      'llm.output_messages.0.message.role': 'assistant',
      'llm.output_messages.0.message.content': 'A',
      'llm.output_messages.0.message.tool_calls.0.tool_call.function.name': 'f',
    },
  ],
  [
    'a workflow of Traceloop',
    { 'traceloop.span.kind': 'workflow', 'traceloop.entity.input': '{"a":1}' },
    { kind: 'CHAIN' },
    { 'input.value': '{"a":1}', 'input.mime_type': 'application/json' },
  ],
  [
    'the AI SDK',
    {
      'operation.name': 'ai.generateText.doGenerate my-fn',
      'ai.model.id': 'gpt-4o',
      'ai.model.provider': 'openai.chat',
      'ai.usage.promptTokens': 4,
      'ai.usage.completionTokens': 6,
      'ai.prompt.messages': '[{"role":"user","content":[{"type":"text","text":"Hello"}]}]',
      'ai.response.text': 'World',
      'ai.settings.maxOutputTokens': 10,
    },
    { kind: 'LLM', modelName: 'gpt-4o', modelProvider: 'openai' },
    {
      'llm.input_messages.0.message.content': 'Hello',
      'llm.output_messages.0.message.content': 'World',
      'llm.invocation_parameters': '{"maxOutputTokens":10}',
      'output.value': 'World',
    },
  ],
  [
    'its outer span',
    { 'ai.operationId': 'ai.streamText', 'ai.prompt': '{"system":"S","prompt":"P"}' },
    { kind: 'CHAIN' },
    { 'llm.input_messages.0.message.role': 'system', 'llm.input_messages.1.message.content': 'P' },
  ],
  [
    'its tool call',
    {
      'ai.operationId': 'ai.toolCall',
      'ai.toolCall.name': 'add',
      'ai.toolCall.args': '{"a":1}',
      'ai.toolCall.result': '3',
    },
    { kind: 'TOOL' },
    { 'tool.name': 'add', 'input.value': '{"a":1}', 'output.value': '3', 'tool.parameters.a': 1 },
  ],
  [
    'a tool of GenAI',
    {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'add',
      'gen_ai.tool.call.id': 'c',
    },
    { kind: 'TOOL' },
    { 'tool.name': 'add', 'tool_call.id': 'c' },
  ],
  [
    'an agent',
    { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'planner' },
    { kind: 'AGENT' },
    { 'agent.name': 'planner' },
  ],
  [
    'embeddings',
    { 'gen_ai.operation.name': 'embeddings', 'gen_ai.request.model': 'e3' },
    { kind: 'EMBEDDING', modelName: 'e3' },
    { 'embedding.model_name': 'e3' },
  ],
  [
    'retrieval',
    {
      'gen_ai.operation.name': 'retrieval',
      'gen_ai.retrieval.documents': '[{"id":"d1","score":0.5,"content":"text"}]',
      'gen_ai.retrieval.query.text': 'q',
    },
    { kind: 'RETRIEVER', documentCount: 1 },
    {
      'retrieval.documents.0.document.id': 'd1',
      'retrieval.documents.0.document.content': 'text',
      'input.value': 'q',
    },
  ],
  [
    'plain OpenTelemetry',
    { 'http.request.method': 'GET' },
    { kind: 'UNKNOWN', modelName: null, documentCount: 0 },
    { 'http.request.method': 'GET' },
  ],
])('%s', (_, attributes, record, flat) => {
  it('fills the row', () => expect(sent(attributes).record).toMatchObject(record));
  it('reads in OpenInference terms', () => expect(sent(attributes).flat).toMatchObject(flat));
});

describe('messages in events', () => {
  it.each<[string, readonly (readonly [string, Attributes])[]]>([
    [
      'one event a message',
      [
        ['gen_ai.user.message', { content: 'Q' }],
        ['gen_ai.choice', { index: 0, message: '{"role":"assistant","content":"A"}' }],
      ],
    ],
    [
      'bodies as JSON text',
      [
        ['gen_ai.user.message', { 'gen_ai.event.content': '{"role":"user","content":"Q"}' }],
        ['gen_ai.choice', { 'gen_ai.event.content': '{"message":{"content":"A"}}' }],
      ],
    ],
    [
      'one event for all',
      [
        [
          'gen_ai.client.inference.operation.details',
          {
            'gen_ai.input.messages': '[{"role":"user","parts":[{"type":"text","content":"Q"}]}]',
            'gen_ai.output.messages':
              '[{"role":"assistant","parts":[{"type":"text","content":"A"}]}]',
          },
        ],
      ],
    ],
    [
      'prompt and completion',
      [
        ['gen_ai.content.prompt', { 'gen_ai.prompt': '[{"role":"user","content":"Q"}]' }],
        [
          'gen_ai.content.completion',
          { 'gen_ai.completion': '[{"role":"assistant","content":"A"}]' },
        ],
      ],
    ],
  ])('%s', (_, events) => {
    const { flat, preview } = sent({ 'gen_ai.operation.name': 'chat' }, events);
    expect(flat).toMatchObject({
      'llm.input_messages.0.message.role': 'user',
      'llm.input_messages.0.message.content': 'Q',
      'llm.output_messages.0.message.role': 'assistant',
      'llm.output_messages.0.message.content': 'A',
    });
    expect(preview).toEqual({ input: 'Q', output: 'A' });
  });
});

it.each<[string, Attributes, number | null]>([
  ['a model call', { 'openinference.span.kind': 'LLM', 'llm.model_name': 'm' }, 7],
  ['an agent with a model', { 'openinference.span.kind': 'AGENT', 'llm.model_name': 'm' }, null],
  ['a model call with its cost', { 'openinference.span.kind': 'LLM', 'llm.cost.total': 1.5 }, 1.5],
])('asks the price list for the cost of %s', (_, attributes, costUsd) =>
  expect(sent(attributes).record.costUsd).toBe(costUsd),
);
