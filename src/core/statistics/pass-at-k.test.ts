import fc from 'fast-check';
import { expect, it } from 'vitest';
import { averagePassAtK, passAtK, passHatK } from './pass-at-k.ts';

it('gives what the formulas of the papers give', () => {
  // 1 - C(150, 10) / C(200, 10), with the numbers of samples that HumanEval takes.
  expect(passAtK(200, 50, 10)).toBeCloseTo(0.9479063705959571, 13);
  expect(passAtK(200, 50, 1)).toBeCloseTo(0.25, 13);
  expect(passAtK(200, 191, 10)).toBe(1);
  // C(3, 2) / C(5, 2)
  expect(passHatK(5, 3, 2)).toBeCloseTo(0.3, 13);
  expect([passHatK(5, 1, 2), passHatK(5, 5, 5), passAtK(5, 0, 2)]).toEqual([0, 1, 0]);
  expect([passAtK(2, 1, 3), passHatK(2, 1, 3)]).toEqual([Number.NaN, Number.NaN]);
});

it('averages over examples, and says which have too few repetitions', () => {
  expect(averagePassAtK(Int32Array.of(4, 4, 1), Int32Array.of(2, 4, 1), 2)).toEqual({
    k: 2,
    passAtK: (5 / 6 + 1) / 2,
    passHatK: (1 / 6 + 1) / 2,
    examples: 2,
    skipped: 1,
  });
  expect(averagePassAtK(Int32Array.of(1), Int32Array.of(1), 2)).toEqual({
    k: 2,
    passAtK: null,
    passHatK: null,
    examples: 0,
    skipped: 1,
  });
});

it('is the pass rate at one try; more tries help the one and harm the other', () => {
  fc.assert(
    fc.property(fc.nat(60), fc.nat(60), fc.integer({ min: 1, max: 60 }), (passes, fails, k) => {
      const n = passes + fails + 1;
      expect(passAtK(n, passes, 1)).toBeCloseTo(passes / n, 12);
      expect(passHatK(n, passes, 1)).toBeCloseTo(passes / n, 12);
      if (k >= n) return;
      expect(passAtK(n, passes, k + 1)).toBeGreaterThanOrEqual(passAtK(n, passes, k) - 1e-12);
      expect(passHatK(n, passes, k + 1)).toBeLessThanOrEqual(passHatK(n, passes, k));
      // All fail, or at least one passes.
      expect(passAtK(n, passes, k)).toBeCloseTo(1 - passHatK(n, n - passes, k), 12);
    }),
  );
});

it('refuses counts that cannot be', () => {
  for (const [n, passes, k] of [
    [2, 3, 1],
    [2, -1, 1],
    [2, 1, 0],
    [2.5, 1, 1],
  ] as const)
    expect(() => passAtK(n, passes, k)).toThrow(`got passes ${passes}, n ${n}, k ${k}`);
});
