import { subtreeTotals } from '#core/trace/subtree-totals.ts';
import { buildSpanTree } from '#core/trace/span-tree.ts';
import type { SkeletonReader } from './skeleton-reader.ts';
import type { SpanLookup } from './span-lookup.ts';

export interface Tokens {
  readonly prompt: number;
  readonly completion: number;
}

const NONE: Tokens = { prompt: 0, completion: 0 };
/**
 * Lists meet the spans of a trace close to each other: its sums are made once, not once for each.
 */
const TRACES_KEPT = 64;

/** The token usage of the LLM spans in the subtree of each span of a trace. */
export class CumulativeTokens {
  readonly #lookup: SpanLookup;
  readonly #skeletons: SkeletonReader;
  readonly #kept = new Map<number, ReadonlyMap<number, Tokens>>();

  constructor(lookup: SpanLookup, skeletons: SkeletonReader) {
    this.#lookup = lookup;
    this.#skeletons = skeletons;
  }

  /** Starts a snapshot: traces may have grown since. */
  forget(): void {
    this.#kept.clear();
  }

  of(traceNumber: number, spanNumber: number): Tokens {
    let sums = this.#kept.get(traceNumber);
    if (sums === undefined) {
      sums = this.#sumsOf(traceNumber);
      const [oldest] = this.#kept.keys();
      if (this.#kept.size >= TRACES_KEPT && oldest !== undefined) this.#kept.delete(oldest);
      this.#kept.set(traceNumber, sums);
    }
    return sums.get(spanNumber) ?? NONE;
  }

  #sumsOf(traceNumber: number): ReadonlyMap<number, Tokens> {
    const trace = this.#lookup.trace(traceNumber);
    if (trace === null) return new Map();
    const skeleton = this.#skeletons.read(trace, trace.spanCount);
    const { promptTokens, completionTokens } = subtreeTotals(
      buildSpanTree(skeleton.parents),
      skeleton,
    );
    return new Map(
      Array.from(skeleton.ids, (id, i) => [
        id,
        { prompt: promptTokens[i] ?? 0, completion: completionTokens[i] ?? 0 },
      ]),
    );
  }
}
