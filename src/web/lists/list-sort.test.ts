import { expect, it } from 'vitest';
import {
  nextSort,
  SORT_DEFAULT,
  sortOfText,
  sortOfTraces,
  sortParams,
  sortText,
} from './list-sort.ts';

it.each([
  'cost',
  'cost.asc',
  'ttft',
  'speed.asc',
  'started.asc',
  'score:correctness',
  'score.asc:correctness',
  'score:a.asc',
  'score:two: words\nof it',
])('reads back what it wrote: %j', (text) => {
  expect(sortText(sortOfText(text))).toBe(text);
});

it.each([undefined, '', 'started', 'score', 'score:', 'size', 'cost.up', 'Cost'])(
  'takes %j for newest first, or leaves it out',
  (text) => {
    expect(sortOfText(text)).toEqual(SORT_DEFAULT);
    expect(sortText(sortOfText(text))).toBeUndefined();
  },
);

it('goes from largest to smallest to newest first, for a column as for a name', () => {
  for (const chosen of ['cost', 'score:tone']) {
    const down = nextSort(SORT_DEFAULT, chosen);
    expect(sortText(down)).toBe(chosen);
    const up = nextSort(down, chosen);
    expect(up.order).toBe('asc');
    expect(nextSort(up, chosen)).toBe(SORT_DEFAULT);
  }
  expect(nextSort(sortOfText('score:tone'), 'score:wit')).toEqual({
    by: 'score',
    name: 'wit',
    order: 'desc',
  });
});

it('sorts traces by what traces have', () => {
  expect(sortOfTraces({ by: 'ttft', order: 'asc' })).toEqual(SORT_DEFAULT);
  expect(sortOfTraces({ by: 'cost', order: 'asc' })).toEqual({ by: 'cost', order: 'asc' });
});

it('asks the server for the score under a name', () => {
  expect(sortParams(sortOfText('score.asc:tone'))).toEqual({
    sort: 'annotation_score',
    annotation: 'tone',
    order: 'asc',
  });
  expect(sortParams(SORT_DEFAULT)).toEqual({});
});
