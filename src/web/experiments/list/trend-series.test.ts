import { expect, it } from 'vitest';
import { summaryFixture } from './experiment-fixture.ts';
import { TREND_MAX, trendPointText, trendsOf } from './trend-series.ts';

it('follows what at least two experiments have, the oldest first, with the baseline', () => {
  const rows = [
    summaryFixture(3, { scores: { exact: 0.9, style: 1 } }),
    summaryFixture(2),
    summaryFixture(1, { scores: { exact: 0.5 }, tags: ['baseline'] }),
  ];
  const trends = trendsOf(rows, ['exact', 'style']);
  expect(trends.map(({ label }) => label)).toEqual(['exact', 'Latency p50']);
  expect(trends[0]).toMatchObject({
    baseline: 0.5,
    points: [
      { number: 1, value: 0.5, text: '50 %' },
      { number: 2, value: null },
      { number: 3, value: 0.9, text: '90 %' },
    ],
  });
});

it('ends at the newest, and knows the baseline where it is older', () => {
  const rows = Array.from({ length: 30 }, (_, index) =>
    summaryFixture(index + 1, {
      scores: { exact: index / 100 },
      tags: index === 0 ? ['baseline'] : [],
    }),
  );
  const [exact] = trendsOf(rows, ['exact']);
  expect(exact?.points).toHaveLength(TREND_MAX);
  expect(exact?.points.at(-1)?.number).toBe(30);
  expect(exact?.baseline).toBe(0);
});

it('shows nothing for a single experiment', () => {
  expect(trendsOf([summaryFixture(1, { scores: { exact: 1 } })], ['exact'])).toEqual([]);
});

it('says of a point which experiment it is and what it has', () => {
  expect(trendPointText({ number: 3, name: 'short prompt', text: '87 % [80.2, 91.9]' })).toBe(
    '#3 87 % [80.2, 91.9] short prompt',
  );
  expect(trendPointText({ number: 4, name: '', text: '' })).toBe('#4 no value no name');
});
