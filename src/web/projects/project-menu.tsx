import { useNavigate } from '@tanstack/react-router';
import type { ProjectSummary } from '#contracts/projects/project.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Menu, MenuItem } from '#web/ui/floating/menu.tsx';
import { copyText } from '#web/platform/browser/copy-text.ts';
import { togglePin } from './pins.ts';
import type { ProjectDialogName } from '#web/lists/search-params.ts';
import { showToast } from '#web/ui/notices/toasts.ts';
import { May } from '#web/accounts/may.tsx';

const DEFAULT_PROJECT = 'default';

/** A project's actions. */
export function ProjectMenu({ one, pinned }: { one: ProjectSummary; pinned: boolean }) {
  const navigate = useNavigate({ from: '/projects' });
  const { id, name } = one.project;
  const setOpen = (dialog: ProjectDialogName): void =>
    void navigate({ search: (before) => ({ ...before, dialog, of: id }) });
  const copy = (): void => {
    copyText(name).then(
      () => showToast({ text: 'Name copied' }),
      () => showToast({ tone: 'error', text: 'The browser blocked copying' }),
    );
  };
  return (
    <Menu
      align="end"
      trigger={<IconButton icon="more" label={`More about ${name}`} className="max-md:size-44" />}
    >
      <MenuItem onSelect={() => togglePin(id)}>{pinned ? 'Unpin' : 'Pin to the top'}</MenuItem>
      <MenuItem onSelect={copy}>Copy name</MenuItem>
      <May scope="admin">
        <MenuItem onSelect={() => setOpen('edit')}>
          {name === DEFAULT_PROJECT ? 'Describe…' : 'Rename or describe…'}
        </MenuItem>
      </May>
      <May scope="projects:write">
        <MenuItem onSelect={() => setOpen('configs')}>Annotation configs…</MenuItem>
      </May>
      <May scope="admin">
        <MenuItem onSelect={() => setOpen('retention')}>Retention…</MenuItem>
      </May>
      <May scope="traces:write">
        <MenuItem onSelect={() => setOpen('clear')}>Clear…</MenuItem>
      </May>
      {name !== DEFAULT_PROJECT && (
        <May scope="admin">
          <MenuItem onSelect={() => setOpen('delete')}>Delete…</MenuItem>
        </May>
      )}
    </Menu>
  );
}
