import { Link, useRouterState } from '@tanstack/react-router';
import { useEffect, useId, type ReactNode } from 'react';
import {
  datasetsPath,
  experimentsPath,
  metricsPath,
  projectPath,
  projectsPath,
  scoresPath,
  sessionsPath,
  settingsPath,
  tracesPath,
} from '#web/platform/address/paths.ts';
import { useCurrentProject } from '#web/projects/current-project.ts';
import { useProjectRange, type RangePart } from '#web/projects/project-range.ts';
import { Kbd } from '#web/ui/button.tsx';
import { Icon, Logo, type IconName } from '#web/ui/icon.tsx';
import { SidebarFoot } from './sidebar-foot.tsx';
import { Tooltip } from '#web/ui/floating/tooltip.tsx';
import { Viewer } from '#web/accounts/viewer.tsx';
import { useHash } from '#web/platform/address/use-hash.ts';
import { useModal } from '#web/ui/dialog/use-modal.ts';

const COMMAND_K = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘K' : 'Ctrl K';

const MENU_HASH = 'menu';

interface SidebarProps {
  readonly folded: boolean;
  readonly onFold: () => void;
  readonly onHelp: () => void;
  readonly onSearch: () => void;
}

/**
 * Where one can go, and how the server fares. On a narrow screen a sheet that the page's menu
 * button opens.
 */
export function Sidebar(props: SidebarProps) {
  const [hash, setHash] = useHash();
  useEffect(() => {
    const open = (): void => setHash(MENU_HASH);
    addEventListener('telltale:menu', open);
    return () => removeEventListener('telltale:menu', open);
  }, [setHash]);
  const width = props.folded ? 'w-48' : 'w-208';
  return (
    <>
      <aside
        aria-label="Sidebar"
        className={`flex ${width} shrink-0 flex-col border-r border-line1 max-md:hidden`}
      >
        <Rooms {...props} />
      </aside>
      {hash === MENU_HASH && <Sheet {...props} folded={false} onClose={() => setHash(null)} />}
    </>
  );
}

/**
 * The browser's own dialog at the left edge: it keeps the focus, Esc, Back and a tap beside it
 * close it, and so does going somewhere.
 */
function Sheet({ onClose, onHelp, onSearch, ...rest }: SidebarProps & { onClose: () => void }) {
  const { props } = useModal(onClose);
  const { ref } = props;
  useEffect(() => {
    // Asked for again when it is closed and not gone yet.
    const again = (): void => {
      if (ref.current?.open === false) ref.current.showModal();
    };
    addEventListener('telltale:menu', again);
    return () => removeEventListener('telltale:menu', again);
  }, [ref]);
  const instead = (act: () => void) => (): void => {
    onClose();
    act();
  };
  return (
    <dialog
      {...props}
      aria-label="Menu"
      className="m-0 h-full max-h-none w-240 border-r border-line1 bg-bg0 p-0 text-text1 backdrop:bg-[oklch(0_0_0/0.5)]"
    >
      <div className="flex h-full flex-col">
        <Rooms {...rest} onHelp={instead(onHelp)} onSearch={instead(onSearch)} inSheet />
      </div>
    </dialog>
  );
}

function Rooms({
  folded,
  onFold,
  onHelp,
  onSearch,
  inSheet = false,
}: SidebarProps & { readonly inSheet?: boolean }) {
  const { project, isBefore } = useCurrentProject();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const range = useProjectRange(project);
  const item = (
    to: string,
    icon: IconName,
    label: string,
    active = path.startsWith(to),
    of = '',
  ) => (
    <NavItem
      {...{ to, icon, label, folded, active, of }}
      replace={inSheet}
      search={project !== undefined && to.startsWith(projectPath(project)) ? range : {}}
    />
  );
  return (
    <>
      <HomeLink folded={folded} inSheet={inSheet} />
      <nav aria-label="Main" className="flex flex-1 flex-col gap-2 overflow-auto p-8">
        <SearchButton folded={folded} onSearch={onSearch} />
        {item(projectsPath, 'projects', 'Projects', path === projectsPath)}
        {project !== undefined && (
          <NavGroup label="Observe" folded={folded}>
            {item(
              tracesPath(project),
              'traces',
              'Traces',
              path.startsWith(tracesPath(project)),
              isBefore ? project : '',
            )}
            {item(sessionsPath(project), 'sessions', 'Sessions')}
            {item(metricsPath(project), 'metrics', 'Metrics')}
          </NavGroup>
        )}
        <NavGroup label="Evaluate" folded={folded}>
          {item(
            datasetsPath,
            'datasets',
            'Datasets',
            path.startsWith(datasetsPath) && !isOfExperiments(path),
          )}
          {item(
            experimentsPath,
            'experiments',
            'Experiments',
            path.startsWith(experimentsPath) || isOfExperiments(path),
          )}
          {project !== undefined && item(scoresPath(project), 'bars', 'Scores')}
        </NavGroup>
        <span className="flex-1" />
        {item(settingsPath, 'settings', 'Settings')}
      </nav>
      <Viewer folded={folded} />
      <SidebarFoot folded={folded} inSheet={inSheet} onFold={onFold} onHelp={onHelp} />
    </>
  );
}

