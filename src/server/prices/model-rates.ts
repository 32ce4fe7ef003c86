import type { ModelRates, PriceListInfo, TokenRates } from '#contracts/prices/model-price.ts';
import { ratesOfOwn, type OwnPrice } from '#core/cost/own-price.ts';
import type { CalledKind, CallRates } from '#core/cost/token-price.ts';
import { listRatesAt } from './call-prices.ts';
import {
  findModel,
  isByHour,
  loadPriceList,
  PRICE_LIST_NAME,
  priceListVersion,
} from './price-list.ts';

/** A call whose rates are requested. */
export interface RatesQuestion {
  readonly kind: CalledKind;
  readonly model: string;
  readonly provider: string | null;
  readonly atMs: number;
  readonly inputTokens: number;
  /** Its custom price, which overrides the list. */
  readonly own: OwnPrice | null;
}

/** The rates of a call, and the source of the price. */
export interface AppliedRates {
  readonly rates: CallRates | null;
  readonly own: OwnPrice | null;
  readonly listed: Pick<ModelRates, 'state' | 'provider' | 'model'>;
}

/**
 * The rates that a call is charged by, as costs are computed from them. Loads the list unless there
 * is an own price.
 */
export function appliedRates({
  kind,
  model,
  provider,
  atMs,
  inputTokens,
  own,
}: RatesQuestion): AppliedRates {
  if (own !== null)
    return {
      rates: ratesOfOwn(own, kind),
      own,
      listed: { state: 'known', provider: null, model: null },
    };
  const found = findModel(loadPriceList(), model, provider, new Date(atMs));
  if (found === null)
    return { rates: null, own, listed: { state: 'unknown', provider: null, model: null } };
  const { id, name } = found.provider;
  const listed = { provider: { id, name }, model: found.model.id };
  if (isByHour(found.model)) return { rates: null, own, listed: { state: 'by_hour', ...listed } };
  return {
    rates: listRatesAt(found.price, inputTokens),
    own,
    listed: { state: 'known', ...listed },
  };
}

/** The same as the interface says it, without one's own price. */
export function modelRates(question: RatesQuestion): Omit<ModelRates, 'own_price'> {
  const { rates, own, listed } = appliedRates(question);
  return {
    ...listed,
    source: sourceOf(rates, own),
    rates: rates === null ? null : ratesReply(rates),
    list: listInfo(),
  };
}

/** Whose price it is. */
export function sourceOf(rates: CallRates | null, own: OwnPrice | null): ModelRates['source'] {
  if (rates === null) return null;
  return own === null ? 'list' : 'own';
}

/** Where the list comes from. */
export function listInfo(): PriceListInfo {
  return { name: PRICE_LIST_NAME, version: priceListVersion() };
}

function ratesReply(rates: CallRates): TokenRates {
  return {
    input: rates.input,
    output: rates.output,
    cache_read: rates.cacheRead,
    cache_write: rates.cacheWrite,
    reasoning: rates.reasoning,
    audio_input: rates.audioInput,
    audio_output: rates.audioOutput,
    image_input: rates.imageInput,
    image_output: rates.imageOutput,
    per_call: rates.perCall,
  };
}
