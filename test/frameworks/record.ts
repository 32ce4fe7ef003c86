import { execFile } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { nodeEnvironment } from './node-environment.ts';
import { pythonEnvironment } from './python-environment.ts';
import { startProvider } from './provider/provider.ts';
import { startRecorder } from './recorder.ts';
import { readSpans, spanLines } from './read-spans.ts';
import { rowsFile, writeRecording } from './recording.ts';
import type { Recording } from './recording.ts';

/**
 * Runs the program of a library against the stand-in provider and keeps what its exporter sent: `node test/frameworks/record.ts strands`.
 * The library comes from PyPI, pinned in `programs/x/requirements.txt`, or from npm, pinned in its `package.json`, into a folder of its own under
 * `.cache/frameworks`.
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
  const { command, folder, versions } = isNode(library) ? await nodeCommand(library) : await pythonCommand(library);
  const [provider, recorder] = await Promise.all([startProvider(), startRecorder()]);
  try {
    for (const program of programsIn(folder)) {
      const { stderr } = await run(command, [program], { env: environment(provider.origin, recorder.origin), timeout: PROGRAM_MS_MAX });
      if (stderr !== '') console.error(stderr);
    }
    return { library, versions, requests: [...recorder.requests] };
  } finally {
    provider.close();
    recorder.close();
  }
}

async function pythonCommand(library: string) {
  const { python, versions } = await pythonEnvironment(library, requirementsOf(library));
  return { command: python, folder: path.join(PROGRAMS, library), versions };
}

async function nodeCommand(library: string) {
  return { command: process.execPath, ...(await nodeEnvironment(library, PROGRAMS)) };
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

function environment(provider: string, recorder: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    LANG: 'C.UTF-8',
    PYTHONPATH: path.join(PROGRAMS, 'shared'),
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
    OTEL_EXPORTER_OTLP_ENDPOINT: recorder,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
    OTEL_METRICS_EXPORTER: 'none',
    OTEL_LOGS_EXPORTER: 'none',
    RECORDER: recorder,
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
