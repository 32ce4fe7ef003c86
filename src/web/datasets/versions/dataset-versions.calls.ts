import { infiniteQueryOptions } from '@tanstack/react-query';
import { revertDataset } from '#contracts/datasets/dataset-edit.routes.ts';
import { diffDatasetVersions } from '#contracts/datasets/routes.ts';
import { exampleChange } from '#web/datasets/examples/example-change.ts';
import { call, callExactly, cursorParam } from '#web/platform/http/client.ts';

const PAGE_ROWS = 50;

/** The changes from one version to another, page by page; null compares with an empty dataset. */
export function versionDiffOptions(dataset: string, from: string | null, to: string) {
  return infiniteQueryOptions({
    queryKey: ['dataset', dataset, 'diff', from, to],
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        ...(from === null ? {} : { from_version_id: from }),
        to_version_id: to,
        limit: PAGE_ROWS,
        ...cursorParam(pageParam),
      };
      const page = await callExactly(diffDatasetVersions, {
        params: { id: dataset },
        query,
        signal,
      });
      return { totals: page.totals, changes: page.data.map(exampleChange), next: page.next_cursor };
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
    staleTime: 60_000,
  });
}

/** The description of a restored version. */
interface Restored {
  /** Global ID of its newest version. */
  readonly version: string;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

/**
 * Makes a dataset hold what a version held, as a new version with a description. Rejects with an
 * ApiError (409) when its newest version is no longer `base`.
 */
export async function restoreVersion(
  dataset: string,
  version: string,
  base: string,
  description: string,
): Promise<Restored> {
  const body = { version_id: version, base_version_id: base, version_description: description };
  const { data } = await call(revertDataset, { params: { id: dataset }, body });
  return {
    version: data.version_id,
    added: data.num_created_examples,
    changed: data.num_updated_examples,
    removed: data.num_deleted_examples,
  };
}
