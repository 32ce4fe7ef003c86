import { SPAN_KINDS } from '#contracts/spans/span-kind.ts';
import type { TraceColumns } from './trace-skeleton.ts';

/** The content of a tree row. */
export const NODE_SPAN = 0;
/** A parent that spans refer to and that never arrived. */
export const NODE_MISSING = 1;
/** A run of equal leaves ("classify × 412"). */
export const NODE_GROUP = 2;

/** So many equal leaves in a row become a group. */
export const GROUP_MIN = 10;
const LLM = SPAN_KINDS.indexOf('LLM');
const EMBEDDING = SPAN_KINDS.indexOf('EMBEDDING');
const ERROR = 2;

/**
 * A trace's rows in the order they are shown (depth first, siblings by start), as columns: no
 * object per row, so that 100,000 spans cost a few megabytes. A node is its position; the subtree
 * of `i` is `i` up to `end[i]`, and its children are found by skipping from end to end.
 */
export interface TraceTree {
  readonly size: number;
  readonly type: Uint8Array;
  /** The span's row in the columns; -1 for rows that are no span. */
  readonly span: Int32Array;
  readonly nodeOfSpan: Int32Array;
  readonly parent: Int32Array;
  readonly depth: Uint16Array;
  readonly end: Int32Array;
  /** Spans with status ERROR in the subtree, itself included. */
  readonly errors: Int32Array;
  /** Cost of the LLM and embedding spans in the subtree, itself included; 0 when none is known. */
  readonly costUsd: Float64Array;
  /** Tokens of the LLM spans in the subtree. */
  readonly tokens: Float64Array;
  /** Spans in the subtree, itself included when it is one. */
  readonly spans: Int32Array;
  readonly depthMax: number;
  /** Parents never received: how often, and the id of each by node. */
  readonly missing: ReadonlyMap<number, string>;
}

/**
 * Orders a trace's columns into a tree. Loops among parents (hostile or broken senders) are cut
 * open, so every span shows once.
 */
export function buildTraceTree(columns: TraceColumns): TraceTree {
  return new TreeBuilder(columns).build();
}

class TreeBuilder {
  readonly #columns: TraceColumns;
  readonly #head: Int32Array;
  readonly #next: Int32Array;
  readonly #placed: Uint8Array;
  readonly #type: number[] = [];
  readonly #span: number[] = [];
  readonly #parent: number[] = [];
  readonly #depth: number[] = [];
  readonly #missing = new Map<number, string>();
  /**
   * Triples waiting to be placed: the node to go under, a span's row, and how many equal leaves
   * begin with it.
   */
  readonly #stack: number[] = [];

  constructor(columns: TraceColumns) {
    const count = columns.count;
    this.#columns = columns;
    this.#head = new Int32Array(count).fill(-1);
    this.#next = new Int32Array(count).fill(-1);
    this.#placed = new Uint8Array(count);
    for (let row = count - 1; row >= 0; row--) {
      const parent = columns.parents[row] ?? -1;
      if (parent < 0 || parent === row || parent >= count) continue;
      this.#next[row] = this.#head[parent] ?? -1;
      this.#head[parent] = row;
    }
  }

  build(): TraceTree {
    const { count, parents, missingParents } = this.#columns;
    const orphans = this.#orphans();
    for (let row = 0; row < count; row++) {
      if (parents[row] === -1 || parents[row] === row) this.#place(row, -1);
      if (parents[row] !== -2) continue;
      const id = missingParents[row] ?? '';
      const siblings = orphans.get(id);
      if (siblings === undefined) continue;
      orphans.delete(id);
      const node = this.#push(NODE_MISSING, -1, -1);
      this.#missing.set(node, id);
      this.#stackSiblings(siblings, node);
      this.#drain();
    }
    for (let row = 0; row < count; row++) if (this.#placed[row] === 0) this.#place(row, -1);
    return this.#finish();
  }

  /**
   * Rows whose parent was never received, by that parent's id, linked to each other as siblings
   * are.
   */
  #orphans(): Map<string, number[]> {
    const { count, parents, missingParents } = this.#columns;
    const orphans = new Map<string, number[]>();
    for (let row = 0; row < count; row++) {
      if (parents[row] !== -2) continue;
      const id = missingParents[row] ?? '';
      const siblings = orphans.get(id);
      if (siblings === undefined) {
        orphans.set(id, [row]);
        continue;
      }
      this.#next[siblings.at(-1) ?? row] = row;
      siblings.push(row);
    }
    return orphans;
  }

