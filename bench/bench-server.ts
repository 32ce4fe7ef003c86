import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Type } from 'typebox';
import { Value } from 'typebox/value';

const ROOT = path.resolve(import.meta.dirname, '..');
const BUNDLE = path.join(ROOT, '.cache', 'bench-server');
const Announcement = Type.Object({
  http: Type.Integer(),
  grpc: Type.Union([Type.Integer(), Type.Null()]),
});

/** The server as shipped (bundled from the current sources), in a separate process. */
export class BenchServer {
  readonly url: string;
  readonly grpcTarget: string;
  readonly directory: string;
  /** From the spawn to the line that says it is ready. */
  readonly readyAfterMs: number;
  readonly #child: ChildProcess;
  readonly #ownsDirectory: boolean;

  private constructor(
    child: ChildProcess,
    announced: { http: number; grpc: number | null },
    directory: string,
    ownsDirectory: boolean,
    readyAfterMs: number,
  ) {
    this.#child = child;
    this.url = `http://127.0.0.1:${announced.http}`;
    this.grpcTarget = `127.0.0.1:${announced.grpc}`;
    this.directory = directory;
    this.#ownsDirectory = ownsDirectory;
    this.readyAfterMs = readyAfterMs;
  }

  /** On a directory that is there (a temporary one unless given), with further settings. */
  static async start(
    directory?: string,
    settings: Readonly<Record<string, string>> = {},
  ): Promise<BenchServer> {
    bundleOnce();
    const data = directory ?? mkdtempSync(path.join(tmpdir(), 'telltale-bench-'));
    const started = performance.now();
    const env = {
      PATH: process.env['PATH'],
      HOME: tmpdir(),
      // As `npm start` and the image have it.
      MALLOC_ARENA_MAX: '2',
      MALLOC_MMAP_THRESHOLD_: '1048576',
      MALLOC_TRIM_THRESHOLD_: '4194304',
      SERVICE_HOST: '127.0.0.1',
      SERVICE_PORT: '0',
      SERVICE_GRPC_PORT: '0',
      SERVICE_WORKING_DIR: data,
      ...settings,
    };
    const child = spawn(
      process.execPath,
      ['--max-semi-space-size=2', path.join(BUNDLE, 'main.js'), 'serve', '--json'],
      {
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const line = await new Promise<string>((resolve, reject) => {
      createInterface({ input: child.stdout }).once('line', resolve);
      child.once('exit', (code) =>
        reject(new Error(`The server ended with ${code} before it was ready.`)),
      );
    });
    return new BenchServer(
      child,
      Value.Parse(Announcement, JSON.parse(line)),
      data,
      directory === undefined,
      performance.now() - started,
    );
  }

  get pid(): number {
    const { pid } = this.#child;
    if (pid === undefined) throw new Error('The server has no process.');
    return pid;
  }

  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.kill(signal);
    await ended;
  }

  /** Stops it and removes its data, when the directory was a temporary one. */
  async dispose(): Promise<void> {
    const force = setTimeout(() => void this.stop('SIGKILL'), 15_000);
    await this.stop();
    clearTimeout(force);
    if (this.#ownsDirectory) rmSync(this.directory, { recursive: true, force: true });
  }
}

let bundled = false;

function bundleOnce(): void {
  if (bundled) return;
  rmSync(BUNDLE, { recursive: true, force: true });
  execFileSync(process.execPath, [path.join(ROOT, 'tools/build-server.ts'), BUNDLE], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  bundled = true;
}
