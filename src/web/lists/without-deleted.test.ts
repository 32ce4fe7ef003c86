import { expect, it } from 'vitest';
import { withoutSpans, withoutTurns } from './without-deleted.ts';

it('leaves spans out, and says which parents are missing then', () => {
  const numbers = [0, 1, 2, 3];
  const skeleton = {
    ids: [10, 11, 12, 13],
    span_ids: ['a', 'b', 'c', 'd'],
    parents: [-1, 0, 1, -2],
    missing_parents: { '3': 'x' },
    start_offsets_ns: numbers,
    durations_ns: numbers,
    names: ['n'],
    name_indexes: [0, 0, 0, 0],
    kinds: numbers,
    statuses: numbers,
    token_counts_prompt: numbers,
    token_counts_completion: [null, null, null, null],
    costs_usd: numbers,
    first_tokens_ns: [null, 5, null, 7],
    models: [null, 'm', null, null],
    open_spans: [1, 3],
    repeats: { '1': 2, '2': 1 },
  };
  expect(withoutSpans(skeleton, new Set(['y']))).toBe(skeleton);
  expect(withoutSpans(skeleton, new Set(['b']))).toMatchObject({
    ids: [10, 12, 13],
    span_ids: ['a', 'c', 'd'],
    parents: [-1, -2, -2],
    missing_parents: { '1': 'b', '2': 'x' },
    kinds: [0, 2, 3],
    first_tokens_ns: [null, null, 7],
    open_spans: [2],
    repeats: {},
    token_counts_completion: [null, null, null],
  });
  expect(withoutSpans(skeleton, new Set(['a', 'd']))).toMatchObject({
    parents: [-2, 0],
    missing_parents: { '0': 'a' },
    models: ['m', null],
    repeats: { '1': 1 },
  });
});

it('leaves turns out', () => {
  const columns = {
    start_offsets_ms: [0, 5],
    durations_ms: [1, 2],
    error_counts: [0, 1],
    span_counts: [1, 1],
    name_indexes: [0, 0],
  };
  const figures = {
    token_counts_prompt: [1, 2],
    token_counts_completion: [3, 4],
    costs_usd: [null, 1],
  };
  const skeleton = { trace_ids: ['a', 'b'], ...columns, ...figures };
  expect(withoutTurns(skeleton, new Set(['c']))).toBe(skeleton);
  expect(withoutTurns(skeleton, new Set(['a']))).toMatchObject({
    trace_ids: ['b'],
    durations_ms: [2],
    costs_usd: [1],
  });
});
