import { queryOptions } from '@tanstack/react-query';
import { listDatasetSplits, updateDatasetSplit } from '#contracts/datasets/dataset-split.routes.ts';
import { uploadDataset } from '#contracts/datasets/routes.ts';
import type { ExampleRow } from './examples/example-row.ts';
import { call } from '#web/platform/http/client.ts';

/** A dataset has a handful; more are not offered. */
const SPLITS_MAX = 1000;
/** Ids in one request. */
const STEP = 1000;

/** The splits that have examples of a dataset. */
export function splitsOptions(dataset: string) {
  return queryOptions({
    queryKey: ['dataset', dataset, 'splits'],
    queryFn: async ({ signal }) => {
      return (
        await call(listDatasetSplits, {
          params: { dataset_identifier: dataset },
          query: { limit: SPLITS_MAX },
          signal,
        })
      ).data;
    },
    staleTime: 5000,
  });
}

/** Puts examples into a split of a dataset, or takes them out. */
export async function assignSplit(
  dataset: string,
  split: string,
  exampleIds: readonly string[],
  into: boolean,
): Promise<void> {
  for (let from = 0; from < exampleIds.length; from += STEP) {
    const ids = exampleIds.slice(from, from + STEP);
    const body = into ? { add_example_ids: ids } : { remove_example_ids: ids };
    await call(updateDatasetSplit, {
      params: { dataset_identifier: dataset, split_id: split },
      body,
    });
  }
}

/**
 * Puts examples into the split of a name, which is made where there is none. Names are common to
 * all datasets, and only an upload takes one that another dataset has: the examples go as they are,
 * with one split more.
 */
export async function nameSplit(
  dataset: string,
  rows: readonly ExampleRow[],
  name: string,
): Promise<void> {
  for (let from = 0; from < rows.length; from += STEP) {
    const some = rows.slice(from, from + STEP);
    const body = {
      name: dataset,
      action: 'append',
      inputs: some.map(({ input }) => input),
      outputs: some.map(({ output }) => output),
      metadata: some.map(({ metadata }) => metadata),
      example_ids: some.map(({ id }) => id),
      splits: some.map(({ splits }) => [...(splits ?? []), name]),
    };
    await call(uploadDataset, { query: { sync: true }, body });
  }
}
