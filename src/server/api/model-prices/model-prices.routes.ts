import type { FastifyInstance } from 'fastify';
import { ListedModelPage, ModelListParams, ModelRatesParams, ModelRatesReply } from '#contracts/model-price.ts';
import type { ApiDeps } from '../kit/deps.ts';
import { route } from '../kit/route.ts';
import { timeOf } from '../kit/time-window.ts';
import { readModelList, readModelRates } from './model-prices.service.ts';

const NANOS_PER_MILLI = 1_000_000n;

/** What models cost, by the list that costs are computed from. It holds no user data: every known caller may read it. */
export function registerModelPrices(app: FastifyInstance, { queries }: Pick<ApiDeps, 'queries'>): void {
  route(
    app,
    {
      method: 'GET',
      path: '/v1/model_prices',
      id: 'listModelPrices',
      access: 'signed-in',
      tag: 'server',
      summary: 'Models and prices',
      description:
        'The models of the list that costs are computed from where spans bring none, with the rates of today, by provider and name. The list came with this server.',
      query: ModelListParams,
      ok: { status: 200, description: 'A page of models.', schema: ListedModelPage },
      errors: [],
    },
    async ({ query, signal }) => queries.json(readModelList, query, signal),
  );
  route(
    app,
    {
      method: 'GET',
      path: '/v1/model_prices/rates',
      id: 'getModelRates',
      access: 'signed-in',
      tag: 'server',
      summary: 'Rates of a model',
      description:
        'What the tokens of a call cost by the list of this server: the rates that a cost is computed from. A model that the list does not know is an answer, not an error.',
      query: ModelRatesParams,
      ok: { status: 200, description: 'The rates, or why there are none.', schema: ModelRatesReply },
      errors: [],
    },
    async ({ query: { model, provider = null, time, input_tokens: inputTokens = 0 }, signal }) => {
      const atMs = time === undefined ? Date.now() : Number(timeOf(time, 'time') / NANOS_PER_MILLI);
      return { data: await queries.value(readModelRates, { model, provider, atMs, inputTokens }, signal) };
    },
  );
}
