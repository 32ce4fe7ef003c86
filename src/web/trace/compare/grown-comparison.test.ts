import { describe, expect, it } from 'vitest';
import { compareRows } from './compare-rows.ts';
import { grownPlace, grownRuns, type Compared } from './grown-comparison.ts';
import { traceOf, type GivenSpan } from '#web/trace/trace-fixture.ts';
import { traceTimes } from '#web/trace/trace-time.ts';

function sideOf(spans: readonly GivenSpan[]) {
  const { tree, columns } = traceOf(spans);
  return { tree, columns, times: traceTimes(tree, columns) };
}

function compared(first: readonly GivenSpan[], second: readonly GivenSpan[]): Compared {
  const [a, b] = [sideOf(first), sideOf(second)];
  return { a, b, rows: compareRows(a, b) };
}

const ROOT: GivenSpan = { parent: -1, name: 'agent', startMs: 0, durationMs: 1000 };
const plan: GivenSpan = { parent: 0, name: 'plan', startMs: 10 };
const answer: GivenSpan = { parent: 0, name: 'answer', startMs: 500 };
const checks = Array.from({ length: 12 }, (_, at): GivenSpan => ({
  parent: 0,
  name: 'check',
  startMs: 600 + at,
}));

describe('grownPlace', () => {
  it('finds a step again when spans came before it, on either side', () => {
    const before = compared([ROOT, plan, answer], [ROOT, answer]);
    // Ids are by place in the list: what comes later stands at its end.
    const now = compared(
      [ROOT, plan, answer, { parent: 0, name: 'look up', startMs: 20 }],
      [ROOT, answer, { parent: 0, name: 'think', startMs: 5 }],
    );
    expect(before.rows.map((_, row) => grownPlace(row, before, now))).toEqual(
      [0, 1, 2].map((row) => now.rows.findIndex(({ a }) => a === now.a.tree.nodeOfSpan[row])),
    );
    expect(grownPlace(99, before, now)).toBe(-1);
  });
});

describe('grownRuns', () => {
  it('keeps open what was', () => {
    const before = compared([ROOT, ...checks], [ROOT, ...checks]);
    const now = compared([ROOT, ...checks], [ROOT, plan, ...checks]);
    expect([...grownRuns(new Set([1]), before, now)]).toEqual([2]);
    expect(grownRuns(new Set(), before, now).size).toBe(0);
  });
});
