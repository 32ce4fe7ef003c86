import { expect, it } from 'vitest';
import { Overrun, runWithin } from './run-within.ts';

it('gives back what the work gives or throws', () => {
  expect(runWithin(1_000, () => [1, { a: 2 }])).toEqual([1, { a: 2 }]);
  const error = new TypeError('of the work');
  expect(() =>
    runWithin(1_000, () => {
      throw error;
    }),
  ).toThrow(error);
});

it('breaks off work that never returns', () => {
  let turns = 0;
  const began = performance.now();
  expect(() =>
    runWithin(50, () => {
      for (;;) turns += 1;
    }),
  ).toThrow(Overrun);
  expect(performance.now() - began).toBeLessThan(60_000);
  expect(turns).toBeGreaterThan(0);
});
