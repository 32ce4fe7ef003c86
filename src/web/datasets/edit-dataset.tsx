import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changeDataset } from './datasets.calls.ts';
import type { Dataset } from '#web/platform/http/model.ts';
import { Field } from '#web/ui/form/field.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';

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
    <FormDialog title="Rename or describe dataset" action="Save" ready={name.trim() !== ''} send={save} onClose={onClose}>
      <Field
        label="Name"
        value={name}
        onValue={setName}
        maxLength={1024}
        hint="Programs that use the old name will no longer find this dataset."
      />
      <Field label="Description" value={description} onValue={setDescription} maxLength={10_000} />
    </FormDialog>
  );
}
