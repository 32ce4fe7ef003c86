import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, createRouter, redirect } from '@tanstack/react-router';
import { leadDataset, leadProject, leadSession } from './api/lead-to-key.ts';
import { startReading } from './api/start-reading.ts';
import { Root } from './components/root.tsx';
import { CrashNote } from './components/route-notes.tsx';
import { ProjectGate } from './components/project-gate.tsx';
import { readScoresSearch } from './lib/scores/scores-search.ts';
import { readComparisonSearch } from './experiments/compare/comparison-search.ts';
import { readDatasetsSearch, readExamplesSearch, readVersionsSearch } from './lib/dataset-search.ts';
import { readAllExperimentsSearch, readExperimentsSearch } from './experiments/list/list-search.ts';
import { languageForAddress } from './lib/filter/language.ts';
import { leadForeign } from './lib/lead-foreign.ts';
import { readReviewSearch } from './lib/review-search.ts';
import { readMetricsSearch } from './lib/metrics/metrics-search.ts';
import { parseSearch, stringifySearch } from './lib/parse-search.ts';
import { datasetKey, datasetOfKey } from './lib/address-ids.ts';
import { ROOT_PATH } from './lib/root-path.ts';
import {
  onlyRead,
  readCompareSearch,
  readListSearch,
  readProjectsSearch,
  readSessionListSearch,
  readSessionSearch,
  readSettingsSearch,
  readTraceSearch,
} from './lib/search-params.ts';
import type { ListSearch, SessionSearch } from './lib/search-params.ts';
import { readAuditAddress } from './lib/audit-address.ts';
import { readModelSearch } from './lib/model-search.ts';
import { settingsStart } from './lib/settings-pages.ts';
import { consentPath, readLoginSearch } from './lib/sign-in-paths.ts';
import { TracesPage } from './pages/traces/traces-page.tsx';
import { lazyScreen } from './lib/lazy-part.ts';

interface RouterContext {
  readonly client: QueryClient;
}

function follow(address: string | null): void {
  if (address !== null) throw redirect({ href: ROOT_PATH + address, replace: true });
}

const root = createRootRouteWithContext<RouterContext>()({
  component: Root,
  notFoundComponent: lazyScreen(() => import('./pages/not-found/not-found-page.tsx'), 'NotFoundPage'),
  errorComponent: CrashNote,
  beforeLoad: async ({ location }) => {
    const lead = await leadForeign(location.pathname, location.searchStr);
    if (lead !== null) throw lead;
    await languageForAddress(location.searchStr);
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
  validateSearch: onlyRead(readProjectsSearch),
  component: lazyScreen(() => import('./pages/projects/projects-page.tsx'), 'ProjectsPage'),
});
const project = createRoute({
  getParentRoute: () => root,
  path: '/projects/$project',
  // Some links name a project by its Global ID: its settings here, and its title, go by its name.
  beforeLoad: async (named) => follow(await leadProject(named)),
  component: ProjectGate,
});
const traces = createRoute({
  getParentRoute: () => project,
  path: '/traces',
  validateSearch: onlyRead<ListSearch>(readListSearch),
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) => startReading.rows(context.client, params.project, deps),
  // Where most visits begin: in the first chunk, so that nothing has to be fetched before it is drawn.
  component: TracesPage,
});
const trace = createRoute({
  getParentRoute: () => project,
  path: '/traces/$trace',
  validateSearch: onlyRead(readTraceSearch),
  loader: ({ context, params }) => startReading.trace(context.client, params.trace),
  component: lazyScreen(() => import('./pages/trace/trace-page.tsx'), 'TracePage'),
});
const review = createRoute({
  getParentRoute: () => project,
  path: '/review',
  validateSearch: onlyRead(readReviewSearch),
  component: lazyScreen(() => import('./pages/review/review-page.tsx'), 'ReviewPage'),
});
const compare = createRoute({
  getParentRoute: () => project,
  path: '/compare',
  validateSearch: onlyRead(readCompareSearch),
  component: lazyScreen(() => import('./pages/compare/compare-page.tsx'), 'ComparePage'),
});
const sessions = createRoute({
  getParentRoute: () => project,
  path: '/sessions',
  validateSearch: onlyRead(readSessionListSearch),
  component: lazyScreen(() => import('./pages/sessions/sessions-page.tsx'), 'SessionsPage'),
});
const session = createRoute({
  getParentRoute: () => project,
  path: '/sessions/$session',
  validateSearch: onlyRead<SessionSearch>(readSessionSearch),
  beforeLoad: async (named) => follow(await leadSession(named)),
  component: lazyScreen(() => import('./pages/sessions/session-page.tsx'), 'SessionPage'),
});
const metrics = createRoute({
  getParentRoute: () => project,
  path: '/metrics',
  validateSearch: onlyRead(readMetricsSearch),
  component: lazyScreen(() => import('./pages/metrics/metrics-page.tsx'), 'MetricsPage'),
});
const scores = createRoute({
  getParentRoute: () => project,
  path: '/scores',
  validateSearch: onlyRead(readScoresSearch),
  component: lazyScreen(() => import('./pages/scores/scores-page.tsx'), 'ScoresPage'),
});

