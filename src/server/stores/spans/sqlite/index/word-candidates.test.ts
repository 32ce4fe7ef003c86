import { expect, it } from 'vitest';
import { WordCandidates } from './word-candidates.ts';

it('knows any number of blocks that have no filter yet', () => {
  const without = new Set(Array.from({ length: 500_000 }, (_, i) => 100 + i * 10));
  const candidates = new WordCandidates(
    () => ({ kept: [], seen: 0 }),
    () => 5_000_099,
    without,
  );
  expect(candidates.places(10, 0)).toEqual([[100, Number.MAX_SAFE_INTEGER]]);
  expect([...candidates.in(0, 99, () => [90])]).toEqual([]);
  expect([...candidates.in(0, 120, () => [105, 110])]).toEqual([{ number: 110, isApart: true }]);
});
