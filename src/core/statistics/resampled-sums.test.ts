import { expect, it } from 'vitest';
import { BLOCK_SIZE, resampledSums } from './resampled-sums.ts';
import { SeededRandom } from './seeded-random.ts';
import { mixedCount, valueBlocks } from './value-blocks.ts';

const RESAMPLES = 20_000;

function momentsOf(values: Float64Array): {
  readonly mean: number;
  readonly variance: number;
  readonly skewness: number;
} {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  const cubes = values.reduce((sum, value) => sum + (value - mean) ** 3, 0) / values.length;
  return { mean, variance, skewness: cubes / variance ** 1.5 };
}

function sample(size: number, value: (random: SeededRandom) => number): Float64Array {
  const random = new SeededRandom('sample');
  return Float64Array.from({ length: size }, () => value(random));
}

const SAMPLES: readonly [string, Float64Array][] = [
  ['few values', sample(7, (random) => random.fraction())],
  ['a block and a bit', sample(BLOCK_SIZE + 5, (random) => random.fraction() ** 3)],
  ['full blocks', sample(2 * BLOCK_SIZE, (random) => -Math.log(1 - random.fraction()))],
  ['runs alone', sample(3_000, (random) => random.below(3) - 1)],
  ['runs and others', sample(900, (random) => (random.fraction() < 0.7 ? 0 : random.fraction()))],
  ['a run and a single value', Float64Array.from({ length: 200 }, (_, at) => (at === 7 ? 9 : 1))],
];

/**
 * The sum of n draws has n times the mean and the variance of the sample, and its skewness over √n.
 */
it.each(SAMPLES)('draws resamples with the moments of the sample: %s', (_name, values) => {
  const n = values.length;
  const expected = momentsOf(values);
  const sums = momentsOf(
    resampledSums(valueBlocks(values, BLOCK_SIZE), RESAMPLES, new SeededRandom(_name)),
  );
  const error = Math.sqrt((n * expected.variance) / RESAMPLES);
  expect(Math.abs(sums.mean - n * expected.mean)).toBeLessThan(4 * error);
  expect(Math.abs(sums.variance / (n * expected.variance) - 1)).toBeLessThan(0.06);
  expect(Math.abs(sums.skewness - expected.skewness / Math.sqrt(n))).toBeLessThan(
    4 * Math.sqrt(6 / RESAMPLES) + 0.05,
  );
});

it('draws each of the possible sums as often as it should: three values, 27 resamples', () => {
  const sums = resampledSums(
    valueBlocks(Float64Array.of(1, 10, 100), BLOCK_SIZE),
    27_000,
    new SeededRandom('three'),
  );
  const counts = new Map<number, number>();
  for (const sum of sums) counts.set(sum, (counts.get(sum) ?? 0) + 1);
  const expected: readonly [number, number][] = [
    [3, 1],
    [30, 1],
    [300, 1],
    [12, 3],
    [21, 3],
    [102, 3],
    [201, 3],
    [120, 3],
    [210, 3],
    [111, 6],
  ];
  for (const [sum, ways] of expected)
    expect(Math.abs((counts.get(sum) ?? 0) / 1_000 - ways)).toBeLessThan(0.3);
  expect(counts.size).toBe(expected.length);
});

it('keeps every value of the sample, whatever its order', () => {
  for (const [, values] of SAMPLES) {
    const blocks = valueBlocks(values, 8);
    const kept = blocks.flatMap((block) =>
      block.kind === 'run'
        ? Array.from({ length: block.count }, () => block.value)
        : [...block.values],
    );
    expect(kept.toSorted((a, b) => a - b)).toEqual(Array.from(values).toSorted((a, b) => a - b));
    expect(valueBlocks(values.toReversed(), 8)).toEqual(blocks);
    expect(mixedCount(blocks)).toBeLessThanOrEqual(values.length);
  }
});

it('stops when its work is no longer wanted', () => {
  const blocks = valueBlocks(
    sample(5_000, (random) => random.fraction()),
    BLOCK_SIZE,
  );
  let asked = 0;
  const budget = {
    over: () => {
      asked += 1;
      return asked > 3;
    },
  };
  expect(() => resampledSums(blocks, 1_000, new SeededRandom(1), budget)).toThrow('took too long');
  expect(asked).toBe(4);
});
