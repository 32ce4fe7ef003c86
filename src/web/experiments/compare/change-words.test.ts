import { expect, it } from 'vitest';
import type { ComparedCell } from '#contracts/experiments/experiment-comparison.ts';
import { cellScores, isRegression, signed, trendOf } from './change-words.ts';
import { comparedCell, comparedExample, comparedRun } from './comparison-fixture.ts';

it('reads a difference by the direction that is better', () => {
  expect(trendOf(0.5, 'MAXIMIZE')).toBe('better');
  expect(trendOf(0.5, 'MINIMIZE')).toBe('worse');
  expect(trendOf(-1, 'NONE')).toBe('neutral');
  expect(trendOf(0, 'MAXIMIZE')).toBe('neutral');
  expect(trendOf(null, 'MAXIMIZE')).toBe('neutral');
});

it('gives differences a sign', () => {
  expect([signed(0.25), signed(-2), signed(0)]).toEqual(['+0.25', '−2', '±0']);
});

const judged = (name: string, label: string | null, score: number | null, error: string | null = null) => ({
  id: `${name}1`,
  name,
  annotator_kind: 'LLM' as const,
  label,
  score,
  error,
});

it('shows a label where all repetitions have it, else the mean; and says that an evaluator failed', () => {
  const cell: ComparedCell = comparedCell({
    runs: [
      comparedRun({ evaluations: [judged('correct', 'yes', 1), judged('tone', 'warm', null), judged('broken', null, null, 'timeout')] }),
      comparedRun({ evaluations: [judged('correct', 'no', 0), judged('tone', 'warm', null)] }),
    ],
    scores: [{ name: 'correct', mean: 0.5, difference: -0.5 }],
  });
  expect(cellScores(cell, 'tone')).toEqual([
    { name: 'tone', value: 'warm', difference: null, failed: false, runs: 2 },
    { name: 'correct', value: '0.5', difference: -0.5, failed: false, runs: 2 },
    { name: 'broken', value: 'error', difference: null, failed: true, runs: 1 },
  ]);
});

it('counts a row as a regression when any further experiment got worse', () => {
  expect(isRegression(comparedExample({ cells: [comparedCell({ change: 'base' }), comparedCell({ change: 'improved' })] }))).toBe(false);
  expect(isRegression(comparedExample({ cells: [comparedCell({ change: 'base' }), comparedCell({ change: 'mixed' })] }))).toBe(true);
});
