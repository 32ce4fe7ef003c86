import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ProjectSummary } from '../../api/model.ts';
import { deleteProject } from '../../api/projects.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';

/** Says what goes, and asks for the name: there is no way back. */
export function DeleteProject({ summary, onClose }: { summary: ProjectSummary; onClose: () => void }) {
  const { id, name } = summary.project;
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const remove = useMutation({
    mutationFn: () => deleteProject(id),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['project-summaries'] });
      onClose();
    },
  });
  return (
    <Dialog title="Delete project" onClose={onClose}>
      <form
        className="flex flex-col gap-12"
        onSubmit={(event) => {
          event.preventDefault();
          if (typed === name) remove.mutate();
        }}
      >
        <p className="text-13 text-text2">
          All traces, spans and sessions of <strong className="verbatim font-semibold text-text1">{name}</strong> are deleted, of every time
          and not only of the range shown. This cannot be undone.
        </p>
        <label className="flex flex-col gap-4 text-12 text-text2">
          Type the project’s name to confirm
          <input
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            spellCheck={false}
            autoComplete="off"
            className="h-30 rounded-control border border-line3 bg-bg0 px-8 text-13 text-text1"
          />
        </label>
        {remove.isError && (
          <p role="alert" className="tone-error verbatim text-12 text-tone">
            {remove.error.message}
          </p>
        )}
        <div className="flex justify-end gap-8">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="danger" disabled={typed !== name || remove.isPending}>
            Delete project
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
