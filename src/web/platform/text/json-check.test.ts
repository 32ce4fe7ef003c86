import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkJsonObject } from './json-check.ts';

const problem = (text: string) => {
  const found = checkJsonObject(text);
  return found === null ? null : `${found.line}:${found.column} ${found.path} ${found.message}`;
};

describe('errors in a JSON object', () => {
  it.each([
    ['', '1:1  Empty'],
    ['[1]', '1:1  A list isn’t allowed here'],
    ['"x"', '1:1  The text must be an object'],
    ['{"a": 1,}', '1:9  A comma before }'],
    ['{"a": 1', '1:1  The { is never closed'],
    ['{\n  "a": [1, 2\n}', '3:1 a Expected a comma or ]'],
    ['{"a": [1,]}', '1:10 a A comma before ]'],
    ["{'a': 1}", '1:2  Keys must be in double quotes.'],
    ['{"a" 1}', '1:6  A : must follow the key.'],
    ['{"a": {"b": [true, True]}}', '1:20 a.b[1] True is written true.'],
    ['{"a": yes}', '1:7 a Text must be in double quotes:  "yes".'],
    ['{"a": \'x\'}', '1:7 a Text must be in double quotes, not'],
    ['{"a": 01}', '1:7 a Invalid number'],
    ['{"a": }', '1:7 a A value is missing here.'],
    ['{"a": "x\n"}', '1:7 a The text runs over'],
    ['{"a": "x}', '1:7 a The text is never closed'],
    [String.raw`{"a": "C:\work"}`, '1:10 a Unknown escape'],
    ['{"a": "\t"}', '1:8 a A control character'],
    ['{"a": 1, "a": 2}', '1:10  The key "a" is there twice'],
    ['{"a": 1} x', '1:10  No text is allowed after'],
    [`{"a": ${'['.repeat(200)}`, 'Nested more than 64'],
  ])('%s', (text, expected) => expect(problem(text)).toContain(expected));

  it('finds nothing wrong with what JSON.stringify writes, and something with what JSON.parse refuses', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 5 })), (value) => {
        expect(checkJsonObject(JSON.stringify(value, null, 2))).toBeNull();
      }),
    );
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.nat(),
        fc.constantFrom('', ',', '"', '}', '[', '\\', '1', 'e', '\n', '\u0001'),
        (value, where, put) => {
          const text = JSON.stringify(value);
          const at = where % text.length;
          const changed = text.slice(0, at) + put + text.slice(at + 1);
          let isJson = true;
          try {
            JSON.parse(changed);
          } catch {
            isJson = false;
          }
          if (!isJson) expect(checkJsonObject(changed)).not.toBeNull();
        },
      ),
      { numRuns: 500 },
    );
  });
});
