import fc from 'fast-check';
import { expect, it } from 'vitest';
import { passRate } from './pass-rate.ts';
import { SeededRandom } from './seeded-random.ts';
import { wilsonInterval } from './wilson.ts';

const perExample = (count: number, repetitions: number): Int32Array =>
  Int32Array.from({ length: count * repetitions }, (_, at) => Math.floor(at / repetitions));

it("is Wilson's interval where each example has one result; results that are missing do not count", () => {
  const results = Float64Array.of(1, 0, 1, Number.NaN, 1);
  const wilson = wilsonInterval(3, 4);
  expect(passRate(results, Int32Array.of(0, 1, 2, 3, 4))).toEqual({
    n: 4,
    clusters: 4,
    rate: 0.75,
    low: wilson?.low,
    high: wilson?.high,
    method: 'wilson',
    confidence: 0.95,
  });
  expect(passRate(Float64Array.of(Number.NaN), Int32Array.of(0))).toBeNull();
});

it('is not misled by repetitions that always agree: only examples count', () => {
  const results = Float64Array.from({ length: 200 }, (_, at) => (Math.floor(at / 10) < 12 ? 1 : 0));
  const found = passRate(results, perExample(20, 10));
  const wilson = wilsonInterval(12, 20);
  expect(found).toMatchObject({ n: 200, clusters: 20, rate: 0.6, method: 'wilson_clustered' });
  expect(found?.low).toBeCloseTo(wilson?.low ?? 0, 1);
  expect(found?.high).toBeCloseTo(wilson?.high ?? 0, 1);
  expect(
    passRate(
      results.map(() => 1),
      perExample(20, 10),
    ),
  ).toMatchObject({ rate: 1, low: wilsonInterval(20, 20)?.low, high: 1 });
});

it('covers the true rate about as often as it says, where repetitions are alike', () => {
  const random = new SeededRandom('cover');
  const [samples, examples, repetitions] = [600, 40, 5];
  let covered = 0;
  for (let one = 0; one < samples; one += 1) {
    const results = new Float64Array(examples * repetitions);
    for (let example = 0; example < examples; example += 1) {
      // How hard an example is lies anywhere between never and always passing: a rate of one half
      // over all.
      const rate = random.fraction();
      for (let at = 0; at < repetitions; at += 1)
        results[example * repetitions + at] = random.fraction() < rate ? 1 : 0;
    }
    const found = passRate(results, perExample(examples, repetitions));
    if (found !== null && found.low <= 0.5 && found.high >= 0.5) covered += 1;
  }
  expect(covered / samples).toBeGreaterThan(0.92);
  expect(covered / samples).toBeLessThan(0.98);
});

it('lies within 0 and 1 about the rate', () => {
  fc.assert(
    fc.property(
      fc.array(fc.boolean(), { minLength: 1, maxLength: 60 }),
      fc.integer({ min: 1, max: 5 }),
      (list, repetitions) => {
        const results = Float64Array.from(list, Number);
        const found = passRate(
          results,
          Int32Array.from(list, (_, at) => Math.floor(at / repetitions)),
        );
        if (found === null) throw new Error('no rate');
        expect(found.low).toBeGreaterThanOrEqual(0);
        expect(found.high).toBeLessThanOrEqual(1);
        expect(found.low).toBeLessThanOrEqual(found.rate);
        expect(found.high).toBeGreaterThanOrEqual(found.rate);
      },
    ),
  );
});
