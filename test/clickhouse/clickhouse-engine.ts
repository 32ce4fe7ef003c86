import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ClickHouse } from '#server/stores/spans/clickhouse/client/clickhouse.ts';
import { freePort } from '../e2e/free-port.ts';

const PYTHON = process.env['PYTHON_PATH'] ?? '';
const HAS_ENGINE = "import importlib.util, sys; sys.exit(importlib.util.find_spec('chdb') is None)";

/**
 * Whether there is a Python with chdb, ClickHouse's engine; without it, tests of ClickHouse are
 * skipped.
 */
export const hasEngine = PYTHON !== '' && spawnSync(PYTHON, ['-c', HAS_ENGINE]).status === 0;

/** ClickHouse's engine behind ClickHouse's HTTP interface, in a process of its own. */
export class ClickHouseEngine {
  readonly url: string;
  readonly #directory: string;
  readonly #root: ClickHouse;
  #process: ChildProcess;
  #databases = 0;

  private constructor(url: string, started: ChildProcess, directory: string, root: ClickHouse) {
    this.url = url;
    this.#process = started;
    this.#directory = directory;
    this.#root = root;
  }

  /** With its data in a folder, which `stop` removes; a temporary one unless given. */
  static async start(folder?: string): Promise<ClickHouseEngine> {
    const directory = folder ?? (await mkdtemp(join(tmpdir(), 'telltale-clickhouse-')));
    // Not one of the system's: it would give that to others while the engine is paused.
    const { started, port } = await startFront(directory, String(await freePort()));
    const url = `http://127.0.0.1:${port}`;
    return new ClickHouseEngine(
      url,
      started,
      directory,
      await ClickHouse.connect({ url, database: 'default' }),
    );
  }

  /** Of the process that has the engine. */
  get pid(): number {
    const { pid } = this.#process;
    if (pid === undefined) throw new Error("ClickHouse's engine has no process.");
    return pid;
  }

  /** An empty database; `drop` deletes it. */
  async database(): Promise<{ readonly name: string; readonly drop: () => Promise<void> }> {
    this.#databases += 1;
    const name = `test_${this.#databases}`;
    await this.#root.command(`CREATE DATABASE ${name}`);
    return { name, drop: () => this.#root.command(`DROP DATABASE ${name}`) };
  }

  /** Ends the engine; what it holds stays. */
  async pause(): Promise<void> {
    if (this.#process.exitCode !== null) return;
    const ended = new Promise((resolve) => this.#process.once('exit', resolve));
    this.#process.stdin?.end();
    await ended;
  }

  /** Starts it again, at the same address; with a password if one is to be asked for. */
  async resume(password = ''): Promise<void> {
    const { started } = await startFront(this.#directory, new URL(this.url).port, password);
    this.#process = started;
  }

  /** Stops it amid whatever it does; `SIGCONT` lets it go on. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#process.kill(signal);
  }

  async stop(): Promise<void> {
    await this.#root.close();
    await this.pause();
    await rm(this.#directory, { recursive: true, force: true });
  }
}

async function startFront(
  directory: string,
  port: string,
  password = '',
): Promise<{ readonly started: ChildProcess; readonly port: string }> {
  const front = join(import.meta.dirname, 'front.py');
  const started = spawn(PYTHON, [front, join(directory, 'data'), port], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, FRONT_PASSWORD: password },
  });
  return {
    started,
    port: await new Promise<string>((resolve, reject) => {
      createInterface(started.stdout).once('line', resolve);
      started.once('exit', (code) => {
        reject(new Error(`ClickHouse's engine ended with ${code}`));
      });
    }),
  };
}
