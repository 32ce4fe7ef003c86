import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bootstrapMean } from './bootstrap.ts';
import { mcnemarExact } from './mcnemar.ts';
import { pairedDifference } from './paired-difference.ts';

const passes = (counts: {
  readonly both: number;
  readonly onlyA: number;
  readonly onlyB: number;
  readonly neither: number;
}) => {
  const { both, onlyA, onlyB, neither } = counts;
  const of = (...parts: readonly (readonly [number, number])[]): Float64Array =>
    Float64Array.from(
      parts.flatMap(([count, value]) => Array.from({ length: count }, () => value)),
    );
  return {
    a: of([both, 1], [onlyA, 1], [onlyB, 0], [neither, 0]),
    b: of([both, 1], [onlyA, 0], [onlyB, 1], [neither, 0]),
  };
};

it('says what changed between two experiments of pass and fail', () => {
  const { a, b } = passes({ both: 130, onlyA: 3, onlyB: 14, neither: 53 });
  const found = pairedDifference(a, b, { seed: 'correctness', direction: 'maximize' });
  expect(found).toMatchObject({
    pairs: 200,
    meanA: 0.665,
    meanB: 0.72,
    higher: 14,
    lower: 3,
    improved: 14,
    regressed: 3,
    unchanged: 183,
    p: mcnemarExact(3, 14).p,
    test: 'mcnemar_exact',
    isSmallSample: false,
    verdict: 'better',
  });
  expect(found?.difference.mean).toBeCloseTo(0.055, 12);
  expect(found?.difference.low).toBeCloseTo(0.02, 2);
  expect(found?.difference.high).toBeCloseTo(0.095, 2);
});

it('turns with the direction', () => {
  const { a, b } = passes({ both: 130, onlyA: 3, onlyB: 14, neither: 53 });
  expect(pairedDifference(a, b, { seed: 1, direction: 'minimize' })).toMatchObject({
    improved: 3,
    regressed: 14,
    verdict: 'worse',
  });
  expect(pairedDifference(a, b, { seed: 1, direction: 'none' })).toMatchObject({
    improved: null,
    regressed: null,
    verdict: 'different',
  });
  expect(pairedDifference(b, a, { seed: 1, direction: 'maximize' })).toMatchObject({
    improved: 3,
    regressed: 14,
    verdict: 'worse',
  });
});

it('pairs only examples that have a score in both', () => {
  const a = Float64Array.of(0.2, Number.NaN, 0.5, 0.7);
  const b = Float64Array.of(0.4, 0.9, Number.NaN, 0.1);
  expect(pairedDifference(a, b, { seed: 1, direction: 'maximize' })).toMatchObject({
    pairs: 2,
    higher: 1,
    lower: 1,
    test: 'sign_flip',
    p: 1,
    isSmallSample: true,
    verdict: 'inconclusive',
  });
  expect(
    pairedDifference(a.subarray(1, 3), b.subarray(1, 3), { seed: 1, direction: 'none' }),
  ).toBeNull();
  expect(() => pairedDifference(a, b.subarray(1), { seed: 1, direction: 'none' })).toThrow(
    'got 4 and 3',
  );
});

it('takes means over repetitions that differ by rounding alone for equal', () => {
  const a = Float64Array.of(0.1 + 0.2, 1 / 3);
  const b = Float64Array.of(0.3, 1 / 3);
  expect(pairedDifference(a, b, { seed: 1, direction: 'maximize' })).toMatchObject({
    unchanged: 2,
    p: 1,
    difference: { mean: 0, low: 0, high: 0, method: 'constant' },
    verdict: 'inconclusive',
  });
});

it('calls a handful of examples that all improved no proof, and many of them one', () => {
  const ones = (count: number): Float64Array => new Float64Array(count).fill(1);
  const better = (count: number) =>
    pairedDifference(new Float64Array(count), ones(count), { seed: 1, direction: 'maximize' });
  expect(better(4)).toMatchObject({ p: 0.125, isSmallSample: true, verdict: 'inconclusive' });
  expect(better(30)).toMatchObject({ isSmallSample: false, verdict: 'better' });
});

it('finds a difference in pairs that separate means would hide', () => {
  const a = Float64Array.from({ length: 100 }, (_, at) => at / 100);
  const b = a.map((score, at) => score + 0.01 + (at % 7) / 500);
  const found = pairedDifference(a, b, { seed: 1, direction: 'maximize' });
  expect(found).toMatchObject({ verdict: 'better', test: 'sign_flip' });
  const [alone, other] = [bootstrapMean(a, { seed: 1 }), bootstrapMean(b, { seed: 1 })];
  expect(alone?.high).toBeGreaterThan(other?.low ?? Infinity);
});

it('counts every pair once, and inverts when the sides are swapped', () => {
  const scores = fc.array(
    fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 5 })),
    { minLength: 1, maxLength: 60 },
  );
  fc.assert(
    fc.property(scores, (pairs) => {
      const [a, b] = [
        Float64Array.from(pairs, ([before]) => before),
        Float64Array.from(pairs, ([, after]) => after),
      ];
      const there = pairedDifference(a, b, { seed: 1, resamples: 1_000, direction: 'maximize' });
      const back = pairedDifference(b, a, { seed: 1, resamples: 1_000, direction: 'maximize' });
      if (there === null || back === null) throw new Error('no pairs');
      expect(there.higher + there.lower + there.unchanged).toBe(pairs.length);
      expect([back.improved, back.regressed, back.p]).toEqual([
        there.regressed,
        there.improved,
        there.p,
      ]);
      expect(back.difference.mean).toBeCloseTo(-there.difference.mean, 12);
      expect(there.difference.mean).toBeCloseTo(there.meanB - there.meanA, 12);
    }),
  );
});
