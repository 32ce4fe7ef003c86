import { encodeGlobalId } from '#contracts/wire/ids.ts';
import type {
  ListedModel,
  ListedModelPage,
  ModelListParams,
  ModelRates,
  SpanCost,
} from '#contracts/prices/model-price.ts';
import type { OwnPrice } from '#core/cost/own-price.ts';
import { NO_PRICES } from '#core/cost/token-price.ts';
import { storedSpanReading } from '#core/otlp/read-stored-spans.ts';
import { listModels } from '#server/prices/model-list.ts';
import { modelRates, type RatesQuestion } from '#server/prices/model-rates.ts';
import { explainCost } from '#server/prices/span-cost.ts';
import { decodeIdCursor } from '../kit/reply/page-cursor.ts';
import type { AnyQuery, Query } from '#server/threads/query.ts';
import { spanNotFound, spanPayload } from '../kit/spans/span-payload.ts';
import { namedPrice } from './own-price-codec.ts';
import { readUnpricedModels } from './unpriced-models.service.ts';

/**
 * The rates of one model. In a reader thread, for the list is large and the main thread does
 * without it.
 */
export const readModelRates: Query<RatesQuestion, ModelRates> = {
  name: 'modelPrices.rates',
  run: async (_context, question) => ({
    ...modelRates(question),
    own_price: question.own === null ? null : namedPrice(question.own),
  }),
};

const readBySentCosts = storedSpanReading(NO_PRICES);

/** The cost sent with a span, and its cost by current prices. */
export const readSpanCost: Query<
  { readonly span: string; readonly own: readonly OwnPrice[]; readonly nowMs: number },
  SpanCost
> = {
  name: 'modelPrices.spanCost',
  run: async (context, { span, own, nowMs }) => {
    const { bytes, row } = await spanPayload(context, span);
    const sent = readBySentCosts(bytes)(0, bytes.length);
    if (sent === null) throw spanNotFound(span);
    const { cost, own: applied } = explainCost({ sent, storedUsd: row.costUsd }, own, nowMs);
    return { ...cost, own_price: applied === null ? null : namedPrice(applied) };
  },
};

/** A page of the list, by today's rates. */
export const readModelList: Query<ModelListParams, ListedModelPage> = {
  name: 'modelPrices.list',
  run: async (_context, { search = '', cursor, limit = 100 }) => {
    const from = cursor === undefined ? 0 : decodeIdCursor(cursor, 'ModelPrice');
    const named = search.trim();
    const words = named.toLowerCase().split(/\s+/);
    const { info, models } = await listModels(named, Date.now());
    const fitting = models.flatMap(({ listed, isMeant }, place) =>
      isMeant || fits(listed, words) ? [{ listed, place }] : [],
    );
    const rest = fitting.filter(({ place }) => place >= from);
    const next = rest[limit];
    return {
      data: rest.slice(0, limit).map(({ listed }) => listed),
      next_cursor: next === undefined ? null : encodeGlobalId('ModelPrice', next.place),
      total: fitting.length,
      list: info,
    };
  },
};

function fits({ provider, model, name }: ListedModel, words: readonly string[]): boolean {
  const text = `${provider.id} ${provider.name} ${model} ${name ?? ''}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

export const modelPriceQueries: readonly AnyQuery[] = [
  readModelRates,
  readModelList,
  readSpanCost,
  readUnpricedModels,
];
