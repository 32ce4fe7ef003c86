import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bootstrapClusteredMean, bootstrapMean, clusterMeans } from './bootstrap.ts';
import { SeededRandom } from './seeded-random.ts';

/** Survival of treated mice in days: Efron and Tibshirani 1993, table 2.1. */
const MICE = Float64Array.of(94, 197, 16, 38, 99, 141, 23);

it('gives the interval that SciPy gives, to within a resample or two', () => {
  // scipy.stats.bootstrap((mice,), np.mean, n_resamples=1_000_000, method='BCa'), SciPy 1.17: 46.3
  // to 46.4, and 138.3.
  const found = bootstrapMean(MICE, { seed: 'mice', resamples: 100_000 });
  expect(found).toMatchObject({
    n: 7,
    clusters: 7,
    method: 'bca',
    resamples: 100_000,
    confidence: 0.95,
  });
  expect(found?.mean).toBeCloseTo(86.857142857, 8);
  expect(found?.low).toBeGreaterThan(45.5);
  expect(found?.low).toBeLessThan(47.2);
  expect(found?.high).toBeGreaterThan(137.5);
  expect(found?.high).toBeLessThan(139.2);
});

/** Each sample is skewed, and of one kind of block; nominally 95 %. */
it.each([
  ['few values', 25, (random: SeededRandom) => -Math.log(1 - random.fraction()), 1],
  ['many values', 300, (random: SeededRandom) => -Math.log(1 - random.fraction()), 1],
  ['passes', 200, (random: SeededRandom) => (random.fraction() < 0.2 ? 1 : 0), 0.2],
] as const)('covers the true mean about as often as it says: %s', (name, size, value, mean) => {
  const random = new SeededRandom(name);
  const samples = 500;
  let covered = 0;
  for (let one = 0; one < samples; one += 1) {
    const found = bootstrapMean(
      Float64Array.from({ length: size }, () => value(random)),
      { seed: one, resamples: 1_000 },
    );
    if (found !== null && (found.low ?? mean) <= mean && (found.high ?? mean) >= mean) covered += 1;
  }
  expect(covered / samples).toBeGreaterThan(size < 50 ? 0.88 : 0.92);
  expect(covered / samples).toBeLessThan(0.98);
});

it('resamples whole examples where these have repetitions, each by its mean', () => {
  const values = Float64Array.of(1, 1, 1, 0, 0.5, Number.NaN, 2);
  const clusterOf = Int32Array.of(0, 0, 0, 1, 2, 3, 4);
  expect(clusterMeans(values, clusterOf)).toEqual({
    means: Float64Array.of(1, 0, 0.5, Number.NaN, 2),
    n: 6,
  });
  const clustered = bootstrapClusteredMean(values, clusterOf, { seed: 5 });
  expect(clustered).toEqual({ ...bootstrapMean(Float64Array.of(1, 0, 0.5, 2), { seed: 5 }), n: 6 });
  expect(clustered).toMatchObject({ n: 6, clusters: 4, mean: 0.875 });
  expect(() => clusterMeans(values, Int32Array.of(1))).toThrow('got 7 values and 1 clusters');
});

it('widens the interval by as much as repetitions say less than new examples', () => {
  const random = new SeededRandom('repeated');
  const scores = Float64Array.from({ length: 50 }, () => random.fraction());
  const repeated = Float64Array.from({ length: 500 }, (_, at) => scores[Math.floor(at / 10)] ?? 0);
  const width = (found: ReturnType<typeof bootstrapMean>): number =>
    (found?.high ?? 0) - (found?.low ?? 0);
  const naive = width(bootstrapMean(repeated, { seed: 1 }));
  const clustered = width(
    bootstrapClusteredMean(
      repeated,
      Int32Array.from(repeated, (_, at) => Math.floor(at / 10)),
      { seed: 1 },
    ),
  );
  expect(clustered / naive).toBeCloseTo(Math.sqrt(10), 0);
});

it('says how it came by an interval, where there is little or far too much', () => {
  const options = { seed: 1 };
  expect(bootstrapMean(Float64Array.of(Number.NaN), options)).toBeNull();
  expect(bootstrapMean(Float64Array.of(3), options)).toMatchObject({
    mean: 3,
    low: null,
    high: null,
    method: 'none',
    resamples: 0,
  });
  expect(bootstrapMean(Float64Array.of(3, 3), options)).toMatchObject({
    mean: 3,
    low: 3,
    high: 3,
    method: 'constant',
    resamples: 0,
  });
  const huge = Float64Array.from({ length: 300_001 }, (_, at) => at / 300_000);
  const normal = bootstrapMean(huge, options);
  expect(normal).toMatchObject({ method: 'normal', resamples: 0 });
  expect((normal?.high ?? 0) - 0.5).toBeCloseTo(
    (1.959964 / Math.sqrt(12)) * (1 / Math.sqrt(300_001)),
    7,
  );
  // Passes and fails are drawn by the run, so that as many as these get all their resamples.
  expect(
    bootstrapMean(
      huge.map((_, at) => at % 2),
      options,
    ),
  ).toMatchObject({ method: 'bca', resamples: 10_000 });
});

it('makes fewer resamples of a large sample, and says how many', () => {
  const large = Float64Array.from({ length: 100_000 }, (_, at) => Math.sqrt(at));
  expect(bootstrapMean(large, { seed: 1 })?.resamples).toBe(3_000);
});

it('is the same for the same seed, moves with the data, and lies about the mean', () => {
  const values = fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 2, maxLength: 80 });
  fc.assert(
    fc.property(values, fc.string(), (list, seed) => {
      const options = { seed, resamples: 1_000 };
      const found = bootstrapMean(Float64Array.from(list), options);
      const moved = bootstrapMean(
        Float64Array.from(list.toReversed(), (value) => 2 * value + 1_000),
        options,
      );
      if (found === null || found.low === null || found.high === null)
        throw new Error('no interval');
      expect(bootstrapMean(Float64Array.from(list), options)).toEqual(found);
      expect(moved?.low).toBeCloseTo(2 * found.low + 1_000, 6);
      expect(moved?.high).toBeCloseTo(2 * found.high + 1_000, 6);
      expect(found.low).toBeGreaterThanOrEqual(Math.min(...list));
      expect(found.high).toBeLessThanOrEqual(Math.max(...list));
      expect(found.low).toBeLessThanOrEqual(found.mean + 1e-9);
      expect(found.high).toBeGreaterThanOrEqual(found.mean - 1e-9);
    }),
  );
});

it('grows with the confidence', () => {
  const [narrow, wide] = [0.8, 0.99].map((confidence) =>
    bootstrapMean(MICE, { seed: 1, confidence }),
  );
  expect(narrow?.low).toBeGreaterThan(wide?.low ?? Infinity);
  expect(narrow?.high).toBeLessThan(wide?.high ?? -Infinity);
});

it('refuses what it cannot work with', () => {
  expect(() => bootstrapMean(MICE, { seed: 1, resamples: 10 })).toThrow('got 10');
  expect(() => bootstrapMean(MICE, { seed: 1, confidence: 95 })).toThrow('got 95');
  expect(() => bootstrapMean(Float64Array.of(1, Infinity), { seed: 1 })).toThrow('finite');
  expect(() => bootstrapMean(MICE, { seed: 1, budget: { over: () => true } })).toThrow(
    'took too long',
  );
});
