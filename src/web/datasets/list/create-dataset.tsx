import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { createDataset } from '#web/datasets/datasets.calls.ts';
import { Field } from '#web/ui/form/field.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { examplesPath } from '#web/platform/address/paths.ts';

/** An empty dataset, to be filled by hand, from traces or by a program. */
export function CreateDataset({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const create = useMutation({
    mutationFn: () => createDataset(name.trim(), description.trim() === '' ? null : description.trim()),
    onSuccess: async (id) => {
      await client.invalidateQueries({ queryKey: ['datasets'] });
      await navigate({ to: examplesPath(id) });
    },
  });
  return (
    <FormDialog title="New dataset" action="Create" ready={name.trim() !== ''} send={create} onClose={onClose}>
      <Field label="Name" value={name} onValue={setName} maxLength={1024} />
      <Field label="Description (optional)" value={description} onValue={setDescription} maxLength={10_000} />
    </FormDialog>
  );
}
