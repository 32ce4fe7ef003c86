import { describe, expect, it } from 'vitest';
import { contentHash } from './content-hash.ts';

const content = (input: string, output = '{}', metadata = '{}') => ({ input, output, metadata });

describe('the content hash', () => {
  it('is the start of SHA-256 over the canonical content', () => {
    // printf '{"input":{"q":1},"metadata":{"m":true},"output":{}}' | sha256sum
    expect(contentHash(1, content('{ "q" : 1.0 }', '{}', '{"m":true}'))).toBe('282501ea5ebe77e4000e1d2bc3aaaddf');
  });

  it('tells the three parts apart, and not the spelling', () => {
    expect(contentHash(1, content('{"a":1}'))).not.toBe(contentHash(1, content('{}', '{"a":1}')));
    expect(contentHash(1, content('{"a":1,"b":[2]}'))).toBe(contentHash(9, content('{"b":[2.0], "a":1e0}')));
  });

  it.each([
    ['[]', /^Row 7: input must be an object; got \[\]\.$/],
    ['null', /^Row 7: input must be an object/],
    ['{"a":}', /^Row 7: input is not valid JSON: /],
    ['{"a":-1e999}', /^Row 7: input cannot be stored: a number is too large/],
    [`{"a":${'['.repeat(200)}${']'.repeat(200)}}`, /^Row 7: input cannot be stored: it is nested/],
  ])('refuses %.20s', (input, message) => {
    expect(() => contentHash(7, content(input))).toThrow(message);
    expect(() => contentHash(7, content(input))).toThrow(expect.objectContaining({ code: 'unprocessable', line: 7 }));
  });
});
