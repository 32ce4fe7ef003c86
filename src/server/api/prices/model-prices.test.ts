import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import type { ListedModelPage } from '#contracts/prices/model-price.ts';
import { openApiApp, type ApiApp } from '#test/api-app.ts';

let api: ApiApp;
beforeAll(async () => {
  api = await openApiApp();
});
afterAll(() => api.close());

const LIST = '/v1/model_prices';
// as: the harness checks the reply against its schema
const page = async (query: string) => (await api.get(`${LIST}?${query}`)).body as ListedModelPage;
const names = ({ data }: ListedModelPage): readonly string[] =>
  data.map(({ provider, model }) => `${provider.id} ${model}`);

describe('GET /v1/model_prices', () => {
  it('lists every model once, page by page', async () => {
    const seen: string[] = [];
    let cursor: string | null = '';
    let total = 0;
    while (cursor !== null) {
      const one: ListedModelPage = await page(
        `limit=700${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
      );
      seen.push(...names(one));
      cursor = one.next_cursor;
      total = one.total;
    }
    expect(total).toBeGreaterThan(1_000);
    expect(seen).toHaveLength(total);
    expect(new Set(seen).size).toBe(total);
    const { list } = await page('limit=1');
    expect(list).toEqual({ name: '@pydantic/genai-prices', version: expect.stringMatching(/^\d/) });
  });

  it('narrows by words of provider and name, and finds a model by another name of it', async () => {
    const found = await page('search=OPENAI%20gpt-4o-mini');
    expect(names(found)).toContain('openai gpt-4o-mini');
    for (const name of names(found)) expect(name).toMatch(/gpt-4o-mini/i);
    expect(
      found.data.find(({ provider, model }) => provider.id === 'openai' && model === 'gpt-4o-mini'),
    ).toMatchObject({
      by_hour: false,
      rates: { input: 0.15, output: 0.6, cache_read: 0.075, cache_write: null },
      tiers: [],
    });
    expect(names(await page('search=gpt-4o-2024-08-06'))).toContain('openai gpt-4o');
    expect(await page('search=our-own-model')).toMatchObject({
      data: [],
      next_cursor: null,
      total: 0,
    });
    expect(
      (await page('search=gemini-2.5-pro&limit=1000')).data.find(
        ({ provider }) => provider.id === 'google',
      )?.tiers,
    ).toMatchObject([{ input_tokens_over: 200_000, rates: { input: 2.5 } }]);
  });

  it.each(['limit=0', 'limit=1001', 'cursor=x', `cursor=${encodeGlobalId('AuditLog', 3)}`])(
    'refuses %s',
    async (query) => expect((await api.get(`${LIST}?${query}`)).status).toBe(422),
  );
});

describe('GET /v1/model_prices/rates', () => {
  const rates = async (query: string) => (await api.get(`${LIST}/rates?${query}`)).body;

  it('says what the tokens of a call cost, or that the list does not know the model', async () => {
    const known = {
      data: {
        state: 'known',
        provider: { id: 'openai' },
        model: 'gpt-4o',
        rates: { input: 2.5, output: 10, cache_read: 1.25 },
      },
    };
    expect(await rates('model=gpt-4o')).toMatchObject(known);
    expect(
      await rates('model=gpt-4o-2024-08-06&provider=openai&time=2026-06-01T00:00:00Z'),
    ).toMatchObject(known);
    expect(await rates('model=gemini-2.5-pro&input_tokens=300000')).toMatchObject({
      data: { rates: { input: 2.5 } },
    });
    expect(await rates('model=our-own-model')).toMatchObject({
      data: { state: 'unknown', provider: null, model: null, rates: null },
    });
    // Any time will do, the end of all time too.
    expect(await rates('model=gpt-4o&time=9999-12-31T00:00:00Z')).toMatchObject({
      data: { state: 'known' },
    });
  });

  it.each([
    '',
    'model=',
    'model=a&provider=',
    'model=a&time=x',
    'model=a&input_tokens=-1',
    'model=a&input_tokens=1.5',
  ])('refuses %s', async (query) =>
    expect((await api.get(`${LIST}/rates?${query}`)).status).toBe(422),
  );
});
