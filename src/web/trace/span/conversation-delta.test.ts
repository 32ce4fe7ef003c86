import { expect, it } from 'vitest';
import type { Message } from '#web/trace/conversation.ts';
import { newSince } from './conversation-delta.ts';

const say = (role: string, text: string, more: Partial<Message> = {}): Message => ({
  role,
  name: null,
  parts: text === '' ? [] : [{ type: 'text', text }],
  toolCalls: [],
  toolCallId: null,
  ...more,
});
const system = say('system', 'Be kind.');
const asked = say('user', 'Where is my order?');
const call = say('assistant', '', {
  toolCalls: [{ id: '1', name: 'find', args: { a: 1, b: [2] } }],
});
const result = say('tool', '{"state":"sent"}', { toolCallId: '1' });

it('knows the input and output of the earlier call', () => {
  const answered = {
    ...call,
    parts: [{ type: 'reasoning' as const, text: 'hm' }],
    toolCalls: [{ id: null, name: 'find', args: { b: [2], a: 1 } }],
  };
  expect(
    newSince([system, asked, call, result], [{ input: [system, asked], output: [answered] }]),
  ).toEqual({
    known: [true, true, true, false],
    earlier: 0,
  });
});

it('compares with the call that has the most in common, not with the nearest', () => {
  const other = {
    input: [say('system', 'Annotate.'), say('user', 'Is it kind?')],
    output: [say('assistant', 'yes')],
  };
  const own = { input: [system, asked], output: [call] };
  expect(newSince([system, asked, call, result], [other, own])).toEqual({
    known: [true, true, true, false],
    earlier: 1,
  });
});

it('finds its place when the oldest messages were truncated, and when the instructions changed', () => {
  const earlier = {
    input: [system, asked, call, result],
    output: [say('assistant', 'It was sent.')],
  };
  const input = [
    say('system', 'Be short.'),
    call,
    result,
    say('assistant', 'It was sent. '),
    say('user', 'When?'),
  ];
  expect(newSince(input, [earlier]).known).toEqual([false, true, true, true, false]);
});

it('calls all new when nothing but the instructions is shared', () => {
  expect(newSince([system, say('user', 'Hi')], [{ input: [system, asked], output: [] }])).toEqual({
    known: [false, false],
    earlier: -1,
  });
  expect(newSince([asked], [])).toEqual({ known: [false], earlier: -1 });
});

it('does not take a repeated message for an old one', () => {
  const twice = [asked, asked];
  expect(newSince(twice, [{ input: [asked], output: [] }]).known).toEqual([true, false]);
});
