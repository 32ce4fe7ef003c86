import { useQuery } from '@tanstack/react-query';
import { Outlet, useParams } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { PROJECTS_MAX, projectSummariesOptions } from '#web/projects/projects.calls.ts';
import type { ProjectSummary } from '#contracts/projects/project.ts';
import { projectKey, projectsPath } from '#web/platform/address/paths.ts';
import { RANGE_DEFAULT } from '#web/platform/time/time-range.ts';
import { PageFrame } from '#web/ui/page-frame.tsx';
import { ProjectSwitcher } from '#web/projects/project-switcher.tsx';
import { lazyPart } from '#web/platform/browser/lazy-part.ts';

const EmptyProject = lazyPart(async () => ({ default: (await import('#web/projects/empty-project.tsx')).EmptyProject }));

/** While a project is not there, it is looked for this often: its first span makes it. */
const LOOK_MS = 3_000;

/** The screens of a project; for one that does not exist, how it would be created. */
export function ProjectGate() {
  const { project } = useParams({ from: '/projects/$project' });
  return <Gate key={project} project={project} />;
}

function Gate({ project }: { project: string }) {
  const [since] = useState(() => Date.now());
  const isWithout = (all: readonly ProjectSummary[] | undefined): boolean =>
    all !== undefined && all.length < PROJECTS_MAX && !all.some((one) => one.project.id === project || projectKey(one.project) === project);
  // Loaded by other components and only read here; if this project is missing, the list may be outdated and is fetched again.
  const { data, dataUpdatedAt } = useQuery({
    ...projectSummariesOptions(RANGE_DEFAULT),
    enabled: (query) => isWithout(query.state.data),
    refetchInterval: (query) => (isWithout(query.state.data) ? LOOK_MS : false),
    staleTime: 0,
  });
  return isWithout(data) && dataUpdatedAt > since ? <NoProject project={project} /> : <Outlet />;
}

function NoProject({ project }: { project: string }) {
  return (
    <PageFrame
      title={`No project ${project}`}
      crumbs={[{ label: 'Projects', href: projectsPath }, { label: project }]}
      beside={<ProjectSwitcher current={project} />}
    >
      <Suspense>
        <EmptyProject project={project} isMissing />
      </Suspense>
    </PageFrame>
  );
}
