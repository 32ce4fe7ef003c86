import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changeProject } from '../../api/projects.ts';
import type { ProjectSummary } from '../../api/model.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field, FormError } from '../../components/field.tsx';

/** A project's name and description. */
export function EditProject({ summary, onClose }: { summary: ProjectSummary; onClose: () => void }) {
  const { project } = summary;
  const client = useQueryClient();
  const [name, setName] = useState(project.name);
  const [description, setDescription] = useState(project.description ?? '');
  const isDefault = project.name === 'default';
  const save = useMutation({
    mutationFn: () =>
      changeProject(project.id, {
        ...(name.trim() === project.name ? {} : { name: name.trim() }),
        description: description.trim() === '' ? null : description.trim(),
      }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['project-summaries'] });
      onClose();
    },
  });
  return (
    <Dialog title={isDefault ? 'Describe project' : 'Rename or describe project'} onClose={onClose}>
      <form
        className="flex flex-col gap-12"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        {isDefault ? (
          <p className="text-12 text-text2">The default project keeps its name: spans that name no project need it.</p>
        ) : (
          <Field
            label="Name"
            value={name}
            onValue={setName}
            maxLength={1024}
            hint="Rename the senders too: spans that name the old one make a new project of that name."
          />
        )}
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
