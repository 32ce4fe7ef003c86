import { describe, expect, it } from 'vitest';
import { traceOf, type GivenSpan } from './trace-fixture.ts';
import {
  carriedFolds,
  foldAll,
  foldKind,
  foldableKinds,
  foldToDepth,
  initialFolds,
  nodesOfKind,
  searchTrace,
  visibleNodes,
  withFold,
  withNodeShown,
} from './trace-fold.ts';
import { isFailed, placeAmongFailed, slowestNodes, stepWhere } from './trace-steps.ts';
import { traceTimes } from './trace-time.ts';
import { NODE_GROUP, NODE_MISSING, NODE_SPAN } from './trace-tree.ts';

describe('buildTraceTree', () => {
  it('puts children under parents, siblings by start, also when a parent comes after its child', () => {
    const { tree } = traceOf([{ parent: 1 }, { parent: -1 }, { parent: 1 }, { parent: 0 }]);
    expect([...tree.span]).toEqual([1, 0, 3, 2]);
    expect([...tree.depth]).toEqual([0, 1, 2, 1]);
    expect([...tree.end]).toEqual([4, 3, 3, 4]);
    expect([...tree.nodeOfSpan]).toEqual([1, 0, 3, 2]);
  });

  it('gives a parent that never came one row, with all its children', () => {
    const { tree } = traceOf([
      { parent: -1 },
      { parent: -2, missing: 'abcd' },
      { parent: -1 },
      { parent: -2, missing: 'abcd' },
    ]);
    expect([...tree.type]).toEqual([NODE_SPAN, NODE_MISSING, NODE_SPAN, NODE_SPAN, NODE_SPAN]);
    expect([...tree.span]).toEqual([0, -1, 1, 3, 2]);
    expect(tree.missing.get(1)).toBe('abcd');
  });

  it('shows every span once when parents form a loop or name themselves', () => {
    const { tree } = traceOf([{ parent: 1 }, { parent: 0 }, { parent: 2 }]);
    expect([...tree.span].toSorted()).toEqual([0, 1, 2]);
  });

  it('gathers a run of equal leaves, and leaves shorter runs alone', () => {
    const leaves = Array.from({ length: 12 }, () => ({ parent: 0, name: 'classify' }));
    const { tree } = traceOf([
      { parent: -1 },
      { parent: 0, name: 'first' },
      ...leaves,
      { parent: 0, name: 'last' },
    ]);
    expect([...tree.type.subarray(0, 4)]).toEqual([NODE_SPAN, NODE_SPAN, NODE_GROUP, NODE_SPAN]);
    expect(tree.end[2]).toBe(15);
    expect(tree.span[15]).toBe(14);
  });

  it('sums errors and costs upward, costs of LLM spans only', () => {
    const { tree } = traceOf([
      { parent: -1, cost: 9 },
      { parent: 0, error: true },
      { parent: 1, kind: 7, cost: 0.5 },
      { parent: 0, kind: 7, cost: 0.25 },
    ]);
    expect([...tree.errors]).toEqual([1, 1, 0, 0]);
    expect([...tree.costUsd]).toEqual([0.75, 0.5, 0.5, 0.25]);
  });

  it('bears 100,000 spans in a chain', () => {
    const { tree } = traceOf(
      Array.from({ length: 100_000 }, (_, index) => ({ parent: index - 1, name: 'same' })),
    );
    expect(tree.size).toBe(100_000);
    expect(tree.end[0]).toBe(100_000);
  });
});

