import type { SpanSearchHit } from '#contracts/search/span-search.ts';

/** What was found in one trace: its newest span, and the others, which often repeat the text. */
export interface FoundTrace {
  readonly hit: SpanSearchHit;
  readonly others: readonly SpanSearchHit[];
}

/**
 * Spans by their trace, in the order of the newest of each: the calls of an agent repeat the
 * conversation, and would fill a list with one of them.
 */
export function byTrace(hits: readonly SpanSearchHit[]): readonly FoundTrace[] {
  return [...Map.groupBy(hits, ({ trace_id: trace }) => trace).values()].flatMap(
    ([hit, ...others]) => (hit === undefined ? [] : [{ hit, others }]),
  );
}
