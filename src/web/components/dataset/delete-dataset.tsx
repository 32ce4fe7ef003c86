import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { deleteDataset } from '../../api/datasets.ts';
import type { Dataset } from '../../api/model.ts';
import { plural } from '../../lib/format-number.ts';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { Field, FormError } from '../field.tsx';

interface DeleteDatasetProps {
  readonly dataset: Dataset;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

/** Says what goes, and asks for the name: there is no way back. */
export function DeleteDataset({ dataset, onClose, onDeleted }: DeleteDatasetProps) {
  const { id, name } = dataset;
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const remove = useMutation({
    mutationFn: () => deleteDataset(id),
    onSuccess: async () => {
      onDeleted();
      await client.invalidateQueries({ queryKey: ['datasets'] });
      onClose();
    },
  });
  return (
    <Dialog title="Delete dataset" onClose={onClose}>
      <form
        className="flex flex-col gap-12"
        onSubmit={(event) => {
          event.preventDefault();
          if (typed === name) remove.mutate();
        }}
      >
        <p className="text-13 text-text2">
          {plural(dataset.example_count, 'example')} of <strong className="verbatim font-semibold text-text1">{name}</strong> will be
          deleted with every version. This cannot be undone; an export of it can be kept.
        </p>
        <Field label="Type the dataset’s name to confirm" value={typed} onValue={setTyped} autoComplete="off" />
        <FormError error={remove.error} />
        <div className="flex justify-end gap-8">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="danger" disabled={typed !== name || remove.isPending}>
            Delete dataset
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
