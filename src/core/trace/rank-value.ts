import type { SpanRow, TraceRow } from '#core/ports/span-rows.ts';
import type { RankSort } from '#core/ports/span-store.ts';

const INT64_MAX = 2n ** 63n - 1n;
/** What a row without tokens or cost counts as: less than any. */
const NOTHING = -1n;

/**
 * What a span is ranked by, as a whole number that every store computes alike: its duration in nanoseconds, its prompt and completion
 * tokens together, its cost in nanodollars (rounded half up); -1 without one.
 */
export function spanRankValue(row: SpanRow, sort: RankSort): bigint {
  if (sort === 'latency_ms') return row.endTimeUnixNano - row.startTimeUnixNano;
  if (sort === 'cost_usd') return nanodollars(row.costUsd);
  const { prompt, completion } = row.tokens;
  return prompt === null && completion === null ? NOTHING : BigInt((prompt ?? 0) + (completion ?? 0));
}

/** The same of a trace, from its totals. */
export function traceRankValue(row: TraceRow, sort: RankSort): bigint {
  if (sort === 'latency_ms') return row.endTimeUnixNano - row.startTimeUnixNano;
  return sort === 'cost_usd' ? nanodollars(row.costUsd) : BigInt(row.promptTokens + row.completionTokens);
}

function nanodollars(usd: number | null): bigint {
  if (usd === null) return NOTHING;
  const nano = Math.trunc(usd * 1e9 + 0.5);
  return nano < Number(INT64_MAX) ? BigInt(nano) : INT64_MAX;
}
