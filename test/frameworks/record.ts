import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { javaProgram } from './java-environment.ts';
import { nodeEnvironment } from './node-environment.ts';
import { pythonEnvironment } from './python-environment.ts';
import { startProvider } from './provider/provider.ts';
import { startRecorder } from './recorder.ts';
import { readSpans, spanLines } from './read-spans.ts';
import { rowsFile, writeRecording, type Recording } from './recording.ts';
import {
  eventLines,
  exportsOf,
  integrationPage,
  type IntegrationPage,
} from '../../tools/integrations/integration-page.ts';

/**
 * Runs the program of a library against the stand-in provider and keeps what its exporter sent:
 * `node test/frameworks/record.ts strands`. The library comes from PyPI, pinned in
 * `programs/x/requirements.txt`, or from npm, pinned in its `package.json`, into a folder of its
 * own under `.cache/frameworks`, or from Maven Central by its `pom.xml`. Set-up and environment of
 * a program are the lines of its page in docs/integrations, with the recorder for Telltale.
 */

const PROGRAMS = path.resolve(import.meta.dirname, 'programs');
const PROGRAM_MS_MAX = 300_000;
const run = promisify(execFile);

/** The folders with pinned requirements. */
export function libraries(): readonly string[] {
  return readdirSync(PROGRAMS)
    .filter((folder) =>
      [requirementsOf(folder), path.join(PROGRAMS, folder, 'package.json'), pomOf(folder)].some(
        (file) => existsSync(file),
      ),
    )
    .sort();
}

/** What the library sends today. */
export async function record(library: string): Promise<Recording> {
  return await recorded(library, await programsOf(library, 'programs'));
}

/**
 * What somebody sends who pastes the page of the library: its environment, its set-up and its
 * example.
 */
export async function recordPage(library: string): Promise<Recording> {
  return await recorded(library, await programsOf(library, 'page'));
}

/** Runs programs one after the other, with the environment of the library's page. */
async function recorded(
  library: string,
  { command, runs, folder, versions }: Programs,
): Promise<Recording> {
  const [provider, recorder] = await Promise.all([startProvider(), startRecorder()]);
  const env = {
    OTEL_SERVICE_NAME: library,
    ...stillEnvironment(provider.origin, folder),
    ...sentTo(recorder.origin, exportsOf(named(pageOf(library), library))),
  };
  try {
    for (const args of runs) {
      const more = args.some((arg) => arg.endsWith(EVENTS_PROGRAM))
        ? eventEnvironment(library)
        : {};
      const { stderr } = await run(command, [...args], {
        env: { ...env, ...more },
        timeout: PROGRAM_MS_MAX,
        cwd: folder,
      });
      if (stderr !== '') console.error(stderr);
    }
    return { library, versions, requests: [...recorder.requests] };
  } finally {
    provider.close();
    recorder.close();
  }
}

/** Runs the lines of a page for messages as log records. */
const EVENTS_PROGRAM = 'run_events.py';

/**
 * What such a program has besides: the variables of these lines, and a service of its own, by which
 * its spans are told apart.
 */
function eventEnvironment(library: string): Readonly<Record<string, string>> {
  return {
    OTEL_SERVICE_NAME: `${library}-events`,
    ...exportsOf(eventLines(library) ?? { shell: '' }),
  };
}

interface Programs {
  readonly command: string;
  /** Its arguments, one run after the other. */
  readonly runs: readonly (readonly string[])[];
  /** Where the lines of the page were written to. */
  readonly folder: string;
  readonly versions: Readonly<Record<string, string>>;
}

/**
 * The programs of test/frameworks, or what the page of the library has: both begin with its set-up.
 */
async function programsOf(library: string, which: 'programs' | 'page'): Promise<Programs> {
  const page = named(pageOf(library), library);
  if (page.code === 'java') return await javaPrograms(library, page, which);
  if (page.code === 'js') {
    const { folder, versions } = await nodeEnvironment(library, PROGRAMS);
    // A module of its own hands on what it makes; a reader has all of it in one file.
    writeFileSync(
      path.join(folder, 'set-up.mjs'),
      `${page.setUp}\nexport { ${constantsOf(page.setUp).join(', ')} };\n`,
    );
    writeFileSync(path.join(folder, 'app.mjs'), `${page.setUp}\n\n${page.use}\n`);
    return {
      command: process.execPath,
      runs: which === 'page' ? [['app.mjs']] : programsIn(folder),
      folder,
      versions,
    };
  }
  const { python, versions } = await pythonEnvironment(library, requirementsOf(library));
  const folder = path.resolve(python, '../../page');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'set_up.py'), `${page.setUp}\n`);
  const events = eventLines(page.slug);
  if (events !== null) writeFileSync(path.join(folder, 'set_up_events.py'), `${events.setUp}\n`);
  writeFileSync(path.join(folder, 'app.py'), `${page.setUp}\n\n${page.use}\n`);
  return {
    command: python,
    runs: which === 'page' ? [['app.py']] : programsIn(path.join(PROGRAMS, library)),
    folder,
    versions,
  };
}

