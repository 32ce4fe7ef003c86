import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import type { SpanCost } from '#contracts/prices/model-price.ts';
import type {
  CreateOwnModelPriceBody,
  OwnModelPrice,
  OwnModelPricePage,
} from '#contracts/prices/own-model-price.ts';
import { ADMIN_SECRET, bearer, send, signedIn } from '#test/api-access.ts';
import { openApiApp, type ApiApp, type Reply } from '#test/api-app.ts';
import { exportOf, spanHex, traceHex } from '#test/api-spans.ts';

const PRICES = '/v1/own_model_prices';
const NOT_THERE = encodeGlobalId('OwnModelPrice', 99);
const NO_PRICES = {
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

let api: ApiApp;
let lastSpan = 0;
beforeAll(async () => {
  api = await openApiApp();
});
afterAll(() => api.close());
afterEach(async () => {
  for (const { id } of (await listed()).data) await send(api, 'DELETE', `${PRICES}/${id}`, {});
});

// as: the harness checks the replies against their schemas
const listed = async (query = '') => (await api.get(`${PRICES}${query}`)).body as OwnModelPricePage;
const add = (body: object): Promise<Reply> => send(api, 'POST', PRICES, {}, body);
const added = async (body: CreateOwnModelPriceBody): Promise<OwnModelPrice> => {
  const reply = await add(body);
  expect(reply).toMatchObject({ status: 201 });
  // as: the harness checks it against its schema
  return (reply.body as { data: OwnModelPrice }).data;
};
// as: what every error has
const detailOf = ({ body }: Reply): unknown => (body as { detail?: unknown }).detail;

/** Stores a span and reads how its cost is made. */
async function costOf(attributes: Readonly<Record<string, string | number>>): Promise<SpanCost> {
  lastSpan += 1;
  await api.ingest(
    exportOf({
      trace: lastSpan,
      span: lastSpan,
      attributes: { 'openinference.span.kind': 'LLM', ...attributes },
    }),
  );
  const { body } = await api.get(`/v1/spans/${spanHex(lastSpan)}/cost`);
  return (body as { data: SpanCost }).data; // as: the harness checks it against its schema
}
const tokens = (model: string, more: Readonly<Record<string, string | number>> = {}) => ({
  'llm.model_name': model,
  'llm.token_count.prompt': 1_000_000,
  'llm.token_count.completion': 100_000,
  ...more,
});

describe('own model prices over REST', () => {
  it('are added, listed, read, changed and deleted', async () => {
    const first = await added({ model: ' our-llama-* ', prices: { input: 0.2, output: 0.6 } });
    expect(first).toMatchObject({
      model: 'our-llama-*',
      provider: null,
      valid_from: null,
      valid_until: null,
      prices: { ...NO_PRICES, input: 0.2, output: 0.6 },
    });
    const second = await added({
      model: 'gpt-4o',
      provider: 'azure',
      valid_from: '2026-01-01',
      valid_until: '2026-06-30',
      prices: { input: 2 },
    });
    expect((await listed()).data.map(({ id }) => id)).toEqual([second.id, first.id]);
    const page = await listed('?limit=1');
    expect(page.data).toEqual([second]);
    expect((await listed(`?limit=1&cursor=${page.next_cursor}`)).data).toEqual([first]);
    expect((await api.get(`${PRICES}/${second.id}`)).body).toEqual({ data: second });
    const changed = await send(
      api,
      'PATCH',
      `${PRICES}/${second.id}`,
      {},
      { valid_until: null, prices: { output: 8, input: null } },
    );
    expect(changed.body).toMatchObject({
      data: {
        id: second.id,
        valid_from: '2026-01-01',
        valid_until: null,
        prices: { ...NO_PRICES, output: 8 },
      },
    });
    expect((await send(api, 'DELETE', `${PRICES}/${first.id}`, {})).body).toMatchObject({
      data: { id: first.id },
    });
    expect((await listed()).data).toHaveLength(1);
  });

  it.each([
    [{ model: 'm', prices: {} }, 'body.prices names no price. Give at least one of input, output'],
    [{ model: 'm', prices: { input: null } }, 'body.prices names no price'],
    [{ model: ' ', prices: { input: 1 } }, 'body.model must not be blank'],
    [{ model: 'm', provider: ' ', prices: { input: 1 } }, 'body.provider must not be blank'],
    [
      { model: 'm', valid_from: '2026-02-30', prices: { input: 1 } },
      "body.valid_from must be a day such as 2026-01-31; got '2026-02-30'",
    ],
    [
      { model: 'm', valid_from: '2026-02-02', valid_until: '2026-02-01', prices: { input: 1 } },
      'body.valid_until must not be before valid_from (2026-02-02); got 2026-02-01.',
    ],
  ])('refuses %o', async (body, detail) => {
    const reply = await add(body);
    expect(reply.status).toBe(422);
    expect(detailOf(reply)).toContain(detail);
  });

  it.each([
    { prices: { input: 1 } },
    { model: 'm' },
    { model: 'm', prices: { input: -1 } },
    { model: 'm', prices: { input: '1' } },
    { model: 'm', valid_from: 'today', prices: { input: 1 } },
  ])('refuses %o by its schema', async (body) => expect((await add(body)).status).toBe(422));

  it('refuses two prices for the same calls on one day, also after a change', async () => {
    const first = await added({ model: 'GPT-4o', valid_until: '2026-06-30', prices: { input: 1 } });
    const reply = await add({ model: 'gpt-4o', valid_from: '2026-06-30', prices: { input: 2 } });
    expect(reply.status).toBe(409);
    expect(detailOf(reply)).toBe(
      `body.valid_from and body.valid_until overlap with the price of 'GPT-4o' for all days until 2026-06-30 (${first.id}). Change that one, or choose other days.`,
    );
    await added({ model: 'gpt-4o', provider: 'azure', prices: { input: 3 } });
    const second = await added({ model: 'gpt-4o', valid_from: '2026-07-01', prices: { input: 2 } });
    expect(
      (await send(api, 'PATCH', `${PRICES}/${second.id}`, {}, { valid_from: null })).status,
    ).toBe(409);
    expect(
      (await send(api, 'PATCH', `${PRICES}/${first.id}`, {}, { valid_until: '2026-06-29' })).status,
    ).toBe(200);
  });

  it('answers 404 and 422 for ids that are none', async () => {
    for (const [method, body] of [['GET'], ['DELETE'], ['PATCH', { model: 'm' }]] as const) {
      expect((await send(api, method, `${PRICES}/${NOT_THERE}`, {}, body)).status).toBe(404);
      expect((await send(api, method, `${PRICES}/x`, {}, body)).status).toBe(422);
    }
  });
});

describe('spans that arrive', () => {
  it('cost what the own price says, from the next one on, and what the list says after it was deleted', async () => {
    expect(await costOf(tokens('our-llama-7b'))).toMatchObject({
      cost_usd: null,
      state: 'unknown',
      source: null,
      lines: [],
    });
    const price = await added({
      model: 'our-llama-*',
      prices: { input: 0.2, output: 0.6, per_call: 0.001 },
    });
    expect(
      await costOf(
        tokens('our-llama-7b', { 'llm.token_count.prompt_details.cache_read': 250_000 }),
      ),
    ).toMatchObject({
      cost_usd: 0.261,
      sent_cost_usd: null,
      state: 'known',
      computed_cost_usd: 0.261,
      today_cost_usd: 0.261,
      lines: [
        { part: 'input', count: 750_000, rate: 0.2, cost_usd: 0.15 },
        { part: 'cache_read', count: 250_000, rate: 0.2, cost_usd: 0.05 },
        { part: 'output', count: 100_000, rate: 0.6, cost_usd: 0.06 },
        { part: 'per_call', count: 1, rate: 0.001, cost_usd: 0.001 },
      ],
      source: 'own',
      own_price: { id: price.id, model: 'our-llama-*' },
    });
    await send(
      api,
      'PATCH',
      `${PRICES}/${price.id}`,
      {},
      { model: 'gpt-4o', prices: { per_call: null } },
    );
    expect(await costOf(tokens('gpt-4o'))).toMatchObject({ cost_usd: 0.26, source: 'own' });
    await send(api, 'DELETE', `${PRICES}/${price.id}`, {});
    expect(await costOf(tokens('gpt-4o'))).toMatchObject({
      cost_usd: 3.5,
      source: 'list',
      provider: { id: 'openai' },
      model: 'gpt-4o',
    });
  });

  it('have the cost that was sent, beside what it would be here', async () => {
    await added({ model: 'gpt-4o', prices: { input: 1, output: 1 } });
    expect(await costOf(tokens('gpt-4o', { 'llm.cost.total': 9 }))).toMatchObject({
      cost_usd: 9,
      sent_cost_usd: 9,
      computed_cost_usd: 1.1,
      source: 'own',
    });
    expect(await costOf(tokens('gpt-4o', { 'gen_ai.usage.cost': 7 }))).toMatchObject({
      cost_usd: 7,
      sent_cost_usd: 7,
      computed_cost_usd: 1.1,
    });
  });

  it('are charged as embeddings, and by the call alone', async () => {
    const embedding = {
      'openinference.span.kind': 'EMBEDDING',
      'embedding.model_name': 'text-embedding-3-small',
      'llm.token_count.prompt': 1_000_000,
    };
    expect(await costOf(embedding)).toMatchObject({ cost_usd: 0.02, source: 'list' });
    await added({ model: 'text-embedding-*', prices: { embedding: 0.01 } });
    expect(await costOf(embedding)).toMatchObject({ cost_usd: 0.01, source: 'own' });
    await added({ model: 'flux-*', prices: { per_call: 0.04 } });
    expect(await costOf({ 'llm.model_name': 'flux-pro' })).toMatchObject({
      cost_usd: 0.04,
      lines: [{ part: 'per_call' }],
    });
  });

  it('say why they have no cost', async () => {
    expect(await costOf({ 'llm.model_name': 'gpt-4o' })).toMatchObject({
      cost_usd: null,
      state: 'not_counted',
    });
    expect(await costOf({ ...tokens('gpt-4o'), 'openinference.span.kind': 'CHAIN' })).toMatchObject(
      {
        cost_usd: null,
        state: 'not_a_call',
      },
    );
    expect(
      await costOf(tokens('gpt-4o', { 'llm.token_count.prompt_details.audio': 5 })),
    ).toMatchObject({
      cost_usd: null,
      state: 'unknown',
    });
    expect((await api.get(`/v1/spans/${traceHex(7).slice(0, 16)}/cost`)).status).toBe(404);
  });

  it('that are written over REST have them too', async () => {
    await added({ model: 'our-llama-*', prices: { input: 0.2 } });
    const span = {
      name: 'call',
      context: { trace_id: traceHex(900), span_id: spanHex(900) },
      span_kind: 'LLM',
      start_time: '2026-06-01T00:00:00Z',
      end_time: '2026-06-01T00:00:01Z',
      status_code: 'OK',
      attributes: { 'llm.model_name': 'our-llama-7b', 'llm.token_count.prompt': 1_000_000 },
    };
    expect(
      (await send(api, 'POST', '/v1/projects/default/spans', {}, { data: [span] })).status,
    ).toBe(202);
    expect((await api.get(`/v1/spans/${spanHex(900)}/cost`)).body).toMatchObject({
      data: { cost_usd: 0.2 },
    });
  });
});

describe('the rates of a model', () => {
  it('say which own price applies, by provider, day and kind', async () => {
    const rates = async (query: string): Promise<unknown> =>
      (await api.get(`/v1/model_prices/rates?model=gpt-4o${query}`)).body;
    const price = await added({
      model: 'gpt-*',
      provider: 'azure',
      valid_from: '2026-01-01',
      prices: { input: 1, embedding: 4 },
    });
    expect(await rates('&provider=azure&time=2026-01-01T00:00:00Z')).toMatchObject({
      data: {
        state: 'known',
        source: 'own',
        own_price: { id: price.id },
        provider: null,
        rates: { input: 1, output: 0, cache_read: 1 },
      },
    });
    expect(await rates('&provider=azure&time=2026-01-01T00:00:00Z&kind=EMBEDDING')).toMatchObject({
      data: { rates: { input: 4 } },
    });
    expect(await rates('&provider=azure&time=2025-12-31T23:59:59Z')).toMatchObject({
      data: { source: 'list', own_price: null },
    });
    expect(await rates('')).toMatchObject({
      data: { source: 'list', own_price: null, rates: { input: 2.5 } },
    });
  });
});

describe('who may', () => {
  it('change them: only admins, each change with a row in the audit log; read them: every user', async () => {
    const closed = await openApiApp({ access: { required: true, adminSecret: ADMIN_SECRET } });
    const admin = bearer(ADMIN_SECRET);
    const body = { model: 'm', prices: { input: 1 } };
    const { headers } = await signedIn(closed.meta, 'MEMBER');
    expect((await send(closed, 'POST', PRICES, headers, body)).status).toBe(403);
    const reply = await send(closed, 'POST', PRICES, admin, body);
    expect(reply.status).toBe(201);
    // as: the harness checks it against its schema
    const { id } = (reply.body as { data: OwnModelPrice }).data;
    expect((await send(closed, 'GET', PRICES, headers)).body).toMatchObject({ data: [{ id }] });
    for (const method of ['PATCH', 'DELETE'] as const)
      expect((await send(closed, method, `${PRICES}/${id}`, headers, {})).status).toBe(403);
    expect(
      (await send(closed, 'PATCH', `${PRICES}/${id}`, admin, { prices: { input: 2 } })).status,
    ).toBe(200);
    expect((await send(closed, 'DELETE', `${PRICES}/${id}`, admin)).status).toBe(200);
    const { data } = (await send(closed, 'GET', '/api/v1/audit-logs', admin)).body as {
      data: readonly { action: string; target: { id: string | null } }[];
    }; // as: its schema
    const done = data.filter(({ action }) => action.startsWith('own_model_price.'));
    expect(done.map(({ action, target }) => [action, target.id])).toEqual(
      expect.arrayContaining([
        ['own_model_price.delete', id],
        ['own_model_price.update', id],
        ['own_model_price.create', id],
      ]),
    );
    await closed.close();
  });
});

describe('models without a price', () => {
  it('are those of calls with tokens and no cost that neither you nor the list knows', async () => {
    const day = Date.now() - Date.UTC(2026, 10, 20, 18, 0, 0);
    const sendNow = async (model: string): Promise<void> => {
      lastSpan += 1;
      const attributes = { 'openinference.span.kind': 'LLM', ...tokens(model) };
      await api.ingest(exportOf({ trace: lastSpan, span: lastSpan, startMs: day, attributes }));
    };
    const unpriced = async (): Promise<unknown> =>
      (await api.get('/v1/model_prices/unpriced')).body;
    for (const model of ['nobody-knows', 'gpt-4o', 'known-here', 'nobody-knows'])
      await sendNow(model);
    await added({ model: 'known-*', provider: 'azure', prices: { input: 1 } });
    expect(await unpriced()).toEqual({
      data: [{ model: 'nobody-knows', token_count: 2_200_000, project_count: 1 }],
      total: 1,
      days: 7,
    });
    await added({ model: 'nobody-*', prices: { output: 1 } });
    expect(await unpriced()).toEqual({ data: [], total: 0, days: 7 });
  });
});
