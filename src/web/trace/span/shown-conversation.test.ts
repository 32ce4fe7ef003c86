import { expect, it } from 'vitest';
import type { Json } from '#web/platform/text/json.ts';
import {
  shownConversation,
  shownEmbedding,
  textsToEmbed,
  toolAnswerOf,
} from './shown-conversation.ts';

const lines = (nested: Json) => {
  const { conversation, input, output } = shownConversation(nested);
  const messagesNow = (side: 'input' | 'output') =>
    conversation[side].map(({ role, parts, toolCalls }) =>
      [
        role,
        ...parts.map((part) => (part.type === 'text' ? part.text : '')),
        ...toolCalls.map(({ name }) => name),
      ].join(' '),
    );
  return { messagesNow: [messagesNow('input'), messagesNow('output')], values: [input, output] };
};
const human = { type: 'human', data: { content: 'Weather?', id: 'x' } };
const ai = {
  type: 'ai',
  data: { content: '', tool_calls: [{ name: 'weather', args: { city: 'Lisbon' }, id: 'c' }] },
};

it('reads a graph’s messages out of its values where its own message has no words', () => {
  expect(
    lines({
      llm: { input_messages: [{ message: { role: 'user' } }] },
      input: { value: '{"messages":[{"role":"user","content":"Weather?"}]}' },
      output: {
        value: JSON.stringify({
          messages: [human, ai, { type: 'ai', data: { content: 'Sunny.' } }],
        }),
      },
    }),
  ).toEqual({
    messagesNow: [['user Weather?'], ['assistant weather', 'assistant Sunny.']],
    values: [null, null],
  });
});

it('shows the value of a side without messages', () => {
  const nested = {
    llm: { input_messages: [{ message: { role: 'user', content: 'Hi' } }] },
    input: { value: '{}' },
    output: { value: 'Yes' },
  };
  expect(lines(nested)).toEqual({ messagesNow: [['user Hi'], []], values: [null, 'Yes'] });
});

it('reads the answer out of a response of the chat API', () => {
  const call = { id: 'c', type: 'function', function: { name: 'weather', arguments: '{}' } };
  const message = { role: 'assistant', content: null, tool_calls: [call] };
  const value = JSON.stringify({
    id: 'chatcmpl-1',
    choices: [{ index: 0, finish_reason: 'tool_calls', message }],
    usage: { total_tokens: 13 },
  });
  expect(lines({ output: { value } })).toEqual({
    messagesNow: [[], ['assistant weather']],
    values: [null, null],
  });
  const none = '{"choices":[{"text":"no message"}]}';
  expect(lines({ output: { value: none } })).toEqual({
    messagesNow: [[], []],
    values: [null, none],
  });
});

it('reads updates of a state', () => {
  const update = JSON.stringify([{ graph: null, update: { messages: [ai] }, goto: [] }]);
  expect(lines({ output: { value: update } }).messagesNow[1]).toEqual(['assistant weather']);
});

it('keeps a value that holds more than its messages', () => {
  const value = JSON.stringify({ messages: [human], context: 'from the manual' });
  expect(lines({ input: { value } })).toEqual({
    messagesNow: [['user Weather?'], []],
    values: [value, null],
  });
});

it('takes a prompt that is given back for no answer', () => {
  const value = JSON.stringify({ raw: 'Sunny.', messages: [human] });
  expect(lines({ output: { value } })).toEqual({ messagesNow: [[], []], values: [null, value] });
});

it('leaves other JSON alone', () => {
  expect(lines({ input: { value: '{"order":1}' } })).toEqual({
    messagesNow: [[], []],
    values: ['{"order":1}', null],
  });
});

it.each([
  ['{"type":"tool","data":{"content":"sunny in Lisbon","tool_call_id":"c"}}', 'sunny in Lisbon'],
  ['{"content":"a page"}', '{"content":"a page"}'],
  ['19 °C', '19 °C'],
])('tells what a tool answered: %s', (value, messagesNow) =>
  expect(toolAnswerOf({ output: { value } })).toBe(messagesNow),
);

it('takes the texts of an embedding that were sent as a user’s messages for texts', () => {
  const nested = {
    llm: {
      input_messages: [
        { message: { role: 'user', content: 'one' } },
        { message: { role: 'user', content: 'two' } },
      ],
    },
    input: { value: 'one' },
  };
  expect(textsToEmbed(nested).map(({ text }) => text)).toEqual(['one', 'two']);
  expect(shownEmbedding(nested)).toEqual({
    conversation: { input: [], output: [] },
    input: 'one',
    output: null,
  });
});
