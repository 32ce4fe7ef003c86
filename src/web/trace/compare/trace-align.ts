import { nameOf, type TraceColumns } from '#web/trace/trace-skeleton.ts';
import { eachChild } from '#web/trace/trace-time.ts';
import { NODE_SPAN, type TraceTree } from '#web/trace/trace-tree.ts';

/** A trace to align. */
export interface AlignSide {
  readonly tree: TraceTree;
  readonly columns: TraceColumns;
}

/**
 * A row of two traces side by side: the node of each, -1 where the other has nothing like it.
 * Groups are no rows: their members are.
 */
export interface AlignedRow {
  readonly a: number;
  readonly b: number;
  readonly depth: number;
}

/**
 * A larger table of two lists of siblings than this is not filled: equal names are then paired in
 * their order.
 */
const TABLE_MAX = 1_000_000;

interface Pair {
  readonly a: number;
  readonly b: number;
}

/**
 * Two traces as one tree, depth first. Siblings are paired if kind and name are equal: first along
 * the longest common subsequence of the two lists, so that inserted and removed spans move nothing
 * else; then, in order, the rest with equal kind and name (reordered steps). Spans without a
 * partner are added or removed, with their subtrees. Two single roots are a pair whatever their
 * names. Swapping the sides gives the same pairs, with added and removed swapped.
 */
export function alignTraces(a: AlignSide, b: AlignSide): readonly AlignedRow[] {
  const rows: AlignedRow[] = [];
  const stack: AlignedRow[] = [];
  const push = (pairs: readonly Pair[], depth: number): void => {
    for (const pair of pairs.toReversed()) stack.push({ ...pair, depth });
  };
  const [rootsA, rootsB] = [childrenOf(a, -1), childrenOf(b, -1)];
  const [rootA, rootB] = [rootsA[0], rootsB[0]];
  const lone =
    rootsA.length === 1 && rootsB.length === 1 && rootA !== undefined && rootB !== undefined;
  push(lone ? [{ a: rootA, b: rootB }] : alignSiblings(a, rootsA, b, rootsB), 0);
  for (let row = stack.pop(); row !== undefined; row = stack.pop()) {
    rows.push(row);
    push(
      alignSiblings(
        a,
        row.a < 0 ? [] : childrenOf(a, row.a),
        b,
        row.b < 0 ? [] : childrenOf(b, row.b),
      ),
      row.depth + 1,
    );
  }
  return rows;
}

function childrenOf({ tree }: AlignSide, node: number): readonly number[] {
  const children: number[] = [];
  eachChild(tree, node, (child) => children.push(child));
  return children;
}

/** The identity of a step. */
export function keyOf({ tree, columns }: AlignSide, node: number): string {
  if (tree.type[node] !== NODE_SPAN) return 'missing';
  const row = tree.span[node] ?? -1;
  return `${columns.kinds[row] ?? 0} ${nameOf(columns, row)}`;
}

/**
 * Pairs and lone ones in an order that keeps each list's own, but for steps that changed places.
 */
function alignSiblings(
  a: AlignSide,
  nodesA: readonly number[],
  b: AlignSide,
  nodesB: readonly number[],
): readonly Pair[] {
  const keysA = nodesA.map((node) => keyOf(a, node));
  const keysB = nodesB.map((node) => keyOf(b, node));
  const partner =
    keysA.length * keysB.length > TABLE_MAX
      ? new Int32Array(keysA.length).fill(-1)
      : commonSubsequence(keysA, keysB);
  const inOrder = new Set(partner);
  const taken = pairLeftovers(keysA, keysB, partner);
  const pairs: Pair[] = [];
  let nextB = 0;
  const flushB = (until: number): void => {
    for (; nextB < until; nextB++)
      if (!taken.has(nextB)) pairs.push({ a: -1, b: nodesB[nextB] ?? -1 });
  };
  for (const [at, node] of nodesA.entries()) {
    const other = partner[at] ?? -1;
    if (other >= 0 && inOrder.has(other)) flushB(other);
    pairs.push({ a: node, b: other < 0 ? -1 : (nodesB[other] ?? -1) });
  }
  flushB(nodesB.length);
  return pairs;
}

/**
 * For each of the first list its place in the second along a longest common subsequence, or -1
 * (Wagner and Fischer's table).
 */
function commonSubsequence(a: readonly string[], b: readonly string[]): Int32Array {
  const wide = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * wide);
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i * wide + j] =
        a[i] === b[j]
          ? (lengths[(i + 1) * wide + j + 1] ?? 0) + 1
          : Math.max(lengths[(i + 1) * wide + j] ?? 0, lengths[i * wide + j + 1] ?? 0);
  const partner = new Int32Array(a.length).fill(-1);
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const [nameA = '', nameB = ''] = [a[i], b[j]];
    const gain = (lengths[(i + 1) * wide + j] ?? 0) - (lengths[i * wide + j + 1] ?? 0);
    if (nameA === nameB) partner[i++] = j++;
    // Where both are as long the names decide, not the sides: with the sides exchanged the pairs
    // are the same.
    else if (gain > 0 || (gain === 0 && nameA < nameB)) i += 1;
    else j += 1;
  }
  return partner;
}

/**
 * Pairs what is left with equal keys, first with first; gives all places of the second list that
 * have a partner.
 */
function pairLeftovers(
  a: readonly string[],
  b: readonly string[],
  partner: Int32Array,
): ReadonlySet<number> {
  const taken = new Set([...partner].filter((at) => at >= 0));
  const free = new Map<string, number[]>();
  for (const [at, key] of b.entries()) {
    if (taken.has(at)) continue;
    const places = free.get(key);
    if (places === undefined) free.set(key, [at]);
    else places.push(at);
  }
  for (const places of free.values()) places.reverse();
  for (const [at, key] of a.entries()) {
    if ((partner[at] ?? -1) >= 0) continue;
    const other = free.get(key)?.pop();
    if (other === undefined) continue;
    partner[at] = other;
    taken.add(other);
  }
  return taken;
}
