import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mcnemarExact } from './mcnemar.ts';

it('gives the published p values', () => {
  // Approval ratings of a prime minister: Agresti 2013, table 11.1; R:
  // exact2x2::mcnemar.exact(matrix(c(794, 86, 150, 570), 2)).
  expect(mcnemarExact(150, 86).p).toBeCloseTo(3.716e-5, 8);
  // Airway hyper-responsiveness before and after transplantation: Fagerland, Lydersen and Laake
  // 2013, table 1, exact 0.070 and mid-p 0.039.
  expect(mcnemarExact(1, 7)).toEqual({ onlyA: 1, onlyB: 7, p: 18 / 256, midP: 10 / 256 });
});

it('gives 1 where nothing differs, or the same number each way', () => {
  expect(mcnemarExact(0, 0)).toMatchObject({ p: 1, midP: 1 });
  expect(mcnemarExact(25, 25).p).toBe(1);
  expect(mcnemarExact(25, 25).midP).toBeCloseTo(0.887724827340783, 13);
  expect(mcnemarExact(100, 101).p).toBeCloseTo(1, 14);
});

it('is exact for millions of pairs', () => {
  // SciPy 1.17: binomtest(b, b + c).pvalue.
  expect(mcnemarExact(499_000, 501_000).p).toBeCloseTo(0.0456082998653896, 12);
  expect(mcnemarExact(5_000_000, 5_003_000).p).toBeCloseTo(0.34301500080841996, 12);
  expect(mcnemarExact(40_000, 60_000).p).toBe(0);
});

it('is the sum of binomial coefficients for small counts, symmetric, and smaller the further the counts are apart', () => {
  fc.assert(
    fc.property(fc.nat(25), fc.nat(25), (b, c) => {
      const n = b + c;
      let [coefficient, sum] = [1, 0];
      for (let k = 0; k <= Math.min(b, c); k += 1) {
        sum += coefficient;
        coefficient *= (n - k) / (k + 1);
      }
      const { p, midP } = mcnemarExact(b, c);
      expect(p).toBeCloseTo(Math.min(1, (2 * sum) / 2 ** n), 12);
      expect(midP).toBeLessThanOrEqual(p);
      expect(mcnemarExact(c, b).p).toBe(p);
      expect(mcnemarExact(b, Math.max(b, c) + 1).p).toBeLessThanOrEqual(
        mcnemarExact(b, Math.max(b, c)).p,
      );
    }),
  );
});

it('refuses what is no count', () => {
  for (const count of [-1, 0.5, Number.NaN])
    expect(() => mcnemarExact(count, 1)).toThrow(`got ${count}`);
});
