import { calcPrice } from '@pydantic/genai-prices';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_TOKENS } from '#core/otlp/span-record.ts';
import type { OwnPrice, OwnRates } from '#core/cost/own-price.ts';
import { CallPrices } from './call-prices.ts';

const NOON = BigInt(Date.UTC(2026, 5, 1, 12)) * 1_000_000n;
const { priceOf } = new CallPrices();

describe('the price list', () => {
  it.each([
    ['openai', 'gpt-4o'],
    ['openai', 'gpt-4o-2024-08-06'],
    ['anthropic', 'claude-sonnet-4-5'],
    ['google', 'gemini-2.5-pro'],
    ['aws', 'anthropic.claude-3-5-sonnet-20241022-v2:0'],
    [null, 'gpt-4o-mini'],
  ])(
    'says of %s %s what the package says, short or long prompts, cached or not',
    (modelProvider, modelName) => {
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
            kind: 'LLM',
            modelName,
            modelProvider,
            startTimeUnixNano: NOON,
            tokens: { ...NO_TOKENS, prompt, completion, cacheRead, cacheWrite },
          });
          const expected = calcPrice(
            {
              input_tokens: prompt,
              output_tokens: completion,
              cache_read_tokens: cacheRead,
              cache_write_tokens: cacheWrite,
            },
            modelName,
            {
              ...(modelProvider === null ? {} : { providerId: modelProvider }),
              timestamp: new Date(Number(NOON / 1_000_000n)),
            },
          );
          expect(expected).not.toBeNull();
          expect(cost).toBeCloseTo(expected?.total_price ?? NaN, 9);
        }),
      );
    },
  );

  it('says nothing of models it does not know, of calls without counts, and of audio', () => {
    const call = {
      kind: 'LLM' as const,
      modelName: 'gpt-4o',
      modelProvider: 'openai',
      startTimeUnixNano: NOON,
      tokens: { ...NO_TOKENS, prompt: 10, completion: 5 },
    };
    expect(priceOf(call)).toBeGreaterThan(0);
    expect(priceOf({ ...call, modelName: 'our-own-model' })).toBeNull();
    expect(priceOf({ ...call, modelName: null })).toBeNull();
    expect(priceOf({ ...call, tokens: NO_TOKENS })).toBeNull();
    expect(priceOf({ ...call, tokens: { ...call.tokens, audio: 3 } })).toBeNull();
  });

  it('says nothing of models that are paid by the hour of audio or the page, and that free ones cost nothing', () => {
    const call = {
      kind: 'LLM' as const,
      startTimeUnixNano: NOON,
      tokens: { ...NO_TOKENS, prompt: 10, completion: 5 },
    };
    expect(priceOf({ ...call, modelName: 'whisper-1', modelProvider: 'openai' })).toBeNull();
    expect(
      priceOf({ ...call, modelName: 'mistral-ocr-2512', modelProvider: 'mistral' }),
    ).toBeNull();
    expect(priceOf({ ...call, modelName: 'devstral-small:free', modelProvider: 'mistral' })).toBe(
      0,
    );
  });

  it('takes cached tokens beyond the prompt as counted apart', () => {
    const call = {
      kind: 'LLM' as const,
      modelName: 'claude-sonnet-4-5',
      modelProvider: 'anthropic',
      startTimeUnixNano: NOON,
    };
    const apart = priceOf({
      ...call,
      tokens: { ...NO_TOKENS, prompt: 100, completion: 0, cacheRead: 5_000 },
    });
    const within = priceOf({
      ...call,
      tokens: { ...NO_TOKENS, prompt: 5_100, completion: 0, cacheRead: 5_000 },
    });
    expect(apart).toBeCloseTo(within ?? NaN, 12);
  });

  it('goes by the name of the model where it does not know the provider, but for servers that one runs oneself', () => {
    const call = {
      kind: 'LLM' as const,
      startTimeUnixNano: NOON,
      tokens: { ...NO_TOKENS, prompt: 10, completion: 5 },
    };
    const cost = priceOf({ ...call, modelName: 'gpt-4o', modelProvider: 'openai' });
    expect(cost).toBeGreaterThan(0);
    for (const modelProvider of [
      null,
      'our own cluster',
      'strands-agents',
      'LangChain',
      'microsoft',
      'google_adk',
      'litellm',
    ])
      expect([modelProvider, priceOf({ ...call, modelName: 'gpt-4o', modelProvider })]).toEqual([
        modelProvider,
        cost,
      ]);
    expect(priceOf({ ...call, modelName: 'openai/gpt-4o', modelProvider: 'litellm' })).toBe(cost);
    for (const modelProvider of ['ollama', 'vLLM', 'llama.cpp', 'lmstudio'])
      expect([modelProvider, priceOf({ ...call, modelName: 'gpt-4o', modelProvider })]).toEqual([
        modelProvider,
        null,
      ]);
    // Of a provider that it knows, another one's models are not taken.
    expect(priceOf({ ...call, modelName: 'gpt-4o', modelProvider: 'anthropic' })).toBeNull();
  });

  it.each([
    ['openai', 'text-embedding-3-small', 0.02],
    [null, 'text-embedding-3-small', 0.02],
    ['langchain', 'text-embedding-ada-002', 0.1],
    [null, 'voyage-3-large', 0.18],
    ['cohere', 'embed-v4.0', 0.12],
  ])('says what embeddings of %s %s cost', (modelProvider, modelName, perMillion) => {
    const tokens = { ...NO_TOKENS, prompt: 1_000_000 };
    expect(
      priceOf({ kind: 'EMBEDDING', modelName, modelProvider, startTimeUnixNano: NOON, tokens }),
    ).toBeCloseTo(perMillion, 9);
  });

  it('charges sound, images, reasoning and calls by prices of their own where it has them', () => {
    const call = { kind: 'LLM' as const, startTimeUnixNano: NOON };
    const media = { audioInput: 0, audioOutput: 0, imageInput: 0, imageOutput: 0 };
    const tokens = { ...NO_TOKENS, prompt: 100, completion: 100 };
    const realtime = { ...call, modelName: 'gpt-realtime', modelProvider: 'openai' };
    expect(
      priceOf({
        ...realtime,
        tokens: { ...tokens, audio: 100, media: { ...media, audioInput: 60, audioOutput: 40 } },
      }),
    ).toBeCloseTo((40 * 4 + 60 * 32 + 60 * 16 + 40 * 64) / 1e6, 12);
    const image = { ...call, modelName: 'gemini-2.5-flash-image', modelProvider: 'google' };
    expect(
      priceOf({ ...image, tokens: { ...tokens, media: { ...media, imageOutput: 90 } } }),
    ).toBeCloseTo((100 * 0.3 + 10 * 2.5 + 90 * 30) / 1e6, 12);
    const research = { ...call, modelName: 'sonar-deep-research', modelProvider: 'perplexity' };
    expect(priceOf({ ...research, tokens: { ...tokens, reasoning: 60 } })).toBeCloseTo(
      (100 * 2 + 40 * 8 + 60 * 3) / 1e6,
      12,
    );
    expect(
      priceOf({ ...call, modelName: 'sonar', modelProvider: 'perplexity', tokens }),
    ).toBeCloseTo(0.012 + 200 / 1e6, 12);
  });
});

