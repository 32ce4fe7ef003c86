import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createDataset } from '../../../api/datasets.ts';
import { Button } from '../../button.tsx';
import { Field, FormError } from '../../field.tsx';

/** Before there is any dataset: its name first. */
export function FirstDataset({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [name, setName] = useState('');
  const create = useMutation({
    mutationFn: () => createDataset(name.trim(), null),
    onSuccess: () => client.invalidateQueries({ queryKey: ['datasets'] }),
  });
  return (
    <form
      className="flex flex-col gap-12"
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate();
      }}
    >
      <p className="text-13 text-text2">There is no dataset yet. Name the first; what goes into it you see next.</p>
      <Field label="Name of the new dataset" value={name} onValue={setName} maxLength={1024} />
      <FormError error={create.error} />
      <div className="flex justify-end gap-8">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="accent" disabled={name.trim() === '' || create.isPending}>
          Create and go on
        </Button>
      </div>
    </form>
  );
}
