import { expect, it } from 'vitest';
import { BARE_SPAN } from '../otlp/bare-span.ts';
import { encodeSpan } from '../otlp/encode.ts';
import { snippetsOf } from './snippets.ts';
import { parseTextSearch } from './text-search.ts';

/** Keys, and texts with what is marked in brackets. */
function snippets(text: string, attributes: Record<string, string>): Record<string, string> {
  const search = parseTextSearch(text);
  if (search === null) throw new Error('nothing to search for');
  const bytes = encodeSpan({
    ...BARE_SPAN,
    traceId: '1'.repeat(32),
    spanId: '1'.repeat(16),
    attributes: Object.entries(attributes).map(([key, value]) => ({
      key,
      value: { type: 'string' as const, value },
    })),
  });
  return Object.fromEntries(
    snippetsOf(search, bytes, 2).map(({ key, text: part, marks }) => {
      let shown = '';
      let at = 0;
      for (const { start, end } of marks) {
        shown += `${part.slice(at, start)}[${part.slice(start, end)}]`;
        at = end;
      }
      return [key ?? '', shown + part.slice(at)];
    }),
  );
}

it.each([
  ['refund', 'A REFUND, a Refund’s refunds', 'A [REFUND], a [Refund]’s refunds'],
  ['straße', 'STRASSE und Straße', '[STRASSE] und [Straße]'],
  ['ﬁle', 'the file', 'the [file]'],
  ['ｒｅｆｕｎｄ', 'refund', '[refund]'],
  ['ταξίδις', 'ΤΑΞΊΔΙΣ', '[ΤΑΞΊΔΙΣ]'],
  ['e\u0301cole', 'École 🙂 école', '[École] 🙂 [école]'],
  ['東京', '🙂東京タワー、東の京', '🙂[東京]タワー、東の京'],
  ['refu*', 'Refunds, not: ref', '[Refunds], not: ref'],
  ['"refund pol*"', 'refund policies, refund me', '[refund policies], refund me'],
  ['refund-policy', 'refund_policy and refund, Policy', '[refund_policy] and [refund, Policy]'],
  ['"a b" "b c"', 'a b c', '[a b c]'],
  ['é', '{"q":"caf\\u00e9 \\u00e9"}', '{"q":"caf\\u00e9 [\\u00e9]"}'],
  ['שלום', 'אמר שלום.', 'אמר [שלום].'],
])('marks %s', (text, content, marked) => {
  expect(snippets(text, { k: content })).toEqual({ k: marked });
});

it('shows the part of a long text that holds most of the words, between words', () => {
  const filler = 'lorem ipsum '.repeat(40);
  const found = snippets('refund policy', {
    k: `a policy ${filler}of 🙂 our refund and its policy ${filler}`,
  });
  expect(found['k']).toMatch(/^…(?:lorem|ipsum) .* our \[refund\] and its \[policy\] lorem .*…$/);
  expect(found['k']?.length).toBeLessThanOrEqual(244);
  expect(snippets('refund', { k: `${'x'.repeat(300)} refund` })['k']).toMatch(/^…x+ \[refund\]$/);
});

it('shows prose before the JSON that repeats it, and each word of a search', () => {
  expect(
    snippets('refund', {
      'input.value': '{"messages":[{"content":"a refund"}]}',
      'llm.input_messages.0.message.content': 'a refund',
      tag: 'a refund',
    }),
  ).toEqual({ 'llm.input_messages.0.message.content': 'a [refund]' });
  expect(snippets('refund policy', { a: 'one refund', b: 'two refund', c: '["policy"]' })).toEqual({
    a: 'one [refund]',
    c: '["[policy]"]',
  });
  expect(snippets('refund', { a: 'one refund', b: 'two refund' })).toEqual({
    a: 'one [refund]',
    b: 'two [refund]',
  });
});
