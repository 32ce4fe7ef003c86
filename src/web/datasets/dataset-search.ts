import { exampleKey, versionKey, type ExampleKey } from '#web/platform/address/address-ids.ts';
import { presentParts, textParam, textsParam } from '#web/lists/search-params.ts';

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
  /** Number of a version; the newest unless given. */
  readonly version?: number;
  /** Names of splits: examples of any of them. */
  readonly split?: readonly string[];
  readonly q?: string;
  /** The example that is open beside the list. */
  readonly example?: ExampleKey;
  readonly tab?: 'json' | 'history';
}

/** The address of a dataset's versions: the two that are compared, by number. */
export interface VersionsSearch {
  readonly from?: number;
  readonly to?: number;
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
    version: versionParam(raw['version']),
    split: textsParam(raw['split']),
    q: textParam(raw['q']),
    // Links that were copied before examples had numbers have a Global ID or an own id in `peek`.
    example: exampleParam(raw['example']) ?? exampleParam(textParam(raw['peek'])),
    tab: raw['tab'] === 'json' || raw['tab'] === 'history' ? raw['tab'] : undefined,
  });
}

export function readVersionsSearch(raw: Raw): VersionsSearch {
  return presentParts<VersionsSearch>({ from: versionParam(raw['from']), to: versionParam(raw['to']) });
}

/** A version by its number, or in older links by its Global ID. */
function versionParam(raw: unknown): number | undefined {
  return typeof raw === 'string' ? versionKey(raw) : numberParam(raw);
}

/** A number is the example's own; text is its maker's id of it, digits in quotes too, or in older links its Global ID. */
function exampleParam(raw: unknown): ExampleKey | undefined {
  return typeof raw === 'string' && raw !== '' ? exampleKey(raw) : numberParam(raw);
}

function numberParam(raw: unknown): number | undefined {
  return typeof raw === 'number' && Number.isSafeInteger(raw) && raw >= 0 ? raw : undefined;
}
