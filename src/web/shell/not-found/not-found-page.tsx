import { Link, useRouterState } from '@tanstack/react-router';
import { PageFrame } from '#web/ui/page-frame.tsx';
import { EmptyNote } from '#web/ui/states.tsx';
import { REFERENCE_PATH, absentPage, type AbsentPage } from './absent-pages.ts';
import { projectsPath } from '#web/platform/address/paths.ts';
import { ROOT_PATH } from '#web/platform/address/root-path.ts';

/** An address of no page here. For an address of Phoenix it says what to use instead. */
export function NotFoundPage() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const absent = absentPage(path);
  return (
    <PageFrame
      title="Not found"
      crumbs={[{ label: 'Projects', href: projectsPath }, { label: 'Not found' }]}
    >
      {absent === null ? (
        <EmptyNote title="Page not found">
          <p>Check the address, or go to a project.</p>
          <AllProjects />
        </EmptyNote>
      ) : (
        <EmptyNote title={absent.title}>
          <p>{absent.instead}</p>
          <p className="flex flex-wrap gap-16">
            <WayOn page={absent} />
            {absent.href !== projectsPath && <AllProjects />}
          </p>
        </EmptyNote>
      )}
    </PageFrame>
  );
}

function AllProjects() {
  return (
    <Link to={projectsPath} className="text-link hover:underline">
      All projects
    </Link>
  );
}

function WayOn({ page }: { page: AbsentPage }) {
  // The reference is not this router's.
  if (page.href === REFERENCE_PATH)
    return (
      <a href={`${ROOT_PATH}${page.href}`} className="text-link hover:underline">
        {page.label}
      </a>
    );
  return (
    <Link to={page.href} className="text-link hover:underline">
      {page.label}
    </Link>
  );
}
