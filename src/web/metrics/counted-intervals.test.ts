import { expect, it } from 'vitest';
import { countedCharts, countedSinceMs, intervalsOf } from './counted-intervals.ts';
import type { MetricChart } from './metric-charts.ts';

const [START, END] = ['2026-11-20T12:00:00.000000+00:00', '2026-11-20T16:00:00.000000+00:00'];
const between = (complete: boolean, since: string | null) =>
  intervalsOf(START, END, 4, { complete, since });
const chart: MetricChart = {
  id: 'traffic',
  title: 'Traces',
  shape: 'bars',
  format: String,
  isPercent: false,
  leadsToErrors: false,
  most: 9,
  lines: [{ label: 'a', tone: null, values: [1, 9, 3, 4], total: 17 }],
};

it('leaves charts as they are where everything was counted', () => {
  const intervals = between(true, null);
  expect(intervals).toEqual({
    startMs: Date.parse(START),
    endMs: Date.parse(END),
    count: 4,
    countedFrom: null,
  });
  expect(countedCharts([chart], intervals)).toEqual([chart]);
  expect(countedSinceMs(intervals)).toBeNull();
});

it('shows no interval that was counted in part only, and no total', () => {
  const intervals = between(false, '2026-11-20T13:20:00.000000+00:00');
  expect(intervals.countedFrom).toBe(2);
  expect(countedSinceMs(intervals)).toBe(Date.parse('2026-11-20T14:00:00Z'));
  expect(countedCharts([chart], intervals)).toEqual([
    {
      ...chart,
      most: 4,
      lines: [{ label: 'a', tone: null, values: [null, null, 3, 4], total: null }],
    },
  ]);
});

it('shows an interval that begins where the count is, none before counting started, and no total before the end', () => {
  expect(between(false, '2026-11-20T13:00:00.000000+00:00').countedFrom).toBe(1);
  expect(between(false, '2026-11-20T11:00:00.000000+00:00').countedFrom).toBe(0);
  expect(countedCharts([chart], between(false, START))[0]?.lines[0]).toMatchObject({
    values: [1, 9, 3, 4],
    total: null,
  });
  const none = between(false, null);
  expect([none.countedFrom, countedSinceMs(none)]).toEqual([4, null]);
});
