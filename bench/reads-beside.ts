import { Agent, get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { BenchServer } from './bench-server.ts';
import { generateLoad, quantile, type LoadReport } from './load/load-generator.ts';
import { makeTemplates } from './load/request-template.ts';
import { sampleValues, type Samples } from './queries/query-set.ts';
import { memoryMb, memoryShares, threadTimes, type MemoryShares } from './server-figures.ts';

const HELP = `Reads of every kind beside ingest: readers that each ask one thing after another, while exports arrive at a rate.

  node bench/reads-beside.ts [options]

  --spans N      load so many first (1000000); 0 measures what is there
  --dir DIR      data directory, kept (and grown by what is sent); a temporary one otherwise
  --readers N    each with one request in flight, without a pause (8)
  --exports N    requests of 512 spans of 1.6 KB a second (20); 0 sends none
  --seconds N    of reading (40)
  --rest N       seconds without a request before, so that blocks are packed (20)
  --reads K,…    only these reads, by their number in the table
  --json         one line of JSON instead of a table`;

const SPANS_IN_EXPORT = 512;
const SPAN_BYTES = 1_600;
const PROJECT = 'load';
const THREADS = [
  'MainThread',
  'reader',
  'span writer',
  'block packer',
  'block repacker',
  'metadata',
  'V8Worker',
  'libuv-worker',
];
/** After the last reader began: code and caches are cold before. */
const WARM_UP_MS = 5_000;

const { values } = parseArgs({
  options: {
    spans: { type: 'string', default: '1000000' },
    dir: { type: 'string' },
    readers: { type: 'string', default: '8' },
    exports: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '40' },
    rest: { type: 'string', default: '20' },
    reads: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const templates = makeTemplates({
  project: PROJECT,
  spansPerRequest: SPANS_IN_EXPORT,
  spanBytes: SPAN_BYTES,
  count: 64,
  seed: 1,
});

interface Read {
  readonly name: string;
  /** For the p95, in milliseconds. */
  readonly budgetMs?: number;
  readonly path: (round: number) => string;
}

interface Asked {
  readonly name: string;
  readonly budgetMs: number | null;
  readonly count: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly maxMs: number;
  readonly failed: Readonly<Record<string, number>>;
}

if (values.help) console.log(HELP);
else await main();

async function main(): Promise<void> {
  const server = await BenchServer.start(values.dir);
  try {
    await load(server.url, Number(values.spans));
    await delay(Number(values.rest) * 1_000);
    const samples = await sampleValues(server.url, PROJECT);
    const [peakBefore, cpuBefore] = [memoryMb(server.pid).peak, threadsCpu(server.pid)];
    const durationMs = WARM_UP_MS + Number(values.seconds) * 1_000;
    const watch = watchMemory(server.pid);
    const [exports, asked] = await Promise.all([
      sendExports(server.url, durationMs),
      readAll(server.url, readsOf(samples), durationMs),
    ]);
    const cpuMs = Object.fromEntries(
      Object.entries(threadsCpu(server.pid)).map(([name, cpu]) => [
        name,
        Math.round(cpu - (cpuBefore[name] ?? 0)),
      ]),
    );
    print({ asked, exports, cpuMs, peak: watch(), peakBeforeMb: peakBefore });
  } finally {
    await server.dispose();
  }
}

/** The reads of every page, each with what changes from one asking to the next. */
function readsOf(samples: Samples): readonly Read[] {
  const base = `/v1/projects/${PROJECT}`;
  const of = (items: readonly string[], round: number) =>
    encodeURIComponent(items[(round * 7) % items.length] ?? '');
  const week = `start_time=${encodeURIComponent(new Date(Date.now() - 7 * 86_400_000).toISOString())}`;
  const reads: readonly Read[] = [
    { name: 'newest 50 spans', budgetMs: 150, path: () => `${base}/span_rows?limit=50` },
    { name: 'facets', budgetMs: 200, path: () => `${base}/facets` },
    {
      name: 'trace by id',
      budgetMs: 150,
      path: (round) => `/v1/traces/${of(samples.traceIds, round)}/skeleton`,
    },
    {
      name: 'slowest 20 spans of a week',
      budgetMs: 300,
      path: () => `${base}/span_rows?limit=20&sort=latency_ms&order=desc&${week}`,
    },
    { name: 'newest 50 traces', budgetMs: 150, path: () => `${base}/trace_rows?limit=50` },
    {
      name: 'most expensive 20 traces of a week',
      path: () => `${base}/trace_rows?limit=20&sort=cost_usd&order=desc&${week}`,
    },
    { name: 'newest 20 sessions', path: () => `${base}/session_rows?limit=20` },
    { name: 'series of a week, 60 intervals', path: () => `${base}/series?buckets=60&${week}` },
    { name: 'project summaries of a week', path: () => `/v1/project_summaries?${week}` },
    { name: 'span by id', path: (round) => `/v1/spans/${of(samples.spanIds, round)}` },
    {
      name: 'newest 20 spans of a user',
      path: (round) => `${base}/span_rows?limit=20&user_id=${of(samples.users, round)}`,
    },
    {
      name: 'trace with all attributes',
      path: (round) => `${base}/spans?limit=100&trace_id=${of(samples.traceIds, round)}`,
    },
    {
      name: 'attribute without index, first 20',
      path: () => `${base}/spans?limit=20&attribute=tool.name:run_sql`,
    },
    { name: 'page of 200 spans with attributes', path: () => `${base}/spans?limit=200` },
  ];
  const chosen = values.reads?.split(',').map(Number);
  return reads.filter((_, at) => chosen?.includes(at + 1) ?? true);
}

async function readAll(
  url: string,
  reads: readonly Read[],
  durationMs: number,
): Promise<readonly Asked[]> {
  const readers = Number(values.readers);
  const begun = performance.now();
  const end = begun + durationMs;
  const times = reads.map((): number[] => []);
  const failed = reads.map((): Record<string, number> => ({}));
  const agent = new Agent({ keepAlive: true, maxSockets: readers });
  const reader = async (offset: number): Promise<void> => {
    for (let turn = 0; performance.now() < end; turn++) {
      const at = (turn + offset) % reads.length;
      const { status, ms } = await ask(
        `${url}${reads[at]?.path(turn * readers + offset) ?? ''}`,
        agent,
      );
      if (status !== 200) (failed[at] ??= {})[status] = (failed[at]?.[status] ?? 0) + 1;
      if (performance.now() - begun > WARM_UP_MS) times[at]?.push(ms);
    }
  };
  await Promise.all(
    Array.from({ length: readers }, (_, at) => reader(Math.round((at * reads.length) / readers))),
  );
  agent.destroy();
  return reads.map(({ name, budgetMs }, at) => {
    const millis = (times[at] ?? []).sort((a, b) => a - b);
    return {
      name,
      budgetMs: budgetMs ?? null,
      count: millis.length,
      p50Ms: quantile(millis, 0.5),
      p95Ms: quantile(millis, 0.95),
      maxMs: quantile(millis, 1),
      failed: failed[at] ?? {},
    };
  });
}

/** To the last byte. */
function ask(url: string, agent: Agent): Promise<{ readonly status: number; readonly ms: number }> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const request = get(url, { agent, headers: { 'accept-encoding': 'gzip' } }, (reply) => {
      reply.resume();
      reply.on('end', () =>
        resolve({ status: reply.statusCode ?? 0, ms: performance.now() - started }),
      );
    });
    request.on('error', reject);
  });
}

