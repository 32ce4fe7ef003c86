import { useQuery } from '@tanstack/react-query';
import { projectSummariesOptions } from '#web/projects/projects.calls.ts';
import { Button } from '#web/ui/button.tsx';
import { Menu, MenuItem, MenuLabel } from '#web/ui/floating/menu.tsx';
import { projectKey } from '#web/platform/address/paths.ts';
import { RANGE_DEFAULT } from '#web/platform/time/time-range.ts';

const SHOWN_MAX = 50;

/** The projects that traces can be moved to. */
export function MoveMenu({ project, onMove }: { project: string; onMove: (to: { readonly id: string; readonly name: string }) => void }) {
  const { data } = useQuery({ ...projectSummariesOptions(RANGE_DEFAULT), refetchInterval: false, staleTime: 30_000 });
  const others = (data ?? []).filter((one) => projectKey(one.project) !== project);
  return (
    <Menu trigger={<Button look="quiet">Move to …</Button>}>
      <MenuLabel>{others.length === 0 ? 'No other projects' : 'Move traces to'}</MenuLabel>
      {others.slice(0, SHOWN_MAX).map((one) => (
        <MenuItem key={one.project.id} onSelect={() => onMove(one.project)}>
          {one.project.name}
        </MenuItem>
      ))}
    </Menu>
  );
}
