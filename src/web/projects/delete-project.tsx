import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ProjectSummary } from '#web/platform/http/model.ts';
import { clearCountOptions, deleteProject } from './projects.calls.ts';
import { Field } from '#web/ui/form/field.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { plural } from '#web/platform/text/format-number.ts';

/** Says what goes, and asks for the name: there is no way back. */
export function DeleteProject({ summary, onClose }: { summary: ProjectSummary; onClose: () => void }) {
  const { id, name } = summary.project;
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const [now] = useState(() => new Date().toISOString());
  const count = useQuery(clearCountOptions(id, now));
  const remove = useMutation({
    mutationFn: () => deleteProject(id),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['project-summaries'] });
      onClose();
    },
  });
  return (
    <FormDialog title="Delete project" action="Delete project" look="danger" ready={typed === name} send={remove} onClose={onClose}>
      <p className="text-13 text-text2">
        {count.data === undefined ? 'All traces' : plural(count.data, 'trace')} of{' '}
        <strong className="verbatim font-semibold text-text1">{name}</strong> will be deleted, with their spans and sessions: all of them,
        not only those in the selected time range. This can’t be undone.
      </p>
      <Field label="Type the project’s name to confirm" value={typed} onValue={setTyped} autoComplete="off" />
    </FormDialog>
  );
}
