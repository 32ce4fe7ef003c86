import { expect, it } from 'vitest';
import { sessionSortOf, sessionSortText } from './session-sort.ts';

it.each([
  [{}, undefined],
  [{ order: 'asc' }, 'end_time.asc'],
  [{ sort: 'cost_usd' }, 'cost_usd'],
  [{ sort: 'trace_count', order: 'asc' }, 'trace_count.asc'],
  [{ sort: 'annotation_score', annotation: 'tone: warm.asc' }, 'annotation_score:tone: warm.asc'],
  [{ sort: 'annotation_score', order: 'asc', annotation: 'tone' }, 'annotation_score.asc:tone'],
] as const)('%o is kept as %s', (order, text) => {
  expect(sessionSortText(order)).toBe(text);
  expect(sessionSortOf(text ?? null)).toEqual(order);
});

it.each(['weight', 'weight.asc', 'annotation_score', '', 'cost_usd.up'])('%s is no order', (text) =>
  expect(sessionSortOf(text)).toEqual({}),
);
