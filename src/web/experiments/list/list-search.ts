import { presentParts, textParam } from '#web/lists/search-params.ts';

/** The address of the experiments of a dataset. */
export interface ExperimentsSearch {
  /** Part of the name. */
  readonly q?: string;
  /** A column, or `score:` and the name of an evaluator; the newest first unless given. */
  readonly sort?: string;
  /** Names rise and all else falls unless it says otherwise. */
  readonly order?: 'asc' | 'desc';
  /** The lines that run an experiment are open. */
  readonly run?: true;
}

export function readExperimentsSearch(raw: Readonly<Record<string, unknown>>): ExperimentsSearch {
  const sort = textParam(raw['sort']);
  return presentParts<ExperimentsSearch>({
    q: textParam(raw['q']),
    sort: sort === 'number' ? undefined : sort,
    order: raw['order'] === 'asc' || raw['order'] === 'desc' ? raw['order'] : undefined,
    run: raw['run'] === true ? true : undefined,
  });
}

/** The address of the list of all datasets with experiments. */
export interface AllExperimentsSearch {
  readonly find?: string;
}

export function readAllExperimentsSearch(raw: Readonly<Record<string, unknown>>): AllExperimentsSearch {
  return presentParts<AllExperimentsSearch>({ find: textParam(raw['find']) });
}
