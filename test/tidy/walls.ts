import { importsOf, isTest, type SourceFile } from './source-file.ts';

interface Room {
  /** Path prefix; the longest that matches a file is its room. `*` matches one folder name. */
  readonly at: string;
  /**
   * Besides itself: other rooms, single files, with `/` the files right in a folder, or with `/**`
   * everything below.
   */
  readonly may: readonly string[];
  /** Packages it may import; absent means any. */
  readonly packages?: readonly string[];
}

const SHARED = ['src/contracts', 'src/core', 'src/server/telemetry'];
const API = [
  ...SHARED,
  'src/server/threads/query.ts',
  'src/server/alerts',
  'src/server/audit',
  'src/server/auth',
  'src/server/outbound',
];
const WHOLE_SERVER = ['src/contracts', 'src/core', 'src/server/**', 'package.json'];

const PAGE_FEATURES = [
  'accounts',
  'annotations',
  'datasets',
  'experiments',
  'metrics',
  'prices',
  'projects',
  'search',
  'sessions',
  'settings',
  'trace',
  'traces',
];
const PAGE = [
  'src/contracts',
  'src/web/platform',
  'src/web/ui',
  'src/web/filter',
  'src/web/lists',
  ...PAGE_FEATURES.map((feature) => `src/web/${feature}/`),
  // The parts of messages as the server reads them: providers spell them in many ways.
  'src/core/semconv/provider-parts.ts',
  'src/core/semconv/langchain-message.ts',
];
/** What was searched for is marked by the server's own words (ADR 39). */
const SEARCH_PAGE = [...PAGE, 'src/core/search/**'];

const RELATIONAL = 'src/server/stores/spans/relational';
const SQLITE = 'src/server/stores/spans/sqlite';
const SQLITE_READS = [
  'both',
  'read',
  'blocks',
  'index',
  'rollups',
  'annotations/both',
  'annotations/read',
].map((folder) => `${SQLITE}/${folder}`);

/** Who may import whom (docs/ARCHITECTURE.md). Whatever is not listed is an error. */
export const ROOMS: readonly Room[] = [
  { at: 'src/contracts', may: [], packages: ['typebox'] },
  { at: 'src/core', may: ['src/contracts'], packages: [] },
  { at: 'src/server/telemetry', may: ['src/contracts'] },
  { at: 'src/server/threads', may: SHARED },
  { at: 'src/server/stores', may: SHARED },
  { at: RELATIONAL, may: [...SHARED, 'src/server/stores'] },
  { at: 'src/server/stores/spans/*', may: [...SHARED, 'src/server/stores', RELATIONAL] },
  { at: SQLITE, may: [...SHARED, 'src/server/stores', RELATIONAL, `${SQLITE}/**`] },
  // In the SQLite adapter, folders say which thread runs them: what reads never takes what writes
  // (ADR 5).
  ...[...SQLITE_READS, `${SQLITE}/open-reader.ts`].map((at) => ({
    at,
    may: [...SHARED, 'src/server/stores', ...SQLITE_READS],
  })),
  { at: 'src/server/stores/meta', may: [...SHARED, 'src/server/stores'] },
  { at: 'src/server/auth', may: [...SHARED, 'src/server/stores/meta'] },
  {
    at: 'src/server/jobs',
    may: [
      ...SHARED,
      'src/server/stores/meta',
      'src/server/audit',
      'src/server/outbound',
      'src/server/alerts',
    ],
  },
  { at: 'src/server/audit', may: [...SHARED, 'src/server/stores/meta'] },
  { at: 'src/server/outbound', may: SHARED },
  {
    at: 'src/server/alerts',
    may: [...SHARED, 'src/server/stores/meta', 'src/server/auth', 'src/server/outbound'],
  },
  { at: 'src/server/files', may: SHARED },
  { at: 'src/server/prices', may: SHARED },
  {
    at: 'src/server/datasets',
    may: [
      ...SHARED,
      'src/server/stores/meta',
      'src/server/threads',
      'src/server/files',
      'src/server/jobs/catalogue.ts',
      'src/server/datasets/**',
    ],
  },
  {
    at: 'src/server/experiments',
    may: [...SHARED, 'src/server/stores/meta', 'src/server/threads'],
  },
  { at: 'src/server/evaluations', may: [...SHARED, 'src/server/threads', 'src/server/files'] },
  { at: 'src/server/ingest/both', may: [...SHARED, 'src/server/threads'] },
  {
    at: 'src/server/ingest/writer',
    may: [...SHARED, 'src/server/threads', 'src/server/ingest/both'],
  },
  {
    at: 'src/server/ingest/wire',
    may: [
      ...SHARED,
      'src/server/threads',
      'src/server/auth',
      'src/server/audit',
      'src/server/jobs/catalogue.ts',
      'src/server/ingest/both',
    ],
  },
  { at: 'src/server/api', may: [...API, 'src/server/api/**'] },
  { at: 'src/server/api/kit', may: API },
  {
    at: 'src/server/api/*',
    may: [
      ...API,
      'src/server/api/kit',
      'src/server/prices',
      'src/server/stores/meta',
      'src/server/jobs/catalogue.ts',
    ],
  },
  {
    at: 'src/server/settings',
    may: [
      ...SHARED,
      'src/server/auth',
      'src/server/auth/directory',
      'src/server/stores/meta/postgres/postgres-settings.ts',
      'src/server/stores/spans/clickhouse/client/clickhouse-settings.ts',
    ],
  },
  { at: 'src/server/cli', may: WHOLE_SERVER },
  { at: 'src/server', may: WHOLE_SERVER },
  // The page: features over lists and filters over ui over platform. A feature's files are open to
  // others, its folders are its own.
  { at: 'src/web', may: ['src/contracts', 'src/web/**'] },
  { at: 'src/web/shell', may: ['src/contracts', 'src/web/**'] },
  { at: 'src/web/platform', may: ['src/contracts'] },
  { at: 'src/web/ui', may: ['src/contracts', 'src/web/platform'] },
  { at: 'src/web/lists', may: PAGE },
  // The page reads a filter with the server's own grammar (ADR 17).
  { at: 'src/web/filter', may: [...PAGE, 'src/core/filter/**'] },
  ...PAGE_FEATURES.map((feature) => ({
    at: `src/web/${feature}`,
    may: feature === 'search' ? SEARCH_PAGE : PAGE,
  })),
];

