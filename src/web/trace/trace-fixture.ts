import { columnsOfSkeleton, type SkeletonInput, type TraceColumns } from './trace-skeleton.ts';
import { buildTraceTree, type TraceTree } from './trace-tree.ts';

/**
 * A span of a made-up trace; times in milliseconds, the parent by its place in the list (-1: a
 * root, -2: never received).
 */
export interface GivenSpan {
  readonly parent: number;
  readonly missing?: string;
  readonly name?: string;
  readonly error?: boolean;
  readonly kind?: number;
  readonly cost?: number;
  readonly tokens?: number;
  /** Where the two counts matter, in place of `tokens`. */
  readonly prompt?: number | null;
  readonly completion?: number | null;
  readonly model?: string | null;
  readonly startMs?: number;
  readonly durationMs?: number;
  /** No end was sent. */
  readonly open?: boolean;
  /** The usage that sums exclude. */
  readonly repeats?: number;
}

/** A trace as its columns and its tree, for tests. */
export function traceOf(spans: readonly GivenSpan[]): {
  readonly columns: TraceColumns;
  readonly tree: TraceTree;
} {
  const columns = columnsOfSkeleton(skeletonOf(spans));
  return { columns, tree: buildTraceTree(columns) };
}

/** A trace as the server sends it, for tests. */
export function skeletonOf(spans: readonly GivenSpan[]): SkeletonInput {
  const names = [...new Set(spans.map((one, index) => one.name ?? `s${index}`))];
  const placeOfName = new Map(names.map((name, place) => [name, place]));
  return {
    span_ids: spans.map((_, index) => index.toString(16).padStart(16, '0')),
    parents: spans.map((one) => one.parent),
    missing_parents: Object.fromEntries(
      spans.flatMap((one, index) =>
        one.missing === undefined ? [] : [[String(index), one.missing]],
      ),
    ),
    start_offsets_ns: spans.map((one, index) => (one.startMs ?? index) * 1e6),
    durations_ns: spans.map((one) => (one.durationMs ?? 1) * 1e6),
    names,
    name_indexes: spans.map((one, index) => placeOfName.get(one.name ?? `s${index}`) ?? -1),
    kinds: spans.map((one) => one.kind ?? 0),
    statuses: spans.map((one) => (one.error === true ? 2 : 0)),
    token_counts_prompt: spans.map((one) => one.prompt ?? one.tokens ?? null),
    token_counts_completion: spans.map((one) => one.completion ?? null),
    costs_usd: spans.map((one) => one.cost ?? null),
    first_tokens_ns: spans.map(() => null),
    open_spans: spans.flatMap((one, index) => (one.open === true ? [index] : [])),
    models: spans.map((one) => one.model ?? null),
    repeats: Object.fromEntries(
      spans.flatMap((one, index) =>
        one.repeats === undefined ? [] : [[String(index), one.repeats]],
      ),
    ),
  };
}
