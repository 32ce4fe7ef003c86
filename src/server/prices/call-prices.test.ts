import { calcPrice } from '@pydantic/genai-prices';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_TOKENS } from '#core/otlp/span-record.ts';
import { createPriceList } from './call-prices.ts';

const NOON = BigInt(Date.UTC(2026, 5, 1, 12)) * 1_000_000n;
const priceOf = createPriceList();

describe('the price list', () => {
  it.each([
    ['openai', 'gpt-4o'],
    ['openai', 'gpt-4o-2024-08-06'],
    ['anthropic', 'claude-sonnet-4-5'],
    ['google', 'gemini-2.5-pro'],
    ['aws', 'anthropic.claude-3-5-sonnet-20241022-v2:0'],
    [null, 'gpt-4o-mini'],
  ])('says of %s %s what the package says, short or long prompts, cached or not', (modelProvider, modelName) => {
    const counts = fc.record({
      uncached: fc.nat(400_000),
      cacheRead: fc.nat(10_000),
      cacheWrite: fc.nat(10_000),
      completion: fc.nat(20_000),
    });
    fc.assert(
      fc.property(counts, ({ uncached, cacheRead, cacheWrite, completion }) => {
        const prompt = uncached + 20_000 + cacheRead + cacheWrite;
        const cost = priceOf({
          modelName,
          modelProvider,
          startTimeUnixNano: NOON,
          tokens: { ...NO_TOKENS, prompt, completion, cacheRead, cacheWrite },
        });
        const expected = calcPrice(
          { input_tokens: prompt, output_tokens: completion, cache_read_tokens: cacheRead, cache_write_tokens: cacheWrite },
          modelName,
          { ...(modelProvider === null ? {} : { providerId: modelProvider }), timestamp: new Date(Number(NOON / 1_000_000n)) },
        );
        expect(expected).not.toBeNull();
        expect(cost).toBeCloseTo(expected?.total_price ?? NaN, 9);
      }),
    );
  });

  it('says nothing of models it does not know, of calls without counts, and of audio', () => {
    const call = {
      modelName: 'gpt-4o',
      modelProvider: 'openai',
      startTimeUnixNano: NOON,
      tokens: { ...NO_TOKENS, prompt: 10, completion: 5 },
    };
    expect(priceOf(call)).toBeGreaterThan(0);
    expect(priceOf({ ...call, modelName: 'our-own-model' })).toBeNull();
    expect(priceOf({ ...call, modelName: null })).toBeNull();
    expect(priceOf({ ...call, modelProvider: 'our own cluster' })).toBeNull();
    expect(priceOf({ ...call, tokens: NO_TOKENS })).toBeNull();
    expect(priceOf({ ...call, tokens: { ...call.tokens, audio: 3 } })).toBeNull();
  });

  it('says nothing of models that are paid by the hour of audio or the page, and that free ones cost nothing', () => {
    const call = { startTimeUnixNano: NOON, tokens: { ...NO_TOKENS, prompt: 10, completion: 5 } };
    expect(priceOf({ ...call, modelName: 'whisper-1', modelProvider: 'openai' })).toBeNull();
    expect(priceOf({ ...call, modelName: 'mistral-ocr-2512', modelProvider: 'mistral' })).toBeNull();
    expect(priceOf({ ...call, modelName: 'devstral-small:free', modelProvider: 'mistral' })).toBe(0);
  });

  it('takes cached tokens beyond the prompt as counted apart', () => {
    const call = { modelName: 'claude-sonnet-4-5', modelProvider: 'anthropic', startTimeUnixNano: NOON };
    const apart = priceOf({ ...call, tokens: { ...NO_TOKENS, prompt: 100, completion: 0, cacheRead: 5_000 } });
    const within = priceOf({ ...call, tokens: { ...NO_TOKENS, prompt: 5_100, completion: 0, cacheRead: 5_000 } });
    expect(apart).toBeCloseTo(within ?? NaN, 12);
  });
});
