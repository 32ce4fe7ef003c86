import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { nodeEnvironment } from './node-environment.ts';
import { pythonEnvironment } from './python-environment.ts';
import { startProvider } from './provider/provider.ts';
import { startRecorder } from './recorder.ts';
import { readSpans, spanLines } from './read-spans.ts';
import { rowsFile, writeRecording } from './recording.ts';
import { exportsOf, integrationPage } from '../../tools/integrations/integration-page.ts';
import type { IntegrationPage } from '../../tools/integrations/integration-page.ts';
import type { Recording } from './recording.ts';

/**
 * Runs the program of a library against the stand-in provider and keeps what its exporter sent: `node test/frameworks/record.ts strands`.
 * The library comes from PyPI, pinned in `programs/x/requirements.txt`, or from npm, pinned in its `package.json`, into a folder of its own under
 * `.cache/frameworks`. Set-up and environment of a program are the lines of its page in docs/integrations, with the recorder for Telltale.
 */

const PROGRAMS = path.resolve(import.meta.dirname, 'programs');
const PROGRAM_MS_MAX = 300_000;
const run = promisify(execFile);

/** The folders with pinned requirements. */
export function libraries(): readonly string[] {
  return readdirSync(PROGRAMS)
    .filter((folder) => existsSync(requirementsOf(folder)) || isNode(folder))
    .sort();
}

/** What the library sends today. */
export async function record(library: string): Promise<Recording> {
  const { command, folder, page, versions } = await environmentOf(library);
  return { library, versions, requests: await recorded(library, page, command, programsIn(folder)) };
}

/** What somebody sends who pastes the page of the library: its environment, its set-up and its example in one file. */
export async function recordPage(library: string): Promise<Recording> {
  const { command, page, versions } = await environmentOf(library);
  const { code } = integrationPage(library);
  return { library, versions, requests: await recorded(library, page, command, [path.join(page, code === 'js' ? 'app.mjs' : 'app.py')]) };
}

/** Runs programs one after the other, with the environment of the library's page. */
async function recorded(library: string, page: string, command: string, programs: readonly string[]): Promise<Recording['requests']> {
  const [provider, recorder] = await Promise.all([startProvider(), startRecorder()]);
  const env = {
    ...stillEnvironment(provider.origin, page),
    ...sentTo(recorder.origin, exportsOf(named(integrationPage(library), library))),
  };
  try {
    for (const program of programs) {
      const { stderr } = await run(command, [program], { env: { OTEL_SERVICE_NAME: library, ...env }, timeout: PROGRAM_MS_MAX, cwd: page });
      if (stderr !== '') console.error(stderr);
    }
    return [...recorder.requests];
  } finally {
    provider.close();
    recorder.close();
  }
}

interface LibraryEnvironment {
  readonly command: string;
  /** Where the programs lie. */
  readonly folder: string;
  /** Where the lines of the page were written to: `set_up.py` alone, `app.py` with the example. */
  readonly page: string;
  readonly versions: Readonly<Record<string, string>>;
}

async function environmentOf(library: string): Promise<LibraryEnvironment> {
  const { code, setUp, use } = named(integrationPage(library), library);
  if (code === 'js') {
    const { folder, versions } = await nodeEnvironment(library, PROGRAMS);
    // A module of its own hands on what it makes; a reader has all of it in one file.
    writeFileSync(path.join(folder, 'set-up.mjs'), `${setUp}\nexport { ${constantsOf(setUp).join(', ')} };\n`);
    writeFileSync(path.join(folder, 'app.mjs'), `${setUp}\n\n${use}\n`);
    return { command: process.execPath, folder, page: folder, versions };
  }
  const { python, versions } = await pythonEnvironment(library, requirementsOf(library));
  const page = path.resolve(python, '../../page');
  mkdirSync(page, { recursive: true });
  writeFileSync(path.join(page, 'set_up.py'), `${setUp}\n`);
  writeFileSync(path.join(page, 'app.py'), `${setUp}\n\n${use}\n`);
  return { command: python, folder: path.join(PROGRAMS, library), page, versions };
}

/** What the lines of a set-up name. */
function constantsOf(setUp: string): readonly string[] {
  return [...setUp.matchAll(/^const (\w+)/gm)].map(([, name = '']) => name);
}

function requirementsOf(library: string): string {
  return path.join(PROGRAMS, library, 'requirements.txt');
}

function isNode(library: string): boolean {
  return existsSync(path.join(PROGRAMS, library, 'package.json'));
}

/** `run.py` (or `run.mjs`), or a `run_….py` for each mode of the library. */
function programsIn(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((file) => /^run.*\.(?:py|mjs)$/.test(file))
    .sort()
    .map((file) => path.join(folder, file));
}

/** The page with the library's name for the project, as a reader puts in the name of an own one. */
function named(page: IntegrationPage, library: string): IntegrationPage {
  const text = (lines: string): string => lines.replaceAll('my-app', library);
  return { ...page, shell: text(page.shell), setUp: text(page.setUp), use: text(page.use) };
}

/** The variables of a page, with another receiver for Telltale. */
function sentTo(recorder: string, variables: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, value.replace('http://localhost:6006', recorder)]));
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
