import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { BenchServer } from './bench-server.ts';
import { generateLoad } from './load/load-generator.ts';
import { measureQueries, sampleValues } from './queries/query-set.ts';
import { readEverything } from './queries/read-everything.ts';
import { cpuMicros, memoryMb, memoryShares } from './server-figures.ts';

const HELP = `What a server holds in memory: started, full of spans, while it packs old blocks, after reads, and each of these once it is at rest.

  node bench/memory.ts [options]

  --dir DIR      data directory, kept; a temporary one otherwise
  --spans N      spans to send (300000); 0 sends none
  --project NAME whose spans are read (load)
  --rounds N     times each query is asked (20); 0 asks none
  --rest S       seconds without a request before a server counts as at rest (30)
  --settle S     seconds to wait at most until old blocks are packed (600); 0 does not wait`;

const { values } = parseArgs({
  options: {
    dir: { type: 'string' },
    spans: { type: 'string', default: '300000' },
    project: { type: 'string', default: 'load' },
    rounds: { type: 'string', default: '20' },
    rest: { type: 'string', default: '30' },
    settle: { type: 'string', default: '600' },
    help: { type: 'boolean', default: false },
  },
});
/** Of one processor: timers and looks at the clock. */
const SETTLED_SHARE = 0.03;

if (values.help) console.log(HELP);
else await main();

async function main(): Promise<void> {
  const server = await BenchServer.start(values.dir);
  try {
    tell(server, 'ready');
    await rest(server, 'started');
    if (Number(values.spans) > 0) await write(server);
    await settle(server);
    if (Number(values.rounds) > 0) await read(server);
  } finally {
    await server.dispose();
  }
}

async function write(server: BenchServer): Promise<void> {
  const report = await generateLoad({
    url: server.url,
    wire: 'http',
    project: 'load',
    connections: 8,
    spansPerRequest: 512,
    spanBytes: 1_600,
    gzip: false,
    spansMax: Number(values.spans),
    durationMsMax: 3_600_000,
    rate: 0,
    templates: 64,
    seed: Date.now() % 2 ** 31,
  });
  tell(server, `${report.spans.toLocaleString('en')} spans written`);
  await rest(server, 'written');
}

async function settle(server: BenchServer): Promise<void> {
  const deadline = performance.now() + Number(values.settle) * 1_000;
  while (performance.now() < deadline) {
    const before = cpuMicros(server.pid);
    await delay(2_000);
    if (cpuMicros(server.pid) - before < SETTLED_SHARE * 2_000_000) break;
  }
  await rest(server, 'old blocks packed');
}

async function read(server: BenchServer): Promise<void> {
  const { project } = values;
  const samples = await sampleValues(server.url, project);
  for await (const result of measureQueries(server.url, project, samples, Number(values.rounds)))
    void result;
  await readEverything(server.url, project, 50_000);
  tell(server, 'everything asked');
  await rest(server, 'asked');
}

async function rest(server: BenchServer, what: string): Promise<void> {
  await delay(Number(values.rest) * 1_000);
  tell(server, `${what}, ${values.rest} s later`);
}

function tell(server: BenchServer, what: string): void {
  const { now, peak } = memoryMb(server.pid);
  const { anonymous, files, shared, proportional } = memoryShares(server.pid);
  const figure = (megabytes: number): string => megabytes.toFixed(0).padStart(4);
  console.log(
    `${what.padEnd(32)} ${figure(now)} MB resident (own ${figure(anonymous)}, files ${figure(files)}, shared ${figure(shared)}), proportional ${figure(proportional)}, highest ${figure(peak)}`,
  );
}
