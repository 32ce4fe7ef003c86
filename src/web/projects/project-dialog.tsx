import type { Scope } from '#contracts/access/access.ts';
import type { ProjectSummary } from '#contracts/projects/project.ts';
import { ProjectConfigs } from '#web/annotations/project-configs.tsx';
import { May } from '#web/accounts/may.tsx';
import type { ProjectDialogName } from '#web/lists/search-params.ts';
import { ClearProject } from './clear-project.tsx';
import { ProjectRetention } from './retention/project-retention.tsx';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { clearCountOptions, deleteProject, changeProject } from './projects.calls.ts';
import { Field } from '#web/ui/form/field.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { plural } from '#web/platform/text/format-number.ts';

const DIALOGS = { edit: EditProject, configs: ConfigsOfProject, retention: ProjectRetention, clear: ClearProject, delete: DeleteProject };

const SCOPES: Readonly<Record<ProjectDialogName, Scope>> = {
  edit: 'admin',
  configs: 'projects:write',
  retention: 'admin',
  clear: 'traces:write',
  delete: 'admin',
};

interface ProjectDialogProps {
  readonly name: ProjectDialogName;
  /** undefined until the projects are there, and for one that is not: then nothing is open. */
  readonly summary: ProjectSummary | undefined;
  readonly onClose: () => void;
}

/** The open dialog of a project, if the user may use it: an address can come from anywhere. */
export function ProjectDialog({ name, summary, onClose }: ProjectDialogProps) {
  const Dialog = DIALOGS[name];
  if (summary === undefined) return null;
  return (
    <May scope={SCOPES[name]}>
      <Dialog key={summary.project.id} summary={summary} onClose={onClose} />
    </May>
  );
}

function ConfigsOfProject({ summary, onClose }: { summary: ProjectSummary; onClose: () => void }) {
  return <ProjectConfigs project={summary.project.id} name={summary.project.name} onClose={onClose} />;
}

/** Says what goes, and asks for the name: there is no way back. */
function DeleteProject({ summary, onClose }: { summary: ProjectSummary; onClose: () => void }) {
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

/** A project's name and description. */
function EditProject({ summary, onClose }: { summary: ProjectSummary; onClose: () => void }) {
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
