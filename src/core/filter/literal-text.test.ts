import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeSpan } from '#core/otlp/encode.ts';
import { attributesNested } from '#core/otlp/span-attributes.ts';
import { decodeSpan } from '#core/otlp/span-codec.ts';
import { BARE_SPAN } from '#core/otlp/bare-span.ts';
import type { FilterExpr } from '#contracts/search/filter.ts';
import { hashOfWord } from '#core/search/word-hashes.ts';
import { ENCODED_BYTES, wordsApart } from '#core/search/words-apart.ts';
import { visitSpanHashes } from '#core/search/span-search.ts';
import { attributePredicate } from './attribute-predicate.ts';
import { compileSpanFilter } from './compile-filter.ts';
import { literalText } from './literal-text.ts';
import { necessarySpanConditions } from './necessary.ts';
import { textOf } from './operand.ts';
import type { JsonValue, SpanPredicate } from './predicate.ts';
import { spanView } from './test-views.ts';

test.each<[string, string, string | null]>([
  ['name', 'run_sql', 'run_sql'],
  ['name', 'a "quoted" word-list', ' word-list'],
  ['city', 'Zürich am See', 'rich am See'],
  ['name', 'production', 'production'],
  ['name', 'prod', null],
  ['name', 'ab', null],
  ['n', '12 apples', null],
  ['n', '{"a":1}', null],
  ['n', 'Infinity', null],
  ['role', 'assistant', null],
  ['provider', 'mistralai', null],
])('%s == %s', (segment, value, text) => expect(literalText([segment], value)).toBe(text));

test.each<[string, readonly string[] | undefined]>([
  ["attributes['tool']['name'] == 'run_sql'", ['run_sql']],
  [
    "'run_sql' == tool.name and metadata['tenant.city'] == 'Oslo, Norway'",
    ['run_sql', 'Oslo, Norway'],
  ],
  ["attributes['llm.model_name'] == 'gpt-4o'", ['gpt-4o']],
  ["llm.model_name == 'gpt-4o'", undefined],
  ["name == 'run_sql'", undefined],
  ["tool.name == 'run_sql' or foo == 'run_sql'", undefined],
  ["tool.name != 'run_sql'", undefined],
  ["annotations['run_sql'].label == 'run_sql'", undefined],
  ["str(tool.name) == 'run_sql'", undefined],
  // Of a resource, which the bytes of a span do not hold.
  ["attributes['resource.service.version'] == '2026.11.2-rc'", undefined],
  ["resource.service.name == 'checkout-agent' and tool.name == 'run_sql'", ['run_sql']],
])('%s', (filter, texts) => expect(compileSpanFilter(filter)?.necessary.texts).toEqual(texts));

const word = fc.oneof(
  fc.constantFrom(
    'run_sql',
    'gpt-4o',
    'a "b" c/d',
    'tab\there',
    'Zürich am See',
    'assistant',
    '7',
    'prod',
    'text/plain',
    'Order 4711 was shipped',
    'STRAẞE und cafe\u0301s',
    '\u212Aelvin\nbase\\nlast',
    `${'long'.repeat(20)}tail`,
  ),
  fc.string(),
);
const escaped = (value: string): string =>
  value.replaceAll(
    /[a-z]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
const KEYS = [
  'tool.name',
  'metadata',
  'gen_ai.tool.name',
  'gen_ai.provider.name',
  'gen_ai.input.messages',
  'ai.prompt',
  'enduser.id',
  'session.id',
  'a.0.b',
];

/** Values as exporters send them: text, JSON text with its escapes, bytes. */
const sent = word.chain((value) =>
  fc.constantFrom(
    { type: 'string' as const, value },
    {
      type: 'string' as const,
      value: JSON.stringify({ name: value, deep: [{ role: 'user', content: value }] }),
    },
    {
      type: 'string' as const,
      value: JSON.stringify([{ role: 'user', parts: [{ type: 'text', content: value }] }]),
    },
    {
      type: 'string' as const,
      value: escaped(JSON.stringify({ name: value })).replaceAll(
        /\\u006e\\u0061\\u006d\\u0065/g,
        'name',
      ),
    },
    { type: 'bytes' as const, value: new TextEncoder().encode(value) },
    { type: 'array' as const, value: [{ type: 'string' as const, value }] },
  ),
);

test('the bytes of every span that matches hold the text and its words', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom(...KEYS), sent), { minLength: 1, maxLength: 6 }),
      (pairs) => {
        const bytes = encodeSpan({
          ...BARE_SPAN,
          attributes: pairs.map(([key, value]) => ({ key, value })),
        });
        const attributes = attributesNested(decodeSpan(bytes));
        const view = spanView({}, attributes);
        const held = latin1(bytes);
        for (const [path, value] of leaves(attributes, [])) {
          const predicate = predicateOf(path, value);
          if (predicate === null || !predicate.matches(view)) continue;
          for (const text of predicate.necessary.texts ?? [])
            expect(held.includes(text) || held.includes('\\u')).toBe(true);
          const words = new Set<number>();
          visitSpanHashes(bytes, (hash) => words.add(hash).size > 0);
          for (const one of predicate.necessary.words ?? [])
            expect(words.has(hashOfWord(one)), JSON.stringify([path, value, pairs])).toBe(true);
        }
      },
    ),
    { numRuns: 1_000 },
  );
});

