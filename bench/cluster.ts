import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openPostgres, POSTGRES } from '#test/postgres-server.ts';
import { ClickHouseEngine, hasEngine } from '#test/clickhouse/clickhouse-engine.ts';
import { BenchServer } from './bench-server.ts';
import { generateLoad, quantile } from './load/load-generator.ts';
import { cpuMicros } from './server-figures.ts';

/**
 * Measures servers that share PostgreSQL and ClickHouse's engine: `PYTHON_PATH=… node
 * bench/cluster.ts [--servers 2] [--seconds 20] [--connections 32] [--spans N]`. All run on this
 * machine, with the senders; the engine runs one statement at a time. Spans are acknowledged once
 * they are on disk. Then what the page reads is timed over HTTP.
 */
const { values } = parseArgs({
  options: {
    servers: { type: 'string', default: '2' },
    seconds: { type: 'string', default: '20' },
    connections: { type: 'string', default: '32' },
    spans: { type: 'string', default: '10000000' },
  },
});
const READS = 20;
/** So that reads are not timed beside the merges of what was just stored. */
const MERGES_MS = 10_000;
const PROJECT = 'load';

if (hasEngine && POSTGRES !== null) await main();
else console.log('Needs PostgreSQL, and a Python with chdb in PYTHON_PATH.');

async function main(): Promise<void> {
  const [engine, postgres] = await Promise.all([ClickHouseEngine.start(), openPostgres()]);
  await postgres.run('CREATE DATABASE meta');
  const { name } = await engine.database();
  const settings = {
    SERVICE_SQL_DATABASE_URL: postgres.tcpUrl('meta'),
    SERVICE_CLICKHOUSE_URL: `${engine.url}/${name}`,
  };
  const servers: BenchServer[] = [];
  for (let at = 0; at < Number(values.servers); at += 1)
    servers.push(await BenchServer.start(undefined, settings));
  await measureIngest(servers);
  await delay(MERGES_MS);
  await measureReads(servers);
  for (const server of servers) await server.dispose();
  await Promise.all([engine.stop(), postgres.close()]);
}

async function measureIngest(servers: readonly BenchServer[]): Promise<void> {
  const cpuBefore = servers.map(({ pid }) => cpuMicros(pid));
  const reports = await Promise.all(
    servers.map(({ url }, at) =>
      generateLoad({
        url,
        wire: 'http',
        project: PROJECT,
        connections: Math.ceil(Number(values.connections) / servers.length),
        spansPerRequest: 512,
        spanBytes: 1_600,
        gzip: false,
        spansMax: Number(values.spans) / servers.length,
        durationMsMax: Number(values.seconds) * 1_000,
        rate: 0,
        templates: 64,
        seed: (Date.now() % 2 ** 30) + at,
      }),
    ),
  );
  for (const [at, report] of reports.entries()) {
    const cpu = cpuMicros(servers[at]?.pid ?? 0) - (cpuBefore[at] ?? 0);
    console.log(
      `server ${at + 1}: ${Math.round(report.spansPerSecond)} spans/s, reply p50 ${Math.round(report.ackP50Ms)} ms, p99 ${Math.round(report.ackP99Ms)} ms, ${Math.round(cpu / Math.max(1, report.spans))} us of CPU a span, refusals ${JSON.stringify(report.errors)}`,
    );
  }
  const sum = reports.reduce((total, { spansPerSecond }) => total + spansPerSecond, 0);
  console.log(`together: ${Math.round(sum)} spans/s`);
}

async function measureReads([server]: readonly BenchServer[]): Promise<void> {
  if (server === undefined) return;
  const list = `${server.url}/v1/projects/${PROJECT}/spans?limit=20`;
  const page = (await (await fetch(list)).json()) as {
    readonly data: readonly { readonly context: { readonly trace_id: string } }[];
  };
  const trace = page.data[0]?.context.trace_id ?? '';
  for (const [what, url] of [
    ['newest 20 spans', list],
    ['trace by id', `${server.url}/v1/traces/${trace}`],
    ['newest 20 traces', `${server.url}/v1/projects/${PROJECT}/traces?limit=20`],
  ] as const) {
    const times: number[] = [];
    for (let read = 0; read < READS; read += 1) {
      const started = performance.now();
      await (await fetch(url)).arrayBuffer();
      times.push(performance.now() - started);
    }
    times.sort((a, b) => a - b);
    console.log(
      `${what}: p50 ${Math.round(quantile(times, 0.5))} ms, p95 ${Math.round(quantile(times, 0.95))} ms`,
    );
  }
}
