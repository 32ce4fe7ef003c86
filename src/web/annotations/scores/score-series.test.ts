import { describe, expect, it } from 'vitest';
import { scoreCards, slotsOf, type FigureSeries } from './score-series.ts';

const SLOTS = slotsOf('2026-11-20T00:00:00Z', '2026-11-20T01:00:00Z', 4);
const at = (minute: number) => `2026-11-20T00:${String(minute).padStart(2, '0')}:00+00:00`;
const series = (
  kind: FigureSeries['annotator_kind'],
  points: FigureSeries['points'],
  more: Partial<FigureSeries> = {},
): FigureSeries => {
  const labels: Record<string, number> = {};
  for (const point of points)
    for (const [label, count] of Object.entries(point.labels))
      labels[label] = (labels[label] ?? 0) + count;
  const count = points.reduce((sum, point) => sum + point.count, 0);
  return {
    target: 'span',
    name: 'tone',
    annotator_kind: kind,
    count,
    score_mean: null,
    labels,
    points,
    ...more,
  };
};
const point = (minute: number, labels: Record<string, number>, score: number | null = null) => ({
  start_time: at(minute),
  count: Object.values(labels).reduce((sum, count) => sum + count, 0),
  score_mean: score,
  labels,
});

describe('cards of scores', () => {
  it('bring kinds of annotators together by name, in the order people, models, code', () => {
    const [card] = scoreCards(
      [series('LLM', [point(0, { warm: 2 }, 0.5)]), series('HUMAN', [point(30, { cold: 1 }, 1)])],
      SLOTS,
    );
    expect(card).toMatchObject({ name: 'tone', count: 3, counts: [2, 0, 1, 0] });
    expect(card?.kinds.map(({ kind, means }) => [kind, means])).toEqual([
      ['HUMAN', [null, null, 1, null]],
      ['LLM', [0.5, null, null, null]],
    ]);
    expect(card?.labels).toEqual([
      { label: 'warm', count: 2 },
      { label: 'cold', count: 1 },
    ]);
    expect(card?.labelCounts).toEqual([
      [2, 0, 0, 0],
      [0, 0, 1, 0],
    ]);
  });

  it('name three labels and count the others together, with those the server did not name', () => {
    const [card] = scoreCards(
      [series('LLM', [point(45, { a: 9, b: 8, c: 7, d: 2, '': 3 })])],
      SLOTS,
    );
    expect(card?.labels.at(-1)).toEqual({ label: '', count: 5 });
    expect(card?.labelCounts.map((counts) => counts[3])).toEqual([9, 8, 7, 5]);
  });

  it('keep targets apart, and put what begins before the window into its first interval', () => {
    const early = { ...point(0, { a: 1 }), start_time: '2026-11-19T23:59:00Z' };
    const cards = scoreCards(
      [series('CODE', [early]), series('CODE', [point(59, { a: 4 })], { target: 'trace' })],
      SLOTS,
    );
    expect(cards.map(({ target, counts }) => [target, counts])).toEqual([
      ['trace', [0, 0, 0, 4]],
      ['span', [1, 0, 0, 0]],
    ]);
  });
});
