import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { startReading } from './api/start-reading.ts';
import { Shell } from './components/shell.tsx';
import { CrashNote, NotFoundNote } from './components/route-notes.tsx';
import { ownAddress } from './lib/foreign-address.ts';
import { readScoresSearch } from './lib/scores/scores-search.ts';
import { readDatasetsSearch, readExamplesSearch, readVersionsSearch } from './lib/dataset-search.ts';
import { ROOT_PATH } from './lib/root-path.ts';
import {
  readCompareSearch,
  readListSearch,
  readProjectsSearch,
  readReviewSearch,
  readSessionListSearch,
  readSessionSearch,
  readTraceSearch,
} from './lib/search-params.ts';
import { TracesPage } from './pages/traces/traces-page.tsx';

interface RouterContext {
  readonly client: QueryClient;
}

const root = createRootRouteWithContext<RouterContext>()({
  component: Shell,
  notFoundComponent: NotFoundNote,
  errorComponent: CrashNote,
  beforeLoad: ({ location }) => {
    const href = ownAddress(location.pathname, location.searchStr);
    if (href !== null) throw redirect({ href: ROOT_PATH + href, replace: true });
  },
});

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
  validateSearch: readProjectsSearch,
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
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) => startReading.rows(context.client, params.project, deps),
  // Where most visits begin: in the first chunk, so that nothing has to be fetched before it is drawn.
  component: TracesPage,
});
const trace = createRoute({
  getParentRoute: () => project,
  path: '/traces/$trace',
  validateSearch: readTraceSearch,
  loader: ({ context, params }) => startReading.trace(context.client, params.trace),
  component: lazyRouteComponent(() => import('./pages/trace/trace-page.tsx'), 'TracePage'),
});
const review = createRoute({
  getParentRoute: () => project,
  path: '/review',
  validateSearch: readReviewSearch,
  component: lazyRouteComponent(() => import('./pages/review/review-page.tsx'), 'ReviewPage'),
});
const compare = createRoute({
  getParentRoute: () => project,
  path: '/compare',
  validateSearch: readCompareSearch,
  component: lazyRouteComponent(() => import('./pages/compare/compare-page.tsx'), 'ComparePage'),
});
const sessions = createRoute({
  getParentRoute: () => project,
  path: '/sessions',
  validateSearch: readSessionListSearch,
  component: lazyRouteComponent(() => import('./pages/sessions/sessions-page.tsx'), 'SessionsPage'),
});
const session = createRoute({
  getParentRoute: () => project,
  path: '/sessions/$session',
  validateSearch: readSessionSearch,
  component: lazyRouteComponent(() => import('./pages/sessions/session-page.tsx'), 'SessionPage'),
});
const scores = createRoute({
  getParentRoute: () => project,
  path: '/scores',
  validateSearch: readScoresSearch,
  component: lazyRouteComponent(() => import('./pages/scores/scores-page.tsx'), 'ScoresPage'),
});

const datasets = createRoute({
  getParentRoute: () => root,
  path: '/datasets',
  validateSearch: readDatasetsSearch,
  component: lazyRouteComponent(() => import('./pages/datasets/datasets-page.tsx'), 'DatasetsPage'),
});
const examples = createRoute({
  getParentRoute: () => root,
  path: '/datasets/$dataset/examples',
  validateSearch: readExamplesSearch,
  component: lazyRouteComponent(() => import('./pages/dataset/examples-page.tsx'), 'ExamplesPage'),
});
const versions = createRoute({
  getParentRoute: () => root,
  path: '/datasets/$dataset/versions',
  validateSearch: readVersionsSearch,
  component: lazyRouteComponent(() => import('./pages/dataset/versions-page.tsx'), 'VersionsPage'),
});
const code = createRoute({
  getParentRoute: () => root,
  path: '/datasets/$dataset/code',
  component: lazyRouteComponent(() => import('./pages/dataset/code-page.tsx'), 'CodePage'),
});

const redirects = createRoute({
  getParentRoute: () => root,
  path: '/redirects/$kind/$id',
  component: lazyRouteComponent(() => import('./pages/redirects/redirect-page.tsx'), 'RedirectPage'),
});
const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  component: lazyRouteComponent(() => import('./pages/settings/settings-page.tsx'), 'SettingsPage'),
});

const routeTree = root.addChildren([
  home,
  projects,
  datasets,
  examples,
  versions,
  code,
  settings,
  redirects,
  project.addChildren([traces, trace, review, compare, sessions, session, scores]),
]);

/** The page's addresses. Every state worth a link is in them. */
export function createAppRouter(client: QueryClient) {
  return createRouter({
    routeTree,
    context: { client },
    basepath: `${ROOT_PATH}/`,
    defaultErrorComponent: CrashNote,
    defaultPreload: false,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
