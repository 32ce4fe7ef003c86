import type { Scope } from '#contracts/access/access.ts';
import type { ProjectSummary } from '#contracts/projects/project.ts';
import { ProjectConfigs } from '#web/annotations/project-configs.tsx';
import { May } from '#web/accounts/may.tsx';
import type { ProjectDialogName } from '#web/lists/search-params.ts';
import { ProjectRetention } from './retention/project-retention.tsx';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { clearCountOptions, deleteProject, changeProject, clearProject } from './projects.calls.ts';
import { Field } from '#web/ui/form/field.tsx';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { plural } from '#web/platform/text/format-number.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { DayField } from '#web/ui/form/day-field.tsx';
import { midnightOf } from '#web/platform/time/day-field.ts';
import { deferDelete } from '#web/ui/notices/deferred-delete.ts';
import { projectKey } from '#web/platform/address/paths.ts';
import { useFirstField } from '#web/ui/form/use-first-field.ts';

/**
 * Deletes what is older than a date, or everything; the project stays. Ten seconds to think again.
 */
function ClearProject({ summary, onClose }: { summary: ProjectSummary; onClose: () => void }) {
  const { id, name } = summary.project;
  const client = useQueryClient();
  const [before, setBefore] = useState('');
  // Everything means what is there now: what arrives while one thinks stays.
  const [now] = useState(() => new Date().toISOString());
  const instant = before === '' ? now : midnightOf(before);
  const count = useQuery({ ...clearCountOptions(id, instant ?? now), enabled: instant !== null });
  const doomed = count.data;
  const clear = (): void => {
    if (instant === null || doomed === undefined) return;
    deferDelete({
      text: `${plural(doomed, 'trace')} of ${name} deleted`,
      // Screens know the project by its address, figures by its id.
      things: [id, projectKey(summary.project)].map((project) => ({
        kind: 'cleared',
        id: `cleared ${project}`,
        project,
        before: instant,
      })),
      run: async (keepalive) => {
        await clearProject(id, instant, keepalive);
        await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'server' });
      },
    });
    onClose();
  };
  const form = useFirstField();
  return (
    <Dialog title="Clear project" onClose={onClose}>
      <form
        ref={form}
        className="flex flex-col gap-12"
        onSubmit={(event) => {
          event.preventDefault();
          clear();
        }}
      >
        <p className="text-13 text-text2">
          Deletes the traces of{' '}
          <strong className="verbatim font-semibold text-text1">{name}</strong>, with their spans
          and sessions. The project itself stays.
        </p>
        <DayField
          label="Only what started before (empty: everything)"
          zone="reader"
          value={before}
          onValue={setBefore}
        />
        <DoomedCount count={doomed} error={count.error} />
        <div className="flex justify-end gap-8">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="danger" disabled={doomed === undefined || doomed === 0}>
            Clear
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function DoomedCount({ count, error }: { count: number | undefined; error: Error | null }) {
  return (
    <p
      role="status"
      className={`text-12 ${count === undefined || count === 0 ? 'text-text2' : 'tone-warn text-tone'}`}
    >
      {count === undefined
        ? (error?.message ?? 'Counting …')
        : `${plural(count, 'trace')} will be deleted.`}
    </p>
  );
}

const DIALOGS = {
  edit: EditProject,
  configs: ConfigsOfProject,
  retention: ProjectRetention,
  clear: ClearProject,
  delete: DeleteProject,
};

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
  const Named = DIALOGS[name];
  if (summary === undefined) return null;
  return (
    <May scope={SCOPES[name]}>
      <Named key={summary.project.id} summary={summary} onClose={onClose} />
    </May>
  );
}

function ConfigsOfProject({ summary, onClose }: { summary: ProjectSummary; onClose: () => void }) {
  return (
    <ProjectConfigs project={summary.project.id} name={summary.project.name} onClose={onClose} />
  );
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
    <FormDialog
      title="Delete project"
      action="Delete project"
      look="danger"
      ready={typed === name}
      send={remove}
      onClose={onClose}
    >
      <p className="text-13 text-text2">
        {count.data === undefined ? 'All traces' : plural(count.data, 'trace')} of{' '}
        <strong className="verbatim font-semibold text-text1">{name}</strong> will be deleted, with
        their spans and sessions: all of them, not only those in the selected time range. This can’t
        be undone.
      </p>
      <Field
        label="Type the project’s name to confirm"
        value={typed}
        onValue={setTyped}
        autoComplete="off"
      />
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
        <p className="text-12 text-text2">
          The default project can’t be renamed: spans without a project go there.
        </p>
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
