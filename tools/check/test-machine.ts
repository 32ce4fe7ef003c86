import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { elapsed, ROOT, runCommand } from './run-command.ts';

/**
 * The tests' requirements besides npm packages: possible locations, and the Debian packages that
 * provide them.
 */
interface Program {
  readonly variable: 'CHROMIUM_PATH' | 'CC_PATH' | 'SLAPD_PATH' | 'POSTGRES_PATH' | 'PYTHON3';
  /** Files, and names on the path; the first that is there is taken. */
  readonly places: readonly string[];
  /** The first that can be installed is. */
  readonly debianPackages: readonly (readonly string[])[];
}

const SHELL_PATH = '/usr/lib/chromium/chromium-headless-shell';
/**
 * Chromium without its windows: the same engine for a third less processor time. It is installed
 * where there is a Chromium with windows, too.
 */
const HEADLESS_SHELL: Program = {
  variable: 'CHROMIUM_PATH',
  places: [SHELL_PATH],
  debianPackages: [['chromium-headless-shell']],
};
/** Any Chromium or Chrome does. */
const CHROMIUM: Program = {
  variable: 'CHROMIUM_PATH',
  places: [
    SHELL_PATH,
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  debianPackages: [['chromium']],
};
const COMPILER: Program = {
  variable: 'CC_PATH',
  places: ['cc', 'gcc', 'clang'],
  debianPackages: [['gcc', 'libc6-dev']],
};
const PYTHON: Program = {
  variable: 'PYTHON3',
  places: ['python3'],
  debianPackages: [['python3', 'python3-venv']],
};
/**
 * A server for administrators, so often not on the path of others. macOS has an old one of Apple's
 * making, which these tests don't fit.
 */
const SLAPD: Program = {
  variable: 'SLAPD_PATH',
  places: ['/usr/sbin/slapd', 'slapd'],
  debianPackages: [['slapd', 'openssl']],
};
/** The server itself, which Debian keeps off the path. */
const POSTGRES: Program = {
  variable: 'POSTGRES_PATH',
  places: [18, 17, 16, 15, 14].map((version) => `/usr/lib/postgresql/${version}/bin/postgres`),
  debianPackages: [['postgresql']],
};
/** With this, Debian makes no database of its own: the tests make theirs. */
const CLUSTER_SETTINGS = '/etc/postgresql-common/createcluster.conf';
/** While this file exists, Debian doesn't start a directory of its own: the tests start theirs. */
const SLAPD_STAYS_OFF = '/etc/ldap/noslapd';
/**
 * Programs as users would write them, with their own dependencies: the examples, and calls through
 * the clients.
 */
const PROGRAMS = ['examples', 'test/clients'];
/**
 * ClickHouse's engine as a package, for its adapter's tests: 174 MB to download, 530 MB unpacked.
 */
const ENGINE_PACKAGES = 'test/clickhouse/requirements.txt';
const VENV = path.join(ROOT, '.cache', 'venv');
const VENV_PYTHON = path.join(VENV, 'bin', 'python');
const VENV_STAMP = path.join(VENV, 'telltale-stamp');

/**
 * The tests' requirements besides npm packages. Missing parts are named; a missing browser is a
 * failure, the others skip their tests.
 */
export interface TestMachine {
  /**
   * For the tests: `CHROMIUM_PATH`, `PYTHON_PATH`, `CC_PATH`, `SLAPD_PATH`, `POSTGRES_PATH`, each
   * only when there.
   */
  readonly env: Readonly<Record<string, string>>;
  readonly problems: readonly string[];
}

/**
 * Finds the browser, Python, a C compiler, OpenLDAP's server and PostgreSQL; on Debian as root
 * installs what is missing, with apt, and says so.
 */
export async function prepareTestMachine(): Promise<TestMachine> {
  await installMissing([HEADLESS_SHELL, CHROMIUM, COMPILER, PYTHON, SLAPD, POSTGRES]);
  const chromium = find(CHROMIUM);
  const compiler = find(COMPILER);
  const python = find(PYTHON);
  const slapd = find(SLAPD);
  const postgres = find(POSTGRES);
  // Both wait for registries.
  const [venv] = await Promise.all([
    python === null ? null : preparePython(python),
    installPrograms(),
  ]);
  if (compiler === null) console.log('note: no C compiler, so the power-cut tests are skipped');
  if (slapd === null)
    console.log(
      'note: no slapd, so the tests of signing in by a directory are skipped; Debian: apt-get install slapd, or set SLAPD_PATH',
    );
  if (postgres === null)
    console.log(
      'note: no PostgreSQL, so the tests on it are skipped; Debian: apt-get install postgresql, or set POSTGRES_PATH',
    );
  if (venv === null)
    console.log(
      'note: no Python with its packages, so the Python examples, the Python clients and the tests of ClickHouse are skipped',
    );
  const env = Object.fromEntries(
    [
      ['CHROMIUM_PATH', chromium] as const,
      ['PYTHON_PATH', venv] as const,
      ['CC_PATH', compiler] as const,
      ['SLAPD_PATH', slapd] as const,
      ['POSTGRES_PATH', postgres] as const,
    ].flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])),
  );
  const problems = [
    ...(chromium === null
      ? [
          'No Chromium found. Install it (Debian: `apt-get install chromium-headless-shell`) or set CHROMIUM_PATH to a Chrome or Chromium.',
        ]
      : []),
    // Where it could be installed, as in CI, its tests run.
    ...(postgres === null && canInstall()
      ? ['PostgreSQL could not be installed (apt-get install postgresql).']
      : []),
  ];
  return { env, problems };
}

