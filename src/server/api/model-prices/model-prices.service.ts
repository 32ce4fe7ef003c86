import { encodeGlobalId } from '#contracts/ids.ts';
import type { ListedModel, ListedModelPage, ModelListParams, ModelRates } from '#contracts/model-price.ts';
import { listModels, modelRates } from '#server/prices/model-rates.ts';
import type { RatesQuestion } from '#server/prices/model-rates.ts';
import { decodeIdCursor } from '../kit/page-cursor.ts';
import type { AnyQuery, Query } from '../kit/query.ts';

/** The rates of one model. In a reader thread, for the list is large and the main thread does without it. */
export const readModelRates: Query<RatesQuestion, ModelRates> = {
  name: 'modelPrices.rates',
  run: async (_context, question) => modelRates(question),
};

/** A page of the list, by today's rates. */
export const readModelList: Query<ModelListParams, ListedModelPage> = {
  name: 'modelPrices.list',
  run: async (_context, { search = '', cursor, limit = 100 }) => {
    const from = cursor === undefined ? 0 : decodeIdCursor(cursor, 'ModelPrice');
    const named = search.trim();
    const words = named.toLowerCase().split(/\s+/);
    const { info, models } = await listModels(named, Date.now());
    const fitting = models.flatMap(({ listed, isMeant }, place) => (isMeant || fits(listed, words) ? [{ listed, place }] : []));
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

export const modelPriceQueries: readonly AnyQuery[] = [readModelRates, readModelList];
