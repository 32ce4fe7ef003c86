import { describe, expect, it } from 'vitest';
import { columnsOfSkeleton } from './trace-columns.ts';
import { initialFolds, nextError, searchTrace, visibleNodes, withFold, withNodeShown } from './trace-fold.ts';
import { NODE_GROUP, NODE_MISSING, NODE_SPAN, buildTraceTree } from './trace-tree.ts';

interface Given {
  readonly parent: number;
  readonly missing?: string;
  readonly name?: string;
  readonly error?: boolean;
  readonly kind?: number;
  readonly cost?: number;
}

function columnsOf(spans: readonly Given[]) {
  const names = [...new Set(spans.map((one, index) => one.name ?? `s${index}`))];
  return columnsOfSkeleton({
    span_ids: spans.map((_, index) => index.toString(16).padStart(16, '0')),
    parents: spans.map((one) => one.parent),
    missing_parents: Object.fromEntries(spans.flatMap((one, index) => (one.missing === undefined ? [] : [[String(index), one.missing]]))),
    start_offsets_ns: spans.map((_, index) => index * 1e6),
    durations_ns: spans.map(() => 1e6),
    names,
    name_indexes: spans.map((one, index) => names.indexOf(one.name ?? `s${index}`)),
    kinds: spans.map((one) => one.kind ?? 0),
    statuses: spans.map((one) => (one.error === true ? 2 : 0)),
    token_counts_prompt: spans.map(() => null),
    token_counts_completion: spans.map(() => null),
    costs_usd: spans.map((one) => one.cost ?? null),
    models: spans.map(() => null),
  });
}

function treeOf(spans: readonly Given[]) {
  const columns = columnsOf(spans);
  return { columns, tree: buildTraceTree(columns) };
}

describe('buildTraceTree', () => {
  it('puts children under parents, siblings by start, also when a parent comes after its child', () => {
    const { tree } = treeOf([{ parent: 1 }, { parent: -1 }, { parent: 1 }, { parent: 0 }]);
    expect([...tree.span]).toEqual([1, 0, 3, 2]);
    expect([...tree.depth]).toEqual([0, 1, 2, 1]);
    expect([...tree.end]).toEqual([4, 3, 3, 4]);
    expect([...tree.nodeOfSpan]).toEqual([1, 0, 3, 2]);
  });

  it('gives a parent that never came one row, with all its children', () => {
    const { tree } = treeOf([{ parent: -1 }, { parent: -2, missing: 'abcd' }, { parent: -1 }, { parent: -2, missing: 'abcd' }]);
    expect([...tree.type]).toEqual([NODE_SPAN, NODE_MISSING, NODE_SPAN, NODE_SPAN, NODE_SPAN]);
    expect([...tree.span]).toEqual([0, -1, 1, 3, 2]);
    expect(tree.missing.get(1)).toBe('abcd');
  });

  it('shows every span once when parents form a loop or name themselves', () => {
    const { tree } = treeOf([{ parent: 1 }, { parent: 0 }, { parent: 2 }]);
    expect([...tree.span].toSorted()).toEqual([0, 1, 2]);
  });

  it('gathers a run of equal leaves, and leaves shorter runs alone', () => {
    const leaves = Array.from({ length: 12 }, () => ({ parent: 0, name: 'classify' }));
    const { tree } = treeOf([{ parent: -1 }, { parent: 0, name: 'first' }, ...leaves, { parent: 0, name: 'last' }]);
    expect([...tree.type.subarray(0, 4)]).toEqual([NODE_SPAN, NODE_SPAN, NODE_GROUP, NODE_SPAN]);
    expect(tree.end[2]).toBe(15);
    expect(tree.span[15]).toBe(14);
  });

  it('sums errors and costs upward, costs of LLM spans only', () => {
    const { tree } = treeOf([
      { parent: -1, cost: 9 },
      { parent: 0, error: true },
      { parent: 1, kind: 7, cost: 0.5 },
      { parent: 0, kind: 7, cost: 0.25 },
    ]);
    expect([...tree.errors]).toEqual([1, 1, 0, 0]);
    expect([...tree.costUsd]).toEqual([0.75, 0.5, 0.5, 0.25]);
  });

  it('bears 100,000 spans in a chain', () => {
    const { tree } = treeOf(Array.from({ length: 100_000 }, (_, index) => ({ parent: index - 1, name: 'same' })));
    expect(tree.size).toBe(100_000);
    expect(tree.end[0]).toBe(100_000);
  });
});

describe('folds', () => {
  const chain = Array.from({ length: 600 }, (_, index): Given => ({ parent: index - 1, error: index === 5 }));

  it('opens a large trace to depth 2, and every path to an error', () => {
    const { tree } = treeOf(chain);
    const visible = visibleNodes(tree, initialFolds(tree), null);
    expect([...visible]).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('hides the subtree of a folded row, and opens down to a chosen one', () => {
    const { tree } = treeOf([{ parent: -1 }, { parent: 0 }, { parent: 1 }, { parent: 0 }]);
    const folded = withFold(initialFolds(tree), 1, true);
    expect([...visibleNodes(tree, folded, null)]).toEqual([0, 1, 3]);
    expect([...visibleNodes(tree, withNodeShown(tree, folded, 2), null)]).toEqual([0, 1, 2, 3]);
  });

  it('finds by name with ancestors and descendants, whatever is folded', () => {
    const { tree, columns } = treeOf([{ parent: -1 }, { parent: 0, name: 'Lookup' }, { parent: 1 }, { parent: 0 }]);
    const hits = searchTrace(tree, columns, { text: 'look', kind: null, errorsOnly: false });
    expect(hits?.count).toBe(1);
    expect([...visibleNodes(tree, withFold(initialFolds(tree), 0, true), hits?.kept ?? null)]).toEqual([0, 1, 2]);
    expect(searchTrace(tree, columns, { text: ' ', kind: null, errorsOnly: false })).toBeNull();
  });

  it('walks from error to error, round and round', () => {
    const { tree, columns } = treeOf([{ parent: -1 }, { parent: 0, error: true }, { parent: 0 }, { parent: 0, error: true }]);
    expect([nextError(tree, columns, 0), nextError(tree, columns, 1), nextError(tree, columns, 3)]).toEqual([1, 3, 1]);
    expect(nextError(treeOf([{ parent: -1 }]).tree, columns, 0)).toBe(-1);
  });
});
