import fc from 'fast-check';
import { expect, it } from 'vitest';
import { escapeNul, unescapeNul } from './nul-escape.ts';

it('stores every text without U+0000, and gives it back as it was', () => {
  const text = fc
    .array(fc.constantFrom('\0', '\uFDD0', '0', '1', 'é'))
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, (value) => {
      expect(escapeNul(value)).not.toContain('\0');
      expect(unescapeNul(escapeNul(value))).toBe(value);
    }),
  );
});

it('leaves other texts as they are', () => {
  expect(escapeNul('a\u0001\uFDD1')).toBe('a\u0001\uFDD1');
});
