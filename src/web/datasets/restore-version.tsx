import {
  useInfiniteQuery,
  useMutation,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { restoreVersion, versionDiffOptions } from './versions/dataset-versions.calls.ts';
import type { Dataset } from '#contracts/datasets/dataset.ts';
import type { DatasetVersion } from '#contracts/datasets/dataset-version.ts';
import { versionNumbers } from './version-numbers.ts';
import { exactCount } from '#web/platform/text/format-number.ts';
import { versionsPath } from '#web/platform/address/paths.ts';
import { showToast } from '#web/ui/notices/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { ErrorNote, SkeletonRows } from '#web/ui/states.tsx';
import { useMay } from '#web/accounts/may.tsx';

const UNDO_MS = 10_000;

interface RestoreVersionProps {
  readonly dataset: Dataset;
  /** Newest first. */
  readonly versions: readonly DatasetVersion[];
  /** Global ID of the one to restore; there is nothing to do for the newest. */
  readonly version: string;
  readonly onRestored: () => void;
}

/**
 * The button that makes a dataset what it was, once it is known what that changes; with a way back.
 */
export function RestoreVersion({ dataset, versions, version, onRestored }: RestoreVersionProps) {
  const [open, setOpen] = useState(false);
  const may = useMay('datasets:write');
  const newest = versions[0]?.version_id;
  const number = versionNumbers(versions).get(version);
  if (!may || newest === undefined || newest === version || number === undefined) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>Restore version {number}</Button>
      {open && (
        <RestoreDialog
          dataset={dataset}
          version={version}
          newest={newest}
          numbers={{ version: number, newest: versions.length }}
          onRestored={onRestored}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

interface RestoreDialogProps {
  readonly dataset: Dataset;
  readonly version: string;
  readonly newest: string;
  readonly numbers: { readonly version: number; readonly newest: number };
  readonly onRestored: () => void;
  readonly onClose: () => void;
}

function RestoreDialog({
  dataset,
  version,
  newest,
  numbers,
  onRestored,
  onClose,
}: RestoreDialogProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { data, error, refetch } = useInfiniteQuery(
    versionDiffOptions(dataset.id, newest, version),
  );
  const totals = data?.pages[0]?.totals ?? null;
  const undo = (restored: string) => () => {
    void unrestore(client, dataset, { from: restored, newest, numbers });
    // The version list shows the change, and an open list of examples is read again on return.
    void navigate({ to: versionsPath(dataset.id) });
  };
  const restore = useMutation({
    mutationFn: () =>
      restoreVersion(dataset.id, version, newest, `Restored version ${numbers.version}`),
    onSuccess: async (restored) => {
      await reread(client, dataset.id);
      showToast({
        text: `${dataset.name} is restored to version ${numbers.version}`,
        durationMs: UNDO_MS,
        action: { label: 'Undo', run: undo(restored.version) },
      });
      onRestored();
      onClose();
    },
  });
  const changes = totals === null ? 0 : totals.added + totals.changed + totals.removed;
  return (
    <FormDialog
      title={`Restore version ${numbers.version}`}
      action="Restore"
      ready={changes > 0}
      send={restore}
      onClose={onClose}
    >
      {error !== null && data === undefined && (
        <ErrorNote
          what="The preview of the changes could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {error === null && totals === null && <SkeletonRows rows={3} height={24} />}
      {totals !== null && changes === 0 && (
        <p className="text-13 text-text2">
          No changes: the latest version already contains these examples.
        </p>
      )}
      {totals !== null && changes > 0 && <RestoredChanges totals={totals} numbers={numbers} />}
    </FormDialog>
  );
}

interface RestoredChangesProps extends Pick<RestoreDialogProps, 'numbers'> {
  readonly totals: { readonly added: number; readonly changed: number; readonly removed: number };
}

function RestoredChanges({ totals, numbers }: RestoredChangesProps) {
  return (
    <>
      <p className="text-13 text-text2">
        A new version {numbers.newest + 1} will have the examples of version {numbers.version}.
        Compared with the latest version:
      </p>
      <ul className="nums flex flex-col gap-2 text-13" aria-label="Changes">
        {totals.added > 0 && (
          <li className="tone-ok text-tone">+{exactCount(totals.added)} brought back</li>
        )}
        {totals.changed > 0 && (
          <li className="tone-warn text-tone">~{exactCount(totals.changed)} changed back</li>
        )}
        {totals.removed > 0 && (
          <li className="tone-error text-tone">−{exactCount(totals.removed)} taken out</li>
        )}
      </ul>
      <p className="text-12 text-text3">
        All {exactCount(numbers.newest)} versions stay. Splits are not versioned: a restored example
        returns to its splits, all others stay in theirs.
      </p>
    </>
  );
}

interface Undoing {
  /** Global ID of the version that restoring made. */
  readonly from: string;
  /** Global ID of the one that was the newest before. */
  readonly newest: string;
  readonly numbers: { readonly newest: number };
}

/** Restores the previously latest version, unless another user changed the dataset meanwhile. */
async function unrestore(
  client: QueryClient,
  dataset: Dataset,
  { from, newest, numbers }: Undoing,
): Promise<void> {
  try {
    await restoreVersion(dataset.id, newest, from, `Restored version ${numbers.newest}`);
    await reread(client, dataset.id);
    showToast({ text: `${dataset.name} is restored to version ${numbers.newest}` });
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown server error';
    showToast({ tone: 'error', text: `Not undone: ${reason}` });
  }
}

async function reread(client: QueryClient, dataset: string): Promise<void> {
  await client.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] === 'datasets' || queryKey[1] === dataset,
  });
}
