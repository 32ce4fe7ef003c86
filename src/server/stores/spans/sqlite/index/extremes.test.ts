import { expect, it } from 'vitest';
import { SPAN_RANK_SORTS, spanRanks } from '../both/span-rank.ts';
import { extremeOf, Extremes, WantedShapes, type RankedShape } from './extremes.ts';

const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;
const MANY_MODELS = 1_000_000;

/**
 * Those of even numbers are of one class, and the others of another; every tenth has another of
 * five models, and above a million each has a model of its own.
 */
function shapeOf(id: number): RankedShape {
  const model = id > MANY_MODELS ? id : Math.floor(id / 2) % 5;
  return { id, kind: 7, status: id % 2, modelName: `model ${model}` };
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
  expect(bytes.length).toBeLessThan(200);
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
