import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { serverInfoOptions, storageOptions } from '../api/server.ts';
import { exactCount, formatBytes } from '../lib/format-number.ts';
import { projectsPath, sessionsPath, tracesPath } from '../lib/paths.ts';
import { DisplayMenu } from './display-menu.tsx';
import { Icon, Logo } from './icon.tsx';
import type { IconName } from './icon.tsx';
import { Popover } from './popover.tsx';
import { Tooltip } from './tooltip.tsx';

interface SidebarProps {
  readonly folded: boolean;
  /** On a narrow screen: whether it is drawn over the page. */
  readonly sheet: boolean;
  readonly onFold: () => void;
  readonly onHelp: () => void;
  readonly onClose: () => void;
}

/** Where one can go, and how the server fares. */
export function Sidebar({ folded, sheet, onFold, onHelp, onClose }: SidebarProps) {
  const { project } = useParams({ strict: false });
  const path = useRouterState({ select: (state) => state.location.pathname });
  useEffect(onClose, [path]); // oxlint-disable-line react-hooks/exhaustive-deps -- closes when the page changes, not when the parent renders
  const width = folded ? 'w-48' : 'w-208';
  return (
    <>
      {sheet && (
        <button type="button" aria-label="Close menu" className="fixed inset-0 z-30 bg-[oklch(0_0_0/0.5)] md:hidden" onClick={onClose} />
      )}
      <aside
        className={`${sheet ? 'fixed inset-y-0 left-0 z-40 w-208 bg-bg0' : `max-md:hidden ${width}`} flex shrink-0 flex-col border-r border-line1`}
      >
        <Link to={projectsPath} className="flex h-44 items-center gap-10 px-14 text-14 font-semibold" aria-label="Telltale: all projects">
          <Logo />
          {(!folded || sheet) && <span>Telltale</span>}
        </Link>
        <nav aria-label="Main" className="flex flex-1 flex-col gap-2 p-8">
          <NavItem to={projectsPath} icon="projects" label="Projects" folded={folded && !sheet} active={path === projectsPath} />
          {project !== undefined && (
            <>
              <NavItem
                to={tracesPath(project)}
                icon="traces"
                label="Traces"
                folded={folded && !sheet}
                active={path.startsWith(tracesPath(project))}
              />
              <NavItem
                to={sessionsPath(project)}
                icon="sessions"
                label="Sessions"
                folded={folded && !sheet}
                active={path.startsWith(sessionsPath(project))}
              />
            </>
          )}
        </nav>
        <Foot folded={folded && !sheet} onFold={onFold} onHelp={onHelp} />
      </aside>
    </>
  );
}

function NavItem({ to, icon, label, folded, active }: { to: string; icon: IconName; label: string; folded: boolean; active: boolean }) {
  const link = (
    <Link
      to={to}
      aria-label={label}
      aria-current={active ? 'page' : undefined}
      className={`flex h-30 items-center gap-10 rounded-control px-8 max-md:h-44 ${active ? 'bg-bg2 text-text1' : 'text-text2 hover:bg-bg2 hover:text-text1'}`}
    >
      <Icon name={icon} />
      {!folded && label}
    </Link>
  );
  return folded ? (
    <Tooltip text={label} side="right">
      {link}
    </Tooltip>
  ) : (
    link
  );
}

function Foot({ folded, onFold, onHelp }: { folded: boolean; onFold: () => void; onHelp: () => void }) {
  const row = folded ? 'flex-col' : 'flex-row';
  const button = 'inline-grid size-28 place-items-center rounded-control text-text3 hover:bg-bg2 hover:text-text1';
  return (
    <div className="flex flex-col gap-6 border-t border-line1 p-8">
      <div className={`flex ${row} gap-2`}>
        <DisplayMenu className={button} />
        <button type="button" className={button} aria-label="Keyboard help" title="Keyboard help (?)" onClick={onHelp}>
          <Icon name="keyboard" />
        </button>
        <a className={button} href="/docs" aria-label="API reference" title="API reference">
          <Icon name="book" />
        </a>
        <button
          type="button"
          className={`${button} max-md:hidden ${folded ? '' : 'ml-auto'}`}
          aria-label={folded ? 'Open sidebar' : 'Fold sidebar'}
          title="Fold sidebar ([)"
          onClick={onFold}
        >
          <Icon name="sidebar" />
        </button>
      </div>
      <Health folded={folded} />
    </div>
  );
}

/** Whether the server answers and what it keeps; more on click. */
function Health({ folded }: { folded: boolean }) {
  const server = useQuery(serverInfoOptions);
  const storage = useQuery(storageOptions);
  const down = storage.isError;
  const bytes = (storage.data?.['fileBytes'] ?? 0) + (storage.data?.['walBytes'] ?? 0);
  const size = storage.data === undefined ? null : formatBytes(bytes);
  const text = down ? 'Server cannot be reached' : [server.data?.version, size, 'healthy'].filter(Boolean).join(' · ');
  return (
    <Popover
      label="Server"
      trigger={
        <button
          type="button"
          className="nums flex h-24 items-center gap-6 rounded-control px-6 text-11 text-text3 hover:bg-bg2 hover:text-text1 max-md:h-44"
        >
          <span className={`${down ? 'tone-error' : 'tone-ok'} size-6 shrink-0 rounded-chip bg-bar`} aria-hidden="true" />
          <span className={folded ? 'sr-only' : 'clip'} role="status">
            {text}
          </span>
        </button>
      }
    >
      <dl className="nums grid grid-cols-[auto_1fr] gap-x-16 gap-y-4 text-12">
        <dt className="text-text3">Version</dt>
        <dd>{server.data?.version}</dd>
        <dt className="text-text3">HTTP</dt>
        <dd>{server.data === undefined ? '' : `:${server.data.http_port}`}</dd>
        <dt className="text-text3">gRPC</dt>
        <dd>{server.data?.grpc_port === null ? 'off' : `:${server.data?.grpc_port ?? ''}`}</dd>
        <dt className="text-text3">Spans</dt>
        <dd>{exactCount(storage.data?.['spans'] ?? 0)}</dd>
        <dt className="text-text3">On disk</dt>
        <dd>{size}</dd>
      </dl>
    </Popover>
  );
}
