import { execFile, spawn } from 'node:child_process';
import { connect } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import type { BootedServer } from '#test/e2e/boot.ts';
import { freePort } from '#test/e2e/free-port.ts';
import { findProgram } from '#test/examples/example-run.ts';

const SOURCES = path.join(import.meta.dirname, 'collector');
const run = promisify(execFile);
const go = findProgram('go');

/** Over which wire the Collector passes spans on, and packed how. */
export interface CollectorWire {
  readonly exporter: 'otlp_http' | 'otlp_grpc';
  readonly compression: 'gzip' | 'zstd';
}

export interface RunningCollector {
  /** Where programs send to. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Builds the Collector with Go, from the modules that `collector/go.mod` names; null where there is
 * no Go.
 */
export async function buildCollector(directory: string): Promise<string | null> {
  if (go === null) return null;
  const program = path.join(directory, 'collector');
  await run(go, ['build', '-o', program, '.'], { cwd: SOURCES });
  return program;
}

/** A Collector in front of the server, with its queue in the directory. */
export async function startCollector(
  program: string,
  directory: string,
  server: BootedServer,
  { exporter, compression }: CollectorWire,
): Promise<RunningCollector> {
  const port = await freePort();
  const child = spawn(program, ['--config', path.join(SOURCES, 'collector.yaml')], {
    env: {
      QUEUE_DIRECTORY: path.join(directory, `${exporter}-${compression}`),
      RECEIVER: `127.0.0.1:${port}`,
      HTTP_TARGET: new URL(server.url).host,
      GRPC_TARGET: server.grpcTarget,
      EXPORTER: exporter,
      COMPRESSION: compression,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const deadline = performance.now() + 60_000;
  while (!(await answers(port))) {
    if (performance.now() > deadline || child.exitCode !== null)
      throw new Error('The Collector did not start.');
  }
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const done = (isOpen: boolean): void => {
      socket.destroy();
      setTimeout(() => resolve(isOpen), isOpen ? 0 : 100);
    };
    socket.once('connect', () => done(true));
    socket.once('error', () => done(false));
  });
}
