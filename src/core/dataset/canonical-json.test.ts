import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, JSON_DEPTH_MAX, NoCanonicalForm } from './canonical-json.ts';

const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

describe('canonical JSON', () => {
  it('is that of the example in RFC 8785', () => {
    const value: unknown = JSON.parse(
      String.raw`{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}`,
    );
    expect(canonicalJson(value)).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
  });

  it.each([
    [
      'sorts keys by UTF-16 code units',
      '{"\\ufb33":1,"\\ud83d\\ude00":2,"\\u20ac":3,"1":4,"\\r":5,"10":6}',
      '{"\\r":5,"1":4,"10":6,"€":3,"😀":2,"\ufb33":1}',
    ],
    [
      'sorts keys that look like indexes as texts',
      '{"b":1,"10":2,"9":3,"a":4}',
      '{"10":2,"9":3,"a":4,"b":1}',
    ],
    [
      'sorts inside lists and objects',
      '[{"b":{"d":1,"c":2},"a":[]}]',
      '[{"a":[],"b":{"c":2,"d":1}}]',
    ],
    ['writes minus zero as zero', '[-0,0,-0.0]', '[0,0,0]'],
    ['writes whole numbers alike', '[1,1.0,1e0,10e-1]', '[1,1,1,1]'],
    [
      'writes the extremes of doubles',
      '[5e-324,1.7976931348623157e308,9007199254740993]',
      '[5e-324,1.7976931348623157e+308,9007199254740992]',
    ],
    [
      'keeps __proto__ and its like',
      '{"__proto__":{"x":1},"constructor":2,"a":3}',
      '{"__proto__":{"x":1},"a":3,"constructor":2}',
    ],
    ['escapes NUL', '"a\\u0000b"', '"a\\u0000b"'],
    [
      'keeps lone surrogates apart',
      '["\\ud800","\\ud801","\\ufffd"]',
      '["\\ud800","\\ud801","\ufffd"]',
    ],
    ['takes what JSON takes', '[null,true,"",{},[]]', '[null,true,"",{},[]]'],
  ])('%s', (_what, json, canonical) => {
    expect(canonicalJson(JSON.parse(json))).toBe(canonical);
  });

  it('refuses numbers past a double, and deep nesting', () => {
    expect(() => canonicalJson(JSON.parse('{"a":1e400}'))).toThrow(NoCanonicalForm);
    expect(canonicalJson(nested(JSON_DEPTH_MAX))).toHaveLength(2 * JSON_DEPTH_MAX);
    expect(() => canonicalJson(nested(JSON_DEPTH_MAX + 1))).toThrow(/nested more than 100/);
  });

  it('does not depend on the order of keys, and parses back to the same', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        const value: unknown = JSON.parse(json);
        const canonical = canonicalJson(value);
        expect(canonicalJson(reversed(value))).toBe(canonical);
        expect(canonicalJson(JSON.parse(canonical))).toBe(canonical);
      }),
    );
  });
});

/** The same value with its keys in the opposite order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  const result: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value).toReversed())
    Object.defineProperty(result, key, {
      value: reversed(item),
      enumerable: true,
      writable: true,
      configurable: true,
    });
  return result;
}
