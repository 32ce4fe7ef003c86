import { describe, expect, it } from 'vitest';
import { modelsOf, wholeCharts } from './metric-charts.ts';
import { changeText, periodBefore, previousSums, withPrevious } from './previous-period.ts';

const NOTHING = {
  spans: 0,
  traces: 0,
  errors: 0,
  failed_traces: 0,
  latency_p50_ms: null,
  latency_p95_ms: null,
  latency_p99_ms: null,
  time_to_first_token_p50_ms: null,
  time_to_first_token_p95_ms: null,
  token_count_prompt: 0,
  token_count_completion: 0,
  cost_usd: 0,
  models: {},
};

function seriesOf(spans: readonly number[], models: Readonly<Record<string, number>> = {}) {
  const ofModels = Object.fromEntries(
    Object.entries(models).map(([name, tokens]) => [
      name,
      { token_count_prompt: tokens, token_count_completion: 0, cost_usd: 0 },
    ]),
  );
  const tokens = Object.values(models).reduce((sum, one) => sum + one, 0);
  const data = spans.map((count) => ({
    ...NOTHING,
    spans: count,
    token_count_prompt: tokens,
    models: ofModels,
  }));
  return {
    data,
    totals: {
      ...NOTHING,
      spans: spans.reduce((sum, one) => sum + one, 0),
      token_count_prompt: tokens * spans.length,
    },
  };
}

describe('withPrevious', () => {
  const before = seriesOf([1, 9], { a: 5, c: 7 });

  it('gives each line what it was, and the chart room for it', () => {
    const now = seriesOf([4, 4]);
    const [traffic] = withPrevious(wholeCharts(now, false), wholeCharts(before, false));
    expect(
      traffic?.lines.map(({ label, previous }) => [label, previous?.values, previous?.total]),
    ).toEqual([
      ['Error', [0, 0], 0],
      ['OK', [1, 9], 10],
    ]);
    expect(traffic?.most).toBe(9);
    expect(traffic === undefined ? null : previousSums(traffic)).toEqual([1, 9]);
  });

  it('compares models by their names, also those that were not alone before', () => {
    const now = seriesOf([4, 4], { a: 10 });
    const charts = withPrevious(wholeCharts(now, false), wholeCharts(before, false, modelsOf(now)));
    expect(charts.find(({ id }) => id === 'tokens-by-model')).toBeUndefined();
    const two = seriesOf([4, 4], { a: 10, b: 1 });
    const models = withPrevious(
      wholeCharts(two, false),
      wholeCharts(before, false, modelsOf(two)),
    ).find(({ id }) => id === 'tokens-by-model');
    expect(models?.lines.map(({ label, previous }) => [label, previous?.total])).toEqual([
      ['a', 10],
      ['b', 0],
    ]);
  });
});

describe('changeText', () => {
  it('says a change in percent, what had nothing before, and points where the figure is in percent', () => {
    expect([
      changeText(112, 100, false),
      changeText(97.5, 100, false),
      changeText(100, 100, false),
    ]).toEqual(['+12 %', '−2.5 %', '±0 %']);
    expect([
      changeText(5, 0, false),
      changeText(0, 0, false),
      changeText(5000, 100, false),
    ]).toEqual(['new', '±0 %', '× 50']);
    expect([changeText(3.25, 2, true), changeText(2, 2, true)]).toEqual([
      '+1.3 points',
      '±0 points',
    ]);
    expect([changeText(null, 3, false), changeText(3, undefined, false)]).toEqual(['', '']);
  });
});

it('goes back by the length of the range, so that the same times of day are aligned', () => {
  const [minuteMs, dayMs] = [60_000, 86_400_000];
  const nowMs = 100 * dayMs;
  const fixed = { startMs: nowMs, endMs: nowMs + 600, count: 60 };
  expect(periodBefore('1970-04-11T00:00Z~1970-04-11T00:00:00.600Z', fixed)).toEqual({
    startMs: nowMs - 600,
    endMs: nowMs,
  });
  // Widened to 73 steps of 20 minutes.
  const day = { startMs: nowMs - dayMs, endMs: nowMs + 20 * minuteMs, count: 73 };
  expect(periodBefore('24h', day)).toEqual({
    startMs: nowMs - 2 * dayMs,
    endMs: nowMs - dayMs + 20 * minuteMs,
  });
  const today = { startMs: nowMs, endMs: nowMs + 60 * minuteMs, count: 60 };
  expect(periodBefore('today', today)).toEqual({
    startMs: nowMs - dayMs,
    endMs: nowMs - dayMs + 60 * minuteMs,
  });
});
