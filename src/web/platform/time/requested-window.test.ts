import { expect, it } from 'vitest';
import { requestedWindow } from './requested-window.ts';
import { windowOfRange } from './time-range.ts';

const NOW = Date.parse('2026-11-23T09:12:34.567Z');

it.each<[string, number, number]>([
  ['15m', 15, 65],
  ['1h', 60, 62],
  ['6h', 300, 73],
  ['24h', 1_200, 73],
  ['7d', 10_800, 57],
  ['30d', 43_200, 61],
  ['90d', 172_800, 46],
  ['1y', 604_800, 53],
  ['99999d', 115_516_800, 76],
])('%s is shown in steps of %i s, %i of them', (range, seconds, steps) => {
  const asked = requestedWindow(range, NOW);
  const exact = windowOfRange(range, NOW);
  expect(asked?.steps).toBe(steps);
  expect(((asked?.endMs ?? 0) - (asked?.startMs ?? 0)) / steps).toBe(seconds * 1000);
  expect((asked?.startMs ?? 0) % (seconds * 1000)).toBeCloseTo(0);
  // The window contains the whole range, and extends it by less than a step at either end.
  expect((exact?.startMs ?? 0) - (asked?.startMs ?? 0)).toBeGreaterThanOrEqual(0);
  expect((exact?.startMs ?? 0) - (asked?.startMs ?? 0)).toBeLessThan(seconds * 1000);
  expect((asked?.endMs ?? 0) - (exact?.endMs ?? 0)).toBeGreaterThanOrEqual(0);
  expect((asked?.endMs ?? 0) - (exact?.endMs ?? 0)).toBeLessThan(seconds * 1000);
});

it('stays the same while the clock moves within a step', () => {
  expect(requestedWindow('1h', NOW + 20_000)).toEqual(requestedWindow('1h', NOW));
  const [before, after] = [requestedWindow('1h', NOW), requestedWindow('1h', NOW + 60_000)];
  expect((after?.startMs ?? 0) - (before?.startMs ?? 0)).toBe(60_000);
});

it('begins today at the start of the day, and leaves fixed ranges unchanged', () => {
  expect(requestedWindow('today', NOW)?.startMs).toBe(windowOfRange('today', NOW)?.startMs);
  const chosen = '2026-11-20T10:01:02.003Z~2026-11-20T11:00:00.000Z';
  expect(requestedWindow(chosen, NOW)).toEqual({ ...windowOfRange(chosen, NOW), steps: 60 });
  expect(requestedWindow('all', NOW)).toEqual({ ...windowOfRange('all', NOW), steps: 60 });
  expect(requestedWindow('no range', NOW)).toBeNull();
});
