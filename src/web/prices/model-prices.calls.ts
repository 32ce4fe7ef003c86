import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getModelRates, getSpanCost, listModelPrices } from '#contracts/prices/routes.ts';
import { call, cursorParam } from '#web/platform/http/client.ts';

const PAGE_ROWS = 100;
/** The interface takes no longer ones, and no list knows them. */
const NAME_CHARACTERS_MAX = 1_024;

/** The models of the server's price list that fit a search, page by page. */
export function modelPricesOptions(search: string) {
  return infiniteQueryOptions({
    queryKey: ['model-prices', search],
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        search: search.slice(0, NAME_CHARACTERS_MAX),
        limit: PAGE_ROWS,
        ...cursorParam(pageParam),
      };
      return await call(listModelPrices, { query, signal });
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}

/** How the cost of a span is made: what was sent, and what the server's prices make of it now. */
export function spanCostOptions(span: string) {
  return queryOptions({
    queryKey: ['span-cost', span],
    queryFn: async ({ signal }) =>
      (await call(getSpanCost, { params: { span_identifier: span }, signal })).data,
    staleTime: 60_000,
  });
}

/** A call whose rates are requested. */
export interface RatesOf {
  readonly model: string;
  readonly provider: string | null;
  readonly kind: 'LLM' | 'EMBEDDING';
  /** ISO 8601; null for now. */
  readonly time: string | null;
}

/** The token rates of a call: from the custom price, else from the server's list. */
export function modelRatesOptions({ model, provider, kind, time }: RatesOf) {
  return queryOptions({
    queryKey: ['model-rates', model, provider, kind, time],
    queryFn: async ({ signal }) => {
      const query = {
        model: model.slice(0, NAME_CHARACTERS_MAX),
        kind,
        ...(provider === null ? {} : { provider: provider.slice(0, NAME_CHARACTERS_MAX) }),
        ...(time === null ? {} : { time }),
      };
      return (await call(getModelRates, { query, signal })).data;
    },
    staleTime: 60_000,
  });
}
