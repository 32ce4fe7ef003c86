import { expect, it } from 'vitest';
import type { JsonValue } from '#core/filter/predicate.ts';
import { NO_MESSAGE } from './chat-message.ts';
import { genAiMessages } from './genai-messages.ts';

const messageNow = (role: string, text: string) => ({
  ...NO_MESSAGE,
  role,
  parts: [{ type: 'text', text }],
});
const answered = (toolCallId: string | null, text: string, name: string | null = null) => ({
  ...messageNow('tool', text),
  toolCallId,
  name,
});
const called = (role: string, id: string | null, name: string, args: string) => ({
  ...NO_MESSAGE,
  role,
  toolCalls: [{ id, name, arguments: args }],
});

it.each<[string, JsonValue, readonly unknown[]]>([
  [
    'the answers of several tools in one message, as a message each',
    [
      {
        role: 'tool',
        parts: [
          { type: 'tool_call_response', id: 'a', response: { temp: 18 } },
          { type: 'tool_call_response', id: 'b', response: '25' },
        ],
      },
    ],
    [answered('a', '{"temp":18}'), answered('b', '25')],
  ],
  [
    'a call, its answer and what came of it in one message, in their order',
    [
      {
        role: 'assistant',
        parts: [
          { type: 'tool_call', id: 'a', name: 'weather', arguments: '{}' },
          { type: 'tool_call_response', id: 'a', response: '18' },
          { type: 'text', content: 'It is 18.' },
        ],
      },
    ],
    [
      called('assistant', 'a', 'weather', '{}'),
      answered('a', '18'),
      messageNow('assistant', 'It is 18.'),
    ],
  ],
  [
    "Anthropic's answers, and what the user says beside them",
    [
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: '18' }] },
          { type: 'text', text: 'Hurry' },
        ],
      },
    ],
    [answered('a', '18'), messageNow('user', 'Hurry')],
  ],
  [
    "items of OpenAI's Responses API",
    [
      { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'Think' }] },
      { type: 'reasoning', id: 'rs_2', summary: [], encrypted_content: 'gAAAA' },
      { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'add', arguments: '{"a":2}' },
      { type: 'function_call_output', call_id: 'call_1', output: '4' },
      { type: 'web_search_call', id: 'ws_1', action: { query: 'x' } },
      {
        type: 'message',
        id: 'msg_1',
        role: 'assistant',
        content: [{ type: 'output_text', text: 'Four' }],
      },
    ],
    [
      { ...NO_MESSAGE, role: 'assistant', parts: [{ type: 'reasoning', text: 'Think' }] },
      { ...NO_MESSAGE, role: 'assistant', parts: [{ type: 'reasoning', text: '' }] },
      called('assistant', 'call_1', 'add', '{"a":2}'),
      answered('call_1', '4'),
      called('assistant', 'ws_1', 'web_search', '{"query":"x"}'),
      messageNow('assistant', 'Four'),
    ],
  ],
  [
    "Gemini's calls, answers and thoughts",
    [
      { role: 'model', parts: [{ functionCall: { name: 'add', args: { a: 2 } } }] },
      { role: 'user', parts: [{ functionResponse: { name: 'add', response: { sum: 4 } } }] },
      {
        role: 'model',
        parts: [
          { text: 'Adding', thought: true },
          { text: 'Four', thoughtSignature: 'x' },
        ],
      },
    ],
    [
      called('model', null, 'add', '{"a":2}'),
      answered(null, '{"sum":4}', 'add'),
      {
        ...NO_MESSAGE,
        role: 'model',
        parts: [
          { type: 'reasoning', text: 'Adding' },
          { type: 'text', text: 'Four' },
        ],
      },
    ],
  ],
  [
    "Bedrock's Converse",
    [
      {
        role: 'assistant',
        content: [
          { reasoningContent: { reasoningText: { text: 'Hm', signature: 's' } } },
          { toolUse: { toolUseId: 't1', name: 'find', input: { q: 1 } } },
        ],
      },
      {
        role: 'user',
        content: [
          { toolResult: { toolUseId: 't1', content: [{ text: 'found' }], status: 'success' } },
        ],
      },
    ],
    [
      {
        ...NO_MESSAGE,
        role: 'assistant',
        parts: [{ type: 'reasoning', text: 'Hm' }],
        toolCalls: [{ id: 't1', name: 'find', arguments: '{"q":1}' }],
      },
      answered('t1', 'found'),
    ],
  ],
  [
    'reasoning beside the content, redacted reasoning, and a refusal',
    [
      { role: 'assistant', reasoning_content: 'Deep', content: 'Yes' },
      { role: 'assistant', content: [{ type: 'redacted_thinking', data: 'ENC' }] },
      { role: 'assistant', content: [{ type: 'refusal', refusal: 'No' }] },
    ],
    [
      {
        ...NO_MESSAGE,
        role: 'assistant',
        parts: [
          { type: 'reasoning', text: 'Deep' },
          { type: 'text', text: 'Yes' },
        ],
      },
      { ...NO_MESSAGE, role: 'assistant', parts: [{ type: 'reasoning', text: '' }] },
      messageNow('assistant', 'No'),
    ],
  ],
  [
    'older answers of tools, which name the call beside the content',
    [{ role: 'tool', id: 'a', content: '7' }],
    [{ ...messageNow('tool', '7'), toolCallId: 'a' }],
  ],
])('reads %s', (_what, messages, expected) => {
  expect(genAiMessages(JSON.stringify(messages))).toEqual(expected);
});
