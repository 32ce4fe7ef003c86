import { buildSpanTree } from '#core/trace/span-tree.ts';
import { subtreeTotals } from '#core/trace/subtree-totals.ts';
import { storedSpanOf, type NarrowSpan } from '../../schema/stored-span.ts';
import { loadedTrace, skeletonOf } from '../skeleton.ts';
import type { ListedSpan, Tokens } from './filter-views.ts';

const NO_TOKENS: Tokens = { prompt: 0, completion: 0 };

/** Says of all spans of a trace whether their parents are there. */
export function findParents(spans: readonly ListedSpan[]): void {
  const ids = new Set(spans.map(({ row }) => row.spanId));
  for (const span of spans) span.isChild = ids.has(span.row.parentSpanId ?? '');
}

/** Sums the tokens below each span of a trace, of which all are given. */
export function sumTokens(spans: readonly ListedSpan[]): void {
  putTokens(
    spans,
    spans.flatMap(({ row }) => storedSpanOf(row) ?? []),
  );
}

/** Sums the tokens below some spans of a trace, from all that are stored. */
export function putTokens(spans: readonly ListedSpan[], stored: readonly NarrowSpan[]): void {
  const trace = loadedTrace(stored);
  const sums = new Map<number, Tokens>();
  if (trace !== null) {
    const skeleton = skeletonOf(trace, Infinity);
    const { promptTokens, completionTokens } = subtreeTotals(
      buildSpanTree(skeleton.parents),
      skeleton,
    );
    for (const [at, id] of skeleton.ids.entries())
      sums.set(id, { prompt: promptTokens[at] ?? 0, completion: completionTokens[at] ?? 0 });
  }
  for (const span of spans) span.tokens = sums.get(span.row.id) ?? NO_TOKENS;
}
