import { expect, it } from 'vitest';
import { exactPercentiles } from './percentile.ts';

it('gives the values at the nearest ranks, and none without values', () => {
  const values = Float64Array.of(40, Number.NaN, 10, 30, 20);
  expect(exactPercentiles(values, [0, 0.25, 0.5, 0.51, 0.95, 1])).toEqual([10, 10, 20, 30, 40, 40]);
  expect(exactPercentiles(Float64Array.of(Number.NaN), [0.5])).toEqual([null]);
  expect(() => exactPercentiles(values, [1.1])).toThrow('got 1.1');
  expect([...values]).toEqual([40, Number.NaN, 10, 30, 20]);
});
