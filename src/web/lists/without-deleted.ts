import type { SkeletonInput } from '#web/trace/trace-skeleton.ts';

interface SpansSkeleton extends SkeletonInput {
  readonly ids: readonly number[];
}

/**
 * A trace's columns without some of its spans; their children become spans whose parent was not
 * received, as they will be.
 */
export function withoutSpans<Skeleton extends SpansSkeleton>(
  skeleton: Skeleton,
  gone: ReadonlySet<string>,
): Skeleton {
  const kept = rowsLeft(skeleton.span_ids, gone);
  if (kept.length === skeleton.span_ids.length) return skeleton;
  const pick = picker(kept);
  const place = new Map(kept.map((row, at) => [row, at]));
  const missing = kept.flatMap((row, at): [string, string][] => {
    const parent = skeleton.parents[row] ?? -1;
    const id =
      parent >= 0 && !place.has(parent)
        ? skeleton.span_ids[parent]
        : skeleton.missing_parents[String(row)];
    return id === undefined ? [] : [[String(at), id]];
  });
  return {
    ...skeleton,
    ids: pick(skeleton.ids),
    span_ids: pick(skeleton.span_ids),
    parents: pick(skeleton.parents).map((parent) =>
      parent < 0 ? parent : (place.get(parent) ?? -2),
    ),
    missing_parents: Object.fromEntries(missing),
    start_offsets_ns: pick(skeleton.start_offsets_ns),
    durations_ns: pick(skeleton.durations_ns),
    name_indexes: pick(skeleton.name_indexes),
    kinds: pick(skeleton.kinds),
    statuses: pick(skeleton.statuses),
    token_counts_prompt: pick(skeleton.token_counts_prompt),
    token_counts_completion: pick(skeleton.token_counts_completion),
    costs_usd: pick(skeleton.costs_usd),
    first_tokens_ns: pick(skeleton.first_tokens_ns),
    models: pick(skeleton.models),
    open_spans: skeleton.open_spans.flatMap((row) => place.get(row) ?? []),
    repeats: repeatsLeft(skeleton, kept, place),
  };
}

/** A span whose parent is gone repeats nothing. */
function repeatsLeft(
  { parents, repeats }: SkeletonInput,
  kept: readonly number[],
  place: ReadonlyMap<number, number>,
): Readonly<Record<string, number>> {
  if (Object.keys(repeats).length === 0) return repeats;
  return Object.fromEntries(
    kept.flatMap((row, at) => {
      const leftOut = repeats[String(row)];
      return leftOut !== undefined && place.has(parents[row] ?? -1) ? [[String(at), leftOut]] : [];
    }),
  );
}

interface TurnsSkeleton {
  readonly trace_ids: readonly string[];
  readonly start_offsets_ms: readonly number[];
  readonly durations_ms: readonly number[];
  readonly error_counts: readonly number[];
  readonly span_counts: readonly number[];
  readonly token_counts_prompt: readonly number[];
  readonly token_counts_completion: readonly number[];
  readonly costs_usd: readonly (number | null)[];
  readonly name_indexes: readonly number[];
}

/** A session's columns without some of its turns. */
export function withoutTurns<Skeleton extends TurnsSkeleton>(
  skeleton: Skeleton,
  gone: ReadonlySet<string>,
): Skeleton {
  const kept = rowsLeft(skeleton.trace_ids, gone);
  if (kept.length === skeleton.trace_ids.length) return skeleton;
  const pick = picker(kept);
  return {
    ...skeleton,
    trace_ids: pick(skeleton.trace_ids),
    start_offsets_ms: pick(skeleton.start_offsets_ms),
    durations_ms: pick(skeleton.durations_ms),
    error_counts: pick(skeleton.error_counts),
    span_counts: pick(skeleton.span_counts),
    token_counts_prompt: pick(skeleton.token_counts_prompt),
    token_counts_completion: pick(skeleton.token_counts_completion),
    costs_usd: pick(skeleton.costs_usd),
    name_indexes: pick(skeleton.name_indexes),
  };
}

function rowsLeft(ids: readonly string[], gone: ReadonlySet<string>): readonly number[] {
  return ids.flatMap((id, row) => (gone.has(id) ? [] : [row]));
}

function picker(rows: readonly number[]): <Value>(column: readonly Value[]) => Value[] {
  return (column) => rows.flatMap((row) => column.slice(row, row + 1));
}
