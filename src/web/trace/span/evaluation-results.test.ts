import { expect, it } from 'vitest';
import { evaluationResultsOf } from './evaluation-results.ts';

const RELEVANCE = {
  'gen_ai.evaluation.name': 'Relevance',
  'gen_ai.evaluation.score.value': 0.5,
  'gen_ai.evaluation.score.label': 'partly',
  'gen_ai.evaluation.explanation': 'Half of it.',
};

it('reads results from the span and from its events, in that order', () => {
  const failed = {
    name: 'gen_ai.evaluation.result',
    attributes: { 'gen_ai.evaluation.name': 'Safety', 'error.type': 'timeout' },
  };
  expect(
    evaluationResultsOf(RELEVANCE, [{ name: 'gen_ai.choice', attributes: RELEVANCE }, failed]),
  ).toEqual([
    { name: 'Relevance', label: 'partly', score: '0.5', explanation: 'Half of it.', error: null },
    { name: 'Safety', label: null, score: null, explanation: null, error: 'timeout' },
  ]);
});

it('finds nothing without results', () => {
  const other = {
    'gen_ai.evaluation.other': 1,
    'error.type': 'timeout',
    'gen_ai.evaluation.explanation': '',
  };
  expect(
    evaluationResultsOf(other, [{ name: 'gen_ai.evaluation.result', attributes: {} }]),
  ).toEqual([]);
});
