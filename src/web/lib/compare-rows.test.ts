import { expect, it } from 'vitest';
import { compareRows, pairedRows, sameStepIn, textDifferences, withTextDifferences } from './compare-rows.ts';
import { traceOf } from './trace-fixture.ts';
import type { GivenSpan } from './trace-fixture.ts';
import { traceTimes } from './trace-time.ts';

function sideOf(spans: readonly GivenSpan[]) {
  const { tree, columns } = traceOf(spans);
  return { tree, columns, times: traceTimes(tree, columns) };
}

it('says what differs in a row, and by how much in its subtree', () => {
  const rows = compareRows(
    sideOf([
      { parent: -1, name: 'agent', startMs: 0, durationMs: 100 },
      { parent: 0, name: 'llm', kind: 7, tokens: 50, cost: 0.5, startMs: 0, durationMs: 60 },
      { parent: 0, name: 'tool', startMs: 60, durationMs: 10, error: true },
      { parent: 0, name: 'gone', startMs: 70, durationMs: 30 },
    ]),
    sideOf([
      { parent: -1, name: 'agent', startMs: 0, durationMs: 80 },
      { parent: 0, name: 'llm', kind: 7, tokens: 70, cost: 0.75, startMs: 0, durationMs: 30 },
      { parent: 0, name: 'tool', startMs: 60, durationMs: 10.5 },
      { parent: 0, name: 'new', startMs: 70, durationMs: 10 },
    ]),
  );
  expect(rows.map(({ differences }) => differences)).toEqual([['time'], ['tokens', 'time'], ['status'], ['removed'], ['added']]);
  expect(rows.map(({ deltaMs }) => deltaMs)).toEqual([-20, -30, 0.5, -30, 10]);
  expect(rows.map(({ deltaTokens }) => deltaTokens)).toEqual([20, 20, 0, 0, 0]);
  expect(rows[0]?.deltaCostUsd).toBeCloseTo(0.25);
});

it('flags a step of which only the texts differ', () => {
  const [a, b] = [
    sideOf([
      { parent: -1, name: 'agent' },
      { parent: 0, name: 'llm' },
      { parent: 0, name: 'gone' },
      { parent: -2, missing: 'ab' },
    ]),
    sideOf([
      { parent: -1, name: 'agent' },
      { parent: 0, name: 'llm' },
      { parent: -2, missing: 'ab' },
    ]),
  ];
  const rows = compareRows(a, b);
  const differing = textDifferences({ input: 'q', output: 'Tuesday', message: '' }, { input: 'q', output: 'Friday', message: 'late' });
  expect(differing).toEqual(['output', 'message']);
  const llm = rows.findIndex((row) => row.a === 1);
  const flagged = withTextDifferences(rows, new Map([[llm, differing]]));
  expect(flagged[llm]?.differences).toEqual(['output', 'message']);
  expect(flagged.filter((_, at) => at !== llm)).toEqual(rows.filter((_, at) => at !== llm));
  // Neither what one side alone has, nor a parent that never came, has texts to compare.
  expect(pairedRows(a, b, rows)).not.toContain(rows.findIndex((row) => row.b < 0));
  expect(pairedRows(a, b, rows).every((at) => a.tree.type[rows[at]?.a ?? -1] === 0)).toBe(true);
  expect([sameStepIn(a, b, rows)(0, 0), sameStepIn(a, b, rows)(0, 1)]).toEqual([true, false]);
});

it('compares no times that have no end', () => {
  const root = { parent: -1, name: 'agent', startMs: 0, durationMs: 100 };
  const ended = { parent: 0, name: 'llm', startMs: 10, durationMs: 20 };
  const open = { ...ended, durationMs: 0, open: true };
  const differing = (a: GivenSpan, b: GivenSpan) =>
    compareRows(sideOf([root, a]), sideOf([root, b])).map(({ differences, deltaMs }) => [differences, deltaMs])[1];
  expect(differing(ended, open)).toEqual([['open'], 0]);
  expect(differing(open, open)).toEqual([[], 0]);
  expect(differing(ended, { ...ended, durationMs: 60 })).toEqual([['time'], 40]);
});
