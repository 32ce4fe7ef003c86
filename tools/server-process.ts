import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export interface ServerProcessOptions {
  /** The data directory; a temporary one, removed by `dispose`, when not given. */
  readonly dataDir?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly readyWithinMs?: number;
}

/** The real server in a process of its own, for benchmarks, examples and reliability tests. */
export class ServerProcess {
  readonly url: string;
  readonly grpcTarget: string;
  readonly dataDir: string;
  /** From the spawn to the first 200 of /ready. */
  readonly readyAfterMs: number;
  readonly #child: ChildProcess;
  readonly #ownsDataDir: boolean;
  readonly #output: string[];

  private constructor(child: ChildProcess, ports: { http: number; grpc: number }, dataDir: string, ownsDataDir: boolean, output: string[], readyAfterMs: number) {
    this.#child = child;
    this.url = `http://127.0.0.1:${ports.http}`;
    this.grpcTarget = `127.0.0.1:${ports.grpc}`;
    this.dataDir = dataDir;
    this.#ownsDataDir = ownsDataDir;
    this.#output = output;
    this.readyAfterMs = readyAfterMs;
  }

  static async start(options: ServerProcessOptions = {}): Promise<ServerProcess> {
    const dataDir = options.dataDir ?? mkdtempSync(path.join(tmpdir(), 'telltale-'));
    const ports = { http: await freePort(), grpc: await freePort() };
    const output: string[] = [];
    const started = performance.now();
    const child = spawn(process.execPath, [path.join(import.meta.dirname, '../src/server/main.ts'), 'serve'], {
      env: {
        ...process.env,
        SERVICE_HOST: '127.0.0.1',
        SERVICE_PORT: String(ports.http),
        SERVICE_GRPC_PORT: String(ports.grpc),
        SERVICE_WORKING_DIR: dataDir,
        ...options.env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const keep = (chunk: Buffer) => {
      output.push(chunk.toString('utf8'));
      if (output.length > 200) output.shift();
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const deadline = started + (options.readyWithinMs ?? 30_000);
    while (!(await answersReady(ports.http))) {
      if (child.exitCode !== null || performance.now() > deadline) {
        child.kill('SIGKILL');
        throw new Error(`The server did not get ready (exit code ${child.exitCode}):\n${output.join('')}`);
      }
      await delay(10);
    }
    const readyAfterMs = performance.now() - started;
    return new ServerProcess(child, ports, dataDir, options.dataDir === undefined, output, readyAfterMs);
  }

  get pid(): number {
    const { pid } = this.#child;
    if (pid === undefined) throw new Error('The server has no process.');
    return pid;
  }

  /** What it printed lately. */
  get output(): string {
    return this.#output.join('');
  }

  /** CPU of all its threads since it started, in microseconds. */
  cpuMicros(): number {
    const fields = readFileSync(`/proc/${this.pid}/stat`, 'utf8').replace(/^.*\) /s, '').split(' ');
    const ticks = Number(fields[11]) + Number(fields[12]);
    return ticks * 10_000;
  }

  /** Resident memory now, and at its highest, in megabytes. */
  memoryMb(): { readonly now: number; readonly peak: number } {
    const status = readFileSync(`/proc/${this.pid}/status`, 'utf8');
    const read = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) / 1_024;
    return { now: read('VmRSS'), peak: read('VmHWM') };
  }

  diskBytes(): number {
    let total = 0;
    for (const entry of readdirSync(this.dataDir, { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) total += statSync(path.join(entry.parentPath, entry.name)).size;
    }
    return total;
  }

  /** Sends the signal and waits for the end; the exit code, or null when a signal ended it. */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<number | null> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return this.#child.exitCode;
    const ended = new Promise<number | null>((resolve) => this.#child.once('exit', (code) => resolve(code)));
    this.#child.kill(signal);
    return await ended;
  }

  /** Stops it and removes the data directory if it was a temporary one. */
  async dispose(): Promise<void> {
    const forced = setTimeout(() => void this.stop('SIGKILL'), 12_000);
    await this.stop();
    clearTimeout(forced);
    if (this.#ownsDataDir) rmSync(this.dataDir, { recursive: true, force: true });
  }
}

async function answersReady(port: number): Promise<boolean> {
  try {
    const reply = await fetch(`http://127.0.0.1:${port}/ready`, { signal: AbortSignal.timeout(2_000) });
    await reply.arrayBuffer();
    return reply.ok;
  } catch {
    return false;
  }
}

/** A port nobody listens on at the moment of asking. */
export async function freePort(): Promise<number> {
  const probe = net.createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No port.');
  return address.port;
}
