import type { TraceColumns } from './trace-skeleton.ts';
import { eachChild, type TraceTimes } from './trace-time.ts';
import { NODE_GROUP, NODE_SPAN, type TraceTree } from './trace-tree.ts';

/**
 * The grouping of spans into steps: by kind and name; also by depth; or by kind, depth and the name
 * without its numbers ("shard 17", "shard #").
 */
export const MERGES = ['name', 'depth', 'pattern'] as const;
export type Merge = (typeof MERGES)[number];

/** Spans that are drawn as one. */
export interface Step {
  readonly kind: number;
  /** As it is shown: with "#" in place of numbers where names were merged. */
  readonly name: string;
  /** Where in the tree its spans are; null where that doesn't matter. */
  readonly depth: number | null;
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

/**
 * One step called another (parent and child), or was followed by it (siblings, one after the
 * other's end). Indexes into the steps.
 */
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
  readonly merge: Merge;
}

type OpenStep = { -readonly [Key in keyof Omit<Step, 'nodes'>]: Step[Key] } & { nodes: number[] };

/**
 * More calls than this for each step, and a few for small graphs, are too many lines to follow; by
 * depth, all of them lead one layer on.
 */
const CALLS_PER_STEP_MAX: Readonly<Record<Merge, number>> = { name: 1.5, depth: 3, pattern: 3 };
const CALLS_FREE = 20;

/**
 * The first graph that can be read, of those that merge more and more; else one by name, with
 * `isReadable` false.
 */
export function readableGraph(
  tree: TraceTree,
  columns: TraceColumns,
  times: TraceTimes,
  stepsMax: number,
): { readonly graph: TraceGraph; readonly isReadable: boolean } {
  for (const merge of MERGES) {
    const graph = traceGraph(tree, columns, times, stepsMax, merge);
    const calls = graph.edges.filter(({ way }) => way === 'calls').length;
    if (
      calls <= CALLS_FREE + CALLS_PER_STEP_MAX[merge] * graph.steps.length &&
      graph.leftOut <= stepsMax
    )
      return { graph, isReadable: true };
  }
  return { graph: traceGraph(tree, columns, times, stepsMax), isReadable: false };
}

/**
 * A trace's spans as steps, with who called whom and what followed what; the `stepsMax` that took
 * longest together.
 */
export function traceGraph(
  tree: TraceTree,
  columns: TraceColumns,
  times: TraceTimes,
  stepsMax: number,
  merge: Merge = 'name',
): TraceGraph {
  const { all, stepOf } = collectSteps(tree, columns, times, merge);
  const kept = all
    .map((step, index) => ({ step, index }))
    .toSorted((a, b) => b.step.totalMs - a.step.totalMs)
    .slice(0, stepsMax)
    .toSorted((a, b) => a.step.firstStartMs - b.step.firstStartMs || a.index - b.index);
  const placeOf = new Map(kept.map(({ index }, place) => [index, place]));
  const edges = new Map<
    number,
    { from: number; to: number; way: StepEdge['way']; count: number }
  >();
  const join = (fromNode: number, toNode: number, way: StepEdge['way']): void => {
    const from = placeOf.get(stepOf[fromNode] ?? -1);
    const to = placeOf.get(stepOf[toNode] ?? -1);
    if (from === undefined || to === undefined) return;
    const key = (from * stepsMax + to) * 2 + (way === 'calls' ? 1 : 0);
    const known = edges.get(key);
    if (known === undefined) edges.set(key, { from, to, way, count: 1 });
    else known.count += 1;
  };
  for (let parent = -1; parent < tree.size; parent++) {
    if (parent >= 0 && (tree.type[parent] !== NODE_SPAN || tree.end[parent] === parent + 1))
      continue;
    let before = -1;
    eachChild(tree, parent, (child) => {
      if (parent >= 0) join(parent, child, 'calls');
      if (before >= 0 && (times.endMs[before] ?? 0) <= (times.startMs[child] ?? 0))
        join(before, child, 'then');
      before = child;
    });
  }
  return {
    steps: kept.map(({ step }) => step),
    edges: [...edges.values()],
    leftOut: all.length - kept.length,
    merge,
  };
}

/** The name of each name index, as steps are merged by it. */
function mergedNames(columns: TraceColumns, merge: Merge): readonly string[] {
  return merge === 'pattern'
    ? columns.names.map((name) => name.replace(/\d+/g, '#'))
    : columns.names;
}

function collectSteps(
  tree: TraceTree,
  columns: TraceColumns,
  times: TraceTimes,
  merge: Merge,
): { all: readonly Step[]; stepOf: Int32Array } {
  const all: OpenStep[] = [];
  const stepOf = new Int32Array(tree.size).fill(-1);
  const indexes = new Map<string, number>();
  const names = mergedNames(columns, merge);
  const depths = merge === 'name' ? null : depthsOf(tree);
  for (let node = 0; node < tree.size; node++) {
    if (tree.type[node] !== NODE_SPAN) continue;
    const row = tree.span[node] ?? 0;
    const kind = columns.kinds[row] ?? 0;
    const name = names[columns.nameIndexes[row] ?? -1] ?? '';
    const depth = depths === null ? null : (depths[node] ?? 0);
    const key = `${kind} ${depth ?? ''} ${name}`;
    const index = indexes.get(key) ?? all.length;
    indexes.set(key, index);
    stepOf[node] = index;
    all[index] ??= {
      kind,
      name,
      depth,
      nodes: [],
      errors: 0,
      totalMs: 0,
      selfMs: 0,
      tokens: 0,
      costUsd: 0,
      firstStartMs: Infinity,
    };
    add(all[index], node, row, columns, times);
  }
  return { all, stepOf };
}

/**
 * How many spans or missing parents each node is under: a row that groups equal leaves is none of
 * them.
 */
function depthsOf(tree: TraceTree): Int32Array {
  const depths = new Int32Array(tree.size);
  for (let node = 0; node < tree.size; node++) {
    const parent = tree.parent[node] ?? -1;
    if (parent >= 0)
      depths[node] = (depths[parent] ?? 0) + (tree.type[parent] === NODE_GROUP ? 0 : 1);
  }
  return depths;
}

function add(
  step: OpenStep,
  node: number,
  row: number,
  columns: TraceColumns,
  times: TraceTimes,
): void {
  step.nodes.push(node);
  step.errors += columns.statuses[row] === 2 ? 1 : 0;
  step.totalMs += (times.endMs[node] ?? 0) - (times.startMs[node] ?? 0);
  step.selfMs += times.selfMs[node] ?? 0;
  step.tokens += columns.countedTokens[row] ?? 0;
  step.costUsd += columns.countedCosts[row] ?? 0;
  step.firstStartMs = Math.min(step.firstStartMs, times.startMs[node] ?? 0);
}
