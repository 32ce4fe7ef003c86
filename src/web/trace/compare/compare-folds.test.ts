import { expect, it } from 'vitest';
import { compareItems, exchangedRuns, itemOfRow } from './compare-folds.ts';
import type { CompareRow, Difference } from './compare-rows.ts';

/** Rows by depth, name and differences; each is in both traces. */
function listed(
  given: readonly (readonly [
    depth: number,
    name: string,
    difference?: Difference | 'failed' | undefined,
  ])[],
  opened: readonly number[] = [],
) {
  const rows: CompareRow[] = given.map(([depth, , difference], row) => ({
    a: row,
    b: row,
    depth,
    differences: difference === undefined || difference === 'failed' ? [] : [difference],
    failed: difference === 'failed' ? 'both' : null,
    deltaMs: 0,
    deltaTokens: 0,
    deltaCostUsd: 0,
  }));
  return compareItems(rows, (row, other) => given[row]?.[1] === given[other]?.[1], new Set(opened));
}
const texts = (items: ReturnType<typeof listed>): string[] =>
  items.map(({ row, count, run }) => `${row}×${count} ${run}`);
const times = (count: number, depth: number, name: string, difference?: Difference | 'failed') =>
  Array.from({ length: count }, () => [depth, name, difference] as const);

it('folds equal siblings, ten and more, and opens them again', () => {
  const rows = [[0, 'agent'] as const, ...times(412, 1, 'classify'), [1, 'answer'] as const];
  expect(texts(listed(rows))).toEqual(['0×1 -1', '1×412 1', '413×1 -1']);
  expect(listed(rows, [1])).toHaveLength(414);
  expect(listed([[0, 'agent'], ...times(9, 1, 'classify')])).toHaveLength(10);
});

it('hides no difference: rows that differ from their neighbors stay single, rows with the same difference fold', () => {
  const rows = [
    ...times(12, 0, 'x'),
    [0, 'x', 'input'] as const,
    ...times(3, 0, 'x'),
    ...times(11, 0, 'x', 'removed'),
  ];
  const items = listed(rows);
  expect(texts(items)).toEqual(['0×12 0', '12×1 0', '13×1 0', '14×1 0', '15×1 0', '16×11 0']);
  expect([0, 11, 12, 26].map((row) => itemOfRow(items, row))).toEqual([0, 0, 1, 5]);
});

it('hides no failure, though both sides have it', () => {
  const items = listed([...times(12, 0, 'x'), [0, 'x', 'failed'], ...times(10, 0, 'x')]);
  expect(texts(items)).toEqual(['0×12 0', '12×1 0', '13×10 0']);
});

it('folds leaves of one parent only', () => {
  const rows = [
    [0, 'a'] as const,
    ...times(9, 1, 'x'),
    [0, 'b'] as const,
    ...times(9, 1, 'x'),
    ...times(5, 1, 'x'),
    [2, 'below'] as const,
  ];
  expect(listed(rows).filter(({ count }) => count > 1)).toEqual([{ row: 11, count: 13, run: 11 }]);
  expect(listed([])).toEqual([]);
});

it('keeps the runs open that stood open when the sides are exchanged', () => {
  const row = (a: number, b: number, depth: number): CompareRow => ({
    a,
    b,
    depth,
    failed: null,
    differences: [],
    deltaMs: 0,
    deltaTokens: 0,
    deltaCostUsd: 0,
  });
  const run = Array.from({ length: 12 }, (_, at) => row(10 + at, 10 + at, 1));
  // Next to the run each side has a step of its own, whose order is reversed afterwards.
  const before = [row(0, 0, 0), row(1, -1, 1), row(2, -1, 1), row(-1, 1, 1), ...run];
  const after = [row(0, 0, 0), row(1, -1, 1), ...run, row(-1, 1, 1), row(-1, 2, 1)];
  const isSame = (one: number, other: number): boolean =>
    [one, other].every((at) => (after[at]?.a ?? -1) >= 10);
  expect(exchangedRuns(new Set([4]), before, after, isSame)).toEqual(new Set([2]));
  expect(exchangedRuns(new Set(), before, after, isSame)).toEqual(new Set());
});
