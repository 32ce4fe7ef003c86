import {
  Outlet,
  defaultStringifySearch,
  useRouter,
  useRouterState,
  useParams,
  type ErrorComponentProps,
} from '@tanstack/react-router';
import { Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { copyLink } from '#web/ui/notices/copy-link.ts';
import { holdKeys } from '#web/platform/keys/type-ahead.ts';
import { loadFilterLanguage } from '#web/filter/language/language.ts';
import { loadFloating } from '#web/ui/floating/floating.ts';
import { useKeys } from '#web/platform/keys/keys.ts';
import {
  datasetsPath,
  experimentsPath,
  metricsPath,
  projectsPath,
  scoresPath,
  sessionsPath,
  settingsPath,
  tracesPath,
  projectKey,
} from '#web/platform/address/paths.ts';
import { usePreferences } from '#web/platform/storage/preferences.ts';
import { useCurrentProject } from '#web/projects/current-project.ts';
import { useProjectRange } from '#web/projects/project-range.ts';
import { atSignOfLife } from '#web/platform/browser/sign-of-life.ts';
import { readSetting, writeSetting } from '#web/platform/storage/stored-setting.ts';
import { shownToasts, subscribeToasts } from '#web/ui/notices/toasts.ts';
import { useHash } from '#web/platform/address/use-hash.ts';
import { useAnnotationCard } from '#web/annotations/panel/use-annotation-card.ts';
import { Sidebar } from './sidebar.tsx';
import { ROOT_PATH } from '#web/platform/address/root-path.ts';
import { lazyPart } from '#web/platform/browser/lazy-part.ts';
import { useQuery } from '@tanstack/react-query';
import { serverInfoOptions } from '#web/platform/http/server.ts';
import { tryAgain, useConnection, useLack, useLost } from '#web/platform/http/connection.ts';
import { Button } from '#web/ui/button.tsx';
import { viewerOptions } from '#web/accounts/sign-in.calls.ts';
import { consentPath, isSignInScreen } from '#web/platform/address/sign-in-paths.ts';
import { PROJECTS_MAX, projectSummariesOptions } from '#web/projects/projects.calls.ts';
import type { ProjectSummary } from '#contracts/projects/project.ts';
import { RANGE_DEFAULT } from '#web/platform/time/time-range.ts';
import { PageFrame } from '#web/ui/page-frame.tsx';
import { ProjectSwitcher } from '#web/projects/project-switcher.tsx';
import { EmptyNote, ErrorNote } from '#web/ui/states.tsx';

const NewPassword = lazyPart(async () => ({
  default: (await import('#web/accounts/new-password.tsx')).NewPassword,
}));

/**
 * Every screen: sign-in screens and an app's consent screen stand alone; the others are in the
 * frame.
 */
export function Root() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  return isSignInScreen(path) ? (
    <Outlet />
  ) : (
    <SignedIn isAlone={path.replace(/\/$/, '') === consentPath} />
  );
}

/** A password set by an admin must be changed before anything else. */
function SignedIn({ isAlone }: { isAlone: boolean }) {
  const { data: viewer } = useQuery(viewerOptions);
  if (viewer?.auth_method === 'LOCAL' && viewer.password_needs_reset)
    return (
      <Suspense fallback={null}>
        <NewPassword email={viewer.email} />
      </Suspense>
    );
  return isAlone ? <Outlet /> : <Shell />;
}

const EmptyProject = lazyPart(async () => ({
  default: (await import('#web/projects/empty-project.tsx')).EmptyProject,
}));

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
    all !== undefined &&
    all.length < PROJECTS_MAX &&
    !all.some((one) => one.project.id === project || projectKey(one.project) === project);
  // Loaded by other components and only read here; if this project is missing, the list may be
  // outdated and is fetched again.
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

/** A part of the page that was replaced on the server since this tab was opened. */
function isGonePart(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|Importing a module script failed/i.test(error.message)
  );
}

