import { SpanParams } from '../spans/span.ts';
import { declare } from '../wire/declare.ts';
import {
  ListedModelPage,
  ModelListParams,
  ModelRatesParams,
  ModelRatesReply,
  SpanCostReply,
  UNPRICED_DAYS,
  UnpricedModelsReply,
} from './model-price.ts';
import {
  CreateOwnModelPriceBody,
  OWN_PRICES_MAX,
  OwnModelPriceListParams,
  OwnModelPricePage,
  OwnModelPriceParams,
  OwnModelPriceReply,
  UpdateOwnModelPriceBody,
} from './own-model-price.ts';

export const listModelPrices = declare({
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
});

export const getModelRates = declare({
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
});

export const listUnpricedModels = declare({
  method: 'GET',
  path: '/v1/model_prices/unpriced',
  id: 'listUnpricedModels',
  access: { scopes: ['traces:read'] },
  tag: 'server',
  summary: 'Models without a price',
  description: `Models whose LLM spans of the last ${UNPRICED_DAYS} days have token counts and no cost, and for which there is still no price: neither one that was set here, whatever its provider and days, nor one in the list. Of the newest 200 projects.`,
  ok: { status: 200, description: 'The models.', schema: UnpricedModelsReply },
  errors: [],
});

export const getSpanCost = declare({
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
});

const access = { scopes: ['admin'], workspace: true } as const;
const EFFECT =
  'The price applies to LLM and embedding spans that arrive from now on without a cost; the costs of stored spans stay. Two prices of one model and provider can’t overlap in time.';
const bodyExample = {
  model: 'our-llama-*',
  provider: null,
  valid_from: '2026-01-01',
  prices: { input: 0.2, output: 0.6 },
};

export const listOwnModelPrices = declare({
  method: 'GET',
  path: '/v1/own_model_prices',
  id: 'listOwnModelPrices',
  access: 'signed-in',
  tag: 'server',
  summary: 'List your own model prices',
  description: `The prices that were set on this server, newest first; up to ${OWN_PRICES_MAX}. Of several that fit a call applies an exact name before a pattern, then one for its provider, then the one that began last; only then the list that came with the server (GET /v1/model_prices).`,
  query: OwnModelPriceListParams,
  ok: { status: 200, description: 'A page of prices.', schema: OwnModelPricePage },
  errors: [],
});

export const getOwnModelPrice = declare({
  method: 'GET',
  path: '/v1/own_model_prices/{price_id}',
  id: 'getOwnModelPrice',
  access: 'signed-in',
  tag: 'server',
  summary: 'Read one of your own model prices',
  description: 'By Global ID.',
  params: OwnModelPriceParams,
  ok: { status: 200, description: 'The price.', schema: OwnModelPriceReply },
  errors: ['not_found'],
});

export const createOwnModelPrice = declare({
  method: 'POST',
  path: '/v1/own_model_prices',
  id: 'createOwnModelPrice',
  access,
  audit: 'own_model_price.create',
  tag: 'server',
  summary: 'Add a custom model price',
  description: EFFECT,
  body: CreateOwnModelPriceBody,
  bodyExample,
  ok: { status: 201, description: 'The price.', schema: OwnModelPriceReply },
  errors: ['conflict', 'storage_full'],
});

export const updateOwnModelPrice = declare({
  method: 'PATCH',
  path: '/v1/own_model_prices/{price_id}',
  id: 'updateOwnModelPrice',
  access,
  audit: 'own_model_price.update',
  tag: 'server',
  summary: 'Change one of your own model prices',
  description: `By Global ID. Absent fields stay unchanged, each price too; null clears a price. ${EFFECT}`,
  params: OwnModelPriceParams,
  body: UpdateOwnModelPriceBody,
  bodyExample: { valid_until: '2026-06-30' },
  ok: { status: 200, description: 'The price.', schema: OwnModelPriceReply },
  errors: ['not_found', 'conflict', 'storage_full'],
});

export const deleteOwnModelPrice = declare({
  method: 'DELETE',
  path: '/v1/own_model_prices/{price_id}',
  id: 'deleteOwnModelPrice',
  access,
  audit: 'own_model_price.delete',
  tag: 'server',
  summary: 'Delete one of your own model prices',
  description:
    'By Global ID. Calls that arrive from now on cost what the next price that fits says; the costs of stored spans stay.',
  params: OwnModelPriceParams,
  ok: { status: 200, description: 'The price as it was.', schema: OwnModelPriceReply },
  errors: ['not_found'],
});
