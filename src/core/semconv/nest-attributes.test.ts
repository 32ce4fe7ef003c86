import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '#core/filter/predicate.ts';
import { flattenAttributes, nestAttributes, normalizeAttributes } from './nest-attributes.ts';

const nest = (flat: Record<string, JsonValue>): unknown =>
  JSON.parse(JSON.stringify(nestAttributes(Object.entries(flat))));

describe('nesting dotted keys', () => {
  it.each<[string, Record<string, JsonValue>, unknown]>([
    ['names', { 'a.b': 1, 'a.c': 'x' }, { a: { b: 1, c: 'x' } }],
    [
      'indexes with more behind them are list items',
      { 'a.0.b': 1, 'a.1.b': 2 },
      { a: [{ b: 1 }, { b: 2 }] },
    ],
    [
      'items come in the order of indexes, gaps closed',
      { 'a.10.b': 3, 'a.2.b': 2, 'a.007.b': 9, 'a.0.b': 0 },
      { a: [{ b: 0 }, { b: 2 }, { b: 9 }, { b: 3 }] },
    ],
    ['a number as last segment is a key', { 'a.0': 'x' }, { a: { 0: 'x' } }],
    ['and so are its siblings', { 'a.0': 'x', 'a.1.b': 'y' }, { a: { 0: 'x', 1: { b: 'y' } } }],
    [
      'signs and letters make names',
      { 'a.-1.b': 1, 'a.1e9.b': 2 },
      { a: { '-1': { b: 1 }, '1e9': { b: 2 } } },
    ],
    ['a value ends the path', { a: 1, 'a.b': 2 }, { a: 1, 'a.b': 2 }],
    ['in either order', { 'a.b.c': 2, 'a.b': 1 }, { a: { b: 1, 'b.c': 2 } }],
    [
      'blanks and empty segments do not count',
      { ' a . b ': 1, 'c..d.': 2 },
      { a: { b: 1 }, c: { d: 2 } },
    ],
    ['the last of equal keys wins', { 'a.b': 1, 'a..b': 2 }, { a: { b: 2 } }],
    ['null is absent', { a: null, b: 1 }, { b: 1 }],
    ['a key of nothing is kept', { '': 1 }, { '': 1 }],
  ])('%s', (_, flat, expected) => expect(nest(flat)).toEqual(expected));

  it('takes hostile keys as data', () => {
    const keys = [
      '__proto__',
      '__proto__.polluted',
      'constructor.prototype.x',
      'gen_ai.prompt.__proto__.POLLUTED',
      'a.__proto__.b',
      'toString',
      'a.0.__proto__.c',
      'hasOwnProperty',
    ];
    const nested = nestAttributes(keys.map((key) => [key, 'x'] as const));
    const flat = flattenAttributes(nested);
    for (const key of keys) expect(flat[key]).toBe('x');
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(
      Object.hasOwn(Object.prototype, 'polluted') || Object.hasOwn(Object.prototype, 'POLLUTED'),
    ).toBe(false);
  });
  it('never makes a list longer than what was sent', () => {
    const bombs = ['4294967294', '1e9', '-5', '0007', '99999999999999999999999999', '2147483648'];
    const many = Array.from(
      { length: 10_000 },
      (_, at) => [`llm.input_messages.${(at + 1) * 400_009}.message.role`, 'user'] as const,
    );
    const nested = JSON.parse(
      JSON.stringify(
        nestAttributes([...bombs.map((index) => [`m.${index}.x`, index] as const), ...many]),
      ),
    );
    expect(nested.llm.input_messages).toHaveLength(10_000);
    expect(JSON.stringify(nested.m)).toHaveLength(
      JSON.stringify({
        4294967294: { x: '4294967294' },
        '1e9': { x: '1e9' },
        '-5': { x: '-5' },
        7: { x: '0007' },
        '99999999999999999999999999': { x: '99999999999999999999999999' },
        2147483648: { x: '2147483648' },
      }).length,
    );
  });
  it('survives keys of a thousand segments', () => {
    const key = 'a.'.repeat(500) + 'b';
    expect(Object.keys(flattenAttributes(nestAttributes([[key, 1]])))).toEqual([key]);
  });
});

describe('flattening', () => {
  it.each<[Record<string, JsonValue>, unknown]>([
    [{ a: { b: [{ c: 1 }, { c: 2 }] } }, { 'a.b.0.c': 1, 'a.b.1.c': 2 }],
    [
      { a: [1, 'x'], b: [] },
      { a: [1, 'x'], b: [] },
    ],
    [{ a: [{ b: 1 }, 2] }, { a: [{ b: 1 }, 2] }],
    [{ a: {} }, { a: {} }],
  ])('%j', (nested, expected) => expect(flattenAttributes(nested)).toEqual(expected));

  it('gives the same in one step as in two', () => {
    const segment = fc.constantFrom('a', 'b', '0', '1', '2', '07', '', ' c ', '-1', '__proto__');
    const key = fc
      .array(segment, { minLength: 1, maxLength: 5 })
      .map((segments) => segments.join('.'));
    const value = fc.oneof(
      fc.integer(),
      fc.constant(null),
      fc.constant([{ x: 1 }, { y: [1] }]),
      fc.constant({ n: { m: 1 } }),
      fc.constant([]),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(key, value), { maxLength: 8 }), (flat) => {
        const two = flattenAttributes(nestAttributes(flat));
        const one = normalizeAttributes(flat);
        expect(Object.fromEntries(Object.entries(one).sort())).toEqual(
          Object.fromEntries(Object.entries(two).sort()),
        );
      }),
      { numRuns: 2_000, endOnFailure: true },
    );
  });
});