test('the bytes of every span hold parts of words of what its attributes hold', () => {
  let parts = 0;
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom(...KEYS), sent), { minLength: 1, maxLength: 6 }),
      fc.nat(),
      fc.integer({ min: 3, max: 30 }),
      (pairs, from, length) => {
        const bytes = encodeSpan({
          ...BARE_SPAN,
          attributes: pairs.map(([key, value]) => ({ key, value })),
        });
        const lower = latin1(bytes).replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
        const apart = [...wordsApart(bytes)];
        for (const [path, value] of nodes(attributesNested(decodeSpan(bytes)), [])) {
          const text = textOf(value) ?? '';
          const start = from % Math.max(1, text.length);
          const { wordParts = [], words = [] } = necessarySpanConditions(
            isIn(text.slice(start, start + length), path),
          );
          for (const part of wordParts) {
            parts += 1;
            const isHeld =
              lower.includes(part) ||
              apart.some((one) => one.includes(part) || one === ENCODED_BYTES);
            expect(isHeld, JSON.stringify([part, text, start, length])).toBe(true);
          }
          const hashes = new Set<number>();
          visitSpanHashes(bytes, (hash) => hashes.add(hash).size > 0);
          for (const one of words)
            expect(hashes.has(hashOfWord(one)), JSON.stringify([one, text, start])).toBe(true);
        }
      },
    ),
    { numRuns: 1_000 },
  );
  expect(parts).toBeGreaterThan(100);
});

test('the letters of an escape that is itself text are among the words apart', () => {
  const value = `["K\\\\u006e${escaped('base')}"]`;
  expect(JSON.parse(value)).toEqual(['K\\u006ebase']);
  const bytes = encodeSpan({
    ...BARE_SPAN,
    attributes: [{ key: 'tool.name', value: { type: 'string', value } }],
  });
  expect([...wordsApart(bytes)].some((one) => one.includes('u006ebase'))).toBe(true);
});

/** `'text' in attributes['path']` */
function isIn(text: string, path: readonly string[]): FilterExpr {
  const literal = { node: 'literal', value: text, at: 0 } as const;
  const steps = [{ step: 'keys', keys: [...path], at: 0 }] as const;
  const attribute = { node: 'path', root: 'attributes', steps: [...steps], at: 0 } as const;
  return { node: 'compare', operands: [literal, attribute], ops: ['in'], at: 0 };
}

function* nodes(
  value: JsonValue,
  path: readonly string[],
): Generator<[readonly string[], JsonValue]> {
  if (path.length > 0) yield [path, value];
  if (typeof value === 'object' && value !== null)
    for (const [key, item] of Object.entries(value)) yield* nodes(item, [...path, key]);
}

function predicateOf(path: readonly string[], value: string): SpanPredicate | null {
  if (value.trim() === '' || path.some((segment) => segment.trim() === '')) return null;
  return attributePredicate([`${path.join('.')}:${JSON.stringify(value)}`]);
}

function* leaves(value: unknown, path: readonly string[]): Generator<[readonly string[], string]> {
  if (typeof value === 'string') yield [path, value];
  else if (typeof value === 'object' && value !== null)
    for (const [key, item] of Object.entries(value)) yield* leaves(item, [...path, key]);
}

function latin1(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
}
