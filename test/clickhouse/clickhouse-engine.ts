import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ClickHouse } from '#server/stores/spans/clickhouse/client/clickhouse.ts';

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
  readonly #process: ChildProcess;
  readonly #directory: string;
  readonly #root: ClickHouse;
  #databases = 0;

  private constructor(url: string, started: ChildProcess, directory: string, root: ClickHouse) {
    this.url = url;
    this.#process = started;
    this.#directory = directory;
    this.#root = root;
  }

  static async start(): Promise<ClickHouseEngine> {
    const directory = await mkdtemp(join(tmpdir(), 'telltale-clickhouse-'));
    const front = join(import.meta.dirname, 'front.py');
    const started = spawn(PYTHON, [front, join(directory, 'data')], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const port = await new Promise<string>((resolve, reject) => {
      createInterface(started.stdout).once('line', resolve);
      started.once('exit', (code) => {
        reject(new Error(`ClickHouse's engine ended with ${code}`));
      });
    });
    const url = `http://127.0.0.1:${port}`;
    return new ClickHouseEngine(
      url,
      started,
      directory,
      await ClickHouse.connect({ url, database: 'default' }),
    );
  }

  /** An empty database; `drop` deletes it. */
  async database(): Promise<{ readonly name: string; readonly drop: () => Promise<void> }> {
    this.#databases += 1;
    const name = `test_${this.#databases}`;
    await this.#root.command(`CREATE DATABASE ${name}`);
    return { name, drop: () => this.#root.command(`DROP DATABASE ${name}`) };
  }

  async stop(): Promise<void> {
    await this.#root.close();
    const ended = new Promise((resolve) => this.#process.once('exit', resolve));
    this.#process.stdin?.end();
    await ended;
    await rm(this.#directory, { recursive: true, force: true });
  }
}
