import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileSpanFilter } from '#core/filter/compile-filter.ts';
import { attributePredicate } from '#core/filter/attribute-predicate.ts';
import { jsonAt } from '#core/filter/json-path.ts';
import { spanView } from '#core/filter/test-views.ts';
import type { SpanPredicate } from '#core/filter/predicate.ts';
import { PROMOTED_KEYS } from '#core/semconv/promoted-attributes.ts';
import { BARE_SPAN } from './bare-span.ts';
import type { AnyValue, KeyValue } from './any-value.ts';
import type { DecodedEvent } from './decoded-span.ts';
import { encodeSpan } from './encode.ts';
import { previewSpan, previewSpanBytes } from './preview.ts';
import { attributesNested } from './span-attributes.ts';
import { decodeSpan } from './span-codec.ts';
import { WantedAttributes } from './wanted-attributes.ts';
import { WireWriter } from './wire-writer.ts';

const SEGMENTS = [
  'a',
  'b',
  'c',
  'llm',
  'input',
  'value',
  'tool',
  'name',
  'metadata',
  '0',
  '1',
  '10',
  '007',
  '',
  ' ',
  ' a',
  'b ',
  '__proto__',
  'ä',
];
const segment = fc.constantFrom(...SEGMENTS);
const foreignKeys = [
  ...PROMOTED_KEYS,
  'gen_ai.input.messages',
  'ai.prompt.messages',
  'gen_ai.request.temperature',
  'traceloop.entity.input',
];
const key = fc.oneof(
  { weight: 6, arbitrary: fc.array(segment, { maxLength: 5 }).map((names) => names.join('.')) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...foreignKeys,
      'input.value',
      'input.mime_type',
      'metadata',
      'tool.parameters',
    ),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 200 }) },
);
const text = fc.oneof(
  fc.constantFrom(
    'x',
    '7',
    '-2.5',
    'true',
    '{"a":{"b":[1,{"c":"x"}]}}',
    '[{"role":"user","content":"x"}]',
    'null',
    'hello',
  ),
  fc.string({ maxLength: 30 }),
);
const { value } = fc.letrec<{ value: AnyValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    text.map((each): AnyValue => ({ type: 'string', value: each })),
    fc.integer({ min: -5, max: 500 }).map((each): AnyValue => ({ type: 'int', value: each })),
    fc.double().map((each): AnyValue => ({ type: 'double', value: each })),
    fc.boolean().map((each): AnyValue => ({ type: 'bool', value: each })),
    fc.constant<AnyValue>({ type: 'empty' }),
    fc.uint8Array({ maxLength: 4 }).map((each): AnyValue => ({ type: 'bytes', value: each })),
    fc
      .array(tie('value'), { maxLength: 3 })
      .map((each): AnyValue => ({ type: 'array', value: each })),
    fc
      .array(fc.record({ key, value: tie('value') }), { maxLength: 3 })
      .map((each): AnyValue => ({ type: 'kvlist', value: each })),
  ),
}));
const attributes = fc.array(fc.record({ key, value }), { maxLength: 12 });
const event = fc.record<DecodedEvent>({
  timeUnixNano: fc.constant(1n),
  name: fc.constantFrom(
    'exception',
    'gen_ai.user.message',
    'gen_ai.choice',
    'gen_ai.client.inference.operation.details',
    'gen_ai.other',
  ),
  attributes: fc.array(fc.record({ key, value }), { maxLength: 3 }),
  droppedAttributesCount: fc.constant(0),
});
const events = fc.oneof(
  { weight: 4, arbitrary: fc.constant([]) },
  { weight: 1, arbitrary: fc.array(event, { maxLength: 2 }) },
);

/**
 * Odd ways to write an attribute that protobuf allows: the value first, the key twice, the value in
 * two parts, unknown fields.
 */
const oddity = fc.constantFrom(
  'value first',
  'key twice',
  'value twice',
  'unknown field',
  'no value',
  'no key',
);
const odd = fc.record({ key, text, oddity }).map((each) => {
  const writer = new WireWriter();
  const putValue = (content: string) => writer.message(2, () => writer.string(1, content));
  writer.message(9, () => {
    if (each.oddity === 'value first') putValue(each.text);
    if (each.oddity === 'key twice') writer.string(1, 'a.b');
    if (each.oddity !== 'no key') writer.string(1, each.key);
    if (each.oddity === 'value twice') putValue('first');
    if (each.oddity !== 'value first' && each.oddity !== 'no value') putValue(each.text);
    if (each.oddity === 'unknown field') writer.string(15, 'ignored');
  });
  return writer.finish();
});

interface Sent {
  readonly attributes: readonly KeyValue[];
  readonly events: readonly DecodedEvent[];
  readonly odd: readonly Uint8Array[];
}
const sent = fc.record<Sent>({ attributes, events, odd: fc.array(odd, { maxLength: 2 }) });

function bytesOf(span: Sent): Uint8Array {
  const plain = encodeSpan({ ...BARE_SPAN, attributes: span.attributes, events: span.events });
  const writer = new WireWriter();
  writer.raw(plain);
  for (const each of span.odd) writer.raw(each);
  return writer.finish();
}

function splitPath(name: string): string[] {
  return name.split('.');
}

