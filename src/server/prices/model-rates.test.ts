import { describe, expect, it } from 'vitest';
import { costOfTokens } from '#core/cost/token-price.ts';
import { NO_TOKENS } from '#core/otlp/span-record.ts';
import { createPriceList, ratesAt } from './call-prices.ts';
import { listModels, modelRates } from './model-rates.ts';
import { findModel, isByHour, loadPriceList } from './price-list.ts';

const NOON = Date.UTC(2026, 5, 1, 12);
const question = { model: 'gpt-4o', provider: null, atMs: NOON, inputTokens: 0 };

describe('the rates of a model', () => {
  it('are US dollars per million tokens, by the provider and name that the list has for it', () => {
    const list = { name: '@pydantic/genai-prices', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) };
    const known = { state: 'known', provider: { id: 'openai', name: 'OpenAI' }, model: 'gpt-4o', list };
    // No price for writing to a cache: it costs what input does.
    const rates = { input: 2.5, output: 10, cache_read: 1.25, cache_write: 2.5 };
    expect(modelRates(question)).toEqual({ ...known, rates });
    expect(modelRates({ ...question, provider: 'openai', model: 'gpt-4o-2024-08-06' })).toEqual({ ...known, rates });
    expect(modelRates({ ...question, model: 'our-own-model' })).toEqual({
      state: 'unknown',
      provider: null,
      model: null,
      rates: null,
      list,
    });
    expect(modelRates({ ...question, provider: 'our own cluster' })).toMatchObject({ state: 'unknown' });
  });

  it('rise for long prompts where the provider has it so', () => {
    const short = { ...question, model: 'gemini-2.5-pro', inputTokens: 200_000 };
    const rates = [modelRates(short).rates?.input, modelRates({ ...short, inputTokens: 200_001 }).rates?.input];
    expect(rates).toEqual([1.25, 2.5]);
  });

  it('are those that a cost is computed from, of every model of the list', async () => {
    const priceOf = createPriceList();
    const tokens = { ...NO_TOKENS, prompt: 300_000, completion: 2_000, cacheRead: 1_000, cacheWrite: 500 };
    const { models } = await listModels('', NOON);
    const states = new Set<string>();
    for (const { listed } of models) {
      const { id: provider } = listed.provider;
      const { state, rates } = modelRates({ model: listed.model, provider, atMs: NOON, inputTokens: tokens.prompt });
      states.add(state);
      const cost = priceOf({ modelName: listed.model, modelProvider: provider, startTimeUnixNano: BigInt(NOON) * 1_000_000n, tokens });
      if (rates === null) expect([listed, cost]).toEqual([listed, null]);
      else {
        const { input, output, cache_read: cacheRead, cache_write: cacheWrite } = rates;
        const perMillion = costOfTokens({ input, output, cacheRead, cacheWrite }, tokens) ?? NaN;
        expect(perMillion / 1e6).toBeCloseTo(cost ?? NaN, 9);
      }
    }
    // Some ids of the list are names that are never sent, which the list itself does not know.
    expect(states).toEqual(new Set(['known', 'unknown', 'by_hour']));
  });
});

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
        if (found === null || found.provider.id !== listed.provider.id || found.model.id !== listed.model || isByHour(found.model))
          continue;
        compared += 1;
        for (const { tokens, rates } of [
          { tokens: 0, rates: listed.rates },
          ...listed.tiers.map((tier) => ({ tokens: tier.input_tokens_over + 1, rates: tier.rates })),
        ]) {
          const { input, output, cacheRead, cacheWrite } = ratesAt(found.price, tokens);
          const whole = {
            input: rates.input ?? 0,
            output: rates.output ?? 0,
            cacheRead: rates.cache_read ?? rates.input ?? 0,
            cacheWrite: rates.cache_write ?? rates.input ?? 0,
          };
          expect([listed.model, whole]).toEqual([listed.model, { input, output, cacheRead, cacheWrite }]);
        }
      }
      expect(compared).toBeGreaterThan(1_000);
    }
  });

  it('says which model is meant by another name, and gives no rates that hold for some hours alone', async () => {
    const { models } = await listModels('gpt-4o-2024-08-06', NOON);
    expect(models.filter(({ isMeant }) => isMeant).map(({ listed }) => [listed.provider.id, listed.model])).toEqual([['openai', 'gpt-4o']]);
    const hourly = models.filter(({ listed }) => listed.by_hour);
    expect(hourly.length).toBeGreaterThan(0);
    for (const { listed } of hourly) expect(Object.values(listed.rates)).toEqual([null, null, null, null]);
  });
});
