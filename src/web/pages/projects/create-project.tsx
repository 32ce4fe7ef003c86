import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createProject } from '../../api/projects.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field, FormError } from '../../components/field.tsx';

export function CreateProject({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const create = useMutation({
    mutationFn: () => createProject(name.trim(), description.trim() === '' ? null : description.trim()),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['project-summaries'] });
      onClose();
    },
  });
  return (
    <Dialog title="New project" onClose={onClose}>
      <form
        className="flex flex-col gap-12"
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate();
        }}
      >
        <p className="text-12 text-text2">A project also comes to be by itself, when a first span names it.</p>
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
