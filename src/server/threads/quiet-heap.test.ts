import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { collectWhenQuiet } from './quiet-heap.ts';

let collections = 0;
let rests = 0;
let cpuMicros = 0;

beforeEach(() => {
  collections = 0;
  rests = 0;
  cpuMicros = 0;
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

/** Lets time pass, of which the thread works a share. */
function pass(seconds: number, share: number): void {
  for (let tenth = 0; tenth < seconds * 10; tenth += 1) {
    cpuMicros += share * 100_000;
    vi.advanceTimersByTime(100);
  }
}

it('rests and then collects once after the start, when the thread is quiet, and again only after much work that is over', () => {
  collectWhenQuiet(
    () => (rests += 1),
    () => {
      collections += 1;
      expect(rests).toBe(collections);
    },
    () => cpuMicros,
  );
  pass(20, 0.5);
  expect(collections).toBe(0);
  pass(10, 0.001);
  expect(collections).toBe(1);
  pass(6_000, 0.001);
  expect(collections).toBe(1);
  pass(20, 0.3);
  expect(collections).toBe(1);
  pass(10, 0);
  expect(collections).toBe(2);
  expect(rests).toBe(2);
});

it('counts a few requests over a long time as little work, and a list of heavy ones as much', () => {
  collectWhenQuiet(
    () => (rests += 1),
    () => (collections += 1),
    () => cpuMicros,
  );
  pass(5, 0);
  for (let minute = 0; minute < 10; minute += 1) {
    pass(0.3, 0.1);
    pass(60, 0);
  }
  expect([rests, collections]).toEqual([1, 1]);
  pass(2.5, 0.2);
  pass(5, 0);
  expect([rests, collections]).toEqual([2, 2]);
});

it('collects without resting now and then while work goes on without haste, never while it is pressed', () => {
  collectWhenQuiet(
    () => (rests += 1),
    () => (collections += 1),
    () => cpuMicros,
  );
  pass(600, 0.9);
  expect(collections).toBe(0);
  pass(2.5, 0.2);
  expect(collections).toBe(1);
  pass(200, 0.2);
  expect(collections).toBe(1 + 4);
  expect(rests).toBe(0);
});

it('asks V8 itself', () => {
  const used = (): number => process.memoryUsage().heapUsed;
  const left = { of: Array.from({ length: 300_000 }, (_, at) => ({ at })) };
  const before = used();
  collectWhenQuiet(undefined, undefined, () => cpuMicros);
  left.of = [];
  pass(5, 0);
  expect(used()).toBeLessThan(before - 5_000_000);
});
