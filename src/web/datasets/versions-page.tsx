import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { versionsOptions } from './datasets.calls.ts';
import type { Dataset } from '#contracts/datasets/dataset.ts';
import { ErrorNote, SkeletonRows } from '#web/ui/states.tsx';
import { useKeys } from '#web/platform/keys/keys.ts';
import { versionKey, versionOfKey } from '#web/platform/address/address-ids.ts';
import type { VersionsSearch } from './dataset-search.ts';
import { examplesPath } from '#web/platform/address/paths.ts';
import { presentParts } from '#web/platform/address/search-schema.ts';
import { DatasetFrame } from './dataset-frame.tsx';
import { VersionDiff } from './versions/version-diff.tsx';
import { VersionList } from './versions/version-list.tsx';

/** A dataset's versions, and what changed between two of them. */
export function VersionsPage() {
  const { dataset: id } = useParams({ from: '/datasets/$dataset/versions' });
  const { to } = useSearch({ from: '/datasets/$dataset/versions' });
  const navigate = useNavigate();
  useKeys({ Escape: { what: 'Back to the examples', run: () => void navigate({ to: examplesPath(id) }) } });
  return (
    <DatasetFrame id={id} tab="Versions" version={to === undefined ? null : versionOfKey(to)}>
      {(dataset) => <Versions dataset={dataset} />}
    </DatasetFrame>
  );
}

function Versions({ dataset }: { dataset: Dataset }) {
  const search = useSearch({ from: '/datasets/$dataset/versions' });
  const navigate = useNavigate({ from: '/datasets/$dataset/versions' });
  const { data: versions, isPending, error, refetch } = useQuery(versionsOptions(dataset.id));
  if (versions === undefined)
    return isPending ? (
      <SkeletonRows rows={10} height={44} />
    ) : (
      <ErrorNote what="The versions could not be read" error={error ?? new Error('No answer.')} onRetry={() => void refetch()} />
    );
  const to = search.to === undefined ? (versions[0]?.version_id ?? null) : versionOfKey(search.to);
  const at = versions.findIndex((one) => one.version_id === to);
  const from = search.from === undefined ? (versions[at + 1]?.version_id ?? null) : versionOfKey(search.from);
  const choose = (next: { readonly from: string | null; readonly to: string }): void => {
    const earlier = next.from === null ? undefined : versionKey(next.from);
    void navigate({ search: presentParts<VersionsSearch>({ from: earlier, to: versionKey(next.to) }), replace: true });
  };
  return (
    <div className="flex min-h-0 flex-1 max-md:flex-col">
      <VersionList dataset={dataset.id} versions={versions} from={from} to={to} onChoose={choose} />
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        {to !== null && (
          <VersionDiff
            dataset={dataset}
            versions={versions}
            from={from}
            to={to}
            onChoose={choose}
            onRestored={() => void navigate({ search: {} })}
          />
        )}
      </div>
    </div>
  );
}
