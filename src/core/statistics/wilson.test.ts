import fc from 'fast-check';
import { expect, it } from 'vitest';
import { wilsonInterval, zOf } from './wilson.ts';

/**
 * R. G. Newcombe, "Two-sided Confidence Intervals for the Single Proportion", Statistics in
 * Medicine 17, 1998, table I, method 3.
 */
it.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])('gives the published interval of %i of %i', (passes, n, low, high) => {
  const found = wilsonInterval(passes, n);
  expect(found?.low).toBeCloseTo(low, 4);
  expect(found?.high).toBeCloseTo(high, 4);
  expect(found).toMatchObject({ passes, n, rate: passes / n, method: 'wilson', confidence: 0.95 });
});

it('has no interval without values, and refuses counts that cannot be', () => {
  expect(wilsonInterval(0, 0)).toBeNull();
  expect(() => wilsonInterval(3, 2)).toThrow('got 3 of 2');
  expect(() => wilsonInterval(-1, 2)).toThrow('got -1 of 2');
  expect(() => wilsonInterval(1, 2, 1)).toThrow('confidence is between 0 and 1; got 1');
});

const counts = fc
  .tuple(fc.nat(5_000), fc.nat(5_000))
  .map(([passes, fails]) => ({ passes, n: passes + fails + 1 }));

it('lies within 0 and 1 about the rate, is symmetric, and grows with the confidence', () => {
  fc.assert(
    fc.property(
      counts,
      fc.double({ min: 0.5, max: 0.999, noNaN: true }),
      ({ passes, n }, confidence) => {
        const found = wilsonInterval(passes, n, confidence);
        const mirrored = wilsonInterval(n - passes, n, confidence);
        const wider = wilsonInterval(passes, n, (1 + confidence) / 2);
        if (found === null || mirrored === null || wider === null) throw new Error('no interval');
        expect(found.low).toBeGreaterThanOrEqual(0);
        expect(found.high).toBeLessThanOrEqual(1);
        expect(found.low).toBeLessThanOrEqual(found.rate);
        expect(found.high).toBeGreaterThanOrEqual(found.rate);
        expect(1 - mirrored.high).toBeCloseTo(found.low, 12);
        expect(wider.low).toBeLessThanOrEqual(found.low);
        expect(wider.high).toBeGreaterThanOrEqual(found.high);
      },
    ),
  );
});

it('reaches 1.96 standard deviations at 95 %', () => {
  expect(zOf(0.95)).toBeCloseTo(1.959964, 6);
});
