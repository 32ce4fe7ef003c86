import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useNavigate, useRouterState, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';
import { openAlertCountOptions } from './alerts/alerts.calls.ts';
import { viewerOptions } from '#web/accounts/sign-in.calls.ts';
import { useProjectName } from '#web/projects/use-project-name.ts';
import { PageFrame } from '#web/ui/page-frame.tsx';
import { ProjectSwitcher } from '#web/projects/project-switcher.tsx';
import { settingsPath, tracesPath } from '#web/platform/address/paths.ts';
import { useCurrentProject } from '#web/projects/current-project.ts';
import { useProjectRange } from '#web/projects/project-range.ts';
import {
  ALERT_SETTINGS_PATH,
  SETTINGS_PAGES,
  settingsPagesFor,
} from '#web/platform/address/settings-pages.ts';
import { useMay } from '#web/accounts/may.tsx';

/** The settings of this browser and of the server: a page for each subject, and their list. */
export function SettingsPage() {
  const path = useRouterState({ select: (state) => state.location.pathname.replace(/\/$/, '') });
  const label =
    SETTINGS_PAGES.find((page) => page.path === path)?.label ??
    (path.startsWith('/settings/keys/') ? 'API key' : 'Settings');
  return (
    <PageFrame
      title={`${label} · Settings`}
      crumbs={[{ label: 'Settings', href: settingsPath }, { label }]}
      actions={<ProjectBefore path={path} />}
    >
      <div className="flex min-h-0 flex-1 max-md:flex-col">
        <SettingsList current={path} />
        <div
          className="min-h-0 min-w-0 flex-1 overflow-auto"
          tabIndex={0}
          role="region"
          aria-label="Settings"
          key={path}
        >
          <Outlet />
        </div>
      </div>
    </PageFrame>
  );
}

/**
 * Back to the project the user came from, which the address keeps; or to another one. Nothing
 * without a project.
 */
function ProjectBefore({ path }: { path: string }) {
  const { project } = useCurrentProject();
  const asked = useSearch({ from: '/settings' }).project;
  const range = useProjectRange(project);
  const navigate = useNavigate();
  const go = useCallback(
    (to: string) =>
      void navigate({
        to: path,
        search: (before) => ({ ...before, project: to }),
        hash: true,
        replace: true,
        resetScroll: false,
      }),
    [navigate, path],
  );
  useEffect(() => {
    if (project !== undefined && asked !== project) go(project);
  }, [project, asked, go]);
  const name = useProjectName(project ?? '');
  if (project === undefined) return null;
  return (
    <span className="flex min-w-0 items-center gap-8 text-12">
      <span className="text-text3 max-md:sr-only">Project</span>
      <Link
        to={tracesPath(project)}
        search={range}
        title={`Back to ${name}`}
        className="touch clip max-w-160 text-link"
      >
        {name}
      </Link>
      <ProjectSwitcher current={project} onChoose={go} />
    </span>
  );
}

/** Beside the page; above it, to be pushed sideways, on a narrow screen. */
function SettingsList({ current }: { current: string }) {
  const list = useRef<HTMLElement>(null);
  const isAdmin = useMay('admin');
  useEffect(() => {
    list.current
      ?.querySelector('[aria-current]')
      ?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [current]);
  return (
    <nav
      ref={list}
      aria-label="Settings"
      className="relative flex shrink-0 gap-2 overflow-auto border-line1 p-8 max-md:border-b max-md:px-12 max-md:py-0 md:w-184 md:flex-col md:border-r"
    >
      {settingsPagesFor(isAdmin).map(({ path, label }) => (
        <Link
          key={path}
          to={path}
          aria-current={
            path === current ? 'page' : current.startsWith(`${path}/`) ? 'true' : undefined
          }
          className={`flex h-30 shrink-0 items-center rounded-control px-10 text-13 max-md:h-44 ${
            path === current || current.startsWith(`${path}/`)
              ? 'bg-bg2 text-text1 max-md:font-medium'
              : 'text-text2 hover:bg-bg2 hover:text-text1'
          }`}
        >
          {label}
          {path === ALERT_SETTINGS_PATH && <OpenAlertCount />}
        </Link>
      ))}
    </nav>
  );
}

/** How many alerts are open; nothing for users who may not see them. */
function OpenAlertCount() {
  // Not before it is known who asks: only admins may read it.
  const { isSuccess } = useQuery(viewerOptions);
  const { data = '' } = useQuery({ ...openAlertCountOptions, enabled: isSuccess });
  if (data === '') return null;
  return (
    <span className="nums ml-auto pl-8 text-11 text-text2">
      {data}
      <span className="sr-only"> open</span>
    </span>
  );
}
