import { describe, expect, it } from 'vitest';
import { contentDiff } from './content-diff.ts';
import { parseExactJson } from './exact-json.ts';

const changes = (before: unknown, after: unknown) => contentDiff(before, after).changes;

describe('the difference of two contents', () => {
  it('is empty for equal ones, whatever the order of keys', () => {
    expect(contentDiff({ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 })).toEqual({
      changes: [],
      complete: true,
    });
  });

  it('names each field that was added, removed or changed', () => {
    const before = {
      input: { q: 'a', old: 1 },
      output: { list: [1, 2, 3], deep: { x: { y: 1 } } },
    };
    const after = { input: { q: 'b', new: 2 }, output: { list: [1, 5], deep: { x: { y: 2 } } } };
    expect(changes(before, after)).toEqual([
      { path: ['input', 'q'], kind: 'changed', before: 'a', after: 'b' },
      { path: ['input', 'old'], kind: 'removed', before: 1 },
      { path: ['input', 'new'], kind: 'added', after: 2 },
      { path: ['output', 'list', 1], kind: 'changed', before: 2, after: 5 },
      { path: ['output', 'list', 2], kind: 'removed', before: 3 },
      { path: ['output', 'deep', 'x', 'y'], kind: 'changed', before: 1, after: 2 },
    ]);
  });

  it('tells kinds apart, and null from absence', () => {
    expect(changes({ a: [1] }, { a: { 0: 1 } })).toEqual([
      { path: ['a'], kind: 'changed', before: [1], after: { 0: 1 } },
    ]);
    expect(changes({ a: null }, {})).toEqual([{ path: ['a'], kind: 'removed', before: null }]);
    expect(changes({ a: '1' }, { a: 1 })).toHaveLength(1);
    expect(changes(null, { a: 1 })).toEqual([
      { path: [], kind: 'changed', before: null, after: { a: 1 } },
    ]);
  });

  it('sees every digit of a number, and no difference in its spelling', () => {
    const between = (before: string, after: string) =>
      JSON.stringify(
        changes(
          parseExactJson(`{"a":${before},"long":1234567890123456789}`),
          parseExactJson(`{"a":${after},"long":1234567890123456789}`),
        ),
      );
    const changed = (before: string, after: string) =>
      `[{"path":["a"],"kind":"changed","before":${before},"after":${after}}]`;
    for (const [before, after] of [
      ['12345678901234567890', '12345678901234567891'],
      ['9007199254740993', '9007199254740992'],
      ['1234567.1234567891', '1234567.1234567892'],
      ['0.30000000000000000001', '0.3'],
      ['-1', '1'],
      ['1234567890123456789', '"1234567890123456789"'],
      ['1234567890123456789', '{"x":1234567890123456789}'],
      ['1e-400', '2e-400'],
    ] as const)
      expect(between(before, after)).toBe(changed(before, after));
    for (const [before, after] of [
      ['1', '1.0'],
      ['1.50', '15e-1'],
      ['12345678901234567890', '1.234567890123456789e19'],
      ['0', '-0.000'],
      ['[1.0, {"b": 2.0}]', '[1, {"b": 2}]'],
    ] as const)
      expect(between(before, after)).toBe('[]');
  });

  it('takes __proto__ as a key', () => {
    const parse = (json: string): unknown => JSON.parse(json);
    expect(changes(parse('{"__proto__":{"x":1}}'), parse('{"__proto__":{"x":2}}'))).toEqual([
      { path: ['__proto__', 'x'], kind: 'changed', before: 1, after: 2 },
    ]);
  });

  it('stops listing at a number, and comparing at a depth', () => {
    const wide = (value: number) =>
      Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`k${at}`, value]));
    expect(contentDiff(wide(1), wide(2))).toMatchObject({ complete: false });
    expect(changes(wide(1), wide(2))).toHaveLength(500);
    const deep = (value: unknown): unknown =>
      Array.from({ length: 60 }).reduce((inner) => ({ d: inner }), value);
    expect(changes(deep(1), deep(1))).toEqual([]);
    expect(changes(deep(1), deep(2))).toHaveLength(1);
    const deepText = (number: string) =>
      parseExactJson(`${'{"d":'.repeat(60)}[${number},12345678901234567890]${'}'.repeat(60)}`);
    expect(changes(deepText('1.0'), deepText('1'))).toEqual([]);
    expect(
      changes(deepText('12345678901234567891'), deepText('12345678901234567890')),
    ).toHaveLength(1);
  });
});
