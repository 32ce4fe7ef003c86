import { expect, test } from 'vitest';
import { BARE_SPAN } from '#core/otlp/bare-span.ts';
import { encodeSpan } from '#core/otlp/encode.ts';
import { compileSessionFilter, compileSpanFilter, compileTraceFilter } from './compile-filter.ts';
import type { SpanView } from './predicate.ts';
import { sessionView, spanView, traceView } from './test-views.ts';

function spanOf(text: string): SpanView {
  const bytes = encodeSpan({
    ...BARE_SPAN,
    name: 'answer',
    attributes: [{ key: 'input.value', value: { type: 'string', value: text } }],
  });
  return spanView({}, { input: { value: text } }, { bytes: () => bytes });
}

test.each([
  ["search('refund')", true],
  ["search('REFUND policy')", true],
  ['search(\'"policy of"\')', true],
  ['search(\'"of policy"\')', false],
  ["search('ref*')", true],
  ["search('ref')", false],
  ["search('answer refund')", true],
  ["not search('invoice')", true],
  ["search('refund') and latency_ms > 1", true],
  ["search('invoice') or attributes['input']['value'] == 'x'", false],
  ["search('invoice') or name == 'ChatCompletion'", true],
])('of a span: %s', (filter, isMatch) => {
  const span = spanOf('The policy of refund');
  expect(compileSpanFilter(filter)?.matches(span)).toBe(isMatch);
});

test('of a trace and a session: one of the spans holds all words', () => {
  const traces = [traceView([spanOf('refund'), spanOf('policy of refund')]), traceView([])];
  expect(compileTraceFilter("search('refund policy')")?.matches(traces[0]!)).toBe(true);
  expect(compileTraceFilter("search('refund policy')")?.matches(traces[1]!)).toBe(false);
  expect(compileSessionFilter("search('refund policy')")?.matches(sessionView(traces))).toBe(true);
  const apart = traceView([spanOf('refund'), spanOf('policy')]);
  expect(compileTraceFilter("search('refund policy')")?.matches(apart)).toBe(false);
});

test('says which words every match holds', () => {
  const words = (filter: string) => compileSpanFilter(filter)?.necessary.words;
  expect(words("search('Refund policy')")).toEqual(['refund', 'policy']);
  expect(words("search('ref* policy') and name == 'x'")).toEqual(['policy']);
  expect(words("search('refund') or search('policy')")).toBeUndefined();
  expect(words("not search('refund')")).toBeUndefined();
  expect(words("attributes['tenant'] == 'acme-corp'")).toEqual(['acme', 'corp']);
  expect(words("'my refund today' in input.value")).toEqual(['refund']);
  expect(words("'refund' in input.value")).toBeUndefined();
  expect(words("attributes['path'] == 'see C:\\\\new x'")).toEqual(['see', 'c', 'x']);
  expect(compileTraceFilter("search('a b') and search('c*')")?.necessary.spanWords).toEqual([
    { words: ['a', 'b'] },
    { wordStarts: ['c'] },
  ]);
});

test.each<[string, readonly string[] | undefined]>([
  ["'discount' in input.value", ['discoun']],
  ["'Discount, please' in input.value and name == 'x'", ['discount', 'pleas']],
  ["'refund' in input.value", ['efun']],
  ["'my refund today' in input.value", ['refund', 'toda']],
  // After a backslash, a letter may be of the escape; before a mark, of another letter.
  ["'nbase64url-x' in input.value", ['base64url']],
  ["'u0041bcd-x' in input.value", ['bcd']],
  ["'cafés' in input.value", undefined],
  ["'CAFÉ-Bistro x' in input.value", ['bistro']],
  // What the mapping of conventions may write, numbers, and what is no attribute of its own.
  ["'assistant:' in llm.input_messages", undefined],
  ["'(12:42)' in input.value", undefined],
  ["'12 refunds' in input.value", undefined],
  ["'refund' in attributes['resource.service.name']", undefined],
  ["'refund' in name", undefined],
  ["'refund' in input.value or name == 'x'", undefined],
  ["'refund' not in input.value", undefined],
])('parts of words of %s', (filter, parts) => {
  expect(compileSpanFilter(filter)?.necessary.wordParts).toEqual(parts);
});

test.each<[(text: string) => unknown, string, string]>([
  [compileSpanFilter, 'search()', 'search() takes a text'],
  [compileSpanFilter, 'search(name)', 'search() takes a text'],
  [compileSpanFilter, "search('—')", 'search() needs a word'],
  [compileSpanFilter, "search('a', 'b')", 'search() takes one text'],
  [compileSpanFilter, "search('a') == True", 'A condition cannot be compared'],
  [compileTraceFilter, "any(search('a') for s in spans)", 'write it outside of any()'],
])('refuses what it cannot search for', (compile, text, why) => {
  expect(() => compile(text)).toThrow(why);
});

test('is refused by a store that keeps no bytes', () => {
  expect(() => compileSpanFilter("search('a')")?.matches(spanView())).toThrow('cannot search');
});
