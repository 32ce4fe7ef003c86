import http from 'node:http';
import { parseArgs } from 'node:util';
import { BenchServer } from './bench-server.ts';
import { generateLoad } from './load/load-generator.ts';
import { cpuMicros } from './server-figures.ts';

/**
 * The cost of authentication, limits, usage and audit for a whole server: two servers side by side,
 * one open, the other with authentication, a plan's limits and a key in every request, receive the
 * same load in turns. The result is the ratio of adjacent slices, because absolute rates vary on a
 * busy machine.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    spans: { type: 'string', default: '60000' },
    reads: { type: 'string', default: '3000' },
  },
});
const [rounds, spans, reads] = [Number(values.rounds), Number(values.spans), Number(values.reads)];
const ADMIN_SECRET = 'the-operators-secret-0123456789-abcdef';
const ENOUGH = '10000000';
const CLOSED = {
  SERVICE_ENABLE_AUTH: 'true',
  SERVICE_SECRET: 'a-server-secret-0123456789-abcdefgh',
  SERVICE_ADMIN_SECRET: ADMIN_SECRET,
  // Counted against a limit, though never refused.
  SERVICE_PLAN: 'pro',
  SERVICE_RATE_LIMIT_INGEST_PER_MINUTE: ENOUGH,
  SERVICE_RATE_LIMIT_API_PER_MINUTE: ENOUGH,
  SERVICE_MAX_CONCURRENT_REQUESTS: '1000',
};

interface Side {
  readonly server: BenchServer;
  readonly key: string | null;
}
interface Sample {
  readonly perSecond: number;
  readonly cpuMicros: number;
}

const open: Side = { server: await BenchServer.start(), key: null };
const closedServer = await BenchServer.start(undefined, CLOSED);
const closed: Side = { server: closedServer, key: await makeKey(closedServer) };
try {
  // First, while no stored span is tidied up in the background.
  for (const side of [open, closed]) await read(side, '/v1/projects');
  await compare('a read (GET /v1/projects)', (side) => read(side, '/v1/projects'));
  if (spans > 0) {
    for (const { server, key } of [open, closed]) await ingest(server, key);
    await compare('ingest, a span', (side) => ingest(side.server, side.key));
  }
} finally {
  await open.server.dispose();
  await closed.server.dispose();
}

async function compare(what: string, sample: (side: Side) => Promise<Sample>): Promise<void> {
  const pairs: { readonly without: Sample; readonly withAccess: Sample }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // Who goes first changes, so that a machine that gets busier falls on both alike.
    const first = await sample(round % 2 === 0 ? open : closed);
    const second = await sample(round % 2 === 0 ? closed : open);
    pairs.push(
      round % 2 === 0
        ? { without: first, withAccess: second }
        : { without: second, withAccess: first },
    );
  }
  const cpu = pairs.map(({ without, withAccess }) => withAccess.cpuMicros / without.cpuMicros);
  const rate = pairs.map(({ without, withAccess }) => withAccess.perSecond / without.perSecond);
  const more = pairs.map(({ without, withAccess }) => withAccess.cpuMicros - without.cpuMicros);
  const plain = median(pairs.map(({ without }) => without.cpuMicros));
  console.log(
    `${what}: ${plain.toFixed(1)} µs of CPU without, ${median(more).toFixed(1)} µs more with; ratio of CPU ${spread(cpu)}, of throughput ${spread(rate)}`,
  );
}

async function ingest(server: BenchServer, key: string | null): Promise<Sample> {
  const before = cpuMicros(server.pid);
  const report = await generateLoad({
    url: server.url,
    wire: 'http',
    project: 'load',
    connections: 8,
    spansPerRequest: 512,
    spanBytes: 1_600,
    gzip: false,
    spansMax: spans,
    durationMsMax: 600_000,
    rate: 0,
    templates: 16,
    seed: Math.floor(Math.random() * 2 ** 31),
    ...(key === null ? {} : { key }),
  });
  // An occasionally full queue means a busy machine; any other error is a failure.
  if (Object.keys(report.errors).some((status) => status !== '503'))
    throw new Error(`Refused: ${JSON.stringify(report.errors)}`);
  return {
    perSecond: report.spansPerSecond,
    cpuMicros: (cpuMicros(server.pid) - before) / report.spans,
  };
}

async function read({ server, key }: Side, path: string): Promise<Sample> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const headers = key === null ? {} : { authorization: `Bearer ${key}` };
  const before = cpuMicros(server.pid);
  const startedAt = performance.now();
  for (let at = 0; at < reads; at += 1) await get(server.url + path, agent, headers);
  const seconds = (performance.now() - startedAt) / 1_000;
  agent.destroy();
  return { perSecond: reads / seconds, cpuMicros: (cpuMicros(server.pid) - before) / reads };
}

function get(url: string, agent: http.Agent, headers: http.OutgoingHttpHeaders): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`));
      response.resume().on('end', resolve);
    });
    request.on('error', reject);
  });
}

async function makeKey(server: BenchServer): Promise<string> {
  const reply = await fetch(`${server.url}/api/v1/api-keys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ADMIN_SECRET}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'bench', level: 'read-write' }),
  });
  if (!reply.ok) throw new Error(`No key was made: ${reply.status} ${await reply.text()}`);
  return ((await reply.json()) as { key: string }).key; // as: the route's own tests check it
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;
}

function spread(ratios: readonly number[]): string {
  const sorted = ratios.toSorted((a, b) => a - b);
  return `${median(ratios).toFixed(3)} (${(sorted[0] ?? 0).toFixed(2)} to ${(sorted.at(-1) ?? 0).toFixed(2)})`;
}