describe('custom prices', () => {
  const call = {
    kind: 'LLM' as const,
    modelProvider: null,
    startTimeUnixNano: NOON,
    tokens: { ...NO_TOKENS, prompt: 1_000_000, completion: 0 },
  };
  const own = (
    model: string,
    rates: Partial<OwnRates>,
    more: Partial<OwnPrice> = {},
  ): OwnPrice => ({
    id: 1,
    model,
    provider: null,
    validFrom: null,
    validUntil: null,
    rates: {
      input: null,
      output: null,
      cache_read: null,
      cache_write: null,
      reasoning: null,
      audio_input: null,
      audio_output: null,
      image_input: null,
      image_output: null,
      embedding: null,
      per_call: null,
      ...rates,
    },
    ...more,
  });

  it('go before the list, from the next call on, until they are replaced', () => {
    const prices = new CallPrices();
    const listed = prices.priceOf({ ...call, modelName: 'gpt-4o' });
    expect(listed).toBe(2.5);
    expect(prices.priceOf({ ...call, modelName: 'our-own-7b' })).toBeNull();
    prices.replaceOwn([own('gpt-*', { input: 1 }), own('our-own-7b', { input: 0.1 })]);
    expect(prices.priceOf({ ...call, modelName: 'gpt-4o' })).toBe(1);
    expect(prices.priceOf({ ...call, modelName: 'our-own-7b' })).toBe(0.1);
    expect(prices.priceOf({ ...call, modelName: 'o3', tokens: call.tokens })).toBe(2);
    prices.replaceOwn([]);
    expect(prices.priceOf({ ...call, modelName: 'gpt-4o' })).toBe(2.5);
    expect(prices.priceOf({ ...call, modelName: 'our-own-7b' })).toBeNull();
  });

  it('hold on their days alone', () => {
    const prices = new CallPrices();
    prices.replaceOwn([
      own('gpt-4o', { input: 1 }, { validFrom: '2026-06-01', validUntil: '2026-06-01' }),
    ]);
    const at = (month: number, day: number, hour: number) =>
      prices.priceOf({
        ...call,
        modelName: 'gpt-4o',
        startTimeUnixNano: BigInt(Date.UTC(2026, month, day, hour)) * 1_000_000n,
      });
    expect([at(4, 31, 23), at(5, 1, 0), at(5, 1, 23), at(5, 2, 0)]).toEqual([2.5, 1, 1, 2.5]);
  });

  it('charge calls without token counts by the call', () => {
    const prices = new CallPrices();
    prices.replaceOwn([own('flux', { per_call: 0.04 })]);
    expect(prices.priceOf({ ...call, modelName: 'flux', tokens: NO_TOKENS })).toBe(0.04);
    expect(prices.priceOf({ ...call, modelName: 'gpt-4o', tokens: NO_TOKENS })).toBeNull();
  });
});
