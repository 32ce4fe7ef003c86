import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mcnemarExact } from './mcnemar.ts';
import { SeededRandom } from './seeded-random.ts';
import { signFlipTest } from './sign-flip.ts';

/** Darwin's maize, crossed less self-fertilized, in eighths of an inch: Fisher 1935, section 21. */
const MAIZE = Float64Array.of(49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48);

it("gives Fisher's result: 1,726 of 32,768 assignments of signs are as far from zero", () => {
  expect(signFlipTest(MAIZE, 10_000, 'maize')).toEqual({ p: 1_726 / 32_768, resamples: 0 });
});

it('comes close to it by random assignments', () => {
  // With two more that are too small to count, there are too many to go through all.
  const { p, resamples } = signFlipTest(
    Float64Array.from([...MAIZE, 1e-13, 1e-13]),
    100_000,
    'maize',
  );
  expect(resamples).toBe(100_000);
  expect(Math.abs(p - 1_726 / 32_768)).toBeLessThan(0.003);
});

it('agrees with the exact test of McNemar on passes and fails, in runs as well as singly', () => {
  for (const [lower, higher] of [
    [10, 25],
    [300, 340],
  ] as const) {
    const differences = Float64Array.from({ length: 900 }, (_, at) =>
      at < lower ? -1 : at < lower + higher ? 1 : 0,
    );
    expect(
      Math.abs(signFlipTest(differences, 50_000, 'runs').p - mcnemarExact(lower, higher).p),
    ).toBeLessThan(0.006);
  }
});

it('is right about chance: of samples without a difference, a share of alpha is found to differ', () => {
  const random = new SeededRandom('null');
  let found = 0;
  const samples = 1_000;
  for (let one = 0; one < samples; one += 1) {
    const differences = Float64Array.from({ length: 25 }, () => (random.fraction() - 0.5) ** 3);
    if (signFlipTest(differences, 1_000, one).p <= 0.05) found += 1;
  }
  // Three standard deviations about 50.
  expect(found).toBeGreaterThan(29);
  expect(found).toBeLessThan(71);
});

it('is between 0 and 1, the same for the same seed and whichever side is taken away', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -5, max: 5 }), { maxLength: 40 }), (list) => {
      const differences = Float64Array.from(list);
      const { p } = signFlipTest(differences, 1_000, 'same');
      expect(p).toBeGreaterThan(0);
      expect(p).toBeLessThanOrEqual(1);
      expect(signFlipTest(differences.map((one) => -one).toReversed(), 1_000, 'same').p).toBe(p);
    }),
  );
  expect(signFlipTest(Float64Array.of(0, 0), 1_000, 1)).toEqual({ p: 1, resamples: 0 });
});
