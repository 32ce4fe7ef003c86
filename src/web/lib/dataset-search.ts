import { presentParts, textParam, textsParam } from './search-params.ts';

type Raw = Readonly<Record<string, unknown>>;

export const DATASET_SORTS = ['updated_at', 'name', 'example_count', 'version_count', 'created_at'] as const;
export type DatasetSort = (typeof DATASET_SORTS)[number];

/** The address of the datasets: `new` opens the form, `upload` the dialog for a file. */
export interface DatasetsSearch {
  readonly find?: string;
  /** Names of labels: datasets with any of them. */
  readonly label?: readonly string[];
  readonly sort?: DatasetSort;
  /** Names rise and all else falls unless it says otherwise. */
  readonly order?: 'asc' | 'desc';
  readonly new?: true;
  readonly upload?: true;
}

/** The address of a dataset's examples. */
export interface ExamplesSearch {
  /** Global ID of a version; the newest unless given. */
  readonly version?: string;
  /** Names of splits: examples of any of them. */
  readonly split?: readonly string[];
  readonly q?: string;
  /** Global ID of the example that is open beside the list. */
  readonly peek?: string;
  readonly tab?: 'json' | 'history';
}

/** The address of a dataset's versions: the two that are compared, by Global ID. */
export interface VersionsSearch {
  readonly from?: string;
  readonly to?: string;
}

export function readDatasetsSearch(raw: Raw): DatasetsSearch {
  const sort = DATASET_SORTS.find((one) => one === raw['sort']);
  return presentParts<DatasetsSearch>({
    find: textParam(raw['find']),
    label: textsParam(raw['label']),
    sort: sort === 'updated_at' ? undefined : sort,
    order: raw['order'] === 'asc' || raw['order'] === 'desc' ? raw['order'] : undefined,
    new: raw['new'] === true ? true : undefined,
    upload: raw['upload'] === true ? true : undefined,
  });
}

export function readExamplesSearch(raw: Raw): ExamplesSearch {
  return presentParts<ExamplesSearch>({
    version: textParam(raw['version']),
    split: textsParam(raw['split']),
    q: textParam(raw['q']),
    peek: textParam(raw['peek']),
    tab: raw['tab'] === 'json' || raw['tab'] === 'history' ? raw['tab'] : undefined,
  });
}

export function readVersionsSearch(raw: Raw): VersionsSearch {
  return presentParts<VersionsSearch>({ from: textParam(raw['from']), to: textParam(raw['to']) });
}
