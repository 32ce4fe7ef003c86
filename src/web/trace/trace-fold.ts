import { NODE_GROUP, NODE_SPAN, type TraceTree } from './trace-tree.ts';
import { nameOf, type TraceColumns } from './trace-skeleton.ts';

/** Above so many spans, a trace opens folded. */
const OPEN_WHOLE_MAX = 500;
const OPEN_DEPTH = 2;

/**
 * 1 for each node whose children are hidden. Never changed in place: a new one for each change, so
 * that views can compare.
 */
export type Folds = Uint8Array;

/**
 * How a trace opens: whole when small, else to depth 2; groups folded; every path to an error open.
 */
export function initialFolds(tree: TraceTree): Folds {
  const folds = new Uint8Array(tree.size);
  const small = tree.size <= OPEN_WHOLE_MAX;
  for (let node = 0; node < tree.size; node++) {
    if (!hasChildren(tree, node)) continue;
    const deep =
      tree.type[node] === NODE_GROUP || (!small && (tree.depth[node] ?? 0) >= OPEN_DEPTH);
    if (deep && !errorBelow(tree, node)) folds[node] = 1;
  }
  return folds;
}

/** Whether some descendant failed. */
function errorBelow(tree: TraceTree, node: number): boolean {
  for (let child = node + 1; child < (tree.end[node] ?? 0); child = tree.end[child] ?? tree.size) {
    if ((tree.errors[child] ?? 0) > 0) return true;
  }
  return false;
}

export function hasChildren(tree: TraceTree, node: number): boolean {
  return (tree.end[node] ?? 0) > node + 1;
}

/** A trace as it was, with its folds. */
export interface FoldedTrace {
  readonly tree: TraceTree;
  readonly columns: TraceColumns;
  readonly folds: Folds;
}

/**
 * The folds of a trace whose spans changed: folded and open nodes stay so, and new ones have their
 * default.
 */
export function carriedFolds(before: FoldedTrace, tree: TraceTree, columns: TraceColumns): Folds {
  const known = new Map<string, number>();
  for (let node = 0; node < before.tree.size; node++)
    if (hasChildren(before.tree, node))
      known.set(identityOf(before.tree, before.columns, node), before.folds[node] ?? 0);
  const folds = initialFolds(tree);
  for (let node = 0; node < tree.size; node++) {
    if (!hasChildren(tree, node)) continue;
    const was = known.get(identityOf(tree, columns, node));
    if (was !== undefined) folds[node] = was;
  }
  return folds;
}

/**
 * A node's identity across trees of the same trace: its span, the first span of a group, the id of
 * a missing parent.
 */
export function identityOf(
  { type, span, missing }: TraceTree,
  columns: TraceColumns,
  node: number,
): string {
  return `${type[node] ?? 0} ${missing.get(node) ?? columns.spanIds[span[node] ?? -1] ?? ''}`;
}

/** Folds or opens one node. */
export function withFold(folds: Folds, node: number, folded: boolean): Folds {
  const next = folds.slice();
  next[node] = folded ? 1 : 0;
  return next;
}

/** Everything folded to the roots, or everything opened. */
export function foldAll(tree: TraceTree, folded: boolean): Folds {
  const folds = new Uint8Array(tree.size);
  if (folded)
    for (let node = 0; node < tree.size; node++) folds[node] = hasChildren(tree, node) ? 1 : 0;
  return folds;
}

/**
 * Opened down to a depth (1 shows the roots and their children), and folded below, groups with
 * them; or everything opened.
 */
export function foldToDepth(tree: TraceTree, depth: number | 'all'): Folds {
  if (depth === 'all') return foldAll(tree, false);
  const folds = new Uint8Array(tree.size);
  for (let node = 0; node < tree.size; node++)
    if (
      hasChildren(tree, node) &&
      ((tree.depth[node] ?? 0) >= depth || tree.type[node] === NODE_GROUP)
    )
      folds[node] = 1;
  return folds;
}

/**
 * All spans of a kind folded or opened, the others as they are; roots stay as they are, since
 * nothing would be left to see.
 */
export function foldKind(
  tree: TraceTree,
  columns: TraceColumns,
  before: Folds,
  kind: number,
  folded: boolean,
): Folds {
  const folds = before.slice();
  for (let node = 0; node < tree.size; node++)
    if (isFoldable(tree, node) && columns.kinds[tree.span[node] ?? -1] === kind)
      folds[node] = folded ? 1 : 0;
  return folds;
}

