import path from 'node:path';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { beforeAll, describe, expect, it } from 'vitest';
import { bootstrapClusteredMean, bootstrapMean } from '#core/statistics/bootstrap.ts';
import { mcnemarExact } from '#core/statistics/mcnemar.ts';
import { normalCdf, normalQuantile } from '#core/statistics/normal-distribution.ts';
import { pairedDifference } from '#core/statistics/paired-difference.ts';
import { pairedPercentiles } from '#core/statistics/paired-percentile.ts';
import { passAtK, passHatK } from '#core/statistics/pass-at-k.ts';
import { exactPercentiles } from '#core/statistics/percentile.ts';
import { signFlipTest } from '#core/statistics/sign-flip.ts';
import { wilsonInterval } from '#core/statistics/wilson.ts';
import { findPython, runProgram } from '#test/examples/example-run.ts';

const python = findPython();
if (python === null)
  console.log(
    'note: no Python with the packages of test/clients/python, so statistics are not compared with SciPy',
  );

const Numbers = Type.Array(Type.Number());
const Interval = { low: Type.Number(), high: Type.Number() };
const Bootstrap = { ...Interval, error: Type.Number() };
const Reference = Type.Object({
  normal: Type.Object({
    shares: Numbers,
    quantiles: Numbers,
    points: Numbers,
    probabilities: Numbers,
  }),
  wilson: Type.Array(
    Type.Object({
      passes: Type.Number(),
      n: Type.Number(),
      confidence: Type.Number(),
      ...Interval,
    }),
  ),
  mcnemar: Type.Array(
    Type.Object({
      onlyA: Type.Number(),
      onlyB: Type.Number(),
      p: Type.Number(),
      midP: Type.Number(),
    }),
  ),
  means: Type.Array(Type.Object({ name: Type.String(), values: Numbers, ...Bootstrap })),
  clustered: Type.Object({ values: Numbers, repetitions: Type.Number(), ...Bootstrap }),
  pairs: Type.Array(
    Type.Object({ name: Type.String(), a: Numbers, b: Numbers, p: Type.Number(), ...Bootstrap }),
  ),
  pairedPercentiles: Type.Array(
    Type.Object({
      a: Numbers,
      b: Numbers,
      quantile: Type.Number(),
      factor: Type.Number(),
      ends: Numbers,
    }),
  ),
  passAtK: Type.Array(
    Type.Object({
      n: Type.Number(),
      passes: Type.Number(),
      k: Type.Number(),
      passAtK: Type.Number(),
      passHatK: Type.Number(),
    }),
  ),
  percentiles: Type.Object({ values: Numbers, quantiles: Numbers, found: Numbers }),
});
interface Found {
  readonly low: number | null;
  readonly high: number | null;
}

/**
 * Both are random: an end of SciPy's interval, of 20,000 resamples, varies by some 0.02 standard
 * errors; five times that. A value that is drawn now and then moves the ends of few values by a
 * whole step.
 */
function expectNear(
  name: string,
  found: Found | null,
  expected: Found & { readonly error: number },
  step: number,
): void {
  const most = 0.1 * expected.error + step;
  for (const end of ['low', 'high'] as const)
    expect([
      name,
      end,
      Math.abs((found?.[end] ?? Number.NaN) - (expected[end] ?? Number.NaN)) <= most,
    ]).toEqual([name, end, true]);
}

/**
 * How far apart two means of so many values can lie next to each other: the smallest difference of
 * two values over their number.
 */
function stepOf(values: readonly number[]): number {
  const sorted = [...new Set(values)].toSorted((a, b) => a - b);
  const gaps = sorted.slice(1).map((value, at) => value - (sorted[at] ?? 0));
  return Math.min(...gaps) / values.length;
}

