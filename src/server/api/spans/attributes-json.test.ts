import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '#core/filter/predicate.ts';
import { flattenAttributes, nestAttributes } from '#core/semconv/nest-attributes.ts';
import { attributesJson } from './attributes-json.ts';

const KIND = 'openinference.span.kind';
const segment = fc.constantFrom(
  'a',
  'b',
  '0',
  '1',
  '2',
  '00',
  '01',
  '10',
  ' a',
  'a ',
  '',
  '-1',
  '__proto__',
  'constructor',
  'ü',
  '"',
  '4294967295',
);
const key = fc.array(segment, { minLength: 1, maxLength: 5 }).map((segments) => segments.join('.'));
const scalar = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
const value: fc.Arbitrary<JsonValue> = fc.oneof(
  { weight: 6, arbitrary: scalar },
  { weight: 1, arbitrary: fc.array(scalar, { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom<JsonValue>({}, { x: 1 }, [{ x: 1 }], [{}, 1], [[]]) },
);

/** The long way, as JSON gives it back. */
function longWay(attributes: ReadonlyMap<string, JsonValue>): unknown {
  const rest = [...attributes].filter(([name]) => name !== KIND);
  return JSON.parse(JSON.stringify(flattenAttributes(nestAttributes(rest))));
}

describe('attributes as JSON without nesting', () => {
  it('are what nesting and flattening give, or null', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(key, value), { maxLength: 12 }), (entries) => {
        const attributes = new Map(entries);
        const text = attributesJson(attributes, KIND);
        if (text !== null) expect(JSON.parse(text)).toEqual(longWay(attributes));
      }),
      { numRuns: 3000 },
    );
  });

  it('take the short way for what spans usually hold', () => {
    const attributes = new Map<string, JsonValue>([
      [KIND, 'LLM'],
      ['llm.input_messages.0.message.role', 'user'],
      ['llm.input_messages.0.message.content', 'hi "there"'],
      ['llm.input_messages.1.message.role', 'tool'],
      ['tags', ['a', 1]],
      ['n', 1.5],
      ['absent', null],
    ]);
    const text = attributesJson(attributes, KIND);
    expect(JSON.parse(text ?? 'null')).toEqual(longWay(attributes));
  });

  it.each(['a..b', ' a', 'a.00.b', 'a.1.b', 'a.99999999999.b', ''])(
    'take the long way for %j',
    (name) => {
      expect(attributesJson(new Map([[name, 1]]), KIND)).toBeNull();
    },
  );
});
