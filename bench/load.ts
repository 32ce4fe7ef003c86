import { parseArgs } from 'node:util';
import { encodeExportRequest, encodeSpan } from '../tools/otlp/export-request.ts';
import { Random } from '../tools/otlp/random.ts';
import { BenchServer } from './bench-server.ts';
import { conversations } from './load/conversation-spans.ts';
import { generateLoad, type LoadReport } from './load/load-generator.ts';
import {
  addSent,
  NOTHING_SENT,
  reportOf,
  sendRequests,
  type OtlpRequest,
  type SentReport,
} from './load/send-requests.ts';
import { cpuMicros, diskBytes, memoryMb } from './server-figures.ts';

const HELP = `Sends OpenInference spans as fast as a server takes them (or at a rate) and reports what it did.

  node bench/load.ts [options]

  --url URL             a running server; without it one is started on a temporary directory. Spans
                        go to v1/traces under it, as OTEL_EXPORTER_OTLP_ENDPOINT says
  --grpc                OTLP over gRPC (with --url, also --grpc-target host:port)
  --spans N             stop after N spans (1000000)
  --duration SECONDS    or after this long (60)
  --per-request N       spans a request (512); 1 sends each span by itself
  --span-bytes N        mean size of a span (1600)
  --connections N       each with one request in flight (8)
  --rate N              spans a second to offer; 0 is as fast as possible (0)
  --gzip                compress requests (costs the generator, not only the server)
  --prepare             with --gzip, before the first is sent
  --project NAME        (load)
  --out-of-order        traces start anywhere in the last hour, and each span names the next of
                        1,000 sessions; else times rise, and four traces in a row share a session
  --agents N            instead, N agents that send their whole conversation with each of 40 calls:
                        spans of 41 KB, one of each of ten agents in a request
  --seed N              ids differ between seeds (the time)
  --json                one line of JSON instead of a table
  --progress            spans/s every second, on standard error`;

/** Of 410 KB each on average: some 35 MB. */
const REQUESTS_AT_ONCE = 82;

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    'grpc-target': { type: 'string' },
    grpc: { type: 'boolean', default: false },
    spans: { type: 'string', default: '1000000' },
    duration: { type: 'string', default: '60' },
    'per-request': { type: 'string', default: '512' },
    'span-bytes': { type: 'string', default: '1600' },
    connections: { type: 'string', default: '8' },
    rate: { type: 'string', default: '0' },
    gzip: { type: 'boolean', default: false },
    prepare: { type: 'boolean', default: false },
    project: { type: 'string', default: 'load' },
    'out-of-order': { type: 'boolean', default: false },
    agents: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    json: { type: 'boolean', default: false },
    progress: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) {
  console.log(HELP);
} else {
  const server = values.url === undefined ? await BenchServer.start() : null;
  try {
    await run(server);
  } finally {
    await server?.dispose();
  }
}

async function run(server: BenchServer | null): Promise<void> {
  const url = values.url ?? server?.url ?? 'http://127.0.0.1:6006';
  const grpcTarget = values['grpc-target'] ?? server?.grpcTarget ?? '127.0.0.1:4317';
  const connections = Number(values.connections);
  const cpuBefore = server === null ? 0 : cpuMicros(server.pid);
  const report =
    values.agents === undefined
      ? await sendSmallSpans(url, grpcTarget, connections)
      : await sendAgents(url, connections, Number(values.agents));
  const serverFigures =
    server === null
      ? {}
      : {
          serverCpuMicrosPerSpan: (cpuMicros(server.pid) - cpuBefore) / Math.max(1, report.spans),
          serverMemoryMb: memoryMb(server.pid).now,
          serverMemoryPeakMb: memoryMb(server.pid).peak,
          diskBytesPerByteReceived: diskBytes(server.directory) / Math.max(1, report.bytes),
        };
  print({ ...report, ...serverFigures });
}

/** Conversations are made before the first is sent, ten agents at a time: their time is not counted. */
async function sendAgents(url: string, connections: number, agents: number): Promise<SentReport> {
  const startNano = BigInt(Date.now() - 3_600_000) * 1_000_000n;
  const resource = { 'service.name': 'load', 'openinference.project.name': values.project };
  let sum = NOTHING_SENT;
  let requests: OtlpRequest[] = [];
  let turns = 0;
  const send = async (): Promise<void> => {
    sum = addSent(sum, await sendRequests(new URL(url), requests, connections));
    requests = [];
  };
  for (const spans of conversations(new Random(Number(values.seed)), agents, startNano)) {
    const encoded = spans.map((span) => encodeSpan(span));
    const body = encodeExportRequest(resource, { name: 'bench' }, encoded);
    requests.push({ body, spans: spans.length });
    if ((turns += 1) % REQUESTS_AT_ONCE === 0) await send();
  }
  if (requests.length > 0) await send();
  return reportOf(sum);
}

async function sendSmallSpans(
  url: string,
  grpcTarget: string,
  connections: number,
): Promise<LoadReport> {
  const perRequest = Number(values['per-request']);
  const spanBytes = Number(values['span-bytes']);
  const templates = Math.max(
    connections * 2,
    Math.min(64, Math.round(64e6 / (perRequest * spanBytes))),
  );
  let lastSecond = 0;
  return generateLoad({
    url,
    grpcTarget,
    connections,
    spanBytes,
    templates,
    wire: values.grpc ? 'grpc' : 'http',
    project: values.project,
    spansPerRequest: perRequest,
    gzip: values.gzip,
    prepare: values.gzip && values.prepare,
    spansMax: Number(values.spans),
    durationMsMax: Number(values.duration) * 1_000,
    rate: Number(values.rate),
    seed: Number(values.seed),
    isOutOfOrder: values['out-of-order'],
    onSecond: (spans) => {
      if (values.progress) console.error(`${spans - lastSecond} spans/s (${spans})`);
      lastSecond = spans;
    },
  });
}

function print(report: Partial<LoadReport> & Readonly<Record<string, unknown>>): void {
  if (values.json) {
    console.log(JSON.stringify(report));
    return;
  }
  for (const [name, value] of Object.entries(report)) {
    const shown =
      typeof value === 'number'
        ? Number(value.toPrecision(5)).toLocaleString('en')
        : JSON.stringify(value);
    console.log(`${name.padEnd(28)} ${shown}`);
  }
}
