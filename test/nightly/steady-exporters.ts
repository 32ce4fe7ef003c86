import { spawn } from 'node:child_process';
import path from 'node:path';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { BootedServer } from '#test/e2e/boot.ts';
import { findPython, installPackages } from '#test/examples/example-run.ts';

/** The source of the Node programs. */
export const NODE_PACKAGES = path.join(import.meta.dirname, '../../examples/node-openai');
const python = findPython();
/**
 * Whether the exporters of Python are among them: without Python with its packages, a test that
 * skips says so.
 */
export const hasPython = python !== null;
// OpenTelemetry's gRPC exporter for Node is not among them: it drops a batch at the first refused
// connection instead of trying again.
export const STEADY_EXPORTERS = [
  {
    name: 'node-http',
    command: process.execPath,
    args: [path.join(import.meta.dirname, 'steady-exporter.mjs')],
    grpc: false,
  },
  ...(python === null
    ? []
    : [
        {
          name: 'python-http',
          command: python,
          args: [path.join(import.meta.dirname, 'steady_exporter.py')],
          grpc: false,
        },
      ]),
  ...(python === null
    ? []
    : [
        {
          name: 'python-grpc',
          command: python,
          args: [path.join(import.meta.dirname, 'steady_exporter.py')],
          grpc: true,
        },
      ]),
];

interface ExporterEnded {
  readonly code: number | null;
  /** Names of the spans it says it did not get rid of. */
  readonly givenUp: ReadonlySet<string>;
}

/** Runs a program that emits so many spans, one every 50 ms, to its end. */
export async function runExporter(
  { name, command, args, grpc }: (typeof STEADY_EXPORTERS)[number],
  server: Pick<BootedServer, 'url' | 'grpcTarget'>,
  spans: number,
): Promise<ExporterEnded> {
  if (command === process.execPath) await installPackages(NODE_PACKAGES);
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
  return await new Promise((resolve) => {
    child.once('close', (code) =>
      resolve({
        code,
        givenUp: new Set(Value.Parse(Type.Array(Type.String()), JSON.parse(printed || '[]'))),
      }),
    );
  });
}
