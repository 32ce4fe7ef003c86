import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { projectSummariesOptions } from './projects.calls.ts';
import { compactCount } from '#web/platform/text/format-number.ts';
import { projectKey, projectsPath, tracesPath } from '#web/platform/address/paths.ts';
import { useProjectRange } from './project-range.ts';
import { RANGE_DEFAULT } from '#web/platform/time/time-range.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Menu, MenuItem, MenuLabel } from '#web/ui/floating/menu.tsx';

interface ProjectSwitcherProps {
  readonly current: string;
  /** For pages that stay where they are; without it, the list of the project's traces opens. */
  readonly onChoose?: (project: string) => void;
}

/** Beside a project's name: the other projects. */
export function ProjectSwitcher({ current, onChoose }: ProjectSwitcherProps) {
  const { data } = useQuery({
    ...projectSummariesOptions(RANGE_DEFAULT),
    refetchInterval: false,
    staleTime: 30_000,
  });
  const navigate = useNavigate();
  const range = useProjectRange(current);
  const choose =
    onChoose ?? ((project: string) => void navigate({ to: tracesPath(project), search: range }));
  return (
    <Menu
      trigger={<IconButton icon="chevronDown" label="Switch project" className="-ml-4 size-22!" />}
    >
      <MenuLabel>Projects</MenuLabel>
      {(data ?? []).slice(0, 50).map(({ project, trace_count }) => (
        <MenuItem
          key={project.id}
          checked={projectKey(project) === current}
          hint={trace_count === 0 ? '' : compactCount(trace_count)}
          onSelect={() => choose(projectKey(project))}
        >
          {project.name}
        </MenuItem>
      ))}
      <MenuItem checked={false} onSelect={() => void navigate({ to: projectsPath })}>
        All projects
      </MenuItem>
    </Menu>
  );
}
