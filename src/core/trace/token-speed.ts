import type { SpanRow } from '#core/ports/span-rows.ts';

/**
 * A shorter time gives no useful speed: the answer came in one piece, or the clock is too coarse.
 */
const SPEED_NANO_MIN = 10_000_000;

type TimedSpan = Pick<
  SpanRow,
  'startTimeUnixNano' | 'endTimeUnixNano' | 'firstTokenNano' | 'tokens'
>;

/** Milliseconds from a span's start to its model's first token; null if the sender sent none. */
export function firstTokenMs({ firstTokenNano }: Pick<SpanRow, 'firstTokenNano'>): number | null {
  return firstTokenNano === null ? null : firstTokenNano / 1e6;
}

/**
 * Completion tokens per second, from the first token on where it is known, else over the whole
 * span. Null without such tokens, and where the time is too short to tell.
 */
export function tokensPerSecond(span: TimedSpan): number | null {
  return tokenSpeed(span, 1e9);
}

/** The same in so many nanoseconds. */
export function tokenSpeed(
  { startTimeUnixNano, endTimeUnixNano, firstTokenNano, tokens }: TimedSpan,
  inNanos: number,
): number | null {
  const { completion } = tokens;
  if (completion === null || completion <= 0) return null;
  const nanos = Number(endTimeUnixNano - startTimeUnixNano - BigInt(firstTokenNano ?? 0));
  return nanos < SPEED_NANO_MIN ? null : (completion * inNanos) / nanos;
}
