import { expect, it } from 'vitest';
import {
  compareRows,
  exchangedPlace,
  failureWords,
  pairedRows,
  sameStepIn,
  stepName,
  textDifferences,
  withTextDifferences,
} from './compare-rows.ts';
import { traceOf, type GivenSpan } from '#web/trace/trace-fixture.ts';
import { traceTimes } from '#web/trace/trace-time.ts';

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
  expect(rows.map(({ differences }) => differences)).toEqual([
    ['time'],
    ['tokens', 'time'],
    ['status'],
    ['removed'],
    ['added'],
  ]);
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
  const differing = textDifferences(
    { input: 'q', output: 'Tuesday', message: '' },
    { input: 'q', output: 'Friday', message: 'late' },
  );
  expect(differing).toEqual(['output', 'message']);
  const llm = rows.findIndex((row) => row.a === 1);
  const flagged = withTextDifferences(rows, new Map([[1, differing]]), (row) => row.a);
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
    compareRows(sideOf([root, a]), sideOf([root, b])).map(({ differences, deltaMs }) => [
      differences,
      deltaMs,
    ])[1];
  expect(differing(ended, open)).toEqual([['open'], 0]);
  expect(differing(open, open)).toEqual([[], 0]);
  expect(differing(ended, { ...ended, durationMs: 60 })).toEqual([['time'], 40]);
});

it('says of every step where it failed, also of those that one side alone has', () => {
  const root = { parent: -1, name: 'agent' };
  const failing = (name: string) => ({ parent: 0, name, error: true });
  const rows = compareRows(
    sideOf([
      root,
      failing('worse'),
      { parent: 0, name: 'better' },
      failing('always'),
      failing('gone'),
      { parent: 0, name: 'fine' },
    ]),
    sideOf([
      root,
      { parent: 0, name: 'worse' },
      failing('better'),
      failing('always'),
      failing('new'),
      { parent: -2, missing: 'ab' },
    ]),
  );
  expect(rows.map((row) => [row.failed, failureWords(row)])).toEqual([
    [null, ''],
    ['A', 'failed in A'],
    ['B', 'failed in B'],
    ['both', 'failed in both'],
    ['A', 'failed'],
    [null, ''],
    ['B', 'failed'],
    [null, ''],
    [null, ''],
  ]);
  // A failure on both sides is shown, and is not a difference.
  expect(rows.map(({ differences }) => differences.includes('status'))).toEqual([
    false,
    true,
    true,
    ...Array<boolean>(6).fill(false),
  ]);
});

it('finds a step again when the sides are exchanged', () => {
  const steps = (...names: string[]) =>
    sideOf([{ parent: -1, name: 'agent' }, ...names.map((name) => ({ parent: 0, name }))]);
  const [a, b] = [steps('plan', 'search', 'answer'), steps('plan', 'check', 'answer')];
  const [rows, exchanged] = [compareRows(a, b), compareRows(b, a)];
  expect(rows.map((row) => exchangedPlace(row, exchanged))).toEqual([0, 1, 3, 2, 4]);
});

it('calls lone roots that are a pair by both of their names, and says that they differ', () => {
  const [a, b] = [
    sideOf([
      { parent: -1, name: 'agent' },
      { parent: 0, name: 'gone' },
    ]),
    sideOf([
      { parent: -1, name: 'router' },
      { parent: 0, name: 'new' },
    ]),
  ];
  const rows = compareRows(a, b);
  expect(rows.map((row) => stepName(a, b, row))).toEqual(['agent → router', 'gone', 'new']);
  expect(rows[0]?.differences).toContain('name');
  expect(stepName(a, a, { a: 0, b: 0, depth: 0 })).toBe('agent');
});