/** How many spans of each kind can be folded by kind. */
export function foldableKinds(tree: TraceTree, columns: TraceColumns, kinds: number): Int32Array {
  const counts = new Int32Array(kinds);
  for (let node = 0; node < tree.size; node++) {
    const kind = columns.kinds[tree.span[node] ?? -1];
    if (kind !== undefined && isFoldable(tree, node)) counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

function isFoldable(tree: TraceTree, node: number): boolean {
  return tree.type[node] === NODE_SPAN && (tree.depth[node] ?? 0) > 0 && hasChildren(tree, node);
}

/** Opened down to one node, so that it shows. */
export function withNodeShown(tree: TraceTree, folds: Folds, node: number): Folds {
  let next: Folds | null = null;
  for (let up = tree.parent[node] ?? -1; up >= 0; up = tree.parent[up] ?? -1) {
    if (folds[up] !== 1) continue;
    next ??= folds.slice();
    next[up] = 0;
  }
  return next ?? folds;
}

/**
 * The nodes on screen, in order. With `kept`, only those kept, and folds do not count: a search
 * shows all it found.
 */
export function visibleNodes(tree: TraceTree, folds: Folds, kept: Uint8Array | null): Int32Array {
  const nodes = new Int32Array(tree.size);
  let count = 0;
  for (let node = 0; node < tree.size;) {
    if (kept !== null && kept[node] !== 1) {
      node += 1;
      continue;
    }
    nodes[count] = node;
    count += 1;
    node = kept === null && folds[node] === 1 ? (tree.end[node] ?? tree.size) : node + 1;
  }
  return nodes.subarray(0, count);
}

/**
 * The spans of one kind in start order, as a list without a tree; of those found when something is
 * searched.
 */
export function nodesOfKind(
  tree: TraceTree,
  columns: TraceColumns,
  kind: number,
  hits: Uint8Array | null,
): Int32Array {
  const nodes: number[] = [];
  for (let row = 0; row < columns.count; row++) {
    const node = tree.nodeOfSpan[row] ?? -1;
    if (node >= 0 && columns.kinds[row] === kind && (hits === null || hits[node] === 1))
      nodes.push(node);
  }
  return Int32Array.from(nodes);
}

export interface TraceSearch {
  /** Part of a name, model, error's text or span id; compared without case. */
  readonly text: string;
  /** Index into SPAN_KINDS, or null for all. */
  readonly kind: number | null;
  readonly errorsOnly: boolean;
  /** Error texts of failed spans, by row, in lower case. */
  readonly errorTexts?: ReadonlyMap<number, string>;
  /** Spans of one service alone: its index, and that of each row's. */
  readonly service?: { readonly index: number; readonly indexes: readonly number[] } | null;
}

export interface TraceHits {
  /** 1 for hits, their ancestors and their descendants. */
  readonly kept: Uint8Array;
  readonly hits: Uint8Array;
  readonly count: number;
}

/** The result of a search, or null for an empty one. */
export function searchTrace(
  tree: TraceTree,
  columns: TraceColumns,
  search: TraceSearch,
): TraceHits | null {
  const needle = search.text.trim().toLowerCase();
  const isService = search.service !== undefined && search.service !== null;
  if (needle === '' && search.kind === null && !search.errorsOnly && !isService) return null;
  const kept = new Uint8Array(tree.size);
  const hits = new Uint8Array(tree.size);
  let count = 0;
  for (let node = 0; node < tree.size; node++) {
    const row = tree.span[node] ?? -1;
    if (tree.type[node] !== NODE_SPAN || !rowMatches(columns, row, needle, search)) continue;
    hits[node] = 1;
    count += 1;
    // Descendants come along, but for a hit by kind, service or error alone they would only hide
    // the answer.
    if (needle !== '') kept.fill(1, node, tree.end[node]);
    kept[node] = 1;
    for (let up = tree.parent[node] ?? -1; up >= 0 && kept[up] !== 1; up = tree.parent[up] ?? -1)
      kept[up] = 1;
  }
  return { kept, hits, count };
}

function rowMatches(
  columns: TraceColumns,
  row: number,
  needle: string,
  search: TraceSearch,
): boolean {
  if (search.kind !== null && columns.kinds[row] !== search.kind) return false;
  if (
    search.service !== undefined &&
    search.service !== null &&
    search.service.indexes[row] !== search.service.index
  )
    return false;
  if (search.errorsOnly && columns.statuses[row] !== 2) return false;
  if (needle === '') return true;
  if (nameOf(columns, row).toLowerCase().includes(needle)) return true;
  if ((columns.models[row] ?? '').toLowerCase().includes(needle)) return true;
  if (search.errorTexts?.get(row)?.includes(needle) === true) return true;
  return needle.length >= 4 && (columns.spanIds[row] ?? '').startsWith(needle);
}
