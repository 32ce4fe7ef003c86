import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { createDataset } from '../../api/datasets.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field, FormError } from '../../components/field.tsx';
import { examplesPath } from '../../lib/paths.ts';

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
    <Dialog title="New dataset" onClose={onClose}>
      <form
        className="flex flex-col gap-12"
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate();
        }}
      >
        <Field label="Name" value={name} onValue={setName} maxLength={1024} />
        <Field label="Description (may be left out)" value={description} onValue={setDescription} maxLength={10_000} />
        <FormError error={create.error} />
        <div className="flex justify-end gap-8">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="accent" disabled={name.trim() === '' || create.isPending}>
            Create
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