/** Where the program is: as its variable says, else at the first of its places. */
function find({ variable, places }: Program): string | null {
  const given = process.env[variable];
  if (given !== undefined && existsSync(given)) return given;
  const directories = (process.env['PATH'] ?? '').split(path.delimiter);
  const files = places.flatMap((place) =>
    path.isAbsolute(place) ? [place] : directories.map((directory) => path.join(directory, place)),
  );
  return files.find((file) => existsSync(file)) ?? null;
}

function canInstall(): boolean {
  return (
    process.getuid?.() === 0 &&
    (process.env['PATH'] ?? '')
      .split(path.delimiter)
      .some((folder) => existsSync(path.join(folder, 'apt-get')))
  );
}

async function installMissing(programs: readonly Program[]): Promise<void> {
  const missing = programs.filter((program) => find(program) === null);
  if (missing.length === 0 || !canInstall()) return;
  if (missing.includes(SLAPD)) {
    mkdirSync(path.dirname(SLAPD_STAYS_OFF), { recursive: true });
    writeFileSync(
      SLAPD_STAYS_OFF,
      'Telltale installed slapd for its tests alone. Remove this file to have it started.\n',
    );
  }
  if (missing.includes(POSTGRES) && !existsSync(CLUSTER_SETTINGS)) {
    mkdirSync(path.dirname(CLUSTER_SETTINGS), { recursive: true });
    writeFileSync(CLUSTER_SETTINGS, 'create_main_cluster = false\n');
  }
  const env = { DEBIAN_FRONTEND: 'noninteractive', UCF_FORCE_CONFFOLD: '1' };
  await runCommand('apt-get', ['update', '-q'], { env });
  for (const program of missing) {
    for (const packages of program.debianPackages) {
      if (find(program) !== null) break;
      const startedMs = performance.now();
      console.log(`installing ${packages.join(' ')} with apt-get …`);
      const result = await runCommand(
        'apt-get',
        [
          'install',
          '-q',
          '-y',
          '--no-install-recommends',
          '-o',
          'Dpkg::Options::=--force-confold',
          ...packages,
        ],
        { env },
      );
      console.log(
        result.ok
          ? `installed in ${elapsed(startedMs)}`
          : result.output.trimEnd().split('\n').slice(-5).join('\n'),
      );
    }
  }
}

/** Each has its own lockfile. Installed once and when a lockfile changes. */
async function installPrograms(): Promise<void> {
  const lockfiles = globSync(
    PROGRAMS.map((folder) => `${folder}/*/package-lock.json`),
    { cwd: ROOT },
  );
  await Promise.all(lockfiles.toSorted().map(installProgram));
}

async function installProgram(lockfile: string): Promise<void> {
  const directory = path.join(ROOT, path.dirname(lockfile));
  const stamp = path.join(directory, 'node_modules', '.telltale-stamp');
  const wanted = createHash('sha256')
    .update(readFileSync(path.join(ROOT, lockfile)))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  const startedMs = performance.now();
  const result = await runCommand('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: directory,
  });
  if (result.ok) writeFileSync(stamp, wanted);
  console.log(
    result.ok
      ? `packages of ${path.dirname(lockfile)} installed in ${elapsed(startedMs)}`
      : result.output.trimEnd(),
  );
}

/**
 * A virtual environment with the packages of every such program, made once and when a list changes.
 */
async function preparePython(python: string): Promise<string | null> {
  const lists = globSync(
    [...PROGRAMS.map((folder) => `${folder}/*/requirements.txt`), ENGINE_PACKAGES],
    { cwd: ROOT },
  ).toSorted();
  if (lists.length === 0) return null;
  const wanted = createHash('sha256')
    .update(python)
    .update(lists.map((list) => readFileSync(path.join(ROOT, list))).join('\n'))
    .digest('hex');
  if (
    existsSync(VENV_STAMP) &&
    readFileSync(VENV_STAMP, 'utf8') === wanted &&
    existsSync(VENV_PYTHON)
  )
    return VENV_PYTHON;
  const startedMs = performance.now();
  console.log('preparing Python for the tests (once) …');
  rmSync(VENV, { recursive: true, force: true });
  const made = await runCommand(python, ['-m', 'venv', VENV]);
  const installed = made.ok
    ? await runCommand(VENV_PYTHON, [
        '-m',
        'pip',
        'install',
        '-q',
        '--disable-pip-version-check',
        '--no-compile',
        ...lists.flatMap((list) => ['-r', list]),
      ])
    : made;
  if (!installed.ok) {
    console.log(installed.output.trimEnd().split('\n').slice(-5).join('\n'));
    return null;
  }
  writeFileSync(VENV_STAMP, wanted);
  console.log(`prepared in ${elapsed(startedMs)}`);
  return VENV_PYTHON;
}