const path = fc.oneof(
  fc.array(segment, { minLength: 1, maxLength: 5 }),
  fc.constantFrom(...foreignKeys).map(splitPath),
);

describe('attributes as far as a path leads', { timeout: 120_000 }, () => {
  test('are what the whole has there, whatever was sent', () => {
    let found = 0;
    fc.assert(
      fc.property(sent, fc.array(path, { minLength: 1, maxLength: 3 }), (span, paths) => {
        const bytes = bytesOf(span);
        const whole = attributesNested(decodeSpan(bytes));
        const own = decodeSpan(bytes).attributes.map((each) => each.key.split('.'));
        const all = [...paths, ...own.slice(0, 2)];
        const part = new WantedAttributes(all).of(bytes);
        for (const each of all) {
          const expected = jsonAt(whole, each);
          expect(jsonAt(part, each)).toEqual(expected);
          if (expected !== null) found += 1;
        }
      }),
      { numRuns: 5_000 },
    );
    expect(found).toBeGreaterThan(1_000);
  });

  test('are enough for a preview', () => {
    let shown = 0;
    const side = fc.option(text, { nil: null });
    fc.assert(
      fc.property(
        sent,
        side,
        side,
        fc.integer({ min: 1, max: 30 }),
        (span, input, output, charsMax) => {
          const own = [
            { key: 'input.value', text: input },
            { key: 'output.value', text: output },
          ].flatMap((each): KeyValue[] =>
            each.text === null
              ? []
              : [{ key: each.key, value: { type: 'string', value: each.text } }],
          );
          const bytes = bytesOf({ ...span, attributes: [...span.attributes, ...own] });
          const preview = previewSpanBytes(bytes, charsMax);
          expect(preview).toEqual(previewSpan(attributesNested(decodeSpan(bytes)), charsMax));
          shown += preview.input === null ? 0 : 1;
        },
      ),
      { numRuns: 4_000 },
    );
    expect(shown).toBeGreaterThan(1_000);
  });

  test('are the whole for a span that could go past the budget of values', () => {
    const list: AnyValue = {
      type: 'array',
      value: Array.from({ length: 210_000 }, () => ({ type: 'int', value: 1 }) as const),
    };
    const bytes = bytesOf({
      attributes: [
        { key: 'a', value: list },
        { key: 'b', value: { type: 'array', value: [{ type: 'int', value: 2 }] } },
      ],
      events: [],
      odd: [],
    });
    const whole = attributesNested(decodeSpan(bytes));
    expect(typeof jsonAt(whole, ['b'])).toBe('string');
    expect(jsonAt(new WantedAttributes([['b']]).of(bytes), ['b'])).toEqual(jsonAt(whole, ['b']));
  });
});

const FILTERS = [
  "a == 'x'",
  "a != 'x'",
  'a is None',
  'a.b is not None',
  "'x' in a.b",
  "'HEL' in input.value",
  "attributes['a.0.b'] == 'x' and metadata['a']['b'] is None",
  "metadata.a.b == 1 or attributes['b.c'] > 3",
  'float(a.b) > 1 and not (b is None)',
  "a in ['x', 'hello'] and name == 'ChatCompletion'",
  "name == 'other' and a == 'x'",
  'a == True or b == False',
  "llm.input_messages[0].message.role == 'user'",
  "input.mime_type == 'application/json'",
  "tool.name == 'x' and latency_ms > 1",
  "session.id == 'x' or user.id is None",
  'a < b',
  'float(a) + float(b) > 3',
  "'x' in str(a)",
];

describe('filters over them', { timeout: 120_000 }, () => {
  const agrees = (predicate: SpanPredicate | null, bytes: Uint8Array): boolean => {
    if (predicate?.attributes === undefined)
      throw new Error('the filter says nothing of attributes');
    const whole = spanView({ sessionId: 'x' }, attributesNested(decodeSpan(bytes)));
    const part = new WantedAttributes(predicate.attributes.paths).of(bytes);
    const expected = predicate.matches(whole);
    expect(predicate.matches(spanView({ sessionId: 'x' }, part))).toBe(expected);
    if (expected) expect(predicate.attributes.mayMatch?.(part) ?? true).toBe(true);
    return expected;
  };

  test.each(FILTERS)('answer as over the whole: %s', (filter) => {
    const predicate = compileSpanFilter(filter);
    fc.assert(
      fc.property(sent, (span) => {
        agrees(predicate, bytesOf(span));
      }),
      { numRuns: 300 },
    );
  });

  test('answer as over the whole: attribute=key:value', () => {
    let matched = 0;
    const plain = fc.record({ path, text: fc.constantFrom('x', '7', 'true', 'hello') });
    fc.assert(
      fc.property(
        sent,
        plain,
        fc.boolean(),
        ({ attributes: others, ...span }, { path: names, text: wanted }, isSent) => {
          if (names.some((name) => name.trim() === '')) return;
          const own: KeyValue = { key: names.join('.'), value: { type: 'string', value: wanted } };
          const predicate = attributePredicate([`${names.join('.')}:${JSON.stringify(wanted)}`]);
          matched += agrees(
            predicate,
            bytesOf({ ...span, attributes: isSent ? [...others, own] : others }),
          )
            ? 1
            : 0;
        },
      ),
      { numRuns: 4_000 },
    );
    expect(matched).toBeGreaterThan(500);
  });
});