describe('folds', () => {
  const chain = Array.from({ length: 600 }, (_, index): GivenSpan => ({
    parent: index - 1,
    error: index === 5,
  }));

  it('opens a large trace to depth 2, and every path to an error', () => {
    const { tree } = traceOf(chain);
    const visible = visibleNodes(tree, initialFolds(tree), null);
    expect([...visible]).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('hides the subtree of a folded row, and opens down to a chosen one', () => {
    const { tree } = traceOf([{ parent: -1 }, { parent: 0 }, { parent: 1 }, { parent: 0 }]);
    const folded = withFold(initialFolds(tree), 1, true);
    expect([...visibleNodes(tree, folded, null)]).toEqual([0, 1, 3]);
    expect([...visibleNodes(tree, withNodeShown(tree, folded, 2), null)]).toEqual([0, 1, 2, 3]);
  });

  it('finds by name with ancestors and descendants, whatever is folded', () => {
    const { tree, columns } = traceOf([
      { parent: -1 },
      { parent: 0, name: 'Lookup' },
      { parent: 1 },
      { parent: 0 },
    ]);
    const hits = searchTrace(tree, columns, { text: 'look', kind: null, errorsOnly: false });
    expect(hits?.count).toBe(1);
    expect([
      ...visibleNodes(tree, withFold(initialFolds(tree), 0, true), hits?.kept ?? null),
    ]).toEqual([0, 1, 2]);
    expect(searchTrace(tree, columns, { text: ' ', kind: null, errorsOnly: false })).toBeNull();
  });

  it('folds to a depth, by kind, and all', () => {
    const { tree, columns } = traceOf([
      { parent: -1 },
      { parent: 0, kind: 7 },
      { parent: 1 },
      { parent: 2 },
      { parent: 0 },
    ]);
    expect([...visibleNodes(tree, foldToDepth(tree, 1), null)]).toEqual([0, 1, 4]);
    expect([...visibleNodes(tree, foldToDepth(tree, 0), null)]).toEqual([0]);
    expect([
      ...visibleNodes(tree, foldKind(tree, columns, foldAll(tree, false), 7, true), null),
    ]).toEqual([0, 1, 4]);
    expect([
      ...visibleNodes(tree, foldKind(tree, columns, foldAll(tree, false), 0, true), null),
    ]).toEqual([0, 1, 2, 4]);
    expect([...foldableKinds(tree, columns, 9)]).toEqual([1, 0, 0, 0, 0, 0, 0, 1, 0]);
    expect([...visibleNodes(tree, foldToDepth(tree, 'all'), null)]).toEqual([0, 1, 2, 3, 4]);
    expect([...visibleNodes(tree, foldAll(tree, true), null)]).toEqual([0]);
  });

  it('lists the spans of a kind by start, and of those only what was found', () => {
    const { tree, columns } = traceOf([
      { parent: -1, kind: 7 },
      { parent: -1 },
      { parent: 0, kind: 7, name: 'Found' },
    ]);
    expect([...nodesOfKind(tree, columns, 7, null)]).toEqual([0, 1]);
    const hits = searchTrace(tree, columns, { text: 'found', kind: null, errorsOnly: false });
    expect([...nodesOfKind(tree, columns, 7, hits?.hits ?? null)]).toEqual([1]);
  });

  it('finds failed spans by what they say', () => {
    const { tree, columns } = traceOf([
      { parent: -1 },
      { parent: 0, error: true },
      { parent: 0, error: true },
    ]);
    const errorTexts = new Map([
      [1, 'quota exceeded'],
      [2, 'no such order'],
    ]);
    const find = (text: string, more = {}) =>
      searchTrace(tree, columns, { text, kind: null, errorsOnly: false, errorTexts, ...more });
    expect([...(find('Quota')?.hits ?? [])]).toEqual([0, 1, 0]);
    expect([...(find('Quota')?.kept ?? [])]).toEqual([1, 1, 0]);
    expect(find('quota', { kind: 7 })?.count).toBe(0);
  });
});

describe('steps', () => {
  it('goes from error to error, round and round, both ways', () => {
    const { tree, columns } = traceOf([
      { parent: -1 },
      { parent: 0, error: true },
      { parent: 0 },
      { parent: 0, error: true },
    ]);
    const failed = (node: number): boolean => isFailed(tree, columns, node);
    expect([0, 1, 3].map((from) => stepWhere(tree.size, from, 1, failed))).toEqual([1, 3, 1]);
    expect([0, 1, 3].map((from) => stepWhere(tree.size, from, -1, failed))).toEqual([3, 3, 1]);
    expect(stepWhere(1, 0, 1, () => false)).toBe(-1);
    expect([0, 1, 3].map((node) => placeAmongFailed(tree, columns, node))).toEqual([
      null,
      { number: 1, count: 2 },
      { number: 2, count: 2 },
    ]);
  });

  it('knows the spans with most time of their own, longest first', () => {
    const spans = Array.from({ length: 14 }, (_, index): GivenSpan => ({
      parent: index === 0 ? -1 : 0,
      startMs: index * 100,
      durationMs: index * 3,
    }));
    const { tree, columns } = traceOf([
      { parent: -1, startMs: 0, durationMs: 5000 },
      ...spans.slice(1),
    ]);
    const slow = slowestNodes(tree, traceTimes(tree, columns));
    expect(slow).toEqual([0, 13, 12, 11, 10, 9, 8, 7, 6, 5]);
  });
});

describe('carriedFolds', () => {
  it('keeps what a reader folded and opened while a trace grows above, below and within it', () => {
    const leaves = Array.from({ length: 10 }, () => ({ parent: 1, name: 'leaf' }));
    const spans: GivenSpan[] = [
      { parent: -1, name: 'root' },
      { parent: 0, name: 'step' },
      ...leaves,
      { parent: 0, name: 'other' },
      { parent: 12 },
    ];
    const old = traceOf(spans);
    // The step folded, its group opened, the other one left open.
    const folds = withFold(withFold(initialFolds(old.tree), 1, true), 2, false);
    const { tree, columns } = traceOf([
      ...spans,
      { parent: 13, name: 'deeper' },
      { parent: -1, name: 'root 2' },
      { parent: 15 },
    ]);
    const carried = carriedFolds({ ...old, folds }, tree, columns);
    const nodeOf = (row: number): number => tree.nodeOfSpan[row] ?? -1;
    expect([0, 1, 12, 13, 15].map((row) => carried[nodeOf(row)])).toEqual([0, 1, 0, 0, 0]);
    expect(tree.type[nodeOf(1) + 1]).toBe(NODE_GROUP);
    expect(carried[nodeOf(1) + 1]).toBe(0);
  });
});
