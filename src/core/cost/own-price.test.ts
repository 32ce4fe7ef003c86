import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  matchesPattern,
  findOwnPrice,
  isOverlap,
  OWN_RATES,
  ratesOfOwn,
  type OwnPrice,
  type OwnRates,
} from './own-price.ts';
import { chargesOf, costLines, costOfTokens, sumOfLines } from './token-price.ts';
import { NO_TOKENS } from '#core/otlp/span-record.ts';

const NO_RATES: OwnRates = {
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
};
let lastId = 0;
const price = (
  model: string,
  more: Partial<OwnPrice> = {},
  rates: Partial<OwnRates> = { input: 1 },
): OwnPrice => {
  lastId += 1;
  return {
    id: lastId,
    model,
    provider: null,
    validFrom: null,
    validUntil: null,
    ...more,
    rates: { ...NO_RATES, ...rates },
  };
};
const call = {
  kind: 'LLM',
  modelName: 'gpt-4o-mini',
  modelProvider: 'openai',
  day: '2026-06-01',
} as const;

describe('the pattern of a name', () => {
  it.each([
    ['gpt-4o', 'gpt-4o', true],
    ['gpt-4o', 'gpt-4o-mini', false],
    ['gpt-4o*', 'gpt-4o', true],
    ['*', '', true],
    ['*mini', 'gpt-4o-mini', true],
    ['gpt-*-mini', 'gpt-4o-mini', true],
    ['gpt-*-mini', 'gpt-4o-mini-2024', false],
    ['a*b*c', 'a b b c', true],
    ['a*b*c', 'a c b', false],
    ['gpt.4o', 'gpt-4o', false],
    ['**', 'anything', true],
  ])('%s fits %s: %s', (pattern, name, fits) => expect(matchesPattern(pattern, name)).toBe(fits));

  it('means what the same regular expression does', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '-'), maxLength: 12 });
    const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '-', '*'), maxLength: 8 });
    fc.assert(
      fc.property(pattern, text, (globs, name) => {
        expect(matchesPattern(globs, name)).toBe(
          new RegExp(`^${globs.replaceAll('*', '.*')}$`).test(name),
        );
      }),
    );
  });

  it('takes no longer than a place at a time, where a regular expression would never end', () => {
    expect(matchesPattern(`${'*a'.repeat(120)}*b`, 'a'.repeat(1_024))).toBe(false);
  });
});

describe('which own price applies', () => {
  it.each<[string, readonly OwnPrice[], string | null]>([
    [
      'an exact name before a pattern',
      [price('gpt-*', { validFrom: '2026-05-01' }), price('gpt-4o-mini')],
      'gpt-4o-mini',
    ],
    [
      'a pattern for the provider before a general one',
      [price('gpt-4*', { validFrom: '2026-05-01' }), price('gpt-*', { provider: 'OpenAI' })],
      'gpt-*',
    ],
    [
      'the one that began last',
      [price('gpt-4*', { validFrom: '2026-01-01' }), price('g*', { validFrom: '2026-02-01' })],
      'g*',
    ],
    [
      'of patterns from one day the one that says more',
      [price('gpt-4o*'), price('gpt-*')],
      'gpt-4o*',
    ],
    ['upper and lower case as the same', [price('GPT-4o-Mini')], 'GPT-4o-Mini'],
    ['none of another provider', [price('gpt-4o-mini', { provider: 'azure' })], null],
    ['none of another name', [price('gpt-4o')], null],
    ['one that begins on the day', [price('gpt-*', { validFrom: '2026-06-01' })], 'gpt-*'],
    ['one that ends on the day', [price('gpt-*', { validUntil: '2026-06-01' })], 'gpt-*'],
    ['none that begins the day after', [price('gpt-*', { validFrom: '2026-06-02' })], null],
    ['none that ended the day before', [price('gpt-*', { validUntil: '2026-05-31' })], null],
    ['none for embeddings alone', [price('gpt-*', {}, { embedding: 1 })], null],
  ])('takes %s', (_, prices, model) => {
    expect(findOwnPrice(prices, call)?.model ?? null).toBe(model);
    expect(findOwnPrice(prices.toReversed(), call)?.model ?? null).toBe(model);
  });

  it('does not take a framework for a provider', () => {
    const prices = [
      price('gpt-*', { provider: 'langchain' }, { input: 2 }),
      price('gpt-*', {}, { input: 1 }),
    ];
    expect(findOwnPrice(prices, { ...call, modelProvider: 'langchain' })?.rates.input).toBe(1);
  });

  it.each<[Partial<OwnPrice>, Partial<OwnPrice>, boolean]>([
    [{}, {}, true],
    [{ validUntil: '2026-01-31' }, { validFrom: '2026-02-01' }, false],
    [{ validUntil: '2026-02-01' }, { validFrom: '2026-02-01' }, true],
    [{ provider: 'openai' }, {}, false],
    [{ provider: 'az.ai.openai' }, { provider: 'azure' }, true],
    [
      { validFrom: '2026-01-01', validUntil: '2026-01-31' },
      { validFrom: '2025-01-01', validUntil: '2025-12-31' },
      false,
    ],
  ])('%o and %o are for the same calls: %s', (one, other, overlap) => {
    expect(isOverlap(price('M', one), price('m', other))).toBe(overlap);
    expect(isOverlap(price('M', other), price('m', one))).toBe(overlap);
  });
});