describe.skipIf(python === null)('statistics agree with SciPy', () => {
  let reference: Static<typeof Reference>;
  beforeAll(async () => {
    const folder = path.join(import.meta.dirname, 'python');
    const printed = await runProgram(folder, python ?? '', ['statistics_reference.py'], {});
    reference = Value.Parse(Reference, JSON.parse(printed));
  });

  it('on the normal distribution', () => {
    const { shares, quantiles, points, probabilities } = reference.normal;
    for (const [at, share] of shares.entries())
      expect(normalQuantile(share)).toBeCloseTo(quantiles[at] ?? Number.NaN, 12);
    for (const [at, point] of points.entries())
      expect(normalCdf(point)).toBeCloseTo(probabilities[at] ?? Number.NaN, 13);
  });

  it("on Wilson's interval", () => {
    expect(reference.wilson.length).toBeGreaterThan(50);
    for (const { passes, n, confidence, low, high } of reference.wilson) {
      const found = wilsonInterval(passes, n, confidence);
      expect(found?.low).toBeCloseTo(low, 12);
      expect(found?.high).toBeCloseTo(high, 12);
    }
  });

  it("on McNemar's exact test and its mid-p, up to four million pairs", () => {
    expect(reference.mcnemar.length).toBeGreaterThan(25);
    for (const { onlyA, onlyB, p, midP } of reference.mcnemar) {
      const found = mcnemarExact(onlyA, onlyB);
      expect(Math.abs(found.p - p)).toBeLessThanOrEqual(1e-10 * p + 1e-300);
      expect(found.midP).toBeCloseTo(midP, 10);
    }
  });

  it('on the bootstrap interval of a mean', () => {
    expect(reference.means.length).toBeGreaterThan(10);
    for (const { name, values, ...expected } of reference.means)
      expectNear(
        name,
        bootstrapMean(Float64Array.from(values), { seed: name, resamples: 100_000 }),
        expected,
        stepOf(values),
      );
  });

  it('on the bootstrap interval of repetitions', () => {
    const { values, repetitions, ...expected } = reference.clustered;
    const clusterOf = Int32Array.from(values, (_, at) => Math.floor(at / repetitions));
    const found = bootstrapClusteredMean(Float64Array.from(values), clusterOf, {
      seed: 1,
      resamples: 100_000,
    });
    expectNear('repetitions', found, expected, 1 / values.length);
  });

  it('on the paired bootstrap interval and the permutation test of a difference', () => {
    expect(reference.pairs.length).toBeGreaterThan(10);
    for (const { name, a: before, b: after, p, ...expected } of reference.pairs) {
      const [a, b] = [Float64Array.from(before), Float64Array.from(after)];
      const found = pairedDifference(a, b, {
        seed: name,
        resamples: 100_000,
        direction: 'maximize',
      });
      const differences = a.map((value, at) => (b[at] ?? 0) - value);
      expectNear(
        name,
        found?.difference ?? null,
        expected,
        stepOf([...differences].map((value) => Number(value.toPrecision(9)))),
      );
      // Five standard deviations of SciPy's p value, which is twice that of one side.
      const spread = 10 * Math.sqrt(Math.max((p / 2) * (1 - p / 2), 0.001) / 20_000);
      expect([name, Math.abs(signFlipTest(differences, 100_000, name).p - p) <= spread]).toEqual([
        name,
        true,
      ]);
    }
  });

  it('on the interval of a difference of percentiles, of examples with repetitions', () => {
    expect(reference.pairedPercentiles.length).toBe(12);
    for (const { a, b, quantile, factor, ends } of reference.pairedPercentiles) {
      const [before, after] = [a, b].map((values) => ({
        values: Float64Array.from(values),
        exampleOf: Int32Array.from(values, (_, at) => Math.floor(at / 2)),
      }));
      if (before === undefined || after === undefined) throw new Error('There are two sides.');
      const found = pairedPercentiles(before, after, {
        quantile,
        examples: a.length / 2,
        seed: 1,
        resamples: 20_000,
      })?.difference(factor);
      const [lowest = Number.NaN, low, high, highest] = ends;
      expect(found?.low).toBeGreaterThanOrEqual(lowest);
      expect(found?.low).toBeLessThanOrEqual(low ?? Number.NaN);
      expect(found?.high).toBeGreaterThanOrEqual(high ?? Number.NaN);
      expect(found?.high).toBeLessThanOrEqual(highest ?? Number.NaN);
    }
  });

  it('on pass@k and pass^k, and on percentiles', () => {
    for (const { n, passes, k, ...expected } of reference.passAtK) {
      expect(passAtK(n, passes, k)).toBeCloseTo(expected.passAtK, 12);
      expect(passHatK(n, passes, k)).toBeCloseTo(expected.passHatK, 12);
    }
    const { values, quantiles, found } = reference.percentiles;
    expect(exactPercentiles(Float64Array.from(values), quantiles)).toEqual(found);
  });
});