/** A screen that broke: what happened, and a way on. The frame round it lives. */
export function CrashNote({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = (): void => {
    reset();
    void router.invalidate();
  };
  return (
    <PageFrame
      title="Something failed"
      crumbs={[{ label: 'Projects', href: projectsPath }, { label: 'Something failed' }]}
    >
      {isGonePart(error) ? (
        <EmptyNote title="This screen could not be loaded">
          <p>The server may have been updated since you opened this tab, or it can’t be reached.</p>
          <Button look="accent" onClick={() => location.reload()}>
            Reload the page
          </Button>
        </EmptyNote>
      ) : (
        <ErrorNote what="This screen failed" error={error} onRetry={retry} />
      )}
    </PageFrame>
  );
}

/** Banners on every screen: no connection, authentication off. */
function Banners() {
  return (
    <>
      <ConnectionBanner />
      <OpenServerBanner />
    </>
  );
}

const LOST = {
  offline:
    'You are offline. Data on this page may be outdated. The page updates when the network is back.',
  unreachable:
    'Can’t reach the server. Data on this page may be outdated. Retrying every 2 seconds.',
  unready: 'Data on this page may be outdated. Retrying every 2 seconds.',
  silent: 'The server is not responding. Data on this page may be outdated.',
};

const LAST_CLICK = {
  undone: 'Your last change was not saved. Try again when the connection is back.',
  waits: 'This page loads when the connection is back.',
};

function ConnectionBanner() {
  const connection = useConnection();
  const isOpening = useRouterState({ select: ({ status }) => status === 'pending' });
  const lost = useLost() ?? (isOpening ? 'waits' : null);
  const lack = useLack();
  return (
    <div
      role="status"
      className={connection === 'online' ? 'sr-only' : 'tone-error shrink-0 bg-tint text-tone'}
    >
      {connection !== 'online' && (
        <p className="flex min-h-36 items-center gap-12 px-12 py-4 text-12">
          <span className="flex-1">
            {connection === 'unready' && `The server isn’t ready. ${lack} `}
            {LOST[connection]}
            {lost !== null && <strong> {LAST_CLICK[lost]}</strong>}
          </span>
          <Button onClick={tryAgain}>Try now</Button>
        </p>
      )}
    </div>
  );
}

/**
 * Without authentication, a page that is reached from elsewhere than this machine deserves a
 * warning.
 */
function OpenServerBanner() {
  const { data } = useQuery(serverInfoOptions);
  if (data === undefined || data.authentication || isLoopback(location.hostname)) return null;
  return (
    <div role="status" className="tone-warn shrink-0 bg-tint px-12 py-6 text-12 text-tone">
      Authentication is off: anyone who reaches this address can read and delete everything.
    </div>
  );
}

function isLoopback(host: string): boolean {
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host === '[::1]' ||
    host.startsWith('127.')
  );
}

const FOLDED_KEY = 'telltale.sidebar';
// Parts the first list doesn't need load after it.
const Toaster = lazyPart(async () => ({
  default: (await import('#web/ui/notices/toaster.tsx')).Toaster,
}));
const AnnotationCard = lazyPart(async () => ({
  default: (await import('#web/annotations/panel/annotation-card.tsx')).AnnotationCard,
}));
const TooltipLayer = lazyPart(async () => ({
  default: (await import('#web/ui/floating/tooltip-layer.tsx')).TooltipLayer,
}));
const Palette = lazyPart(async () => ({
  default: (await import('./palette/palette.tsx')).Palette,
}));
const KeyHelp = lazyPart(async () => ({ default: (await import('./key-help.tsx')).KeyHelp }));

/** Who only reads for so long has all of the first screen, and the network is free. */
const QUIET_MS = 2500;

const HELP_HASH = 'keys';

