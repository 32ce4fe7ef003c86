import { expect, it } from 'vitest';
import { SPAN_RANK_SORTS, spanRanks } from '../both/span-rank.ts';
import { extremeOf, Extremes } from './extremes.ts';
import { WantedShapes, type RankedShape } from './ranked-shapes.ts';

const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;
const MANY_MODELS = 1_000_000;

const MANY_NAMES = 2_000_000;

/**
 * Those of even numbers are of one class, and the others of another; every tenth has another of
 * five models, and above a million each has a model of its own. Above two million there are 20
 * names, and every third is one of errors.
 */
function shapeOf(id: number): RankedShape {
  if (id > MANY_NAMES)
    return { id, kind: id % 7, status: id % 3, name: `name ${id % 20}`, modelName: `model ${id}` };
  const model = id > MANY_MODELS ? id : Math.floor(id / 2) % 5;
  return { id, kind: 7, status: id % 2, name: 'a name', modelName: `model ${model}` };
}

function wanted(...ids: number[]): WantedShapes {
  return new WantedShapes(ids.map(shapeOf));
}

function extremesOf(spans: readonly { shape: number; duration: number; cost?: number }[]) {
  const extremes = new Extremes(5n, 5n);
  const ranks = new Float64Array(SPAN_RANK_SORTS.length);
  for (const { shape, duration, cost } of spans) {
    const facts = { prompt: null, completion: null, firstTokenNano: null };
    spanRanks({ ...facts, durationNano: duration, costUsd: cost ?? null }, ranks);
    extremes.add(shapeOf(shape), 5n, ranks);
  }
  return extremes;
}

it('tells the lowest and highest ranks of some shapes, also after a way to the disk', () => {
  const extremes = extremesOf([
    { shape: 300, duration: 7 },
    { shape: 300, duration: 2_000_000_000_000, cost: 0.25 },
    { shape: 4, duration: 9 },
  ]);
  const bytes = Extremes.decode(5n, 5n, extremes.encode()).encode();
  const of = (...shapes: number[]): readonly (bigint | null)[] => [
    extremeOf(bytes, wanted(...shapes), 'latency_ms', 'lowest'),
    extremeOf(bytes, wanted(...shapes), 'latency_ms', 'highest'),
    extremeOf(bytes, wanted(...shapes), 'cost_usd', 'highest'),
  ];
  expect(of(300)).toEqual([7n, 2_000_000_000_000n, 250_000_000n]);
  expect(of(4)).toEqual([9n, 9n, -1n]);
  expect(of(4, 300, 5)).toEqual([7n, 2_000_000_000_000n, 250_000_000n]);
  expect(of(5)).toEqual([null, null, null]);
});

it('has no bound where a double is not exact, and below -1', () => {
  const bytes = extremesOf([
    { shape: 1, duration: 2 ** 60 },
    { shape: 1, duration: -5 },
  ]).encode();
  expect(extremeOf(bytes, wanted(1), 'latency_ms', 'highest')).toBe(INT64_MAX);
  expect(extremeOf(bytes, wanted(1), 'latency_ms', 'lowest')).toBe(INT64_MIN);
  const low = extremesOf([{ shape: 1, duration: -5 }]).encode();
  expect(extremeOf(low, wanted(1), 'latency_ms', 'highest')).toBe(-1n);
});

it('takes very many shapes together by their kinds, statuses and models, and stays small', () => {
  const spans = Array.from({ length: 1_000 }, (_, n) => ({ shape: n + 1, duration: n }));
  const first = extremesOf(spans);
  const bytes = Extremes.decode(5n, 5n, first.encode()).encode();
  expect(bytes).toEqual(first.encode());
  // The last ones of the same class and model: 991, 992 and so on.
  expect(extremeOf(bytes, wanted(1), 'latency_ms', 'highest')).toBe(990n);
  expect(extremeOf(bytes, wanted(2), 'latency_ms', 'highest')).toBe(991n);
  expect(extremeOf(bytes, wanted(9), 'latency_ms', 'highest')).toBe(998n);
  expect(extremeOf(bytes, wanted(1), 'latency_ms', 'lowest')).toBe(0n);
  expect(extremeOf(bytes, wanted(999), 'latency_ms', 'lowest')).toBe(8n);
  expect(extremeOf(bytes, wanted(1, 2), 'latency_ms', 'lowest')).toBe(0n);
  expect(bytes.length).toBeLessThan(2_000);
});

it('takes very many models together by kinds and statuses', () => {
  const spans = Array.from({ length: 1_000 }, (_, n) => ({
    shape: MANY_MODELS + n + 1,
    duration: n,
  }));
  const bytes = extremesOf(spans).encode();
  const of = (shape: number, which: 'lowest' | 'highest'): bigint | null =>
    extremeOf(bytes, wanted(MANY_MODELS + shape), 'latency_ms', which);
  expect([of(1, 'highest'), of(2, 'highest')]).toEqual([998n, 999n]);
  expect([of(1, 'lowest'), of(999, 'lowest')]).toEqual([0n, 0n]);
  expect(bytes.length).toBeLessThan(250);
  const sum = extremesOf([{ shape: 1, duration: 2_000 }]);
  sum.merge(Extremes.decode(5n, 5n, bytes));
  expect(extremeOf(sum.encode(), wanted(3), 'latency_ms', 'highest')).toBe(2_000n);
});

