import { expect, it } from 'vitest';
import { LatencySketch, nearestRank } from './latency-sketch.ts';

it.each([
  [0, 10, 0],
  [0.5, 1, 0],
  [0.5, 2, 0],
  [0.5, 3, 1],
  [0.99, 2, 1],
  [0.99, 10, 9],
  [0.07, 100, 6],
  [0.99, 100, 98],
  [0.99, 1000, 989],
  [1, 10, 9],
])('the %s-quantile of %s values is the one at %s', (q, count, rank) => {
  expect(nearestRank(q, count)).toBe(rank);
});

it('answers p99 of two durations by the longer, within one per cent', () => {
  const sketch = new LatencySketch();
  for (const seconds of [1, 3]) sketch.add(seconds * 1e9);
  expect(Math.abs((sketch.quantile(0.99) ?? 0) / 3e9 - 1)).toBeLessThan(0.011);
  expect(Math.abs((sketch.quantile(0.5) ?? 0) / 1e9 - 1)).toBeLessThan(0.011);
  expect(new LatencySketch().quantile(0.5)).toBeNull();
});
