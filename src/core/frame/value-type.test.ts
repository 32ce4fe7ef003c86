import { describe, expect, it } from 'vitest';
import type { JsonValue } from '#core/filter/predicate.ts';
import { commonType, NO_TYPE, typeOfValue } from './value-type.ts';

const typeOf = (...values: readonly JsonValue[]) =>
  values.map((value) => typeOfValue(value)).reduce(commonType, NO_TYPE);
const object = (fields: object) => ({ kind: 'object', fields: new Map(Object.entries(fields)) });
const [integer, number, string, json, none] = ['integer', 'number', 'string', 'json', 'none'].map(
  (kind) => ({ kind }),
);

describe('the type of a column', () => {
  it.each<[readonly JsonValue[], unknown]>([
    [[], none],
    [[null, null], none],
    [[1, null, 2], integer],
    [[1, 2.5], number],
    [[2 ** 60], number],
    [['a', 1], json],
    [[true, 1], json],
    [[[], [1], [null]], { kind: 'list', item: integer }],
    [[[1], ['a']], { kind: 'list', item: json }],
    [[{ a: 1 }, { b: 'x' }], object({ a: integer, b: string })],
    [
      [{ a: { b: [1] } }, { a: null }],
      object({ a: object({ b: { kind: 'list', item: integer } }) }),
    ],
    [[{ a: 1 }, [1]], json],
    [
      [JSON.parse('{"__proto__": 1}') as JsonValue],
      { kind: 'object', fields: new Map([['__proto__', integer]]) },
    ],
  ])('of %j', (values, expected) => expect(typeOf(...values)).toEqual(expected));

  it('is JSON for objects with very many keys, in one value or together, and for values nested very deep', () => {
    const keyed = (from: number, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${from + n}`, n]));
    expect(typeOf(keyed(0, 201))).toEqual(json);
    expect(typeOf(keyed(0, 150), keyed(150, 150))).toEqual(json);
    const deep = Array.from({ length: 5_000 }).reduce<JsonValue>((inner) => [inner], 1);
    expect(JSON.stringify(typeOf(deep)).match(/list/g)).toHaveLength(12);
  });
});
