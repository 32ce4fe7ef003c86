import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { listSpans } from '../../tools/api-client.ts';
import { boot, temporaryDirectory } from '../e2e/boot.ts';
import { findPython } from '../examples/example-run.ts';

const OUTAGE_MS = 4_000;
const SPANS = 200;
const directory = temporaryDirectory();
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const python = findPython();
// OpenTelemetry's gRPC exporter for Node is not among them: it drops a batch at the first refused connection instead of trying again.
const programs = [
  { name: 'node-http', command: process.execPath, args: [path.join(import.meta.dirname, 'steady-exporter.mjs')], grpc: false },
  ...(python === null
    ? []
    : [{ name: 'python-http', command: python, args: [path.join(import.meta.dirname, 'steady_exporter.py')], grpc: false }]),
  ...(python === null
    ? []
    : [{ name: 'python-grpc', command: python, args: [path.join(import.meta.dirname, 'steady_exporter.py')], grpc: true }]),
];

describe('check 18: real exporters through an outage of 4 s', () => {
  it('lose no span', async () => {
    const ports = { SERVICE_PORT: String(await freePort()), SERVICE_GRPC_PORT: String(await freePort()) };
    let server = await boot({ directory, env: ports });
    const running = programs.map(({ name, command, args, grpc }) => {
      const child = spawn(command, args, {
        env: {
          ...process.env,
          PROJECT: name,
          SPANS: String(SPANS),
          OTEL_EXPORTER_OTLP_PROTOCOL: grpc ? 'grpc' : 'http/protobuf',
          OTEL_EXPORTER_OTLP_ENDPOINT: grpc ? `http://${server.grpcTarget}` : server.url,
        },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      return new Promise<number | null>((resolve) => child.once('exit', resolve));
    });
    const deadline = performance.now() + 60_000;
    while (!(await everyProgramIsSending(server.url))) {
      if (performance.now() > deadline) throw new Error('Not every program has sent a span within a minute.');
      await delay(100);
    }
    const down = performance.now();
    await server.stop('SIGKILL');
    // Away for as long as a restart or a deployment takes.
    await delay(Math.max(0, OUTAGE_MS - (performance.now() - down) - 1_500));
    server = await boot({ directory, env: ports });
    expect(await Promise.all(running)).toEqual(programs.map(() => 0));
    const landed = await Promise.all(programs.map(async ({ name }) => [name, (await listSpans(server.url, name)).length] as const));
    expect(landed).toEqual(programs.map(({ name }) => [name, SPANS]));
    await server.dispose();
  });
});

async function everyProgramIsSending(url: string): Promise<boolean> {
  const counts = await Promise.all(programs.map(async ({ name }) => (await listSpans(url, name).catch(() => [])).length));
  return counts.every((count) => count > 0);
}

async function freePort(): Promise<number> {
  const probe = net.createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No port.');
  return address.port;
}