it('goes on from what an earlier version wrote, by kind and status alone', () => {
  const older = extremesOf(
    Array.from({ length: 100 }, (_, n) => ({ shape: MANY_MODELS + 1 + n, duration: n })),
  ).encode();
  const more = extremesOf(Array.from({ length: 100 }, (_, n) => ({ shape: n + 1, duration: n })));
  const sum = Extremes.decode(5n, 5n, older);
  sum.merge(more);
  sum.add(shapeOf(2), 5n, new Float64Array(SPAN_RANK_SORTS.length).fill(500));
  expect(extremeOf(sum.encode(), wanted(4), 'latency_ms', 'highest')).toBe(500n);
  expect(extremeOf(sum.encode(), wanted(3), 'latency_ms', 'highest')).toBe(98n);
});

it('takes in the spans of others', () => {
  const sum = extremesOf([{ shape: 1, duration: 3 }]);
  sum.merge(
    extremesOf([
      { shape: 1, duration: 8 },
      { shape: 2, duration: 1 },
    ]),
  );
  const bytes = sum.encode();
  expect(extremeOf(bytes, wanted(1), 'latency_ms', 'highest')).toBe(8n);
  expect(extremeOf(bytes, wanted(1, 2), 'latency_ms', 'lowest')).toBe(1n);
});

/** Of 600 shapes above two million, each with one span whose duration is the number of its shape. */
function manyNames(): Extremes {
  return extremesOf(
    Array.from({ length: 600 }, (_, n) => ({ shape: MANY_NAMES + 1 + n, duration: n + 1 })),
  );
}

function numbersLike(matches: (n: number) => boolean): number[] {
  return Array.from({ length: 600 }, (_, n) => n + 1).filter((n) => matches(MANY_NAMES + n));
}

it.each([
  ['of a name', (n: number) => n % 20 === 3],
  ['of a name, with errors', (n: number) => n % 20 === 3 && n % 3 === 2],
  ['of a kind', (n: number) => n % 7 === 1],
])('distinguishes shapes %s where very many are taken together', (_, matches) => {
  const numbers = numbersLike(matches);
  const asked = wanted(...numbers.map((n) => MANY_NAMES + n));
  const sum = extremesOf([{ shape: 1, duration: 10_000 }]);
  sum.merge(manyNames());
  for (const extremes of [manyNames(), Extremes.decode(5n, 5n, manyNames().encode()), sum]) {
    const bytes = extremes.encode();
    const [lowest, highest] = [Math.min(...numbers), Math.max(...numbers)];
    expect(extremeOf(bytes, asked, 'latency_ms', 'lowest')).toBe(BigInt(lowest));
    expect(extremeOf(bytes, asked, 'latency_ms', 'highest')).toBe(BigInt(highest));
  }
});

it('bounds every span of some shapes, in whatever way shapes were taken together', () => {
  const random = seeded(7);
  for (let round = 0; round < 60; round += 1) {
    const parts = Array.from({ length: 1 + random(3) }, () =>
      Array.from({ length: random(200) }, () => ({
        shape: [1, MANY_MODELS + 1, MANY_NAMES + 1][random(3)]! + random(150),
        duration: random(10_000),
      })),
    );
    const sum = new Extremes(5n, 5n);
    for (const part of parts) {
      const one = extremesOf(part);
      sum.merge(random(2) === 0 ? one : Extremes.decode(5n, 5n, one.encode()));
    }
    const bytes = sum.encode();
    const spans = parts.flat();
    for (let asked = 0; asked < 20; asked += 1) {
      const shapes = spans.map(({ shape }) => shape).filter(() => random(20) === 0);
      const durations = spans
        .filter(({ shape }) => shapes.includes(shape))
        .map(({ duration }) => duration);
      if (durations.length === 0) continue;
      const lowest = extremeOf(bytes, wanted(...shapes), 'latency_ms', 'lowest');
      const highest = extremeOf(bytes, wanted(...shapes), 'latency_ms', 'highest');
      expect(Number(lowest)).toBeLessThanOrEqual(Math.min(...durations));
      expect(Number(highest)).toBeGreaterThanOrEqual(Math.max(...durations));
    }
  }
});

it('takes very many names together, and stays small', () => {
  const extremes = new Extremes(5n, 5n);
  const ranks = new Float64Array(SPAN_RANK_SORTS.length);
  for (let n = 0; n < 3_000; n += 1) {
    ranks.fill(n);
    extremes.add({ ...shapeOf(MANY_NAMES + n), id: n + 1, name: `step ${n}` }, 5n, ranks);
  }
  const bytes = extremes.encode();
  expect(bytes.length).toBeLessThan(6_000);
  const one = new WantedShapes([{ ...shapeOf(MANY_NAMES + 2_000), name: 'step 2000' }]);
  expect(extremeOf(bytes, one, 'latency_ms', 'highest')).toBeGreaterThanOrEqual(2_000n);
});

/** Numbers that look random: the same for a seed. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}
