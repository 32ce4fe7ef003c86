import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { listSpans } from '../../tools/api-client.ts';
import { boot, temporaryDirectory } from '../e2e/boot.ts';
import type { BootedServer } from '../e2e/boot.ts';
import { freePort } from '../e2e/free-port.ts';
import { findPython } from '../examples/example-run.ts';

/** Away for as long as a restart or a deployment takes; and for far longer than exporters wait, which give up after some ten seconds. */
const OUTAGES_S = [4, 60];
const SPAN_EVERY_MS = 50;
/** Spans are made for this long after the server is back. */
const AFTER_MS = 6_000;

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

interface Ended {
  readonly code: number | null;
  /** Names of the spans it says it did not get rid of. */
  readonly givenUp: ReadonlySet<string>;
}

function run({ name, command, args, grpc }: (typeof programs)[number], server: BootedServer, spans: number): Promise<Ended> {
  const child = spawn(command, args, {
    env: {
      ...process.env,
      PROJECT: name,
      SPANS: String(spans),
      OTEL_EXPORTER_OTLP_PROTOCOL: grpc ? 'grpc' : 'http/protobuf',
      OTEL_EXPORTER_OTLP_ENDPOINT: grpc ? `http://${server.grpcTarget}` : server.url,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  return new Promise((resolve) => {
    child.once('close', (code) => resolve({ code, givenUp: new Set(Value.Parse(Type.Array(Type.String()), JSON.parse(printed || '[]'))) }));
  });
}

describe.each(OUTAGES_S)('check 18: real exporters through an outage of %i s', (seconds) => {
  it('lose no span but those they gave up on themselves', { timeout: 300_000 }, async () => {
    const directory = temporaryDirectory();
    const ports = { SERVICE_PORT: String(await freePort()), SERVICE_GRPC_PORT: String(await freePort()) };
    let server = await boot({ directory, env: ports });
    const spans = Math.ceil((seconds * 1_000 + AFTER_MS) / SPAN_EVERY_MS);
    const running = programs.map((program) => run(program, server, spans));
    const deadline = performance.now() + 60_000;
    while (!(await everyProgramIsSending(server.url))) {
      if (performance.now() > deadline) throw new Error('Not every program has sent a span within a minute.');
      await delay(100);
    }
    const down = performance.now();
    await server.stop('SIGKILL');
    await delay(Math.max(0, seconds * 1_000 - (performance.now() - down) - 1_500));
    server = await boot({ directory, env: ports });
    const ended = await Promise.all(running);
    expect(ended.map(({ code }) => code)).toEqual(programs.map(() => 0));
    for (const [at, { name }] of programs.entries()) {
      const landed = new Set((await listSpans(server.url, name)).map((span) => span.name));
      const givenUp = ended[at]?.givenUp ?? new Set();
      console.log(`${name}: ${spans} spans, ${landed.size} landed, the exporter gave up on ${givenUp.size}`);
      const lost = Array.from({ length: spans }, (_, number) => `span ${number}`).filter((span) => !landed.has(span) && !givenUp.has(span));
      expect({ name, lost }).toEqual({ name, lost: [] });
      if (seconds < 5) expect({ name, givenUp: [...givenUp] }).toEqual({ name, givenUp: [] });
    }
    await server.dispose();
    rmSync(directory, { recursive: true, force: true });
  });
});

async function everyProgramIsSending(url: string): Promise<boolean> {
  const counts = await Promise.all(programs.map(async ({ name }) => (await listSpans(url, name).catch(() => [])).length));
  return counts.every((count) => count > 0);
}
