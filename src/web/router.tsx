import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { Shell } from './components/shell.tsx';
import { CrashNote, NotFoundNote } from './components/route-notes.tsx';
import { readListSearch, readRangeSearch, readTraceSearch } from './lib/search-params.ts';

const root = createRootRoute({ component: Shell, notFoundComponent: NotFoundNote, errorComponent: CrashNote });

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/projects', replace: true });
  },
});
const projects = createRoute({
  getParentRoute: () => root,
  path: '/projects',
  validateSearch: readRangeSearch,
  component: lazyRouteComponent(() => import('./pages/projects/projects-page.tsx'), 'ProjectsPage'),
});
const project = createRoute({
  getParentRoute: () => root,
  path: '/projects/$project',
  beforeLoad: ({ params, location }) => {
    if (location.pathname.split('/').length <= 3) throw redirect({ to: '/projects/$project/traces', params, replace: true });
  },
});
const traces = createRoute({
  getParentRoute: () => project,
  path: '/traces',
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => import('./pages/traces/traces-page.tsx'), 'TracesPage'),
});
const trace = createRoute({
  getParentRoute: () => project,
  path: '/traces/$trace',
  validateSearch: readTraceSearch,
  component: lazyRouteComponent(() => import('./pages/trace/trace-page.tsx'), 'TracePage'),
});
const sessions = createRoute({
  getParentRoute: () => project,
  path: '/sessions',
  component: lazyRouteComponent(() => import('./pages/sessions/sessions-page.tsx'), 'SessionsPage'),
});
const session = createRoute({
  getParentRoute: () => project,
  path: '/sessions/$session',
  component: lazyRouteComponent(() => import('./pages/sessions/session-page.tsx'), 'SessionPage'),
});

const routeTree = root.addChildren([home, projects, project.addChildren([traces, trace, sessions, session])]);

/** The page's addresses. Every state worth a link is in them. */
export function createAppRouter() {
  return createRouter({ routeTree, defaultErrorComponent: CrashNote, defaultPreload: false });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
