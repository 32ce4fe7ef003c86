import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { createProject } from './projects.calls.ts';
import { Field } from '#web/ui/form/field.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { projectKey, tracesPath } from '#web/platform/address/paths.ts';
import { showToast } from '#web/ui/notices/toasts.ts';

export function CreateProject({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const navigate = useNavigate();
  const create = useMutation({
    mutationFn: () => createProject(name.trim(), description.trim() === '' ? null : description.trim()),
    onSuccess: async (project) => {
      await client.invalidateQueries({ queryKey: ['project-summaries'] });
      onClose();
      showToast({
        text: `Project ${project.name} created`,
        // There are the lines that send to it.
        action: { label: 'Open', run: () => void navigate({ to: tracesPath(projectKey(project)) }) },
      });
    },
  });
  return (
    <FormDialog title="New project" action="Create" ready={name.trim() !== ''} send={create} onClose={onClose}>
      <p className="text-12 text-text2">Projects are also created automatically when their first span arrives.</p>
      <Field label="Name" value={name} onValue={setName} maxLength={1024} />
      <Field label="Description (optional)" value={description} onValue={setDescription} maxLength={10_000} />
    </FormDialog>
  );
}
