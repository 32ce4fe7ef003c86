import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changeDataset } from '../../api/datasets.ts';
import type { Dataset } from '../../api/model.ts';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { Field, FormError } from '../field.tsx';

/** A dataset's name and description. */
export function EditDataset({ dataset, onClose }: { dataset: Dataset; onClose: () => void }) {
  const client = useQueryClient();
  const [name, setName] = useState(dataset.name);
  const [description, setDescription] = useState(dataset.description ?? '');
  const save = useMutation({
    mutationFn: () =>
      changeDataset(dataset.id, {
        ...(name.trim() === dataset.name ? {} : { name: name.trim() }),
        description: description.trim() === '' ? null : description.trim(),
      }),
    onSuccess: async () => {
      await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'datasets' || queryKey[0] === 'dataset' });
      onClose();
    },
  });
  return (
    <Dialog title="Rename or describe dataset" onClose={onClose}>
      <form
        className="flex flex-col gap-12"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Field
          label="Name"
          value={name}
          onValue={setName}
          maxLength={1024}
          hint="Programs that ask for the old name will no longer find it."
        />
        <Field label="Description" value={description} onValue={setDescription} maxLength={10_000} />
        <FormError error={save.error} />
        <div className="flex justify-end gap-8">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="accent" disabled={name.trim() === '' || save.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
