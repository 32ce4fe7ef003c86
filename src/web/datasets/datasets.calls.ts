import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { updateDataset } from '#contracts/datasets/dataset-edit.routes.ts';
import {
  deleteDataset as deleteDatasetRoute,
  getDataset,
  listDatasetVersions,
  listDatasets,
  uploadDataset,
} from '#contracts/datasets/routes.ts';
import { isDatasetGlobalId } from '#web/platform/address/address-ids.ts';
import { ApiError, call } from '#web/platform/http/client.ts';
import { everyPage } from '#web/platform/http/every-page.ts';
import type { Dataset } from '#contracts/datasets/dataset.ts';
import type { DatasetVersion } from '#contracts/datasets/dataset-version.ts';

const PAGE_ROWS = 200;
/** More are not listed. */
export const DATASETS_MAX = 5000;
export const VERSIONS_MAX = 5000;

/** Every dataset, newest first. */
export const datasetsOptions = queryOptions({
  queryKey: ['datasets'],
  queryFn: ({ signal }): Promise<readonly Dataset[]> =>
    everyPage(DATASETS_MAX, (cursor) =>
      call(listDatasets, { query: { limit: PAGE_ROWS, ...cursor }, signal }),
    ),
  placeholderData: keepPreviousData,
  staleTime: 5000,
});

/** A dataset by its Global ID; by its name where an address has that. */
export function datasetOptions(id: string) {
  return queryOptions({
    queryKey: ['dataset', id],
    queryFn: async ({ signal }): Promise<Dataset> => {
      if (isDatasetGlobalId(id)) return (await call(getDataset, { params: { id }, signal })).data;
      const { data } = await call(listDatasets, { query: { name: id, limit: 1 }, signal });
      const [named] = data;
      if (named === undefined) throw new ApiError(404, `No dataset has the name ${id}.`, null);
      return named;
    },
    staleTime: 5000,
  });
}

/** Versions of a dataset, newest first. */
export function versionsOptions(id: string) {
  return queryOptions({
    queryKey: ['dataset', id, 'versions'],
    queryFn: ({ signal }): Promise<readonly DatasetVersion[]> =>
      everyPage(VERSIONS_MAX, (cursor) => {
        return call(listDatasetVersions, {
          params: { id },
          query: { limit: PAGE_ROWS, ...cursor },
          signal,
        });
      }),
    staleTime: 5000,
  });
}

/** Makes a dataset without examples; resolves to its Global ID. */
export async function createDataset(name: string, description: string | null): Promise<string> {
  const body = {
    name,
    action: 'create',
    inputs: [],
    ...(description === null ? {} : { description }),
  };
  const { data } = await call(uploadDataset, { query: { sync: true }, body });
  if (!('dataset_id' in data)) throw new Error('The server returned a job instead of the result.');
  return data.dataset_id;
}

/**
 * Deletes a dataset with its experiments; with `withTraces` the projects of the experiments as
 * well.
 */
export async function deleteDataset(id: string, withTraces: boolean): Promise<void> {
  await call(deleteDatasetRoute, { params: { id }, query: { delete_projects: withTraces } });
}

/** Renames or describes; what is absent stays. */
export async function changeDataset(
  id: string,
  changes: { readonly name?: string; readonly description?: string | null },
): Promise<void> {
  await call(updateDataset, { params: { id }, body: changes });
}