  #push(type: number, span: number, parent: number): number {
    this.#type.push(type);
    this.#span.push(span);
    this.#parent.push(parent);
    this.#depth.push(parent < 0 ? 0 : (this.#depth[parent] ?? 0) + 1);
    return this.#type.length - 1;
  }

  #place(row: number, parent: number): void {
    this.#stack.push(parent, row, 1);
    this.#drain();
  }

  #drain(): void {
    while (this.#stack.length > 0) {
      const run = this.#stack.pop() ?? 1;
      const row = this.#stack.pop() ?? 0;
      const parent = this.#stack.pop() ?? -1;
      if (run > 1) this.#placeGroup(row, run, parent);
      else this.#placeSpan(row, parent);
    }
  }

  #placeSpan(row: number, parent: number): void {
    if (this.#placed[row] === 1) return;
    this.#placed[row] = 1;
    const node = this.#push(NODE_SPAN, row, parent);
    const children: number[] = [];
    for (let child = this.#head[row] ?? -1; child >= 0; child = this.#next[child] ?? -1)
      children.push(child);
    if (children.length > 0) this.#stackSiblings(children, node);
  }

  /** Leaves only, so nothing is pushed. */
  #placeGroup(first: number, run: number, parent: number): void {
    const group = this.#push(NODE_GROUP, first, parent);
    for (let row = first, i = 0; i < run && row >= 0; row = this.#next[row] ?? -1, i++) {
      this.#placed[row] = 1;
      this.#push(NODE_SPAN, row, group);
    }
  }

  /** Puts siblings on the stack, last first, a long run of equal leaves as one. */
  #stackSiblings(rows: readonly number[], parent: number): void {
    const starts: number[] = [];
    for (let from = 0; from < rows.length;) {
      starts.push(from);
      const to = rows.length < GROUP_MIN ? from + 1 : this.#runEnd(rows, from);
      from = to - from >= GROUP_MIN ? to : from + 1;
    }
    for (let i = starts.length - 1, to = rows.length; i >= 0; i--) {
      const from = starts[i] ?? 0;
      this.#stack.push(parent, rows[from] ?? 0, to - from);
      to = from;
    }
  }

  #runEnd(rows: readonly number[], from: number): number {
    const { nameIndexes, kinds } = this.#columns;
    const first = rows[from] ?? 0;
    if (this.#head[first] !== -1) return from + 1;
    let to = from + 1;
    for (; to < rows.length; to++) {
      const row = rows[to] ?? 0;
      if (
        this.#head[row] !== -1 ||
        nameIndexes[row] !== nameIndexes[first] ||
        kinds[row] !== kinds[first]
      )
        break;
    }
    return to;
  }

  #finish(): TraceTree {
    const size = this.#type.length;
    const { statuses, kinds, countedCosts, countedTokens, count } = this.#columns;
    const type = Uint8Array.from(this.#type);
    const span = Int32Array.from(this.#span);
    const parent = Int32Array.from(this.#parent);
    const nodeOfSpan = new Int32Array(count).fill(-1);
    const end = new Int32Array(size);
    const errors = new Int32Array(size);
    const costUsd = new Float64Array(size);
    const tokens = new Float64Array(size);
    const spans = new Int32Array(size);
    let depthMax = 0;
    for (let node = size - 1; node >= 0; node--) {
      const row = span[node] ?? -1;
      if (type[node] === NODE_SPAN) {
        nodeOfSpan[row] = node;
        spans[node] = (spans[node] ?? 0) + 1;
        if (statuses[row] === ERROR) errors[node] = (errors[node] ?? 0) + 1;
        if (kinds[row] === LLM || kinds[row] === EMBEDDING)
          costUsd[node] = (costUsd[node] ?? 0) + (countedCosts[row] ?? 0);
        if (kinds[row] === LLM) {
          tokens[node] = (tokens[node] ?? 0) + (countedTokens[row] ?? 0);
        }
      }
      depthMax = Math.max(depthMax, this.#depth[node] ?? 0);
      end[node] = Math.max(end[node] ?? 0, node + 1);
      const up = parent[node] ?? -1;
      if (up < 0) continue;
      end[up] = Math.max(end[up] ?? 0, end[node] ?? 0);
      errors[up] = (errors[up] ?? 0) + (errors[node] ?? 0);
      costUsd[up] = (costUsd[up] ?? 0) + (costUsd[node] ?? 0);
      tokens[up] = (tokens[up] ?? 0) + (tokens[node] ?? 0);
      spans[up] = (spans[up] ?? 0) + (spans[node] ?? 0);
    }
    const depth = Uint16Array.from(this.#depth);
    return {
      size,
      type,
      span,
      nodeOfSpan,
      parent,
      depth,
      end,
      errors,
      costUsd,
      tokens,
      spans,
      depthMax,
      missing: this.#missing,
    };
  }
}
