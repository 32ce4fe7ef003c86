import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mayHoldWord, partOf, WORD_PARTS, wordFilterParts } from './word-filter.ts';

const HASH = fc.integer({ min: 0, max: 2 ** 32 - 1 });

it('never misses a word', () => {
  fc.assert(
    fc.property(fc.uniqueArray(HASH, { maxLength: 500 }), (hashes) => {
      const parts = wordFilterParts(hashes);
      expect(parts).toHaveLength(WORD_PARTS);
      for (const hash of hashes) {
        const part = parts[partOf(hash)];
        expect(part !== null && part !== undefined && mayHoldWord(part, hash)).toBe(true);
      }
    }),
  );
});

it('is wrong about one word in 256, and takes 10 bits a word', () => {
  const hashOf = (i: number): number => Math.imul(i + 1, 0x9e3779b1) >>> 0;
  const parts = wordFilterParts(Array.from({ length: 20_000 }, (_, i) => hashOf(i)));
  const bytes = parts.reduce((sum, part) => sum + (part?.length ?? 0), 0);
  expect(bytes).toBeLessThan(20_000 * 1.26);
  let wrong = 0;
  for (let i = 20_000; i < 120_000; i += 1) {
    const part = parts[partOf(hashOf(i))];
    if (part !== null && part !== undefined && mayHoldWord(part, hashOf(i))) wrong += 1;
  }
  expect(wrong / 100_000).toBeLessThan(1.5 / 256);
});

it('of no words has no parts', () => {
  expect(wordFilterParts([]).every((part) => part === null)).toBe(true);
});
