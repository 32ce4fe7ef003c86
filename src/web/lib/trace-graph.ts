import { nameOf } from './trace-columns.ts';
import type { TraceColumns } from './trace-columns.ts';
import { eachChild } from './trace-time.ts';
import type { TraceTimes } from './trace-time.ts';
import { NODE_SPAN } from './trace-tree.ts';
import type { TraceTree } from './trace-tree.ts';

/** All spans of one kind and name. */
export interface Step {
  readonly kind: number;
  readonly name: string;
  /** Their nodes in the tree's order. */
  readonly nodes: readonly number[];
  readonly errors: number;
  /** Together, in milliseconds; those that ran at once count each for themselves. */
  readonly totalMs: number;
  readonly selfMs: number;
  readonly tokens: number;
  readonly costUsd: number;
  readonly firstStartMs: number;
}

/** One step called another (parent and child), or was followed by it (siblings, one after the other's end). Indexes into the steps. */
export interface StepEdge {
  readonly from: number;
  readonly to: number;
  readonly way: 'calls' | 'then';
  readonly count: number;
}

export interface TraceGraph {
  readonly steps: readonly Step[];
  readonly edges: readonly StepEdge[];
  /** Steps that are not in it, because there are too many to draw. */
  readonly leftOut: number;
}

type OpenStep = { -readonly [Key in keyof Omit<Step, 'nodes'>]: Step[Key] } & { nodes: number[] };

/** A trace's spans by kind and name, with who called whom and what followed what; the `stepsMax` that took longest together. */
export function traceGraph(tree: TraceTree, columns: TraceColumns, times: TraceTimes, stepsMax: number): TraceGraph {
  const { all, stepOf } = collectSteps(tree, columns, times);
  const kept = all
    .map((step, index) => ({ step, index }))
    .toSorted((a, b) => b.step.totalMs - a.step.totalMs)
    .slice(0, stepsMax)
    .toSorted((a, b) => a.step.firstStartMs - b.step.firstStartMs || a.index - b.index);
  const placeOf = new Map(kept.map(({ index }, place) => [index, place]));
  const edges = new Map<string, { from: number; to: number; way: StepEdge['way']; count: number }>();
  const join = (fromNode: number, toNode: number, way: StepEdge['way']): void => {
    const from = placeOf.get(stepOf[fromNode] ?? -1);
    const to = placeOf.get(stepOf[toNode] ?? -1);
    if (from === undefined || to === undefined) return;
    const known = edges.get(`${way} ${from} ${to}`);
    if (known === undefined) edges.set(`${way} ${from} ${to}`, { from, to, way, count: 1 });
    else known.count += 1;
  };
  for (let parent = -1; parent < tree.size; parent++) {
    if (parent >= 0 && (tree.type[parent] !== NODE_SPAN || tree.end[parent] === parent + 1)) continue;
    let before = -1;
    eachChild(tree, parent, (child) => {
      if (parent >= 0) join(parent, child, 'calls');
      if (before >= 0 && (times.endMs[before] ?? 0) <= (times.startMs[child] ?? 0)) join(before, child, 'then');
      before = child;
    });
  }
  return { steps: kept.map(({ step }) => step), edges: [...edges.values()], leftOut: all.length - kept.length };
}

function collectSteps(tree: TraceTree, columns: TraceColumns, times: TraceTimes): { all: readonly Step[]; stepOf: Int32Array } {
  const all: OpenStep[] = [];
  const stepOf = new Int32Array(tree.size).fill(-1);
  const indexes = new Map<string, number>();
  for (let node = 0; node < tree.size; node++) {
    if (tree.type[node] !== NODE_SPAN) continue;
    const row = tree.span[node] ?? 0;
    const kind = columns.kinds[row] ?? 0;
    const key = `${kind} ${columns.nameIndexes[row] ?? 0}`;
    const index = indexes.get(key) ?? all.length;
    indexes.set(key, index);
    stepOf[node] = index;
    all[index] ??= {
      kind,
      name: nameOf(columns, row),
      nodes: [],
      errors: 0,
      totalMs: 0,
      selfMs: 0,
      tokens: 0,
      costUsd: 0,
      firstStartMs: Infinity,
    };
    const step = all[index];
    step.nodes.push(node);
    step.errors += columns.statuses[row] === 2 ? 1 : 0;
    step.totalMs += (times.endMs[node] ?? 0) - (times.startMs[node] ?? 0);
    step.selfMs += times.selfMs[node] ?? 0;
    step.tokens += columns.countedTokens[row] ?? 0;
    step.costUsd += columns.countedCosts[row] ?? 0;
    step.firstStartMs = Math.min(step.firstStartMs, times.startMs[node] ?? 0);
  }
  return { all, stepOf };
}
