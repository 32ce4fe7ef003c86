import { queryOptions, type QueryClient } from '@tanstack/react-query';
import {
  addDatasetLabelToDataset,
  createDatasetLabel,
  deleteDatasetLabel,
  listDatasetLabels,
  removeDatasetLabelFromDataset,
  updateDatasetLabel,
} from '#contracts/datasets/dataset-label.routes.ts';
import { call } from '#web/platform/http/client.ts';
import type { DatasetLabel } from '#contracts/datasets/dataset-label.ts';

/** There is a handful; more are not offered. */
const LABELS_MAX = 1000;

/** A label's fields. */
export interface LabelFacts {
  readonly name: string;
  /** `#` and six lower-case hex digits. */
  readonly color: string;
  readonly description: string | null;
}

/** Every label of datasets, newest first. */
export const datasetLabelsOptions = queryOptions({
  queryKey: ['dataset-labels'],
  queryFn: async ({ signal }): Promise<readonly DatasetLabel[]> =>
    (await call(listDatasetLabels, { query: { limit: LABELS_MAX }, signal })).data,
  staleTime: 5000,
});

/** Has everything that shows labels read them again. */
export async function labelsChanged(client: QueryClient): Promise<void> {
  await client.invalidateQueries({
    predicate: ({ queryKey }) =>
      ['dataset-labels', 'datasets', 'dataset'].includes(String(queryKey[0])),
  });
}

/** Makes a label; rejects with an ApiError when the name is taken. */
export async function createLabel(facts: LabelFacts): Promise<DatasetLabel> {
  return (await call(createDatasetLabel, { body: facts })).data;
}

export async function changeLabel(id: string, facts: LabelFacts): Promise<void> {
  await call(updateDatasetLabel, { params: { label_id: id }, body: facts });
}

/** Deletes a label; every dataset that had it loses it. */
export async function deleteLabel(id: string): Promise<void> {
  await call(deleteDatasetLabel, { params: { label_id: id } });
}

/** Gives a dataset a label, or takes it away. */
export async function assignLabel(dataset: string, label: string, has: boolean): Promise<void> {
  const params = { dataset_identifier: dataset, label_id: label };
  if (has) await call(addDatasetLabelToDataset, { params });
  else await call(removeDatasetLabelFromDataset, { params });
}
