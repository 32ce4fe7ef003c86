import { expect, it } from 'vitest';
import { slotWindow } from './slot-window.ts';

const START = Date.UTC(2026, 10, 20, 18, 0, 20);
const at = (window: { startMs: number; endMs: number }) =>
  [window.startMs, window.endMs].map((ms) => new Date(ms).toISOString().slice(11, 19));

it('covers the minutes that begin in an interval, to their end', () => {
  expect(at(slotWindow(START, 15_000, 3, 3, 'rollups'))).toEqual(['18:02:00', '18:02:00']);
  expect(at(slotWindow(START, 15_000, 2, 2, 'rollups'))).toEqual(['18:01:00', '18:02:00']);
  expect(at(slotWindow(START, 90_000, 1, 2, 'rollups'))).toEqual(['18:02:00', '18:05:00']);
  expect(at(slotWindow(START, 15_000, 0, 0, 'rollups'))).toEqual(['18:00:20', '18:01:00']);
});

it('covers hours where the intervals are long, and is exact where rows were counted', () => {
  expect(at(slotWindow(START, 7_200_000, 1, 1, 'rollups'))).toEqual(['21:00:00', '23:00:00']);
  expect(at(slotWindow(START, 15_000, 2, 2, 'scan'))).toEqual(['18:00:50', '18:01:05']);
});