describe('the rates of a call under a custom price', () => {
  const tokens = {
    ...NO_TOKENS,
    prompt: 1_000,
    completion: 500,
    cacheRead: 200,
    cacheWrite: 100,
    reasoning: 300,
  };
  const rich = {
    input: 10,
    output: 20,
    cache_read: 1,
    cache_write: 12,
    reasoning: 40,
    embedding: 3,
    per_call: 0.5,
  };

  it('charges each type of tokens by its own price, and each call', () => {
    const cost = costOfTokens(chargesOf(ratesOfOwn(price('m', {}, rich), 'LLM')), tokens);
    expect(cost).toBeCloseTo((700 * 10 + 200 * 1 + 100 * 12 + 200 * 20 + 300 * 40) / 1e6 + 0.5, 12);
  });

  it('charges a type without a price as its side is charged', () => {
    expect(
      costOfTokens(chargesOf(ratesOfOwn(price('m', {}, { input: 10, output: 20 }), 'LLM')), tokens),
    ).toBeCloseTo((1_000 * 10 + 500 * 20) / 1e6, 12);
  });

  it('charges sound and images by side', () => {
    const media = { audioInput: 100, audioOutput: 50, imageInput: 10, imageOutput: 5 };
    const rates = ratesOfOwn(
      price('m', {}, { ...rich, audio_input: 100, audio_output: 200, image_input: 30 }),
      'LLM',
    );
    const counted = { ...NO_TOKENS, prompt: 1_000, completion: 500, audio: 150, media };
    expect(costOfTokens(chargesOf(rates), counted)).toBeCloseTo(
      (890 * 10 + 100 * 100 + 10 * 30 + 445 * 20 + 50 * 200 + 5 * 20) / 1e6 + 0.5,
      12,
    );
  });

  it('charges an embedding by its price, and a call without token counts by the call alone', () => {
    expect(
      costOfTokens(chargesOf(ratesOfOwn(price('m', {}, rich), 'EMBEDDING')), {
        ...NO_TOKENS,
        prompt: 1_000,
      }),
    ).toBeCloseTo(0.503, 12);
    expect(
      costOfTokens(chargesOf(ratesOfOwn(price('m', {}, { per_call: 0.25 }), 'LLM')), NO_TOKENS),
    ).toBe(0.25);
    expect(costOfTokens(chargesOf(ratesOfOwn(price('m', {}, rich), 'LLM')), NO_TOKENS)).toBeNull();
  });

  it('adds up to its lines', () => {
    const rates = fc.record(
      Object.fromEntries(OWN_RATES.map((rate) => [rate, fc.option(fc.nat(100))])),
    );
    const count = fc.option(fc.nat(10_000));
    const counts = fc.record({
      prompt: count,
      completion: count,
      total: count,
      cacheRead: count,
      cacheWrite: count,
      reasoning: count,
      audio: fc.constant(null),
    });
    fc.assert(
      fc.property(rates, counts, (given, counted) => {
        const applied = ratesOfOwn(price('m', {}, given), 'LLM');
        const lines = costLines(applied, counted);
        const cost = costOfTokens(chargesOf(applied), counted);
        if (lines === null) expect(cost).toBeNull();
        else expect(sumOfLines(lines)).toBeCloseTo(cost ?? NaN, 9);
      }),
    );
  });
});
