import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readCount, readOptions } from '../tools/script-options.ts';
import { BenchServer } from './bench-server.ts';
import { generateLoad, type LoadOptions, type LoadReport } from './load/load-generator.ts';
import { measureQueries, sampleValues } from './queries/query-set.ts';
import { readEverything } from './queries/read-everything.ts';
import { cpuMicros, diskBytes, memoryMb } from './server-figures.ts';

/**
 * `npm run bench`: a short run of all benchmarks, for an overview table. The long runs are
 * `bench/load.ts`, `bench/queries.ts` and `bench/startup.ts`; bench/README.md has their figures.
 */
const HELP = `Measures ingest, reads, memory, disk and start on a server of its own with a few hundred thousand spans, and prints each
beside its budget. The long runs, to ten million spans, and their figures are in bench/README.md.

  npm run bench -- [options]

  --seconds N    of each of the loads (15)
  --rounds N     of each of the queries (30)`;
const { values } = readOptions(HELP, {
  options: {
    seconds: { type: 'string', default: '15' },
    rounds: { type: 'string', default: '30' },
  },
});
const seconds = readCount('--seconds', values.seconds);
const rounds = readCount('--rounds', values.rounds);
/** Memory used by startup is freed some seconds after it. */
const IDLE_MS = 30_000;
const directory = mkdtempSync(path.join(tmpdir(), 'telltale-bench-'));
let received = 0;
try {
  await ingest();
  await reads();
} finally {
  rmSync(directory, { recursive: true, force: true });
}

async function ingest(): Promise<void> {
  const first = await BenchServer.start(directory);
  await delay(IDLE_MS);
  line('memory, idle', `${memoryMb(first.pid).now.toFixed(0)} MB`, 'under 150 MB');
  // The first seconds are the compiler's; a server that runs for days does not spend them.
  await load(first, { durationMsMax: 3_000 });
  const full = await load(first, {});
  line(
    'ingest, HTTP',
    `${perSecond(full.report)} spans/s, ${full.cpu.toFixed(1)} µs of CPU a span`,
    'at least 40,000; under 25 µs',
  );
  line('acknowledgement, saturated', ack(full.report), 'p99 under 250 ms');
  line('memory, under full ingest', `${memoryMb(first.pid).peak.toFixed(0)} MB`, 'under 600 MB');
  line(
    'disk',
    `${((100 * diskBytes(directory)) / received).toFixed(0)} % of the bytes received`,
    'under 40 % as ingested',
  );
  const half = await load(first, { rate: full.report.spansPerSecond / 2 });
  line('acknowledgement, half that load', ack(half.report), 'p99 under 100 ms');
  const grpc = await load(first, { wire: 'grpc' });
  line(
    'ingest, gRPC',
    `${perSecond(grpc.report)} spans/s, ${grpc.cpu.toFixed(1)} µs of CPU a span`,
    '',
  );
  const large = await load(first, {
    project: 'large spans',
    spanBytes: 50_000,
    spansPerRequest: 32,
    templates: 16,
  });
  line(
    'ingest, spans of 50 KB',
    `${perSecond(large.report)} spans/s, ${(large.report.bytes / large.report.seconds / 1e6).toFixed(0)} MB/s`,
    '',
  );
  const single = await load(first, {
    project: 'single spans',
    spansPerRequest: 1,
    connections: 32,
    templates: 512,
  });
  line(
    'ingest, one span a request',
    `${perSecond(single.report)} requests/s, ${ack(single.report)}`,
    '',
  );
  await first.dispose();
}

async function reads(): Promise<void> {
  const server = await BenchServer.start(directory);
  line('start, with that data', `${(server.readyAfterMs / 1_000).toFixed(2)} s`, 'under 2 s');
  const samples = await sampleValues(server.url, 'load');
  for await (const { name, budget, p50Ms, p95Ms, note } of measureQueries(
    server.url,
    'load',
    samples,
    rounds,
  )) {
    if (!name.startsWith('trace of') || name.includes('10 spans'))
      line(
        name,
        `p50 ${p50Ms.toFixed(1)} ms, p95 ${p95Ms.toFixed(1)} ms ${note}`,
        budget.replace(/[()]/g, ''),
      );
  }
  const { read, seconds: taken } = await readEverything(server.url, 'load', 50_000);
  line(
    'read with attributes, pages of 1,000',
    `${Math.round(read / taken).toLocaleString('en')} spans/s`,
    'at least 20,000',
  );
  await server.dispose();
}

async function load(
  server: BenchServer,
  options: Partial<LoadOptions>,
): Promise<{ report: LoadReport; cpu: number }> {
  const before = cpuMicros(server.pid);
  const report = await generateLoad({
    url: server.url,
    grpcTarget: server.grpcTarget,
    wire: 'http',
    project: 'load',
    connections: 8,
    spansPerRequest: 512,
    spanBytes: 1_600,
    gzip: false,
    spansMax: Number.POSITIVE_INFINITY,
    durationMsMax: seconds * 1_000,
    rate: 0,
    templates: 64,
    seed: Math.floor(Math.random() * 2 ** 31),
    ...options,
  });
  received += report.bytes;
  if (Object.keys(report.errors).length > 0)
    console.log(`  errors: ${JSON.stringify(report.errors)}`);
  return { report, cpu: (cpuMicros(server.pid) - before) / Math.max(1, report.spans) };
}

function perSecond(report: LoadReport): string {
  return Math.round(report.spansPerSecond).toLocaleString('en');
}

function ack(report: LoadReport): string {
  return `p50 ${report.ackP50Ms.toFixed(0)} ms, p99 ${report.ackP99Ms.toFixed(0)} ms`;
}

function line(what: string, figure: string, budget: string): void {
  console.log(`${what.padEnd(46)} ${figure.padEnd(48)} ${budget}`);
}
