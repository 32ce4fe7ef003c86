import type { SessionRow, SpanRow, TraceRow } from '#core/ports/span-rows.ts';
import type { RankSort, SessionSort, SpanRankSort } from '#core/ports/span-store.ts';
import { tokenSpeed } from './token-speed.ts';

const INT64_MAX = 2n ** 63n - 1n;
/** The rank of a row without tokens or cost: below all others. */
const NOTHING = -1n;

/**
 * A span's rank, as an integer that every store computes alike: its duration in nanoseconds, its
 * prompt and completion tokens together, its cost in nanodollars (rounded half up), the nanoseconds
 * to its first token, its completion tokens in a million seconds (rounded down); -1 without one.
 */
export function spanRankValue(row: SpanRow, sort: SpanRankSort): bigint {
  switch (sort) {
    case 'latency_ms':
      return row.endTimeUnixNano - row.startTimeUnixNano;
    case 'cost_usd':
      return nanodollars(row.costUsd);
    case 'time_to_first_token_ms':
      return row.firstTokenNano === null ? NOTHING : BigInt(row.firstTokenNano);
    case 'tokens_per_second':
      return tokensPerMegasecond(row);
    case 'token_count': {
      const { prompt, completion } = row.tokens;
      return prompt === null && completion === null
        ? NOTHING
        : BigInt((prompt ?? 0) + (completion ?? 0));
    }
  }
}

/**
 * The same of a session, by what it can be sorted by: its number, times, length, turns, failed
 * ones, tokens and cost.
 */
export function sessionRankValue(row: SessionRow, sort: SessionSort): bigint {
  switch (sort) {
    case 'id':
      return BigInt(row.id);
    case 'start_time':
      return row.startTimeUnixNano;
    case 'end_time':
      return row.endTimeUnixNano;
    case 'duration_ms':
      return row.endTimeUnixNano - row.startTimeUnixNano;
    case 'trace_count':
      return BigInt(row.traceCount);
    case 'error_count':
      return BigInt(row.errorTraceCount);
    case 'token_count':
      return BigInt(row.promptTokens + row.completionTokens);
    case 'cost_usd':
      return nanodollars(row.costUsd);
  }
}

/** The same of a trace, from its totals. */
export function traceRankValue(row: TraceRow, sort: RankSort): bigint {
  if (sort === 'latency_ms') return row.endTimeUnixNano - row.startTimeUnixNano;
  return sort === 'cost_usd'
    ? nanodollars(row.costUsd)
    : BigInt(row.promptTokens + row.completionTokens);
}

const BITS = new DataView(new ArrayBuffer(8));
const ALL_BUT_SIGN = 0x7fff_ffff_ffff_ffffn;

/**
 * A score as a whole number in the same order, exactly: its bits, those of negative ones inverted.
 */
export function scoreRank(score: number): bigint {
  BITS.setFloat64(0, score === 0 ? 0 : score);
  const bits = BITS.getBigInt64(0);
  return bits >= 0n ? bits : bits ^ ALL_BUT_SIGN;
}

function nanodollars(usd: number | null): bigint {
  return usd === null ? NOTHING : wholeNumber(usd * 1e9 + 0.5);
}

function tokensPerMegasecond(row: SpanRow): bigint {
  const speed = tokenSpeed(row, 1e15);
  return speed === null ? NOTHING : wholeNumber(speed);
}

function wholeNumber(value: number): bigint {
  return value < Number(INT64_MAX) ? BigInt(Math.trunc(value)) : INT64_MAX;
}
