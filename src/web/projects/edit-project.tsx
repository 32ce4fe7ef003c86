import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changeProject } from './projects.calls.ts';
import type { ProjectSummary } from '#web/platform/http/model.ts';
import { Field } from '#web/ui/form/field.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';

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
    <FormDialog
      title={isDefault ? 'Describe project' : 'Rename or describe project'}
      action="Save"
      ready={name.trim() !== ''}
      send={save}
      onClose={onClose}
    >
      {isDefault ? (
        <p className="text-12 text-text2">The default project can’t be renamed: spans without a project go there.</p>
      ) : (
        <Field
          label="Name"
          value={name}
          onValue={setName}
          maxLength={1024}
          hint="Rename the senders too: spans that use the old name create a new project of that name."
        />
      )}
      <Field label="Description" value={description} onValue={setDescription} maxLength={10_000} />
    </FormDialog>
  );
}
