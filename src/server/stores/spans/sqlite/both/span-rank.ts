import type { SpanRankSort } from '#core/ports/span-store.ts';

/** As `core/trace/token-speed.ts` has it. */
const AFTER_FIRST_TOKEN = 'duration - coalesce(first_token, 0)';

/** The SQL values that spans are ranked by; equal to those of `core/trace/rank-value.ts`. */
export const SPAN_RANK_SQL: Readonly<Record<SpanRankSort, string>> = {
  latency_ms: 'duration',
  token_count: 'coalesce(tokens_prompt + tokens_completion, tokens_prompt, tokens_completion, -1)',
  cost_usd: 'coalesce(CAST(cost_usd * 1e9 + 0.5 AS INTEGER), -1)',
  time_to_first_token_ms: 'coalesce(first_token, -1)',
  tokens_per_second: `iif(tokens_completion > 0 AND ${AFTER_FIRST_TOKEN} >= 10000000, CAST(tokens_completion * 1e15 / (${AFTER_FIRST_TOKEN}) AS INTEGER), -1)`,
};

/** The order in which extremes have them. */
export const SPAN_RANK_SORTS = [
  'latency_ms',
  'token_count',
  'cost_usd',
  'time_to_first_token_ms',
  'tokens_per_second',
] as const satisfies readonly SpanRankSort[];

/** The values of a span that its ranks follow from. */
export interface RankedFacts {
  readonly durationNano: number;
  readonly prompt: number | null;
  readonly completion: number | null;
  readonly costUsd: number | null;
  readonly firstTokenNano: number | null;
}

const NOTHING = -1;
const SPEED_NANO_MIN = 10_000_000;

/** The ranks of a span, as the SQL above has them wherever a double is exact. */
export function spanRanks(facts: RankedFacts, into: Float64Array): void {
  const { durationNano, prompt, completion, costUsd, firstTokenNano } = facts;
  into[0] = durationNano;
  into[1] = prompt === null && completion === null ? NOTHING : (prompt ?? 0) + (completion ?? 0);
  into[2] = costUsd === null || Number.isNaN(costUsd) ? NOTHING : Math.trunc(costUsd * 1e9 + 0.5);
  into[3] = firstTokenNano ?? NOTHING;
  const nanos = durationNano - (firstTokenNano ?? 0);
  into[4] =
    (completion ?? 0) > 0 && nanos >= SPEED_NANO_MIN
      ? Math.trunc(((completion ?? 0) * 1e15) / nanos)
      : NOTHING;
}