const datasets = createRoute({
  getParentRoute: () => root,
  path: '/datasets',
  validateSearch: onlyRead(readDatasetsSearch),
  component: lazyScreen(() => import('./pages/datasets/datasets-page.tsx'), 'DatasetsPage'),
});
/** Addresses have a dataset's number where all other code has its Global ID: `params.dataset` is converted on reading and writing. */
const dataset = createRoute({
  getParentRoute: () => root,
  path: '/datasets/$dataset',
  params: {
    parse: ({ dataset: key }) => ({ dataset: datasetOfKey(key) }),
    stringify: ({ dataset: id }) => ({ dataset: datasetKey(id) }),
  },
  beforeLoad: async (named) => follow(await leadDataset(named)),
});
const examples = createRoute({
  getParentRoute: () => dataset,
  path: '/examples',
  validateSearch: onlyRead(readExamplesSearch),
  component: lazyScreen(() => import('./pages/dataset/examples-page.tsx'), 'ExamplesPage'),
});
const versions = createRoute({
  getParentRoute: () => dataset,
  path: '/versions',
  validateSearch: onlyRead(readVersionsSearch),
  component: lazyScreen(() => import('./pages/dataset/versions-page.tsx'), 'VersionsPage'),
});
const compareExperiments = createRoute({
  getParentRoute: () => dataset,
  path: '/compare',
  validateSearch: onlyRead(readComparisonSearch),
  component: lazyScreen(() => import('./experiments/compare/compare-page.tsx'), 'ComparePage'),
});
const code = createRoute({
  getParentRoute: () => dataset,
  path: '/code',
  component: lazyScreen(() => import('./pages/dataset/code-page.tsx'), 'CodePage'),
});

