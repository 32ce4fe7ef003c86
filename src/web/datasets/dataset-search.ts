import { exampleKey, versionKey, type ExampleKey } from '#web/platform/address/address-ids.ts';
import {
  flag,
  integer,
  oneOf,
  searchReader,
  text,
  texts,
  type RawSearch,
} from '#web/platform/address/search-schema.ts';

export const DATASET_SORTS = [
  'updated_at',
  'name',
  'example_count',
  'version_count',
  'created_at',
] as const;
export type DatasetSort = (typeof DATASET_SORTS)[number];

const number = integer(0);

/** A version by its number, or in older links by its Global ID. */
function version(raw: unknown, all: RawSearch): number | undefined {
  return typeof raw === 'string' ? versionKey(raw) : number(raw, all);
}

/**
 * A number is the example's own; text is its maker's id of it, digits in quotes too, or in older
 * links its Global ID.
 */
function example(raw: unknown, all: RawSearch): ExampleKey | undefined {
  return typeof raw === 'string' && raw !== '' ? exampleKey(raw) : number(raw, all);
}

/** The address of the datasets. */
export const readDatasetsSearch = searchReader({
  find: text,
  /** Names of labels: datasets with any of them. */
  label: texts,
  sort: oneOf(DATASET_SORTS, 'updated_at'),
  /** Names rise and all else falls unless it says otherwise. */
  order: oneOf(['asc', 'desc']),
  /** The form is open. */
  new: flag,
  /** The dialog for a file is open. */
  upload: flag,
});
export type DatasetsSearch = ReturnType<typeof readDatasetsSearch>;

/** The address of a dataset's examples. */
export const readExamplesSearch = searchReader({
  /** Number of a version; the newest unless given. */
  version,
  /** Names of splits: examples of any of them. */
  split: texts,
  q: text,
  /**
   * The example that is open beside the list. Links from before examples had numbers have a Global
   * ID or an own id in `peek`.
   */
  example: (raw, all) => example(raw, all) ?? example(text(all['peek']), all),
  tab: oneOf(['json', 'history']),
});
export type ExamplesSearch = ReturnType<typeof readExamplesSearch>;

/** The address of a dataset's versions: the two that are compared, by number. */
export const readVersionsSearch = searchReader({ from: version, to: version });
export type VersionsSearch = ReturnType<typeof readVersionsSearch>;
