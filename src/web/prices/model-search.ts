import { presentParts, textParam } from '#web/lists/search-params.ts';

/** The address of the models and prices: what is looked for. */
export interface ModelSearch {
  readonly find?: string;
}

export function readModelSearch(raw: Readonly<Record<string, unknown>>): ModelSearch {
  return presentParts<ModelSearch>({ find: textParam(raw['find']) });
}
