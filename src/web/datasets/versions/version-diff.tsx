import { useInfiniteQuery } from '@tanstack/react-query';
import { versionDiffOptions } from './dataset-versions.calls.ts';
import type { Dataset } from '#contracts/datasets/dataset.ts';
import type { DatasetVersion } from '#contracts/datasets/dataset-version.ts';
import { Button } from '#web/ui/button.tsx';
import { RestoreVersion } from '#web/datasets/restore-version.tsx';
import { EmptyNote, ErrorNote, SkeletonRows } from '#web/ui/states.tsx';
import { ValueViewer } from '#web/trace/open-value.tsx';
import { versionNumbers } from '#web/datasets/version-numbers.ts';
import { exactCount } from '#web/platform/text/format-number.ts';
import { ChangedExample } from './changed-example.tsx';

interface VersionDiffProps {
  readonly dataset: Dataset;
  readonly versions: readonly DatasetVersion[];
  /** Null compares with nothing: all of the first version is new. */
  readonly from: string | null;
  readonly to: string;
  readonly onChoose: (choice: { readonly from: string | null; readonly to: string }) => void;
  readonly onRestored: () => void;
}

/** The changes from one version to another, by example and field. */
export function VersionDiff({ dataset, versions, from, to, onChoose, onRestored }: VersionDiffProps) {
  const numbers = versionNumbers(versions);
  return (
    <>
      <div className="flex min-h-44 shrink-0 flex-wrap items-center gap-8 border-b border-line1 px-12 py-6 text-12 text-text2">
        <VersionSelect label="From" versions={versions} numbers={numbers} value={from} onValue={(next) => onChoose({ from: next, to })} />
        <VersionSelect label="to" versions={versions} numbers={numbers} value={to} onValue={(next) => onChoose({ from, to: next })} />
        <span className="ml-auto">
          <RestoreVersion dataset={dataset} versions={versions} version={to} onRestored={onRestored} />
        </span>
      </div>
      {from === to ? (
        <EmptyNote title="The same version twice" />
      ) : (
        <Changes key={`${from} ${to}`} dataset={dataset.id} from={from} to={to} />
      )}
    </>
  );
}

interface VersionSelectProps {
  readonly label: string;
  readonly versions: readonly DatasetVersion[];
  readonly numbers: ReadonlyMap<string, number>;
  readonly value: string | null;
  readonly onValue: (version: string) => void;
}

function VersionSelect({ label, versions, numbers, value, onValue }: VersionSelectProps) {
  return (
    <label className="flex items-center gap-6">
      {label}
      <select
        value={value ?? ''}
        onChange={(event) => onValue(event.target.value)}
        className="h-28 rounded-control border border-line2 bg-bg1 px-6 text-12 text-text1 max-md:h-44"
      >
        {value === null && <option value="">nothing</option>}
        {versions.map(({ version_id: id }) => (
          <option key={id} value={id}>
            Version {numbers.get(id)}
          </option>
        ))}
      </select>
    </label>
  );
}

function Changes({ dataset, from, to }: { dataset: string; from: string | null; to: string }) {
  const { data, isPending, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    versionDiffOptions(dataset, from, to),
  );
  if (isPending) return <SkeletonRows rows={10} height={44} />;
  if (data === undefined) return <ErrorNote what="The two versions could not be compared" error={error} onRetry={() => void refetch()} />;
  const totals = data.pages[0]?.totals ?? { added: 0, changed: 0, removed: 0 };
  const changes = data.pages.flatMap((page) => page.changes);
  if (changes.length === 0) return <EmptyNote title="No example differs between these two versions" />;
  return (
    <div tabIndex={0} role="region" aria-label="Changes" className="min-h-0 flex-1 overflow-auto">
      <p role="status" className="nums flex flex-wrap gap-x-16 px-12 py-8 text-12">
        {totals.added > 0 && <span className="tone-ok text-tone">+{exactCount(totals.added)} added</span>}
        {totals.changed > 0 && <span className="tone-warn text-tone">~{exactCount(totals.changed)} changed</span>}
        {totals.removed > 0 && <span className="tone-error text-tone">−{exactCount(totals.removed)} removed</span>}
      </p>
      <ValueViewer spanId="">
        {changes.map((change) => (
          <ChangedExample key={change.id} change={change} />
        ))}
      </ValueViewer>
      {hasNextPage && (
        <div className="p-12">
          <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </div>
  );
}
