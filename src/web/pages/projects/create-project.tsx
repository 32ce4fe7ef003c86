import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createProject } from '../../api/projects.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';

const FIELD = 'h-30 rounded-control border border-line3 bg-bg0 px-8 text-13 text-text1';

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
        <label className="flex flex-col gap-4 text-12 text-text2">
          Name
          <input className={FIELD} value={name} maxLength={1024} onChange={(event) => setName(event.target.value)} />
        </label>
        <label className="flex flex-col gap-4 text-12 text-text2">
          Description (may be left out)
          <input className={FIELD} value={description} onChange={(event) => setDescription(event.target.value)} />
        </label>
        {create.isError && (
          <p role="alert" className="tone-error verbatim text-12 text-tone">
            {create.error.message}
          </p>
        )}
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
