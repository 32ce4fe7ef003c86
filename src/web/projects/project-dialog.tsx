import type { Scope } from '#contracts/access/access.ts';
import type { ProjectSummary } from '#web/platform/http/model.ts';
import { ProjectConfigs } from '#web/annotations/project-configs.tsx';
import { May } from '#web/accounts/may.tsx';
import type { ProjectDialogName } from '#web/lists/search-params.ts';
import { ClearProject } from './clear-project.tsx';
import { DeleteProject } from './delete-project.tsx';
import { EditProject } from './edit-project.tsx';
import { ProjectRetention } from './retention/project-retention.tsx';

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
