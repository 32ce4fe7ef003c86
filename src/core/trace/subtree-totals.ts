import { SPAN_KINDS } from '#contracts/spans/span-kind.ts';
import type { TraceSkeleton } from '#core/ports/whole-trace.ts';
import { REPEAT } from './repeated-call.ts';
import type { SpanTree } from './span-tree.ts';

/** The usage of each span and its subtree, by index. */
export interface SubtreeTotals {
  readonly spans: Int32Array;
  readonly errors: Int32Array;
  /**
   * Tokens of LLM spans only, and of a call that is reported twice only once, so that wrappers
   * which repeat them count once.
   */
  readonly promptTokens: Float64Array;
  readonly completionTokens: Float64Array;
  readonly costUsd: Float64Array;
  /**
   * The latest end in the subtree, in nanoseconds after the trace's start: asynchronous children
   * may outlive their parent.
   */
  readonly endOffsetsNano: Float64Array;
}

const LLM = SPAN_KINDS.indexOf('LLM');
const ERROR_STATUS = 2;

/** Sums up every subtree in one pass from the leaves. */
export function subtreeTotals(tree: SpanTree, skeleton: TraceSkeleton): SubtreeTotals {
  const count = tree.preorder.length;
  const totals: SubtreeTotals = {
    spans: new Int32Array(count),
    errors: new Int32Array(count),
    promptTokens: new Float64Array(count),
    completionTokens: new Float64Array(count),
    costUsd: new Float64Array(count),
    endOffsetsNano: new Float64Array(count).fill(-Infinity),
  };
  for (let place = count - 1; place >= 0; place -= 1) {
    const index = tree.preorder[place] ?? 0;
    add(totals.spans, index, 1);
    add(totals.errors, index, skeleton.statuses[index] === ERROR_STATUS ? 1 : 0);
    const repeats = skeleton.repeats[index] ?? REPEAT.none;
    const hasTokens = skeleton.kinds[index] === LLM && repeats === REPEAT.none;
    add(totals.promptTokens, index, hasTokens ? known(skeleton.promptTokens[index]) : 0);
    add(totals.completionTokens, index, hasTokens ? known(skeleton.completionTokens[index]) : 0);
    add(totals.costUsd, index, repeats === REPEAT.all ? 0 : known(skeleton.costsUsd[index]));
    raise(
      totals.endOffsetsNano,
      index,
      (skeleton.startOffsetsNano[index] ?? 0) + (skeleton.durationsNano[index] ?? 0),
    );
    const parent = tree.parents[index] ?? -1;
    if (parent < 0) continue;
    for (const sums of [
      totals.spans,
      totals.errors,
      totals.promptTokens,
      totals.completionTokens,
      totals.costUsd,
    ])
      add(sums, parent, sums[index] ?? 0);
    raise(totals.endOffsetsNano, parent, totals.endOffsetsNano[index] ?? 0);
  }
  return totals;
}

/** 0 for what the span does not say. */
function known(value: number | undefined): number {
  return value === undefined || Number.isNaN(value) ? 0 : value;
}

function add(sums: Int32Array | Float64Array, index: number, value: number): void {
  sums[index] = (sums[index] ?? 0) + value;
}

function raise(ends: Float64Array, index: number, value: number): void {
  ends[index] = Math.max(ends[index] ?? value, value);
}
