import type { RankSort, SessionSort, SpanRankSort } from '#core/ports/span-store.ts';

const INT64_MAX = '9223372036854775807';

/** A real number as a whole one, cut off where it is too large. */
function whole(value: string): string {
  return `if(${value} < 9.2e18, toInt64(trunc(${value})), toInt64(${INT64_MAX}))`;
}

/** As `nanodollars` of `core/trace/rank-value.ts`. */
function nanodollars(cost: string): string {
  return `if(isNull(${cost}), toInt64(-1), ${whole(`(ifNull(${cost}, 0) * 1e9 + 0.5)`)})`;
}

/** As `spanRankValue`. */
export function spanRankSql(sort: 'id' | 'start_time' | SpanRankSort): string {
  switch (sort) {
    case 'id':
      return 'toInt64(number)';
    case 'start_time':
      return 'start';
    case 'latency_ms':
      return 'end - start';
    case 'cost_usd':
      return nanodollars('cost');
    case 'time_to_first_token_ms':
      return 'toInt64(ifNull(first_token, -1))';
    case 'token_count':
      return 'if(isNull(prompt) AND isNull(completion), toInt64(-1), toInt64(ifNull(prompt, 0) + ifNull(completion, 0)))';
    case 'tokens_per_second': {
      const nanos = 'toFloat64(end - start - toInt64(ifNull(first_token, 0)))';
      const speed = `(ifNull(completion, 0) * 1e15 / ${nanos})`;
      return `if(ifNull(completion, 0) <= 0 OR ${nanos} < 1e7, toInt64(-1), ${whole(speed)})`;
    }
  }
}

/** As `traceRankValue`, over the columns of `traceRowsSql`. */
export function traceRankSql(sort: 'start_time' | RankSort): string {
  if (sort === 'start_time') return 'start_time';
  if (sort === 'latency_ms') return 'end_time - start_time';
  return sort === 'cost_usd'
    ? nanodollars('cost_usd')
    : 'toInt64(prompt_tokens + completion_tokens)';
}

/** As `sessionRankValue`, over the columns of `sessionRowsSql`. */
export function sessionRankSql(sort: SessionSort): string {
  switch (sort) {
    case 'id':
      return 'toInt64(session_no)';
    case 'start_time':
      return 'session_start';
    case 'end_time':
      return 'session_end';
    case 'duration_ms':
      return 'session_end - session_start';
    case 'trace_count':
      return 'toInt64(trace_count)';
    case 'error_count':
      return 'toInt64(error_traces)';
    case 'token_count':
      return 'toInt64(session_prompt + session_completion)';
    case 'cost_usd':
      return nanodollars('session_cost');
  }
}

/** As `scoreRank`. */
export const SCORE_RANK_SQL = `if(reinterpretAsInt64(mean_score) >= 0 OR mean_score = 0, if(mean_score = 0, toInt64(0), reinterpretAsInt64(mean_score)),
  bitXor(reinterpretAsInt64(mean_score), toInt64(${INT64_MAX})))`;