/** The frame round every page. */
function Shell() {
  const [folded, setFolded] = useState(readSetting(FOLDED_KEY) === 'folded');
  const [isSearching, setSearching] = useState(false);
  const [hash, setHash] = useHash();
  const fold = (): void => {
    writeSetting(FOLDED_KEY, folded ? 'open' : 'folded');
    setFolded(!folded);
  };
  const search = (): void => {
    if (!isSearching) holdKeys();
    setSearching(true);
  };
  const [asked, onWho] = useAnnotationCard();
  const [isAwake, hasToaster] = useLateParts();
  const commands = { onFold: fold, onHelp: () => setHash(HELP_HASH), onSearch: search };
  useShellKeys(commands, onWho);
  usePaletteKey(commands.onSearch);
  return (
    <div className="flex h-full">
      <a
        href="#content"
        className="absolute top-4 left-4 z-50 -translate-y-60 rounded-control bg-accent px-12 py-6 text-white focus:translate-y-0"
      >
        Skip to content
      </a>
      <Sidebar folded={folded} {...commands} />
      <div className="flex min-w-0 flex-1 flex-col">
        <Banners />
        <div className="min-h-0 flex-1">
          <Screen />
        </div>
      </div>
      <Suspense fallback={null}>
        {hash === HELP_HASH && <KeyHelp onClose={() => setHash(null)} />}
        {isSearching && <Palette onClose={() => setSearching(false)} {...commands} />}
        {asked !== null && <AnnotationCard asked={asked} />}
      </Suspense>
      <Suspense fallback={null}>
        {hasToaster && <Toaster />}
        {isAwake && <TooltipLayer />}
      </Suspense>
    </div>
  );
}

/**
 * Whether a reader is there, with whom what a hand may ask for is fetched; and whether notices have
 * a place, which the first of them needs too.
 */
function useLateParts(): readonly [isAwake: boolean, hasToaster: boolean] {
  const [isAwake, setAwake] = useState(false);
  const hasToasts = useSyncExternalStore(subscribeToasts, () => shownToasts().length > 0);
  useEffect(
    () =>
      atSignOfLife(() => {
        setAwake(true);
        void loadFilterLanguage();
        void loadFloating();
      }, QUIET_MS),
    [],
  );
  return [isAwake, isAwake || hasToasts];
}

/**
 * The page of this address. Times and numbers are written anew when the reader wants them
 * otherwise; its state is in the address.
 */
function Screen() {
  const { zone, numbers } = usePreferences();
  const settings = useRouterState({ select: (state) => state.location.pathname === settingsPath });
  return <Outlet key={settings ? 'settings' : `${zone} ${numbers}`} />;
}

interface Commands {
  readonly onFold: () => void;
  readonly onHelp: () => void;
  readonly onSearch: () => void;
}

function useShellKeys({ onFold, onHelp }: Commands, onWho: () => void): void {
  const { history } = useRouter();
  const { project, isBefore } = useCurrentProject();
  const range = defaultStringifySearch(useProjectRange(project));
  const to = (what: string, path: string) => ({ what, run: () => history.push(ROOT_PATH + path) });
  useKeys(
    {
      '?': { what: 'This help', run: onHelp },
      '[': { what: 'Fold the sidebar', run: onFold },
      c: { what: 'Copy a link to this screen', run: copyLink },
      'g p': to('Projects', projectsPath),
      ...(project === undefined
        ? {}
        : {
            'g t': to('Traces', tracesPath(project) + range),
            'g s': to('Sessions', sessionsPath(project) + range),
            'g m': to('Metrics', metricsPath(project) + range),
            'g c': to('Scores', scoresPath(project) + range),
            ...(isBefore ? {} : { W: { what: 'Who annotated this, and how', run: onWho } }),
          }),
      'g d': to('Datasets', datasetsPath),
      'g e': to('Experiments', experimentsPath),
      'g ,': to('Settings', settingsPath),
    },
    'Everywhere',
  );
}

/** The one key with a modifier: it works in fields too. */
function usePaletteKey(onSearch: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (
        event.key.toLowerCase() !== 'k' ||
        !(event.metaKey || event.ctrlKey) ||
        event.shiftKey ||
        event.altKey
      )
        return;
      event.preventDefault();
      if (document.querySelector('dialog[open]') === null) onSearch();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
}
