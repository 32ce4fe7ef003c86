import fc from 'fast-check';
import { expect, it } from 'vitest';
import { linearHistogram, logHistogram } from './histogram.ts';

it('counts every value above zero once, in rising intervals', () => {
  const values = fc.array(fc.double({ min: 0, max: 1e9, noNaN: true }), { maxLength: 60 });
  fc.assert(
    fc.property(values, (some) => {
      const { count, edges, counts } = logHistogram(some, 20);
      expect(count).toBe(some.filter((value) => value > 0).length);
      expect(counts.reduce((sum, one) => sum + one, 0)).toBe(count);
      expect(edges.length === 0 ? 0 : edges.length - 1).toBe(counts.length);
      expect(edges.every((edge, at) => at === 0 || edge > (edges[at - 1] ?? 0))).toBe(true);
    }),
  );
});

it('has room for costs of a hundred-thousandth of a dollar', () => {
  const { edges, counts } = logHistogram([0, 0.00001, 0.0001, 0.0001], 4, 1e-6);
  expect([edges[0], counts.at(0), counts.at(-1)]).toEqual([0.00001, 1, 2]);
});

it('cuts scores into tenths, and others between their least and their greatest', () => {
  expect(linearHistogram([0, 0.05, 0.5, 1, 1], 10)).toEqual({
    count: 5,
    edges: [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1],
    counts: [2, 0, 0, 0, 0, 1, 0, 0, 0, 2],
  });
  expect(linearHistogram([-2, 2], 2)).toEqual({ count: 2, edges: [-2, 0, 2], counts: [1, 1] });
  expect(linearHistogram([3, 3], 2)).toEqual({ count: 2, edges: [2.5, 3, 3.5], counts: [0, 2] });
  expect(linearHistogram([], 10)).toEqual({ count: 0, edges: [], counts: [] });
});

it('keeps the edges apart of values that are large and close together', () => {
  const day = linearHistogram([1_700_000_000, 1_700_043_200, 1_700_086_400], 2);
  expect(day.edges).toEqual([1_700_000_000, 1_700_043_200, 1_700_086_400]);
  expect(day.counts).toEqual([1, 2]);
  expect(linearHistogram([5_000_000, 5_000_000], 2).edges).toEqual([
    4_999_999.5, 5_000_000, 5_000_000.5,
  ]);
  const [low = 0, , high = 0] = linearHistogram([1e17], 2).edges;
  expect(low).toBeLessThan(1e17);
  expect(high).toBeGreaterThan(1e17);
});