async function javaPrograms(
  library: string,
  { setUp, use }: IntegrationPage,
  which: 'programs' | 'page',
): Promise<Programs> {
  const own = readFileSync(path.join(PROGRAMS, library, 'Weather.java'), 'utf8');
  const classes = { Contents: setUp, Weather: which === 'page' ? use : own };
  const { jar, versions } = await javaProgram(library, pomOf(library), classes);
  return { command: 'java', runs: [['-jar', jar]], folder: path.dirname(jar), versions };
}

/** What the lines of a set-up name. */
function constantsOf(setUp: string): readonly string[] {
  return [...setUp.matchAll(/^const (\w+)/gm)].map(([, name = '']) => name);
}

function requirementsOf(library: string): string {
  return path.join(PROGRAMS, library, 'requirements.txt');
}

function pomOf(library: string): string {
  return path.join(PROGRAMS, library, 'pom.xml');
}

/** `run.py` (or `run.mjs`), or a `run_….py` for each mode of the library. */
function programsIn(folder: string): readonly (readonly string[])[] {
  return readdirSync(folder)
    .filter((file) => /^run.*\.(?:py|mjs)$/.test(file))
    .sort()
    .map((file) => [path.join(folder, file)]);
}

/**
 * Programs without a page of their own, of an older version or with more instrumentations than one:
 * they run with the environment of another's.
 */
const BESIDES: Readonly<Record<string, string>> = {
  'openai-v2-legacy': 'openai-v2',
  'dspy-openai': 'dspy',
};

/** The libraries that have pages. */
export function librariesWithPages(): readonly string[] {
  return libraries().filter((library) => !(library in BESIDES));
}

function pageOf(library: string): IntegrationPage {
  return integrationPage(BESIDES[library] ?? library);
}

/** The page with the library's name for the project, as a reader puts in the name of an own one. */
function named(page: IntegrationPage, library: string): IntegrationPage {
  const text = (lines: string): string => lines.replaceAll('my-app', library);
  return { ...page, shell: text(page.shell), setUp: text(page.setUp), use: text(page.use) };
}

/** The variables of a page, with another receiver for Telltale. */
function sentTo(
  recorder: string,
  variables: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [
      name,
      value.replace('http://localhost:6006', recorder),
    ]),
  );
}

/** What a program needs besides: the stand-in provider, keys for it, and quiet. */
function stillEnvironment(provider: string, page: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    LANG: 'C.UTF-8',
    PYTHONPATH: [path.join(PROGRAMS, 'shared'), page].join(path.delimiter),
    PYTHONPYCACHEPREFIX: path.resolve(import.meta.dirname, '../../.cache/python'),
    OPENAI_BASE_URL: `${provider}/v1`,
    OPENAI_API_BASE: `${provider}/v1`,
    OPENAI_API_KEY: 'not-needed',
    SPRING_AI_OPENAI_BASE_URL: `${provider}/v1`,
    SPRING_AI_OPENAI_API_KEY: 'not-needed',
    ANTHROPIC_BASE_URL: provider,
    ANTHROPIC_API_KEY: 'not-needed',
    GEMINI_API_KEY: 'not-needed',
    GOOGLE_GEMINI_BASE_URL: provider,
    AWS_ENDPOINT_URL: provider,
    AWS_ACCESS_KEY_ID: 'not-needed',
    AWS_SECRET_ACCESS_KEY: 'not-needed',
    AWS_DEFAULT_REGION: 'us-east-1',
    // What libraries report to their makers would fail here, slowly.
    DO_NOT_TRACK: '1',
    ANONYMIZED_TELEMETRY: 'False',
    TRACELOOP_TELEMETRY: 'false',
    CREWAI_DISABLE_TELEMETRY: 'true',
    AGNO_TELEMETRY: 'false',
    HAYSTACK_TELEMETRY_ENABLED: 'False',
    LITELLM_LOCAL_MODEL_COST_MAP: 'True',
  };
}

if (import.meta.main) {
  const [library = ''] = process.argv.slice(2);
  if (!libraries().includes(library)) {
    console.error(`no such library: "${library}". There are: ${libraries().join(', ')}.`);
    process.exitCode = 2;
  } else {
    const recording = await record(library);
    writeRecording(recording);
    writeFileSync(rowsFile(library), `${spanLines(readSpans(recording))}\n`);
    console.log(`recorded ${recording.requests.length} requests of ${library}`);
  }
}