async function sendExports(url: string, durationMs: number): Promise<LoadReport | null> {
  const rate = Number(values.exports) * SPANS_IN_EXPORT;
  return rate === 0 ? null : generateLoad({ ...loadOptions(url), rate, durationMsMax: durationMs });
}

async function load(url: string, spans: number): Promise<void> {
  if (spans > 0) await generateLoad({ ...loadOptions(url), spansMax: spans });
}

function loadOptions(url: string): Parameters<typeof generateLoad>[0] {
  return {
    url,
    wire: 'http',
    project: PROJECT,
    connections: 8,
    spansPerRequest: SPANS_IN_EXPORT,
    spanBytes: SPAN_BYTES,
    gzip: false,
    spansMax: Infinity,
    durationMsMax: 3_600_000,
    rate: 0,
    templates: 64,
    made: templates,
    seed: Date.now() % 2 ** 31,
  };
}

interface Peak {
  readonly megabytes: number;
  readonly shares: MemoryShares;
}

/** The highest of looks four times a second. */
function watchMemory(pid: number): () => Peak {
  const look = (): Peak => ({ megabytes: memoryMb(pid).now, shares: memoryShares(pid) });
  let peak = look();
  const timer = setInterval(() => {
    if (memoryMb(pid).now > peak.megabytes) peak = look();
  }, 250);
  return () => {
    clearInterval(timer);
    return peak;
  };
}

/** In milliseconds. Of threads that end meanwhile, nothing is counted. */
function threadsCpu(pid: number): Record<string, number> {
  return Object.fromEntries(THREADS.map((name) => [name, threadTimes(pid, [name]).cpuMs]));
}

interface Report {
  readonly asked: readonly Asked[];
  readonly exports: LoadReport | null;
  readonly cpuMs: Readonly<Record<string, number>>;
  readonly peak: Peak;
  readonly peakBeforeMb: number;
}

function print(report: Report): void {
  if (values.json) {
    console.log(JSON.stringify(report));
    return;
  }
  const figure = (ms: number): string => ms.toFixed(0).padStart(6);
  for (const { name, budgetMs, count, p50Ms, p95Ms, maxMs, failed } of report.asked)
    console.log(
      `${name.padEnd(36)} ${String(count).padStart(6)} times   p50 ${figure(p50Ms)} ms   p95 ${figure(p95Ms)} ms${budgetMs === null ? '' : ` (budget ${budgetMs})`}   max ${figure(maxMs)} ms ${Object.keys(failed).length === 0 ? '' : JSON.stringify(failed)}`,
    );
  const { exports, cpuMs, peak, peakBeforeMb } = report;
  const { user, system } = process.cpuUsage();
  if (exports !== null)
    console.log(
      `exports: ${exports.spansPerSecond.toFixed(0)} spans/s, acknowledged p50 ${exports.ackP50Ms.toFixed(0)} ms, p99 ${exports.ackP99Ms.toFixed(0)} ms, errors ${JSON.stringify(exports.errors)}`,
    );
  console.log(
    `CPU in ms: ${JSON.stringify(cpuMs)}; of this program ${((user + system) / 1_000).toFixed(0)}`,
  );
  console.log(
    `memory: highest while reading ${peak.megabytes.toFixed(0)} MB (budget 350; own ${peak.shares.anonymous.toFixed(0)}, files ${peak.shares.files.toFixed(0)}), highest before ${peakBeforeMb.toFixed(0)} MB`,
  );
}
