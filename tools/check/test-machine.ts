import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { elapsed, ROOT, runCommand } from './run-command.ts';

const CHROMIUM_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const CHROMIUM_PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const SLAPD_PLACES = ['/usr/sbin/slapd', '/usr/libexec/slapd'];
/** While this file is there, Debian starts no directory of its own: the tests start theirs. */
const SLAPD_STAYS_OFF = '/etc/ldap/noslapd';
/** Programs as somebody else would write them, with dependencies of their own: the examples, and calls through the clients. */
const PROGRAMS = ['examples', 'test/clients'];
const VENV = path.join(ROOT, '.cache', 'venv');
const VENV_PYTHON = path.join(VENV, 'bin', 'python');
const VENV_STAMP = path.join(VENV, 'telltale-stamp');

/** What the tests need besides npm packages. Absent parts are named; a missing browser is a failure, the others skip their tests. */
export interface TestMachine {
  /** For the tests: `CHROMIUM_PATH`, `PYTHON_PATH`, `CC_PATH`, `SLAPD_PATH`, each only when there. */
  readonly env: Readonly<Record<string, string>>;
  readonly problems: readonly string[];
}

/** Finds the browser, Python, a C compiler and OpenLDAP's server; on Debian as root installs what is missing, with apt, and says so. */
export async function prepareTestMachine(): Promise<TestMachine> {
  const chromium = await findChromium();
  const compiler = await findOrInstall(['cc', 'gcc', 'clang'], ['gcc', 'libc6-dev']);
  const python = await findOrInstall(['python3'], ['python3', 'python3-venv']);
  const slapd = await findSlapd();
  // All of them wait for registries.
  const [venv] = await Promise.all([python === null ? null : preparePython(python), installPrograms()]);
  if (compiler === null) console.log('note: no C compiler, so the power-cut tests are skipped');
  if (slapd === null)
    console.log('note: no slapd, so the tests of signing in by a directory are skipped; Debian: apt-get install slapd, or set SLAPD_PATH');
  if (venv === null) console.log('note: no Python with its packages, so the Python examples and the Python clients are skipped');
  const env = Object.fromEntries(
    [
      ['CHROMIUM_PATH', chromium] as const,
      ['PYTHON_PATH', venv] as const,
      ['CC_PATH', compiler] as const,
      ['SLAPD_PATH', slapd] as const,
    ].flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])),
  );
  const problems =
    chromium === null
      ? ['No Chromium found. Install it (Debian: `apt-get install chromium`) or set CHROMIUM_PATH to a Chrome or Chromium.']
      : [];
  return { env, problems };
}

async function findChromium(): Promise<string | null> {
  const given = process.env['CHROMIUM_PATH'];
  if (given !== undefined && existsSync(given)) return given;
  return CHROMIUM_PLACES.find((place) => existsSync(place)) ?? findOrInstall(CHROMIUM_NAMES, ['chromium']);
}

/** It is for administrators, so it is seldom on the path of anybody else. */
async function findSlapd(): Promise<string | null> {
  const places = [process.env['SLAPD_PATH'] ?? '', ...SLAPD_PLACES];
  const there = places.find((place) => place !== '' && existsSync(place)) ?? onPath(['slapd']);
  if (there !== null || !canInstall()) return there;
  mkdirSync(path.dirname(SLAPD_STAYS_OFF), { recursive: true });
  writeFileSync(SLAPD_STAYS_OFF, 'Telltale installed slapd for its tests alone. Remove this file to have it started.\n');
  return (await findOrInstall(['slapd'], ['slapd', 'openssl'])) ?? places.find((place) => place !== '' && existsSync(place)) ?? null;
}

function canInstall(): boolean {
  return process.getuid?.() === 0 && onPath(['apt-get']) !== null;
}

function onPath(names: readonly string[]): string | null {
  const directories = (process.env['PATH'] ?? '').split(path.delimiter);
  for (const name of names) {
    const found = directories.map((directory) => path.join(directory, name)).find((file) => existsSync(file));
    if (found !== undefined) return found;
  }
  return null;
}

async function findOrInstall(names: readonly string[], debianPackages: readonly string[]): Promise<string | null> {
  const there = onPath(names);
  if (there !== null || !canInstall()) return there;
  const startedMs = performance.now();
  console.log(`installing ${debianPackages.join(' ')} with apt-get …`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await runCommand('apt-get', ['update', '-q'], { env });
  const result = await runCommand('apt-get', ['install', '-q', '-y', '--no-install-recommends', ...debianPackages], { env });
  console.log(result.ok ? `installed in ${elapsed(startedMs)}` : result.output.trimEnd().split('\n').slice(-5).join('\n'));
  return onPath(names);
}

/** Each has a lockfile of its own. Installed once and when a lockfile changes. */
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
  const result = await runCommand('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: directory });
  if (result.ok) writeFileSync(stamp, wanted);
  console.log(result.ok ? `packages of ${path.dirname(lockfile)} installed in ${elapsed(startedMs)}` : result.output.trimEnd());
}

/** A virtual environment with the packages of every such program, made once and when a list changes. */
async function preparePython(python: string): Promise<string | null> {
  const lists = globSync(
    PROGRAMS.map((folder) => `${folder}/*/requirements.txt`),
    { cwd: ROOT },
  ).toSorted();
  if (lists.length === 0) return null;
  const wanted = createHash('sha256')
    .update(python)
    .update(lists.map((list) => readFileSync(path.join(ROOT, list))).join('\n'))
    .digest('hex');
  if (existsSync(VENV_STAMP) && readFileSync(VENV_STAMP, 'utf8') === wanted && existsSync(VENV_PYTHON)) return VENV_PYTHON;
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
