import { expect, it } from 'vitest';
import { drawBinomial } from './binomial-draw.ts';
import { SeededRandom } from './seeded-random.ts';

const DRAWS = 40_000;

function probabilities(trials: number, p: number): number[] {
  const logs = [trials * Math.log1p(-p)];
  for (let k = 1; k <= trials; k += 1)
    logs.push((logs[k - 1] ?? 0) + Math.log(((trials - k + 1) / k) * (p / (1 - p))));
  return logs.map(Math.exp);
}

/** Both algorithms, either side of where one takes over from the other, and mirrored. */
it.each([
  [5, 0.3],
  [100, 0.02],
  [50, 0.19],
  [50, 0.21],
  [30, 0.5],
  [400, 0.1],
  [400, 0.93],
])('draws from the binomial distribution of %i trials with probability %f', (trials, p) => {
  const random = new SeededRandom(`${trials} ${p}`);
  const counts = Array.from({ length: trials + 1 }, () => 0);
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const successes = drawBinomial(random, trials, p);
    counts[successes] = (counts[successes] ?? Number.NaN) + 1;
  }
  let [chiSquare, cells] = [0, 0];
  for (const [k, probability] of probabilities(trials, p).entries()) {
    const expected = probability * DRAWS;
    if (expected < 10) continue;
    chiSquare += ((counts[k] ?? 0) - expected) ** 2 / expected;
    cells += 1;
  }
  // Four standard deviations of the distribution with about so many degrees of freedom.
  expect(chiSquare).toBeLessThan(cells + 4 * Math.sqrt(2 * cells));
});

it('has the right mean and spread for millions of trials', () => {
  const random = new SeededRandom('many');
  const [trials, p] = [5_000_000, 0.37];
  let [sum, squares] = [0, 0];
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const off = drawBinomial(random, trials, p) - trials * p;
    sum += off;
    squares += off * off;
  }
  const variance = trials * p * (1 - p);
  expect(Math.abs(sum / DRAWS)).toBeLessThan(4 * Math.sqrt(variance / DRAWS));
  expect(squares / DRAWS / variance).toBeCloseTo(1, 1);
});

it('is certain of what is certain', () => {
  const random = new SeededRandom(1);
  expect([
    drawBinomial(random, 0, 0.5),
    drawBinomial(random, 9, 0),
    drawBinomial(random, 9, 1),
  ]).toEqual([0, 0, 9]);
});
