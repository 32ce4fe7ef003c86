import { describe, expect, it } from 'vitest';
import { chargesOf, costOfTokens, type CallRates } from '#core/cost/token-price.ts';
import type { TokenRates } from '#contracts/prices/model-price.ts';
import { NO_TOKENS } from '#core/otlp/span-record.ts';
import { CallPrices, listRatesAt } from './call-prices.ts';
import { listModels } from './model-list.ts';
import { modelRates } from './model-rates.ts';
import { findModel, isByHour, loadPriceList } from './price-list.ts';

const NOON = Date.UTC(2026, 5, 1, 12);
const question = {
  kind: 'LLM' as const,
  own: null,
  model: 'gpt-4o',
  provider: null,
  atMs: NOON,
  inputTokens: 0,
};

describe('the rates of a model', () => {
  it('are US dollars per million tokens, by the provider and name that the list has for it', () => {
    const list = {
      name: '@pydantic/genai-prices',
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    };
    const known = {
      state: 'known',
      source: 'list',
      provider: { id: 'openai', name: 'OpenAI' },
      model: 'gpt-4o',
      list,
    };
    // No price for writing to a cache: it costs what input does.
    const rates = {
      input: 2.5,
      output: 10,
      cache_read: 1.25,
      cache_write: 2.5,
      reasoning: 10,
      audio_input: null,
      audio_output: null,
      image_input: 2.5,
      image_output: 10,
      per_call: 0,
    };
    expect(modelRates(question)).toEqual({ ...known, rates });
    expect(modelRates({ ...question, provider: 'openai', model: 'gpt-4o-2024-08-06' })).toEqual({
      ...known,
      rates,
    });
    expect(modelRates({ ...question, model: 'our-own-model' })).toEqual({
      state: 'unknown',
      source: null,
      provider: null,
      model: null,
      rates: null,
      list,
    });
    expect(modelRates({ ...question, provider: 'our own cluster' })).toEqual({ ...known, rates });
    expect(modelRates({ ...question, provider: 'ollama' })).toMatchObject({ state: 'unknown' });
  });

  it('rise for long prompts where the provider has it so', () => {
    const short = { ...question, model: 'gemini-2.5-pro', inputTokens: 200_000 };
    const rates = [
      modelRates(short).rates?.input,
      modelRates({ ...short, inputTokens: 200_001 }).rates?.input,
    ];
    expect(rates).toEqual([1.25, 2.5]);
  });

  it('are those that a cost is computed from, of every model of the list', async () => {
    const { priceOf } = new CallPrices();
    const tokens = {
      ...NO_TOKENS,
      prompt: 300_000,
      completion: 2_000,
      cacheRead: 1_000,
      cacheWrite: 500,
    };
    const { models } = await listModels('', NOON);
    const states = new Set<string>();
    for (const { listed } of models) {
      const { id: provider } = listed.provider;
      const { state, rates } = modelRates({
        ...question,
        model: listed.model,
        provider,
        inputTokens: tokens.prompt,
      });
      states.add(state);
      const cost = priceOf({
        kind: 'LLM',
        modelName: listed.model,
        modelProvider: provider,
        startTimeUnixNano: BigInt(NOON) * 1_000_000n,
        tokens,
      });
      if (rates === null) expect([listed, cost]).toEqual([listed, null]);
      else {
        expect(costOfTokens(chargesOf(callRates(rates)), tokens) ?? NaN).toBeCloseTo(
          cost ?? NaN,
          9,
        );
      }
    }
    // Some ids of the list are names that are never sent, which the list itself does not know.
    expect(states).toEqual(new Set(['known', 'unknown', 'by_hour']));
  });
});

function callRates(rates: TokenRates): CallRates {
  return {
    input: rates.input,
    output: rates.output,
    cacheRead: rates.cache_read,
    cacheWrite: rates.cache_write,
    reasoning: rates.reasoning,
    audioInput: rates.audio_input,
    audioOutput: rates.audio_output,
    imageInput: rates.image_input,
    imageOutput: rates.image_output,
    perCall: rates.per_call,
  };
}

describe('the list of models', () => {
  it('has every model of the package with what it asks at a time', async () => {
    const list = loadPriceList();
    for (const atMs of [NOON, Date.UTC(2024, 0, 1)]) {
      const { models } = await listModels('', atMs);
      expect(models.length).toBeGreaterThan(1_000);
      let compared = 0;
      for (const { listed } of models) {
        const found = findModel(list, listed.model, listed.provider.id, new Date(atMs));
        // Some ids of the list mean another of its models.
        if (
          found === null ||
          found.provider.id !== listed.provider.id ||
          found.model.id !== listed.model ||
          isByHour(found.model)
        )
          continue;
        compared += 1;
        for (const { tokens, rates } of [
          { tokens: 0, rates: listed.rates },
          ...listed.tiers.map((tier) => ({
            tokens: tier.input_tokens_over + 1,
            rates: tier.rates,
          })),
        ]) {
          const { input, output, cacheRead, cacheWrite } = listRatesAt(found.price, tokens);
          const whole = {
            input: rates.input ?? 0,
            output: rates.output ?? 0,
            cacheRead: rates.cache_read ?? rates.input ?? 0,
            cacheWrite: rates.cache_write ?? rates.input ?? 0,
          };
          expect([listed.model, whole]).toEqual([
            listed.model,
            { input, output, cacheRead, cacheWrite },
          ]);
        }
      }
      expect(compared).toBeGreaterThan(1_000);
    }
  });

  it('says which model is meant by another name, and gives no rates that hold for some hours alone', async () => {
    const { models } = await listModels('gpt-4o-2024-08-06', NOON);
    expect(
      models
        .filter(({ isMeant }) => isMeant)
        .map(({ listed }) => [listed.provider.id, listed.model]),
    ).toEqual([['openai', 'gpt-4o']]);
    const hourly = models.filter(({ listed }) => listed.by_hour);
    expect(hourly.length).toBeGreaterThan(0);
    for (const { listed } of hourly)
      expect(Object.values(listed.rates)).toEqual([null, null, null, null]);
  });
});
