import { expect, it } from 'vitest';
import type { OptimizationDirection } from '#contracts/annotations/annotation-kind.ts';
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

const NO_DIRECTIONS = new Map<string, OptimizationDirection>();
const annotated = (
  name: string,
  label: string | null,
  score: number | null,
  error: string | null = null,
) => ({
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
      comparedRun({
        evaluations: [
          annotated('correct', 'yes', 1),
          annotated('tone', 'warm', null),
          annotated('broken', null, null, 'timeout'),
        ],
      }),
      comparedRun({
        evaluations: [annotated('correct', 'no', 0), annotated('tone', 'warm', null)],
      }),
    ],
    scores: [{ name: 'correct', mean: 0.5, difference: -0.5 }],
  });
  expect(cellScores(cell, 'tone', NO_DIRECTIONS)).toEqual([
    { name: 'tone', value: 'warm', difference: null, failed: false, runs: 2 },
    { name: 'correct', value: '0.5', difference: -0.5, failed: false, runs: 2 },
    { name: 'broken', value: 'error', difference: null, failed: true, runs: 1 },
  ]);
});

it('shows what got worse before all else: there may be room for one score alone', () => {
  const cell = comparedCell({
    runs: [
      comparedRun({
        evaluations: [
          annotated('concise', null, 0.95),
          annotated('correct', 'no', 0),
          annotated('seconds', null, 4),
        ],
      }),
    ],
    scores: [
      { name: 'concise', mean: 0.95, difference: 0.54 },
      { name: 'correct', mean: 0, difference: -1 },
      { name: 'seconds', mean: 4, difference: 2 },
    ],
  });
  const namesOf = (first: string | null): readonly string[] =>
    cellScores(cell, first, new Map([['seconds', 'MINIMIZE']])).map(({ name }) => name);
  expect(namesOf(null)).toEqual(['correct', 'seconds', 'concise']);
  expect(namesOf('seconds')).toEqual(['seconds', 'correct', 'concise']);
  expect(namesOf('concise')).toEqual(['concise', 'correct', 'seconds']);
});

it('counts a row as a regression when any further experiment got worse', () => {
  expect(
    isRegression(
      comparedExample({
        cells: [comparedCell({ change: 'base' }), comparedCell({ change: 'improved' })],
      }),
    ),
  ).toBe(false);
  expect(
    isRegression(
      comparedExample({
        cells: [comparedCell({ change: 'base' }), comparedCell({ change: 'mixed' })],
      }),
    ),
  ).toBe(true);
});
