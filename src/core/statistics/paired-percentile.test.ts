import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pairedPercentiles, type ExampleValues } from './paired-percentile.ts';
import { exactPercentiles } from './percentile.ts';
import { SeededRandom } from './seeded-random.ts';

const single = (values: readonly number[]): ExampleValues => ({
  values: Float64Array.from(values),
  exampleOf: Int32Array.from(values.keys()),
});
const exponential = (random: SeededRandom) => -Math.log(1 - random.fraction());

it('takes percentiles by nearest rank over all values, whatever the order', () => {
  const values = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), {
    minLength: 2,
    maxLength: 40,
  });
  fc.assert(
    fc.property(values, values, fc.double({ min: 0, max: 1, noNaN: true }), (a, b, quantile) => {
      const examples = Math.max(a.length, b.length);
      const found = pairedPercentiles(single(a), single(b), {
        quantile,
        examples,
        seed: 1,
        resamples: 1_000,
      });
      const [ofA, ofB] = [a, b].map(
        (side) => exactPercentiles(Float64Array.from(side), [quantile])[0],
      );
      expect([found?.a, found?.b]).toEqual([ofA, ofB]);
    }),
    { numRuns: 50 },
  );
});

/** Each resample by hand: a list of all its values, sorted. */
it.each([0, 0.1, 0.5, 0.9, 1])(
  'agrees with resampling by hand, with repetitions, at %d',
  (quantile) => {
    const random = new SeededRandom(`by hand ${quantile}`);
    const examples = 30;
    const sides = [1, 2].map((side) => {
      const exampleOf = Int32Array.from({ length: 45 }, (_, at) => at % examples);
      return {
        exampleOf,
        values: Float64Array.from(
          exampleOf,
          (example) => example + side * 10 * exponential(random),
        ),
      };
    });
    const [a, b] = sides;
    if (a === undefined || b === undefined) throw new Error('There are two sides.');
    const valuesOf = sides.map(({ values, exampleOf }) =>
      Array.from({ length: examples }, (_, example) =>
        [...values].filter((_value, at) => exampleOf[at] === example),
      ),
    );
    const differences = Float64Array.from({ length: 10_000 }, () => {
      const drawn = Array.from({ length: examples }, () => random.below(examples));
      const [ofA = 0, ofB = 0] = valuesOf.map((values) => {
        const taken = Float64Array.from(drawn.flatMap((example) => values[example] ?? []));
        return exactPercentiles(taken, [quantile])[0] ?? 0;
      });
      return ofB - ofA;
    }).toSorted();
    const found = pairedPercentiles(a, b, {
      quantile,
      examples,
      seed: 'ours',
      resamples: 10_000,
    })?.difference();
    // Both are random, and their ends are differences of two values: an end lies within a few
    // places of the other's.
    for (const [end, share] of [
      [found?.low, 0.025],
      [found?.high, 0.975],
    ] as const) {
      // prettier-ignore
      const below = differences[Math.floor((share - 0.01) * differences.length)] ?? 0;
      const above = differences[Math.ceil((share + 0.01) * differences.length)] ?? 0;
      expect(end).toBeGreaterThanOrEqual(below - 1e-9);
      expect(end).toBeLessThanOrEqual(above + 1e-9);
    }
  },
);

it.each([0.5, 0.9])(
  'covers the true difference about as often as it says, and a factor of it: %d',
  (quantile) => {
    const random = new SeededRandom(`coverage ${quantile}`);
    const [samples, examples] = [400, 120];
    const truth = -Math.log(1 - quantile);
    let [covered, coveredByFactor] = [0, 0];
    for (let one = 0; one < samples; one += 1) {
      // B is twice A, with noise of its own: both sides have hard and easy examples in common.
      const hard = Array.from({ length: examples }, () => exponential(random));
      const a = hard.map((value) => (random.fraction() < 0.5 ? value : exponential(random)));
      const b = hard.map((value) => 2 * (random.fraction() < 0.5 ? value : exponential(random)));
      const found = pairedPercentiles(single(a), single(b), {
        quantile,
        examples,
        seed: one,
        resamples: 1_000,
      });
      const [plain, twice] = [found?.difference(), found?.difference(2)];
      if ((plain?.low ?? truth) <= truth && (plain?.high ?? truth) >= truth) covered += 1;
      if ((twice?.low ?? 0) <= 0 && (twice?.high ?? 0) >= 0) coveredByFactor += 1;
    }
    for (const share of [covered / samples, coveredByFactor / samples]) {
      expect(share).toBeGreaterThan(0.91);
      expect(share).toBeLessThan(0.995);
    }
  },
);

it('gives the same interval for the same seed, and says how it was made', () => {
  const random = new SeededRandom('the same');
  const [values, slower] = [1, 2].map((factor) =>
    single(Array.from({ length: 100 }, () => factor * exponential(random))),
  );
  if (values === undefined || slower === undefined) throw new Error('There are two sides.');
  const made = (seed: string) =>
    pairedPercentiles(values, slower, {
      quantile: 0.9,
      examples: 100,
      seed,
      resamples: 2_000,
    })?.difference();
  expect(made('x')).toEqual(made('x'));
  expect(made('x')).not.toEqual(made('y'));
  expect(made('x')).toMatchObject({
    method: 'percentile',
    examples: 100,
    resamples: 2_000,
    confidence: 0.95,
  });
});

it('has no interval of one example, none that is wide where nothing varies, and nothing without values', () => {
  const options = { quantile: 0.5, seed: 1 };
  expect(pairedPercentiles(single([3]), single([5]), { ...options, examples: 1 })?.difference()).toEqual({
    value: 2, low: null, high: null, method: 'none', examples: 1, resamples: 0, confidence: 0.95,
  }); // prettier-ignore
  expect(pairedPercentiles(single([3, 3]), single([5, 5]), { ...options, examples: 2 })?.difference(2)).toMatchObject({ value: -1, low: -1, high: -1, method: 'constant' }); // prettier-ignore
  expect(pairedPercentiles(single([]), single([5]), { ...options, examples: 1 })).toBeNull();
});

it('makes fewer resamples of very many examples, and stops when its budget is over', () => {
  const many = single(Array.from({ length: 10_000 }, (_, at) => at % 97));
  const options = { quantile: 0.99, examples: 10_000, seed: 1, drawsMax: 3_000_000 };
  expect(pairedPercentiles(many, many, options)?.difference()).toMatchObject({
    resamples: 300,
    value: 0,
  });
  expect(() => pairedPercentiles(many, many, { ...options, budget: { over: () => true } })).toThrow(
    'took too long',
  );
});
