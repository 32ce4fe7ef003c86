import fc from 'fast-check';
import { expect, it } from 'vitest';
import { clockTicks, durationTicks } from './ticks.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const utcDay = (ms: number): number => Math.floor(ms / DAY) * DAY;

it('marks durations in round steps, in the unit of the step', () => {
  const labels = (startMs: number, endMs: number) =>
    durationTicks(startMs, endMs, 6).map(({ label }) => label);
  expect(labels(0, 5810)).toEqual(['0', '1 s', '2 s', '3 s', '4 s', '5 s']);
  expect(labels(0, 2500)).toEqual(['0', '500 ms', '1.0 s', '1.5 s', '2.0 s', '2.5 s']);
  expect(labels(0, 0.06)).toEqual([
    '0',
    '10.0 µs',
    '20.0 µs',
    '30.0 µs',
    '40.0 µs',
    '50.0 µs',
    '60.0 µs',
  ]);
  expect(labels(100_000, 400_000)).toEqual(['2 m', '3 m', '4 m', '5 m', '6 m']);
  expect(labels(0, 9 * HOUR)).toEqual(['0', '2 h', '4 h', '6 h', '8 h']);
});

it('has durations within the window, evenly apart, and not many more than there is room for', () => {
  fc.assert(
    fc.property(
      fc.nat(1e6),
      fc.double({ min: 0.01, max: 1e9, noNaN: true }),
      fc.nat(12),
      (start, length, most) => {
        const ticks = durationTicks(start, start + length, most);
        expect(ticks.length).toBeLessThanOrEqual(Math.max(1, most) + 1);
        for (const { at } of ticks) {
          expect(at).toBeGreaterThanOrEqual(start);
          expect(at).toBeLessThanOrEqual(start + length);
        }
      },
    ),
  );
});

it('marks round times of the clock within the window, and no more than there is room for', () => {
  const hours = (startMs: number, endMs: number, most: number) =>
    clockTicks(startMs, endMs, most, utcDay).map(({ at }) => at / HOUR);
  expect(hours(0.5 * HOUR, 6.5 * HOUR, 6)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(hours(0, 7 * DAY, 4)).toEqual([0, 48, 96, 144]);
  for (const days of [0.01, 0.3, 3, 40, 400, 9000])
    expect(hours(7 * HOUR, 7 * HOUR + days * DAY, 5).length).toBeLessThanOrEqual(6);
  expect(hours(0, HOUR, 0).length).toBeLessThanOrEqual(2);
});

it('names a day where one begins, else the time of day', () => {
  const midnight = new Date(2026, 10, 26).getTime();
  expect(clockTicks(midnight - 6 * HOUR, midnight + 7 * HOUR, 4).map(({ label }) => label)).toEqual(
    ['18:00', '26 Nov', '06:00'],
  );
});
