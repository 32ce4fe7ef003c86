import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type { Span } from '#contracts/spans/span.ts';

const EXAMPLES = path.resolve(import.meta.dirname, '../../examples');
const run = promisify(execFile);
/** The first start of the Go and the Java program compiles them and all they are made of. */
const PROGRAM_MS_MAX = 420_000;

/**
 * Python keeps what it compiles, whatever the machine's own settings: importing pandas and a client
 * takes 3 s of a processor otherwise.
 */
const COMPILED_ONCE = {
  PYTHONDONTWRITEBYTECODE: '',
  PYTHONPYCACHEPREFIX: path.resolve(import.meta.dirname, '../../.cache/python'),
};

/** Runs a program of an example's folder to its end; what it printed. */
export async function runExample(
  folder: string,
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<string> {
  return await runProgram(path.join(EXAMPLES, folder), command, args, env);
}

/** The same in any folder; its packages are installed first if they never were. */
export async function runProgram(
  cwd: string,
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<string> {
  await installPackages(cwd);
  const { stdout } = await run(command, [...args], {
    cwd,
    env: { ...process.env, ...COMPILED_ONCE, ...env },
    timeout: PROGRAM_MS_MAX,
    maxBuffer: 16 * 1024 * 1024,
  });
  return stdout;
}

/** Installs the packages of a folder that has a lockfile, if they never were. */
export async function installPackages(cwd: string): Promise<void> {
  const needsPackages =
    existsSync(path.join(cwd, 'package-lock.json')) && !existsSync(path.join(cwd, 'node_modules'));
  if (needsPackages)
    await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd });
}

/** The stand-in for a model provider, in a separate process. */
export async function startMockProvider(): Promise<{ url: string; stop(): void }> {
  const child = spawn(process.execPath, [path.join(EXAMPLES, 'mock-provider/mock-provider.js')], {
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('exit', (code) => reject(new Error(`The stand-in provider ended with ${code}.`)));
  });
  const url = /OPENAI_BASE_URL=(\S+)/.exec(line)?.[1];
  if (url === undefined) throw new Error(`No address in: ${line}`);
  return { url, stop: () => child.kill() };
}

/**
 * The environment of every example: where to send spans, and the mock provider in place of a model.
 */
export function exampleEnvironment(
  server: { readonly url: string; readonly grpcTarget: string },
  providerUrl: string,
  wire: 'http' | 'grpc',
): Record<string, string> {
  const endpoint =
    wire === 'grpc'
      ? {
          OTEL_EXPORTER_OTLP_ENDPOINT: `http://${server.grpcTarget}`,
          OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
        }
      : { OTEL_EXPORTER_OTLP_ENDPOINT: server.url };
  return { ...endpoint, OPENAI_BASE_URL: providerUrl, OPENAI_API_KEY: 'not-needed' };
}

/** The program on the path, or null. */
export function findProgram(...names: readonly string[]): string | null {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  return (
    names
      .flatMap((name) => folders.map((folder) => path.join(folder, name)))
      .find((file) => existsSync(file)) ?? null
  );
}

export function findPython(): string | null {
  const made = path.resolve(import.meta.dirname, '../../.cache/venv/bin/python');
  return process.env['PYTHON_PATH'] ?? (existsSync(made) ? made : null);
}

/** The one span of that name, and of that kind when given. */
export function one(spans: readonly Span[], name: string, kind?: string): Span {
  const found = spans.filter(
    (span) => span.name === name && (kind === undefined || span.span_kind === kind),
  );
  const [span] = found;
  if (span === undefined || found.length > 1)
    throw new Error(
      `${found.length} spans named ${name} among: ${spans.map((each) => each.name).join(', ')}`,
    );
  return span;
}

export function childrenOf(spans: readonly Span[], parent: Span): readonly Span[] {
  return spans.filter(
    (span) =>
      span.parent_id === parent.context.span_id &&
      span.context.trace_id === parent.context.trace_id,
  );
}
