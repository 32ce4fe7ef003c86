import fc from 'fast-check';
import { expect, it } from 'vitest';
import { costOfTokens } from '#core/cost/token-price.ts';
import { NO_TOKENS } from '#core/otlp/span-record.ts';
import { costLines, isSameCost, sumOf } from './cost-lines.ts';

it('adds up to what the server reckons, whatever was counted', () => {
  const count = fc.option(fc.nat(1_000_000));
  const rate = fc.nat(200_000).map((thousandths) => thousandths / 1_000);
  fc.assert(
    fc.property(
      fc.record({ prompt: fc.nat(1_000_000), completion: count, cache_read: count, cache_write: count }),
      fc.record({ input: rate, output: rate, cache_read: rate, cache_write: rate }),
      (tokens, rates) => {
        const reckoned = costOfTokens(
          { input: rates.input / 1e6, output: rates.output / 1e6, cacheRead: rates.cache_read / 1e6, cacheWrite: rates.cache_write / 1e6 },
          { ...NO_TOKENS, ...tokens, cacheRead: tokens.cache_read, cacheWrite: tokens.cache_write },
        );
        expect(isSameCost(sumOf(costLines(tokens, rates)), reckoned ?? NaN)).toBe(true);
      },
    ),
  );
});

it('has a line for each type there are tokens of', () => {
  const rates = { input: 2.5, output: 10, cache_read: 1.25, cache_write: 2.5 };
  expect(costLines({ prompt: 1_000, completion: 200, cache_read: 600, cache_write: 0 }, rates)).toEqual([
    { label: 'input, not cached', count: 400, rate: 2.5, cost: 0.001 },
    { label: 'read from a cache', count: 600, rate: 1.25, cost: 0.00075 },
    { label: 'output', count: 200, rate: 10, cost: 0.002 },
  ]);
  expect(costLines({ prompt: 1_000, completion: null, cache_read: null, cache_write: null }, rates).map(({ label }) => label)).toEqual([
    'input',
  ]);
});

it('tells amounts apart that a reader would', () => {
  expect(isSameCost(0.1 + 0.2, 0.3)).toBe(true);
  expect(isSameCost(0, 0)).toBe(true);
  expect(isSameCost(0.000_001, 0.000_001_01)).toBe(false);
  expect(isSameCost(0, 1e-9)).toBe(false);
});