function matches(at: string, path: string): boolean {
  const pattern = at.split('/');
  const parts = path.split('/');
  if (pattern.includes('*') && parts.length <= pattern.length) return false;
  return pattern.every((part, index) => part === '*' || part === parts[index]);
}

/**
 * The concrete folder of the room a file lives in: `src/server/api/*` becomes
 * `src/server/api/traces`.
 */
function roomOf(path: string): { room: Room; folder: string } | null {
  const fitting = ROOMS.filter((room) => matches(room.at, path)).toSorted(
    (a, b) => rank(b) - rank(a),
  );
  const room = fitting[0];
  return room === undefined
    ? null
    : { room, folder: path.split('/').slice(0, room.at.split('/').length).join('/') };
}

function rank(room: Room): number {
  return room.at.split('/').length * 2 - (room.at.includes('*') ? 1 : 0);
}

function allowed(entry: string, target: string): boolean {
  if (entry === target) return true;
  if (entry.endsWith('/'))
    return target.startsWith(entry) && !target.slice(entry.length).includes('/');
  if (entry.endsWith('/**')) return target.startsWith(entry.slice(0, -2));
  return roomOf(target)?.folder === entry;
}

/**
 * Imports that the table does not allow. Tests may reach further: they prove how rooms fit
 * together.
 */
export function wallBreaches(files: readonly SourceFile[]): string[] {
  const breaches: string[] = [];
  for (const file of files.filter((one) => !isTest(one.path))) {
    const home = roomOf(file.path);
    if (home === null) {
      breaches.push(`${file.path}: lies in no room of the import table`);
      continue;
    }
    for (const edge of importsOf(file)) {
      if (edge.target === null) {
        if (
          home.room.packages !== undefined &&
          !home.room.packages.includes(packageName(edge.specifier))
        )
          breaches.push(`${file.path}: may not import ${edge.specifier}`);
      } else if (
        roomOf(edge.target)?.folder !== home.folder &&
        !home.room.may.some((entry) => allowed(entry, edge.target ?? ''))
      ) {
        breaches.push(`${file.path}: may not import ${edge.target}`);
      }
    }
  }
  return breaches;
}

function packageName(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** Circles of imports that exist at run time, each once, as `a -> b -> a`. */
export function runtimeCycles(files: readonly SourceFile[]): string[] {
  const known = new Set(files.map((file) => file.path));
  const edges = new Map(
    files.map((file) => [
      file.path,
      importsOf(file).flatMap((edge) =>
        edge.target !== null && !edge.typeOnly && known.has(edge.target) ? [edge.target] : [],
      ),
    ]),
  );
  const cycles: string[] = [];
  const done = new Set<string>();
  const visit = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) cycles.push([...trail.slice(trail.indexOf(path)), path].join(' -> '));
    if (done.has(path) || trail.includes(path)) return;
    for (const next of edges.get(path) ?? []) visit(next, [...trail, path]);
    done.add(path);
  };
  for (const path of edges.keys()) visit(path, []);
  return cycles;
}

/**
 * Imports by which the page would take schemas, and typebox with them: 12 KB of its first screen.
 * Their types cost nothing, and of declared routes its build takes method and path alone
 * (`vite.config.ts`).
 */
export function schemaBreaches(files: readonly SourceFile[]): string[] {
  const schemas = new Set(
    files
      .filter(
        ({ path, text }) =>
          path.startsWith('src/contracts/') &&
          !path.endsWith('routes.ts') &&
          text.includes("from 'typebox'"),
      )
      .map(({ path }) => path),
  );
  return files
    .filter(({ path }) => path.startsWith('src/web/') && !/\.test\.tsx?$/.test(path))
    .flatMap((file) =>
      importsOf(file).flatMap(({ target, typeOnly }) =>
        target !== null && !typeOnly && schemas.has(target)
          ? [`${file.path}: takes more than types of ${target}`]
          : [],
      ),
    );
}
