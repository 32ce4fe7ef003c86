import type { FastifyInstance } from 'fastify';
import * as routes from '#contracts/prices/routes.ts';
import { findOwnPrice } from '#core/cost/own-price.ts';
import { dayOf } from '#server/prices/span-cost.ts';
import type { ApiDeps } from '../kit/route/deps.ts';
import { serve } from '../kit/route/serve.ts';
import { timeOf } from '../kit/request/time-window.ts';
import { readModelList, readModelRates, readSpanCost } from './model-prices.service.ts';
import { readUnpricedModels } from './unpriced-models.service.ts';
import { registerOwnPrices, type OwnPriceDeps } from './own-prices.routes.ts';

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
  serve(app, routes.listModelPrices, async ({ query, asker }) => queries.json(readModelList, asker, query));
}

function ratesRoute(app: FastifyInstance, { queries, ownPrices }: ModelPriceDeps): void {
  serve(
    app,
    routes.getModelRates,
    async ({ query: { model, provider = null, time, kind = 'LLM', input_tokens: inputTokens = 0 }, asker }) => {
      const atMs = time === undefined ? Date.now() : Number(timeOf(time, 'time') / NANOS_PER_MILLI);
      const own = findOwnPrice(ownPrices.prices, { kind, modelName: model, modelProvider: provider, day: dayOf(atMs) });
      return { data: await queries.value(readModelRates, asker, { kind, model, provider, atMs, inputTokens, own }) };
    },
  );
}

function unpricedRoute(app: FastifyInstance, { queries, ownPrices }: ModelPriceDeps): void {
  serve(app, routes.listUnpricedModels, ({ asker }) =>
    queries.value(readUnpricedModels, asker, { own: ownPrices.prices, nowMs: Date.now() }),
  );
}

function spanCostRoute(app: FastifyInstance, { queries, ownPrices }: ModelPriceDeps): void {
  serve(app, routes.getSpanCost, async ({ params, asker }) => ({
    data: await queries.value(readSpanCost, asker, { span: params.span_identifier, own: ownPrices.prices, nowMs: Date.now() }),
  }));
}
