import { expect, it } from 'vitest';
import { NO_TOKENS } from '#core/otlp/span-record.ts';
import { firstTokenMs, tokensPerSecond } from './token-speed.ts';

const span = (ms: number, completion: number | null, firstTokenNano: number | null = null) => ({
  startTimeUnixNano: 5n,
  endTimeUnixNano: 5n + BigInt(ms * 1e6),
  firstTokenNano,
  tokens: { ...NO_TOKENS, completion },
});

it.each([
  ['over the whole span where the first token is not told', span(2_000, 100), 50],
  ['after the first token', span(2_500, 100, 500_000_000), 50],
  ['after 10 ms', span(10, 1), 100],
  ['not in less than 10 ms', span(9.999_999, 1), null],
  ['not where the first token comes at the end', span(1_000, 5, 995_000_000), null],
  ['not where the first token comes after the end', span(1_000, 5, 2_000_000_000), null],
  ['not of a span that ends before it starts', span(-1_000, 5), null],
  ['not without tokens', span(1_000, null), null],
  ['not of none', span(1_000, 0), null],
])('counts tokens per second %s', (_, one, expected) => {
  expect(tokensPerSecond(one)).toBe(expected);
});

it('tells the first token in milliseconds, to the nanosecond', () => {
  expect(firstTokenMs({ firstTokenNano: 1_234_567 })).toBe(1.234567);
  expect(firstTokenMs({ firstTokenNano: null })).toBeNull();
});
