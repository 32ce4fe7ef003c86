import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  redirect,
} from '@tanstack/react-router';
import { leadDataset, leadProject, leadSession } from './shell/lead-to-key.ts';
import { startReading } from './shell/start-reading.ts';
import { CrashNote, ProjectGate, Root } from './shell/shell.tsx';
import { readContentSearch, type ContentSearch } from './search/search-address.ts';
import { readScoresSearch } from './annotations/scores/scores-search.ts';
import { readComparisonSearch } from './experiments/compare/comparison-search.ts';
import {
  readDatasetsSearch,
  readExamplesSearch,
  readVersionsSearch,
} from './datasets/dataset-search.ts';
import { readAllExperimentsSearch, readExperimentsSearch } from './experiments/list/list-search.ts';
import { languageForAddress } from './filter/language/language.ts';
import { leadForeign } from './shell/address/lead-foreign.ts';
import { readReviewSearch } from './annotations/review-search.ts';
import { readMetricsSearch } from './metrics/metrics-search.ts';
import { parseSearch, stringifySearch } from './platform/address/parse-search.ts';
import { datasetKey, datasetOfKey } from './platform/address/address-ids.ts';
import { ROOT_PATH } from './platform/address/root-path.ts';
import {
  readCompareSearch,
  readListSearch,
  readProjectsSearch,
  readSessionListSearch,
  readSessionSearch,
  readSettingsSearch,
  readTraceSearch,
  type ListSearch,
  type SessionSearch,
} from './lists/search-params.ts';
import { onlyRead, searchReader, text } from './platform/address/search-schema.ts';
import { settingsStart } from './platform/address/settings-pages.ts';
import { consentPath, readLoginSearch } from './platform/address/sign-in-paths.ts';
import { TracesPage } from './traces/traces-page.tsx';
import { lazyScreen } from './platform/browser/lazy-part.ts';

interface RouterContext {
  readonly client: QueryClient;
}

function follow(address: string | null): void {
  if (address !== null) throw redirect({ href: ROOT_PATH + address, replace: true });
}

const root = createRootRouteWithContext<RouterContext>()({
  component: Root,
  notFoundComponent: lazyScreen(
    () => import('./shell/not-found/not-found-page.tsx'),
    'NotFoundPage',
  ),
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
  component: lazyScreen(() => import('./projects/projects-page.tsx'), 'ProjectsPage'),
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
  // Where most visits begin: in the first chunk, so that nothing has to be fetched before it is
  // drawn.
  component: TracesPage,
});
const trace = createRoute({
  getParentRoute: () => project,
  path: '/traces/$trace',
  validateSearch: onlyRead(readTraceSearch),
  loader: ({ context, params }) => startReading.trace(context.client, params.trace),
  component: lazyScreen(() => import('./trace/trace-page.tsx'), 'TracePage'),
});
const review = createRoute({
  getParentRoute: () => project,
  path: '/review',
  validateSearch: onlyRead(readReviewSearch),
  component: lazyScreen(() => import('./annotations/review/review-page.tsx'), 'ReviewPage'),
});
const compare = createRoute({
  getParentRoute: () => project,
  path: '/compare',
  validateSearch: onlyRead(readCompareSearch),
  component: lazyScreen(() => import('./trace/compare/compare-page.tsx'), 'ComparePage'),
});
const sessions = createRoute({
  getParentRoute: () => project,
  path: '/sessions',
  validateSearch: onlyRead(readSessionListSearch),
  component: lazyScreen(() => import('./sessions/sessions-page.tsx'), 'SessionsPage'),
});
const session = createRoute({
  getParentRoute: () => project,
  path: '/sessions/$session',
  validateSearch: onlyRead<SessionSearch>(readSessionSearch),
  beforeLoad: async (named) => follow(await leadSession(named)),
  component: lazyScreen(() => import('./sessions/session-page.tsx'), 'SessionPage'),
});
const metrics = createRoute({
  getParentRoute: () => project,
  path: '/metrics',
  validateSearch: onlyRead(readMetricsSearch),
  component: lazyScreen(() => import('./metrics/metrics-page.tsx'), 'MetricsPage'),
});
const scores = createRoute({
  getParentRoute: () => project,
  path: '/scores',
  validateSearch: onlyRead(readScoresSearch),
  component: lazyScreen(() => import('./annotations/scores/scores-page.tsx'), 'ScoresPage'),
});

const datasets = createRoute({
  getParentRoute: () => root,
  path: '/datasets',
  validateSearch: onlyRead(readDatasetsSearch),
  component: lazyScreen(() => import('./datasets/list/datasets-page.tsx'), 'DatasetsPage'),
});
/**
 * Addresses have a dataset's number where all other code has its Global ID: `params.dataset` is
 * converted on reading and writing.
 */
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
  component: lazyScreen(() => import('./datasets/examples-page.tsx'), 'ExamplesPage'),
});
const versions = createRoute({
  getParentRoute: () => dataset,
  path: '/versions',
  validateSearch: onlyRead(readVersionsSearch),
  component: lazyScreen(() => import('./datasets/versions-page.tsx'), 'VersionsPage'),
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
  component: lazyScreen(() => import('./datasets/code-page.tsx'), 'CodePage'),
});

