import { expect, it } from 'vitest';
import { normalCdf, normalQuantile } from './normal-distribution.ts';

it('gives the quantiles by which AS 241 is checked, and those of the far tails', () => {
  // Wichura 1988, section 4.
  expect(normalQuantile(0.25)).toBeCloseTo(-0.6744897501960817, 15);
  expect(normalQuantile(0.001)).toBeCloseTo(-3.090232306167813, 14);
  expect(normalQuantile(1e-20)).toBeCloseTo(-9.26234008979841, 13);
  expect(normalQuantile(0.975)).toBeCloseTo(1.959963984540054, 14);
  expect([0, 0.5, 1].map(normalQuantile)).toEqual([-Infinity, 0, Infinity]);
  expect([-0.1, 1.1, Number.NaN].map(normalQuantile)).toEqual([Number.NaN, Number.NaN, Number.NaN]);
});

it('gives the probabilities that those quantiles are of', () => {
  for (let p = 0.0005; p < 1; p += 0.0005) expect(normalCdf(normalQuantile(p))).toBeCloseTo(p, 13);
  expect(normalCdf(-8)).toBeCloseTo(6.220960574271786e-16, 20);
  expect([-Infinity, -40, 0, 40, Infinity, Number.NaN].map(normalCdf)).toEqual([
    0,
    0,
    0.5,
    1,
    1,
    Number.NaN,
  ]);
});
