import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SeededRandom } from './seeded-random.ts';

const take = (random: SeededRandom, count: number): number[] =>
  Array.from({ length: count }, () => random.uint32());

it('gives the numbers of the published generator', () => {
  // The authors' C code from the state 1, 2, 3, 4.
  expect(take(new SeededRandom([1, 2, 3, 4]), 8)).toEqual([
    11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849,
  ]);
});

it('gives the same numbers for the same seed, one by one or many at once, and others for another', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.double()), fc.string(), (seed, other) => {
      const numbers = take(new SeededRandom(seed), 20);
      const filled = new Uint32Array(15);
      const random = new SeededRandom(seed);
      random.fillWords(filled);
      expect([...filled, ...take(random, 5)]).toEqual(numbers);
      if (String(seed) !== other) expect(take(new SeededRandom(other), 20)).not.toEqual(numbers);
    }),
  );
});

it('gives each number below a bound as often, and fractions below 1', () => {
  const random = new SeededRandom('even');
  const counts = new Float64Array(7);
  let fractions = 0;
  for (let draw = 0; draw < 70_000; draw += 1) {
    const value = random.below(7);
    counts[value] = (counts[value] ?? 0) + 1;
    fractions += random.fraction();
  }
  const chiSquare = counts.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0);
  // 0.999 of six degrees of freedom.
  expect(chiSquare).toBeLessThan(22.46);
  expect(fractions / 70_000).toBeCloseTo(0.5, 2);
  expect(random.below(1)).toBe(0);
  expect(random.below(2 ** 32)).toBeLessThan(2 ** 32);
  for (const bound of [0, 1.5, 2 ** 32 + 1])
    expect(() => random.below(bound)).toThrow(`got ${bound}`);
});

it('refuses a state of zeros, from which it would never get away', () => {
  expect(() => new SeededRandom([0, 0, 0, 0])).toThrow('not all zeros');
});
