import { describe, expect, it } from 'vitest';
import { parseExactJson } from '#core/dataset/exact-json.ts';
import type { JsonObject } from '#core/semconv/nest-attributes.ts';
import { contentHash, valuesHash } from './content-hash.ts';

const objectOf = (json: string) => parseExactJson(json) as JsonObject; // as: an object each
const content = (input: string, output = '{}', metadata = '{}') => ({ input, output, metadata });

describe('the content hash', () => {
  it('is the start of SHA-256 over the canonical content', () => {
    // printf '{"input":{"q":1},"metadata":{"m":true},"output":{}}' | sha256sum
    expect(contentHash(1, content('{ "q" : 1.0 }', '{}', '{"m":true}'))).toBe(
      '282501ea5ebe77e4000e1d2bc3aaaddf',
    );
  });

  it('tells the three parts apart, and not the spelling', () => {
    expect(contentHash(1, content('{"a":1}'))).not.toBe(contentHash(1, content('{}', '{"a":1}')));
    expect(contentHash(1, content('{"a":1,"b":[2]}'))).toBe(
      contentHash(9, content('{"b":[2.0], "a":1e0}')),
    );
  });

  it('tells long numbers apart by every digit, and not by their spelling', () => {
    const hashOf = (number: string) => contentHash(1, content(`{"id":${number}}`));
    expect(hashOf('12345678901234567890')).not.toBe(hashOf('12345678901234567891'));
    expect(hashOf('0.1000000000000000055')).not.toBe(hashOf('0.1'));
    expect(hashOf('12345678901234567891')).toBe(hashOf('12345678901234567891.0'));
    expect(hashOf('100000000000000000000')).toBe(hashOf('1e20'));
    // A double's value is written as RFC 8785 specifies.
    expect(hashOf('1000000000000000.50')).toBe(hashOf('1000000000000000.5'));
  });

  it.each([
    '{"b":1,"a":{"d":[1.5,{"z":-0,"y":"\\ud800"}],"c":null}}',
    '{"10":1,"9":2,"__proto__":{"x":12345678901234567890}}',
    '{"a":1.0,"b":0.10000000000000000555}',
  ])('is that of the values too: %s', (json) => {
    const values = { input: objectOf(json), output: objectOf('{}'), metadata: objectOf(json) };
    const texts = content(JSON.stringify(values.input), '{}', JSON.stringify(values.metadata));
    expect(valuesHash(1, texts, values)).toBe(contentHash(1, content(json, '{}', json)));
  });

  it.each([
    ['[]', /^Row 7: input must be an object; got \[\]\.$/],
    ['null', /^Row 7: input must be an object/],
    ['{"a":}', /^Row 7: input is not valid JSON: /],
    ['{"a":-1e999}', /^Row 7: input cannot be stored: a number is too large/],
    [`{"a":${'['.repeat(200)}${']'.repeat(200)}}`, /^Row 7: input cannot be stored: it is nested/],
  ])('refuses %.20s', (input, message) => {
    expect(() => contentHash(7, content(input))).toThrow(message);
    expect(() => contentHash(7, content(input))).toThrow(
      expect.objectContaining({ code: 'unprocessable', line: 7 }),
    );
  });
});
