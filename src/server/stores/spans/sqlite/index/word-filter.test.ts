import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mayHoldApart, mayHoldWord, wordFilter, type WordFilter } from './word-filter.ts';
import { WordList } from './word-list.ts';
import { partOf, WORD_PARTS } from './word-parts.ts';
import { WordSet } from './word-set.ts';

/** Few values, so that blocks and lists share them, and any. */
const HASH = fc.oneof(
  fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  fc.integer({ min: 0, max: 199 }).map((i) => hashOf(i)),
);
const HASHES = fc.uniqueArray(HASH, { maxLength: 500, size: 'max' });

function hashOf(i: number): number {
  return Math.imul(i + 1, 0x9e3779b1) >>> 0;
}

function setOf(hashes: readonly number[]): WordSet {
  const set = new WordSet();
  for (const hash of hashes) set.add(hash);
  return set;
}

function listOf(hashes: readonly number[]): WordList {
  return new WordList(7, Uint32Array.from(hashes).sort());
}

function holds({ list: id, parts }: WordFilter, hash: number, list: WordList | null): boolean {
  const part = parts[partOf(hash)];
  return part !== null && part !== undefined && mayHoldWord(part, hash, id === 0 ? null : list);
}

it('never misses a word, with any list of common words', () => {
  fc.assert(
    fc.property(HASHES, fc.option(HASHES), fc.boolean(), (hashes, common, isApart) => {
      const list = common === null ? null : listOf(common);
      const filter = wordFilter(setOf(hashes), list, isApart);
      expect(filter.parts).toHaveLength(WORD_PARTS);
      for (const hash of hashes) expect(holds(filter, hash, list)).toBe(true);
      for (const part of filter.parts) if (part !== null) expect(mayHoldApart(part)).toBe(isApart);
    }),
  );
});

it('knows exactly which words of its list are there', () => {
  const common = Array.from({ length: 10_000 }, (_, i) => hashOf(i));
  const list = listOf(common);
  const filter = wordFilter(setOf(common.filter((_, i) => i % 3 === 0)), list, false);
  expect(filter.list).toBe(7);
  expect(common.map((hash) => holds(filter, hash, list))).toEqual(
    common.map((_, i) => i % 3 === 0),
  );
});

it('does without a list of which it holds few words', () => {
  const list = listOf(Array.from({ length: 10_000 }, (_, i) => hashOf(i)));
  expect(wordFilter(setOf([hashOf(1), hashOf(2)]), list, false).list).toBe(0);
});

it('is wrong about one word in 1,024, and takes 12 bits a word', () => {
  const filter = wordFilter(
    setOf(Array.from({ length: 20_000 }, (_, i) => hashOf(i))),
    null,
    false,
  );
  const bytes = filter.parts.reduce((sum, part) => sum + (part?.length ?? 0), 0);
  expect(bytes).toBeLessThan(20_000 * 1.51);
  let wrong = 0;
  for (let i = 20_000; i < 220_000; i += 1) if (holds(filter, hashOf(i), null)) wrong += 1;
  expect(wrong / 200_000).toBeLessThan(1.5 / 1_024);
});

it('of no words has no parts', () => {
  const list = listOf([1, 2, 3]);
  for (const given of [null, list])
    expect(wordFilter(new WordSet(), given, true).parts.every((part) => part === null)).toBe(true);
});