const datasetExperiments = createRoute({
  getParentRoute: () => dataset,
  path: '/experiments',
  validateSearch: onlyRead(readExperimentsSearch),
  component: lazyScreen(() => import('./experiments/list/experiments-page.tsx'), 'ExperimentsPage'),
});
const experiments = createRoute({
  getParentRoute: () => root,
  path: '/experiments',
  validateSearch: onlyRead(readAllExperimentsSearch),
  component: lazyScreen(() => import('./experiments/list/all-experiments-page.tsx'), 'AllExperimentsPage'),
});

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: readLoginSearch,
  component: lazyScreen(() => import('./pages/sign-in/login-page.tsx'), 'LoginPage'),
});
const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: lazyScreen(() => import('./pages/sign-in/forgot-password-page.tsx'), 'ForgotPasswordPage'),
});
const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  component: lazyScreen(() => import('./pages/sign-in/reset-password-page.tsx'), 'ResetPasswordPage'),
});
const profile = createRoute({
  getParentRoute: () => root,
  path: '/profile',
  component: lazyScreen(() => import('./pages/profile/profile-page.tsx'), 'ProfilePage'),
});
const consent = createRoute({
  getParentRoute: () => root,
  path: consentPath,
  validateSearch: (search) => (typeof search['request'] === 'string' ? { request: search['request'] } : {}),
  component: lazyScreen(() => import('./pages/consent/consent-page.tsx'), 'ConsentPage'),
});
const redirects = createRoute({
  getParentRoute: () => root,
  path: '/redirects/$kind/$id',
  component: lazyScreen(() => import('./pages/redirects/redirect-page.tsx'), 'RedirectPage'),
});
const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  validateSearch: readSettingsSearch,
  // A link from one of its pages to another keeps the project.
  search: { middlewares: [({ search, next }) => ({ ...readSettingsSearch({ project: search.project }), ...next(search) })] },
  component: lazyScreen(() => import('./pages/settings/settings-page.tsx'), 'SettingsPage'),
});
function settingsPart<const Path extends string>(path: Path, component: ReturnType<typeof lazyScreen>) {
  return createRoute({ getParentRoute: () => settings, path, component });
}
const settingsHome = createRoute({
  getParentRoute: () => settings,
  path: '/',
  beforeLoad: ({ location }) => {
    throw redirect({ ...settingsStart(location.hash), replace: true });
  },
});
const generalSettings = settingsPart(
  '/general',
  lazyScreen(() => import('./pages/settings/general-page.tsx'), 'GeneralSettingsPage'),
);
const userSettings = settingsPart(
  '/users',
  lazyScreen(() => import('./pages/settings/users-settings.tsx'), 'UsersSettingsPage'),
);
const displaySettings = settingsPart(
  '/display',
  lazyScreen(() => import('./pages/settings/display-settings.tsx'), 'DisplaySettingsPage'),
);
const retentionSettings = settingsPart(
  '/retention',
  lazyScreen(() => import('./pages/settings/retention-settings.tsx'), 'RetentionSettingsPage'),
);
const keysSettings = settingsPart(
  '/keys',
  lazyScreen(() => import('./pages/settings/keys-page.tsx'), 'KeysSettingsPage'),
);
const appsSettings = settingsPart(
  '/apps',
  lazyScreen(() => import('./pages/settings/apps-settings.tsx'), 'AppsSettingsPage'),
);
const annotationSettings = settingsPart(
  '/annotations',
  lazyScreen(() => import('./pages/settings/annotation-settings.tsx'), 'AnnotationSettingsPage'),
);
const limitSettings = settingsPart(
  '/limits',
  lazyScreen(() => import('./pages/settings/limits-page.tsx'), 'LimitsPage'),
);
const modelSettings = createRoute({
  getParentRoute: () => settings,
  path: '/models',
  validateSearch: onlyRead((raw) => ({ ...readSettingsSearch(raw), ...readModelSearch(raw) })),
  component: lazyScreen(() => import('./pages/settings/models-page.tsx'), 'ModelsPage'),
});
const alertSettings = settingsPart(
  '/alerts',
  lazyScreen(() => import('./pages/settings/alerts-page.tsx'), 'AlertsPage'),
);
const keyUsage = settingsPart(
  '/keys/$key',
  lazyScreen(() => import('./pages/settings/key-usage-page.tsx'), 'KeyUsagePage'),
);

const auditSettings = createRoute({
  getParentRoute: () => settings,
  path: '/audit',
  validateSearch: readAuditAddress,
  component: lazyScreen(() => import('./pages/settings/audit-settings.tsx'), 'AuditSettingsPage'),
});

const routeTree = root.addChildren([
  home,
  projects,
  datasets,
  dataset.addChildren([examples, versions, code, datasetExperiments, compareExperiments]),
  experiments,
  settings.addChildren([
    settingsHome,
    generalSettings,
    userSettings,
    displaySettings,
    retentionSettings,
    annotationSettings,
    keysSettings,
    appsSettings,
    auditSettings,
    alertSettings,
    limitSettings,
    modelSettings,
    keyUsage,
  ]),
  redirects,
  login,
  forgotPassword,
  resetPassword,
  profile,
  consent,
  project.addChildren([traces, trace, review, compare, sessions, session, metrics, scores]),
]);

/** The page's addresses. Every state worth a link is in them. */
export function createAppRouter(client: QueryClient) {
  return createRouter({
    routeTree,
    context: { client },
    basepath: `${ROOT_PATH}/`,
    parseSearch,
    stringifySearch,
    defaultErrorComponent: CrashNote,
    defaultPreload: false,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
