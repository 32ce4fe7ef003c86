import { describe, expect, it } from 'vitest';
import { brokenDownCharts, readingOf, wholeCharts } from './metric-charts.ts';

type Series = Parameters<typeof wholeCharts>[0];
type SeriesBucket = Series['data'][number];

function bucket(over: Partial<SeriesBucket>): SeriesBucket {
  return {
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
    ...over,
  };
}

function series(data: readonly SeriesBucket[], totals = bucket({})): Series {
  return {
    data,
    totals,
  };
}

const model = (cost: number, tokens = 10) => ({
  token_count_prompt: tokens,
  token_count_completion: 0,
  cost_usd: cost,
});

describe('wholeCharts', () => {
  it('counts traces or spans, and has no share where there was nothing', () => {
    const of = series(
      [bucket({ spans: 40, errors: 4, traces: 10, failed_traces: 1 }), bucket({})],
      bucket({ spans: 40, errors: 4, traces: 10, failed_traces: 1 }),
    );
    const [traffic, errors] = wholeCharts(of, true);
    expect(traffic?.lines.map(({ label, values, total }) => [label, values, total])).toEqual([
      ['Error', [1, 0], 1],
      ['OK', [9, 0], 9],
    ]);
    expect(traffic?.most).toBe(10);
    expect(errors?.lines[0]?.values).toEqual([10, null]);
    expect(errors?.leadsToErrors).toBe(true);
    expect(wholeCharts(of, false)[0]?.lines.map(({ values }) => values[0])).toEqual([4, 36]);
  });

  it('has times to the first token only where senders say them, and breaks them down', () => {
    const timed = series([
      bucket({}),
      bucket({ time_to_first_token_p50_ms: 200, time_to_first_token_p95_ms: 900 }),
    ]);
    const shown = wholeCharts(timed, true).find(({ id }) => id === 'first-token');
    expect(shown?.lines.map(({ label, values }) => [label, values])).toEqual([
      ['p50', [null, 200]],
      ['p95', [null, 900]],
    ]);
    const parts = [
      { label: 'a', tone: 'tone-llm', series: timed },
      { label: 'b', tone: 'tone-tool', series: series([bucket({}), bucket({})]) },
    ];
    const titles = brokenDownCharts(parts, false, null).map(({ title }) => title);
    expect(titles.slice(4, 6)).toEqual(['Time to first token p50', 'Time to first token p95']);
    expect(brokenDownCharts(parts.slice(1), false, null).map(({ title }) => title)).not.toContain(
      'Time to first token p50',
    );
  });

  it('has cost only where any is known, by model: the dearest, and the others together', () => {
    expect(wholeCharts(series([bucket({})]), true).map(({ id }) => id)).toEqual([
      'traffic',
      'errors',
      'latency',
      'tokens',
    ]);
    const models = {
      a: model(5),
      b: model(4),
      c: model(3),
      d: model(2),
      e: model(1),
      __proto__x: model(0),
    };
    const charts = wholeCharts(
      series([bucket({ cost_usd: 15, token_count_prompt: 60, models })]),
      true,
    );
    const cost = charts.find(({ id }) => id === 'cost');
    expect(cost?.lines.map(({ label, total }) => [label, total])).toEqual([
      ['a', 5],
      ['b', 4],
      ['c', 3],
      ['others', 3],
    ]);
    expect(charts.find(({ id }) => id === 'tokens-by-model')?.lines.at(-1)?.total).toBe(30);
    expect(
      wholeCharts(series([bucket({ cost_usd: 2 })]), true).find(({ id }) => id === 'cost')?.lines,
    ).toHaveLength(1);
  });
});

it('sets values beside each other', () => {
  const parts = ['x', 'y'].map((label, at) => ({
    label,
    tone: 'tone-llm',
    series: series([bucket({ traces: 3 + at, latency_p95_ms: at === 0 ? null : 20 })]),
  }));
  const charts = brokenDownCharts(parts, true, null);
  expect(charts.map(({ id }) => id)).toEqual([
    'traffic',
    'errors',
    'latency-p50',
    'latency-p95',
    'tokens',
  ]);
  expect(charts[0]?.most).toBe(7);
  const p95 = charts.find(({ id }) => id === 'latency-p95');
  expect(p95?.lines.map(({ label, values }) => [label, values])).toEqual([
    ['x', [null]],
    ['y', [20]],
  ]);
  expect(p95 === undefined ? [] : [readingOf(p95, 20), readingOf(p95, null)]).toEqual([
    '20 ms',
    '',
  ]);
});

it('adds up to the whole by what has none of the values, where something has', () => {
  const of = (traces: readonly number[], cost_usd: number): Series =>
    series(
      traces.map((count) => bucket({ traces: count, cost_usd })),
      bucket({
        traces: traces.reduce((sum, count) => sum + count, 0),
        cost_usd: cost_usd * traces.length,
      }),
    );
  const others = series([bucket({ traces: 2 }), bucket({})], bucket({ traces: 2 }));
  const parts = [
    { label: 'x', tone: 'tone-llm', series: of([3, 1], 0.1) },
    { label: 'others', tone: 'tone-tool', series: of([1, 0], 0.2) },
  ];
  const charts = brokenDownCharts(parts, true, others);
  expect(charts.find(({ id }) => id === 'traffic')?.lines.at(-1)).toEqual({
    label: 'others',
    tone: null,
    values: [2, 0],
    total: 2,
    isRest: true,
  });
  expect(charts.find(({ id }) => id === 'traffic')?.most).toBe(6);
  const labelsOf = (chart: string) =>
    charts.find(({ id }) => id === chart)?.lines.map(({ label }) => label);
  expect([labelsOf('errors'), labelsOf('tokens'), labelsOf('cost')]).toEqual([
    ['x', 'others'],
    ['x', 'others'],
    ['x', 'others'],
  ]);
});

it('leaves models out of the costs that have no price', () => {
  const figures = { token_count_prompt: 5, token_count_completion: 0 };
  const models = {
    own: { ...figures, cost_usd: 0 },
    bought: { ...figures, cost_usd: 2 },
    dear: { ...figures, cost_usd: 3 },
  };
  const charts = wholeCharts(series([bucket({ cost_usd: 5, models })]), true);
  const linesOf = (chart: string) =>
    charts.find(({ id }) => id === chart)?.lines.map(({ label, tone }) => [label, tone]);
  expect(linesOf('cost')).toEqual(linesOf('tokens-by-model')?.slice(0, 2));
  expect(linesOf('tokens-by-model')?.[2]?.[0]).toBe('own');
});
