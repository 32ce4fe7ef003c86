import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { deleteDataset } from './datasets.calls.ts';
import type { Dataset } from '#web/platform/http/model.ts';
import { plural } from '#web/platform/text/format-number.ts';
import { Field } from '#web/ui/form/field.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';

interface DeleteDatasetProps {
  readonly dataset: Dataset;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

/** Says what goes, and asks for the name: there is no way back. */
export function DeleteDataset({ dataset, onClose, onDeleted }: DeleteDatasetProps) {
  const { id, name, experiment_count: experiments } = dataset;
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const [withTraces, setWithTraces] = useState(false);
  const remove = useMutation({
    mutationFn: () => deleteDataset(id, withTraces),
    onSuccess: async () => {
      onDeleted();
      await client.invalidateQueries({ queryKey: ['datasets'] });
      onClose();
    },
  });
  return (
    <FormDialog title="Delete dataset" action="Delete dataset" look="danger" ready={typed === name} send={remove} onClose={onClose}>
      <p className="text-13 text-text2">
        {plural(dataset.example_count, 'example')} of <strong className="verbatim font-semibold text-text1">{name}</strong> will be deleted
        with all versions{experiments === 0 ? '' : ` and ${plural(experiments, 'experiment')}`}. This can’t be undone. Export the dataset
        first to keep a copy.
      </p>
      {experiments > 0 && (
        <label className="flex items-center gap-8 text-13 max-md:min-h-44">
          <input type="checkbox" checked={withTraces} onChange={(event) => setWithTraces(event.target.checked)} className="accent-accent" />
          Also delete the traces of its experiments
        </label>
      )}
      <Field label="Type the dataset’s name to confirm" value={typed} onValue={setTyped} autoComplete="off" />
    </FormDialog>
  );
}
