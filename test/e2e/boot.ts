import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { clusterSettings, dropSpans } from './cluster-engines.ts';

export interface BootOptions {
  /** An existing data directory; by default a temporary one, removed by `dispose`. */
  readonly directory?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  readonly readyWithinMs?: number;
}

/** How a server process ended. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly tookMs: number;
}

/** Signals that are not sent by tests: the runtime itself gave up. */
const CRASHES: ReadonlySet<NodeJS.Signals> = new Set([
  'SIGABRT',
  'SIGBUS',
  'SIGFPE',
  'SIGILL',
  'SIGSEGV',
  'SIGTRAP',
]);

interface Announcement {
  readonly url: string;
  readonly http: number;
  readonly grpc: number | null;
  readonly metrics: number | null;
  readonly adminLink: string | null;
}

const COMMAND_MS_MAX = 240_000;
const ROOT = path.resolve(import.meta.dirname, '../..');
/** The sources, or in `npm test` the bundle that `npm start` runs. */
const MAIN = path.resolve(ROOT, process.env['TELLTALE_SERVER_MAIN'] ?? 'src/server/main.ts');

/** Starts the real program on ports the system chooses; resolves once it says that it is ready. */
export async function boot(options: BootOptions = {}): Promise<BootedServer> {
  const directory = options.directory ?? temporaryDirectory();
  const env = { SERVICE_WORKING_DIR: directory, ...options.env };
  const run = new CommandRun(['serve', '--json', ...(options.args ?? [])], {
    ...(await clusterSettings(env)),
    ...env,
  });
  const announcement = await run.firstLine(options.readyWithinMs ?? 180_000);
  return new BootedServer(
    run,
    JSON.parse(announcement) as Announcement,
    directory,
    options.directory === undefined,
  );
}

/** Runs a command to its end, which it is helped to if it does not come. */
export async function runCommand(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const run = new CommandRun(args, { ...(await clusterSettings(env)), ...env });
  const timer = setTimeout(() => run.signal('SIGKILL'), COMMAND_MS_MAX);
  const ended = await run.ended;
  clearTimeout(timer);
  return ended;
}

export function temporaryDirectory(): string {
  return mkdtempSync(path.join(tmpdir(), 'telltale-e2e-'));
}

/** A server under test. */
export class BootedServer {
  /** `http://127.0.0.1:port` */
  readonly url: string;
  /** `127.0.0.1:port` */
  readonly grpcTarget: string;
  readonly metricsUrl: string | null;
  readonly directory: string;
  /** Where the first admin chooses a password, as the start printed it. */
  readonly adminLink: string | null;
  readonly #run: CommandRun;
  readonly #ownsDirectory: boolean;

  constructor(
    run: CommandRun,
    announcement: Announcement,
    directory: string,
    ownsDirectory: boolean,
  ) {
    this.#run = run;
    this.url = `http://127.0.0.1:${announcement.http}`;
    this.grpcTarget = `127.0.0.1:${announcement.grpc}`;
    this.metricsUrl =
      announcement.metrics === null ? null : `http://127.0.0.1:${announcement.metrics}`;
    this.directory = directory;
    this.adminLink = announcement.adminLink;
    this.#ownsDirectory = ownsDirectory;
  }

  get pid(): number {
    return this.#run.pid;
  }

  get stderr(): string {
    return this.#run.stderr;
  }

  get ended(): Promise<Ended> {
    return this.#run.ended;
  }

  signal(signal: NodeJS.Signals): void {
    this.#run.signal(signal);
  }

  /**
   * Sends the signal and waits for the end; rejects with the server's output when it crashed
   * instead.
   */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<Ended> {
    this.#run.signal(signal);
    const ended = await this.#run.ended;
    if (ended.signal !== null && CRASHES.has(ended.signal))
      throw new Error(`The server crashed (${ended.signal}):\n${ended.stderr}`);
    return ended;
  }

  /** Ends the server in any state, and removes its directory if it is temporary. */
  async dispose(): Promise<void> {
    const force = setTimeout(() => this.#run.signal('SIGKILL'), 12_000);
    await this.stop();
    clearTimeout(force);
    if (!this.#ownsDirectory) return;
    rmSync(this.directory, { recursive: true, force: true });
    await dropSpans(this.directory);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.dispose();
  }
}

class CommandRun {
  readonly ended: Promise<Ended>;
  readonly #child: ChildProcess;
  #stdout = '';
  stderr = '';

  constructor(args: readonly string[], env: Readonly<Record<string, string>>) {
    const startedAt = performance.now();
    const child = spawn(process.execPath, ['--max-semi-space-size=2', MAIN, ...args], {
      env: {
        PATH: process.env['PATH'],
        HOME: tmpdir(),
        // Memory as `npm start` and the image have it.
        MALLOC_ARENA_MAX: '2',
        MALLOC_MMAP_THRESHOLD_: '1048576',
        MALLOC_TRIM_THRESHOLD_: '4194304',
        // Where the main thread keeps compiled code, for the other threads too: they would need some
        // MB more in a server at rest, but here hundreds start.
        NODE_COMPILE_CACHE: path.join(ROOT, '.cache', 'compile'),
        SERVICE_HOST: '127.0.0.1',
        SERVICE_PORT: '0',
        SERVICE_GRPC_PORT: '0',
        SERVICE_PROMETHEUS_PORT: '0',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    child.stdout.on('data', (chunk: Buffer) => (this.#stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (this.stderr += chunk.toString()));
    this.ended = new Promise((resolve) => {
      child.on('close', (code, signal) =>
        resolve({
          code,
          signal,
          stdout: this.#stdout,
          stderr: this.stderr,
          tookMs: performance.now() - startedAt,
        }),
      );
    });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  signal(signal: NodeJS.Signals): void {
    if (this.#child.exitCode === null && this.#child.signalCode === null) this.#child.kill(signal);
  }

  /**
   * The first line on stdout; rejects with the process's output when it ends before that, or takes
   * too long.
   */
  async firstLine(withinMs: number): Promise<string> {
    const { stdout } = this.#child;
    if (stdout === null) throw new Error('The process has no stdout.');
    const timer = setTimeout(() => this.signal('SIGKILL'), withinMs);
    const line = await Promise.race([
      new Promise<string>((resolve) => createInterface({ input: stdout }).once('line', resolve)),
      this.ended.then(({ code, signal, stderr }) => {
        throw new Error(`The server ended (${code ?? signal}) before it was ready:\n${stderr}`);
      }),
    ]);
    clearTimeout(timer);
    return line;
  }
}
