import { useState } from 'react';
import type { ProjectSummary } from '../../api/model.ts';
import { ProjectConfigs } from '../../components/annotation-config/project-configs.tsx';
import { IconButton } from '../../components/button.tsx';
import { Menu, MenuItem } from '../../components/menu.tsx';
import { copyText } from '../../lib/copy-text.ts';
import { togglePin } from '../../lib/pins.ts';
import { showToast } from '../../lib/toasts.ts';
import { ClearProject } from './clear-project.tsx';
import { DeleteProject } from './delete-project.tsx';
import { EditProject } from './edit-project.tsx';
import { ProjectRetention } from './project-retention.tsx';

const DIALOGS = { edit: EditProject, configs: ConfigsOfProject, retention: ProjectRetention, clear: ClearProject, delete: DeleteProject };
const DEFAULT_PROJECT = 'default';

/** What can be done with a project. */
export function ProjectMenu({ one, pinned }: { one: ProjectSummary; pinned: boolean }) {
  const [open, setOpen] = useState<keyof typeof DIALOGS | null>(null);
  const Dialog = open === null ? null : DIALOGS[open];
  const { id, name } = one.project;
  const copy = (): void => {
    copyText(name).then(
      () => showToast({ text: 'Name copied' }),
      () => showToast({ tone: 'error', text: 'The browser does not allow copying here' }),
    );
  };
  return (
    <>
      <Menu align="end" trigger={<IconButton icon="more" label={`More about ${name}`} className="max-md:size-44" />}>
        <MenuItem onSelect={() => togglePin(id)}>{pinned ? 'Unpin' : 'Pin to the top'}</MenuItem>
        <MenuItem onSelect={copy}>Copy name</MenuItem>
        <MenuItem onSelect={() => setOpen('edit')}>{name === DEFAULT_PROJECT ? 'Describe…' : 'Rename or describe…'}</MenuItem>
        <MenuItem onSelect={() => setOpen('configs')}>Annotation configs…</MenuItem>
        <MenuItem onSelect={() => setOpen('retention')}>Retention…</MenuItem>
        <MenuItem onSelect={() => setOpen('clear')}>Clear…</MenuItem>
        {name !== DEFAULT_PROJECT && <MenuItem onSelect={() => setOpen('delete')}>Delete…</MenuItem>}
      </Menu>
      {Dialog !== null && <Dialog summary={one} onClose={() => setOpen(null)} />}
    </>
  );
}

function ConfigsOfProject({ summary, onClose }: { summary: ProjectSummary; onClose: () => void }) {
  return <ProjectConfigs project={summary.project.id} name={summary.project.name} onClose={onClose} />;
}
