import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { datasetsOptions } from '#web/datasets/datasets.calls.ts';
import type { Dataset } from '#contracts/datasets/dataset.ts';
import { draftsOptions, type SpanChoice } from '#web/datasets/span-examples.calls.ts';
import { readSetting } from '#web/platform/storage/stored-setting.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { ErrorNote, SkeletonRows } from '#web/ui/states.tsx';
import { AddForm, LAST_DATASET } from './add-form.tsx';

interface AddDialogProps {
  readonly choice: SpanChoice;
  readonly onClose: () => void;
}

/** Spans that become examples: what each will hold can be changed first. */
export function AddDialog({ choice, onClose }: AddDialogProps) {
  const { data: datasets, error, refetch } = useQuery(datasetsOptions);
  return (
    <Dialog title="Add to dataset" size="wide" onClose={onClose}>
      {error !== null && datasets === undefined && (
        <ErrorNote what="The datasets could not be read" error={error} onRetry={() => void refetch()} />
      )}
      {error === null && datasets === undefined && <SkeletonRows rows={4} height={34} />}
      {datasets !== undefined && <Target datasets={datasets} choice={choice} onClose={onClose} />}
    </Dialog>
  );
}

/** The last used dataset first. The preview is the same for all of them. */
function Target({ datasets, choice, onClose }: AddDialogProps & { datasets: readonly Dataset[] }) {
  const [chosen, setChosen] = useState<string | null>(() => readSetting(LAST_DATASET));
  const dataset = chosen === '' ? null : (datasets.find((one) => one.id === chosen) ?? datasets[0] ?? null);
  const { data, error, isPlaceholderData, refetch } = useQuery(draftsOptions(dataset?.id ?? null, choice));
  if (data === undefined)
    return error === null ? (
      <SkeletonRows rows={4} height={34} />
    ) : (
      <ErrorNote what="The spans could not be read" error={error} onRetry={() => void refetch()} />
    );
  return (
    <AddForm
      datasets={datasets}
      dataset={dataset}
      onDataset={setChosen}
      choice={choice}
      found={data}
      isStale={isPlaceholderData}
      onClose={onClose}
    />
  );
}
