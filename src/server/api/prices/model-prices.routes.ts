import type { FastifyInstance } from 'fastify';
import {
  ListedModelPage,
  ModelListParams,
  ModelRatesParams,
  ModelRatesReply,
  SpanCostReply,
  UNPRICED_DAYS,
  UnpricedModelsReply,
} from '#contracts/prices/model-price.ts';
import { SpanParams } from '#contracts/spans/span.ts';
import { findOwnPrice } from '#core/cost/own-price.ts';
import { dayOf } from '#server/prices/span-cost.ts';
import type { ApiDeps } from '../kit/route/deps.ts';
import { route } from '../kit/route/route.ts';
import { timeOf } from '../kit/request/time-window.ts';
import { readModelList, readModelRates, readSpanCost } from './model-prices.service.ts';
import { readUnpricedModels } from './unpriced-models.service.ts';
import { registerOwnPrices } from './own-prices.routes.ts';
import type { OwnPriceDeps } from './own-prices.routes.ts';

const NANOS_PER_MILLI = 1_000_000n;

type ModelPriceDeps = OwnPriceDeps & Pick<ApiDeps, 'queries'>;

/** The prices of models, from custom prices and the bundled list, and the breakdown of a span's cost. */
export function registerModelPrices(app: FastifyInstance, deps: ModelPriceDeps): void {
  listRoute(app, deps);
  ratesRoute(app, deps);
  unpricedRoute(app, deps);
  spanCostRoute(app, deps);
  registerOwnPrices(app, deps);
}

/** Prices are not user data: every authenticated caller may read them. */
function listRoute(app: FastifyInstance, { queries }: ModelPriceDeps): void {
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
}

function ratesRoute(app: FastifyInstance, { queries, ownPrices }: ModelPriceDeps): void {
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
        'The rates of a call: from a custom price where one applies, else from the list bundled with this server. Costs are computed from these rates. For a model without a price the reply has no rates, which is not an error.',
      query: ModelRatesParams,
      ok: { status: 200, description: 'The rates, or why there are none.', schema: ModelRatesReply },
      errors: [],
    },
    async ({ query: { model, provider = null, time, kind = 'LLM', input_tokens: inputTokens = 0 }, signal }) => {
      const atMs = time === undefined ? Date.now() : Number(timeOf(time, 'time') / NANOS_PER_MILLI);
      const own = findOwnPrice(ownPrices.prices, { kind, modelName: model, modelProvider: provider, day: dayOf(atMs) });
      return { data: await queries.value(readModelRates, { kind, model, provider, atMs, inputTokens, own }, signal) };
    },
  );
}

function unpricedRoute(app: FastifyInstance, { queries, ownPrices }: ModelPriceDeps): void {
  route(
    app,
    {
      method: 'GET',
      path: '/v1/model_prices/unpriced',
      id: 'listUnpricedModels',
      access: { scopes: ['traces:read'] },
      tag: 'server',
      summary: 'Models without a price',
      description: `Models whose LLM spans of the last ${UNPRICED_DAYS} days have token counts and no cost, and for which there is still no price: neither one that was set here, whatever its provider and days, nor one in the list. Of the newest 200 projects.`,
      ok: { status: 200, description: 'The models.', schema: UnpricedModelsReply },
      errors: [],
    },
    ({ signal }) => queries.value(readUnpricedModels, { own: ownPrices.prices, nowMs: Date.now() }, signal),
  );
}

function spanCostRoute(app: FastifyInstance, { queries, ownPrices }: ModelPriceDeps): void {
  route(
    app,
    {
      method: 'GET',
      path: '/v1/spans/{span_identifier}/cost',
      id: 'getSpanCost',
      access: { scopes: ['traces:read'] },
      tag: 'spans',
      summary: 'How the cost of a span is made',
      description:
        'The cost that was sent, if any, and what the call costs by the prices of this server, part by part: for the day of the call and today. By Global ID or span id. The cost of the span itself is the one that was sent, else the one that was computed when it arrived.',
      params: SpanParams,
      ok: { status: 200, description: 'The cost and what it is made of.', schema: SpanCostReply },
      errors: ['not_found'],
    },
    async ({ params, signal }) => ({
      data: await queries.value(readSpanCost, { span: params.span_identifier, own: ownPrices.prices, nowMs: Date.now() }, signal),
    }),
  );
}