const datasetExperiments = createRoute({
  getParentRoute: () => dataset,
  path: '/experiments',
  validateSearch: onlyRead(readExperimentsSearch),
  component: lazyScreen(() => import('./experiments/list/experiments-page.tsx'), 'ExperimentsPage'),
});
const contentSearch = createRoute({
  getParentRoute: () => root,
  path: '/search',
  validateSearch: onlyRead<ContentSearch>(readContentSearch),
  component: lazyScreen(() => import('./search/search-page.tsx'), 'SearchPage'),
});
const experiments = createRoute({
  getParentRoute: () => root,
  path: '/experiments',
  validateSearch: onlyRead(readAllExperimentsSearch),
  component: lazyScreen(
    () => import('./experiments/list/all-experiments-page.tsx'),
    'AllExperimentsPage',
  ),
});

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: readLoginSearch,
  component: lazyScreen(() => import('./accounts/sign-in/login-page.tsx'), 'LoginPage'),
});
const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: lazyScreen(
    () => import('./accounts/sign-in/forgot-password-page.tsx'),
    'ForgotPasswordPage',
  ),
});
const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  component: lazyScreen(
    () => import('./accounts/sign-in/reset-password-page.tsx'),
    'ResetPasswordPage',
  ),
});
const profile = createRoute({
  getParentRoute: () => root,
  path: '/profile',
  component: lazyScreen(() => import('./accounts/profile/profile-page.tsx'), 'ProfilePage'),
});
const consent = createRoute({
  getParentRoute: () => root,
  path: consentPath,
  validateSearch: searchReader({ request: text }),
  component: lazyScreen(() => import('./accounts/sign-in/consent-page.tsx'), 'ConsentPage'),
});
const redirects = createRoute({
  getParentRoute: () => root,
  path: '/redirects/$kind/$id',
  component: lazyScreen(() => import('./shell/redirect-page.tsx'), 'RedirectPage'),
});
const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  validateSearch: readSettingsSearch,
  // A link from one of its pages to another keeps the project.
  search: {
    middlewares: [
      ({ search, next }) => ({
        ...readSettingsSearch({ project: search.project }),
        ...next(search),
      }),
    ],
  },
  component: lazyScreen(() => import('./settings/settings-page.tsx'), 'SettingsPage'),
});
function settingsPart<const Path extends string>(
  path: Path,
  component: ReturnType<typeof lazyScreen>,
) {
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
  lazyScreen(() => import('./settings/general-page.tsx'), 'GeneralSettingsPage'),
);
const userSettings = settingsPart(
  '/users',
  lazyScreen(() => import('./accounts/users/users-settings.tsx'), 'UsersSettingsPage'),
);
const displaySettings = settingsPart(
  '/display',
  lazyScreen(() => import('./settings/display-settings.tsx'), 'DisplaySettingsPage'),
);
const retentionSettings = settingsPart(
  '/retention',
  lazyScreen(() => import('./projects/retention/retention-settings.tsx'), 'RetentionSettingsPage'),
);
const keysSettings = settingsPart(
  '/keys',
  lazyScreen(() => import('./settings/api-keys/keys-page.tsx'), 'KeysSettingsPage'),
);
const appsSettings = settingsPart(
  '/apps',
  lazyScreen(() => import('./accounts/users/apps-settings.tsx'), 'AppsSettingsPage'),
);
const annotationSettings = settingsPart(
  '/annotations',
  lazyScreen(
    () => import('./annotations/configs/annotation-settings.tsx'),
    'AnnotationSettingsPage',
  ),
);
const limitSettings = settingsPart(
  '/limits',
  lazyScreen(() => import('./settings/limits-page.tsx'), 'LimitsPage'),
);
const modelSettings = createRoute({
  getParentRoute: () => settings,
  path: '/models',
  validateSearch: onlyRead(searchReader({ ...readSettingsSearch.fields, find: text })),
  component: lazyScreen(() => import('./prices/models-page.tsx'), 'ModelsPage'),
});
const alertSettings = settingsPart(
  '/alerts',
  lazyScreen(() => import('./settings/alerts/alerts-page.tsx'), 'AlertsPage'),
);
const keyUsage = settingsPart(
  '/keys/$key',
  lazyScreen(() => import('./settings/api-keys/key-usage-page.tsx'), 'KeyUsagePage'),
);

const auditSettings = createRoute({
  getParentRoute: () => settings,
  path: '/audit',
  // As texts: the page interprets them, and has the list of all actions that takes.
  validateSearch: searchReader({
    key: text,
    actor: text,
    action: text,
    result: text,
    within: text,
  }),
  component: lazyScreen(() => import('./settings/audit/audit-settings.tsx'), 'AuditSettingsPage'),
});

const routeTree = root.addChildren([
  home,
  projects,
  datasets,
  dataset.addChildren([examples, versions, code, datasetExperiments, compareExperiments]),
  experiments,
  contentSearch,
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
