import { expect, it } from 'vitest';
import { CommonWords } from './common-words.ts';
import { WordList } from './word-list.ts';
import { WordSet } from './word-set.ts';

function hashOf(i: number): number {
  return Math.imul(i + 1, 0x9e3779b1) >>> 0;
}

/** A block with common words from one on, and a hundred of its own. */
function wordsOf(block: number, commonFrom: number): WordSet {
  const words = new WordSet();
  for (let i = 0; i < 2_000; i += 1) words.add(hashOf(commonFrom + i));
  for (let i = 0; i < 100; i += 1) words.add(hashOf(1_000_000 + block * 100 + i));
  return words;
}

/** The first list found among so many blocks, and after how many. */
function found(
  common: CommonWords,
  list: WordList | null,
  commonFrom: number,
  blocks: number,
): { readonly after: number; readonly list: WordList } | null {
  for (let block = 0; block < blocks; block += 1) {
    common.add(wordsOf(block, commonFrom), list);
    const hashes = common.take();
    if (hashes !== null) return { after: block + 1, list: new WordList(1, hashes) };
  }
  return null;
}

it('finds the words that many blocks hold, and another list only when it is worth it', () => {
  const common = new CommonWords();
  const first = found(common, null, 0, 1_000);
  expect(first?.after).toBeLessThan(50);
  expect(first?.list.hashes).toEqual(
    Uint32Array.from(Array.from({ length: 2_000 }, (_, i) => hashOf(i))).sort(),
  );
  expect(found(common, first?.list ?? null, 0, 1_000)).toBe(null);
  const second = found(common, first?.list ?? null, 500_000, 1_000);
  expect(second?.list.placeOf(hashOf(500_000))).toBeGreaterThanOrEqual(0);
  expect(second?.list.placeOf(hashOf(0))).toBe(-1);
});

it('finds none where blocks share no words', () => {
  const common = new CommonWords();
  for (let block = 0; block < 1_000; block += 1) {
    common.add(wordsOf(block, 10_000_000 + block * 2_000), null);
    expect(common.take()).toBe(null);
  }
});