function HomeLink({ folded, inSheet }: { folded: boolean; inSheet: boolean }) {
  return (
    <Link
      to={projectsPath}
      replace={inSheet}
      className="flex h-44 items-center gap-10 px-14 text-14 font-semibold"
      aria-label="Telltale: all projects"
    >
      <Logo />
      {!folded && <span>Telltale</span>}
    </Link>
  );
}

function SearchButton({ folded, onSearch }: Pick<SidebarProps, 'folded' | 'onSearch'>) {
  const button = (
    <button
      type="button"
      onClick={onSearch}
      aria-label={folded ? 'Search' : undefined}
      className="mb-6 flex h-30 shrink-0 items-center gap-10 rounded-control border border-line2 px-7 text-text3 hover:bg-bg2 hover:text-text1 max-md:h-44"
    >
      <Icon name="search" />
      {!folded && (
        <>
          <span className="flex-1 text-left">Search</span>
          <Kbd>{COMMAND_K}</Kbd>
        </>
      )}
    </button>
  );
  if (!folded) return button;
  return (
    <Tooltip text={`Search and commands (${COMMAND_K})`} side="right">
      {button}
    </Tooltip>
  );
}

/** Experiments of a dataset, and their comparison. */
function isOfExperiments(path: string): boolean {
  return /^\/datasets\/[^/]+\/(?:experiments|compare)\/?$/.test(path);
}

/** Places that serve one purpose, under its name; folded, a line sets them apart. */
function NavGroup({
  label,
  folded,
  children,
}: {
  label: string;
  folded: boolean;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <div
      role="group"
      aria-labelledby={id}
      className={`flex flex-col gap-2 ${folded ? 'mt-6 border-t border-line1 pt-8' : 'mt-10'}`}
    >
      <span id={id} className={folded ? 'sr-only' : 'px-8 pb-2 text-11 text-text3'}>
        {label}
      </span>
      {children}
    </div>
  );
}

interface NavItemProps {
  readonly to: string;
  readonly search: RangePart;
  readonly icon: IconName;
  readonly label: string;
  readonly folded: boolean;
  readonly active: boolean;
  /** The project it belongs to, if the page doesn't show it. */
  readonly of: string;
  /** From the sheet: its own step is not one to go back to. */
  readonly replace: boolean;
}

function NavItem({ to, search, icon, label, folded, active, of, replace }: NavItemProps) {
  const name = of === '' ? label : `${label} ${of}`;
  const link = (
    <Link
      to={to}
      search={search}
      replace={replace}
      aria-label={folded ? name : undefined}
      title={folded || of === '' ? undefined : name}
      aria-current={active ? 'page' : undefined}
      className={`flex h-30 items-center gap-10 rounded-control px-8 shrink-0 max-md:h-44 ${active ? 'bg-bg2 text-text1' : 'text-text2 hover:bg-bg2 hover:text-text1'}`}
    >
      <Icon name={icon} />
      {!folded && `${label} `}
      {!folded && of !== '' && <span className="clip ml-auto text-11 text-text3">{of}</span>}
    </Link>
  );
  return folded ? (
    <Tooltip text={name} side="right">
      {link}
    </Tooltip>
  ) : (
    link
  );
}
