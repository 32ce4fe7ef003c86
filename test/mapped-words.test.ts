import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isMappedWord } from '#core/filter/mapped-words.ts';

const SEMCONV = path.resolve(import.meta.dirname, '../src/core/semconv');
const COMMENTS = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$|^import[\s\S]*?;$/gm;
const LITERALS = /'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g;
/** Keys of objects, written out or in short. */
const KEYS = /[{,]\s*([A-Za-z_]\w*)\s*(?=[:,}])/g;
const WORD = /[A-Za-z0-9]+/g;

/** All that a mapping could write of its own: words of literals, and keys. */
function wordsOfMapping(): string[] {
  const files = readdirSync(SEMCONV).filter(
    (file) => file.endsWith('.ts') && !file.includes('.test.'),
  );
  expect(files.length).toBeGreaterThan(20);
  const words = files.flatMap((file) => {
    const source = readFileSync(path.join(SEMCONV, file), 'utf8').replaceAll(COMMENTS, '');
    const texts = [
      ...(source.match(LITERALS) ?? []).map((literal) => literal.replaceAll(/\$\{[^}]*\}/g, ' ')),
      ...[...source.matchAll(KEYS)].map(([, key = '']) => key),
    ];
    return texts.flatMap((text) => text.match(WORD) ?? []);
  });
  return [...new Set(words.map((word) => word.toLowerCase()))].sort();
}

test('holds every word that the mapping of conventions writes', () => {
  const missing = wordsOfMapping().filter((word) => !isMappedWord(word));
  expect(missing, 'add them to core/filter/mapped-words.ts').toEqual([]);
});

test.each([
  ['role', true],
  ['messag', true],
  ['assistant', true],
  ['true', true],
  ['42', true],
  ['1e21', true],
  ['refund', false],
  ['timeout', false],
  ['order42', false],
])('of %s: %s', (part, isMapped) => {
  expect(isMappedWord(part)).toBe(isMapped);
});
