import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Type } from 'typebox';
import { getJson } from '../../tools/api-client.ts';
import { BenchServer } from '../bench-server.ts';
import { sendRequests } from '../load/send-requests.ts';
import { cpuMicros, diskBytes } from '../server-figures.ts';
import {
  ABSENT_WORD,
  aWeekAgo,
  PROJECT,
  RARE_TENANT,
  RARE_WORD,
  TENANT_KEY,
  waitUntil,
  type Peer,
  type Read,
  type ReadName,
} from './peer.ts';

/** Blocks wait so long for more spans of their conversations; measured from the last look. */
const QUIET_MS = 150_000;
const IDLE_LOOK_MS = 10_000;
const IDLE_CPU_MICROS = 150_000;
const SETTLED_MS_MAX = 3_600_000;
const Figures = Type.Object({ data: Type.Record(Type.String(), Type.Number()) });
const Summaries = Type.Object({ data: Type.Array(Type.Object({ span_count: Type.Integer() })) });

const START = encodeURIComponent('2020-01-01T00:00:00Z');

/** Telltale as shipped, with its data in SQLite. */
export async function openTelltale(): Promise<Peer> {
  const directory = mkdtempSync(join(tmpdir(), 'telltale-peers-'));
  let server = await BenchServer.start(directory);
  const spare = { quietSince: performance.now() };
  return {
    name: 'Telltale',
    isStoppable: true,
    pids: () => [server.pid],
    prepare: (chunk) => async () => {
      const sent = await sendRequests(new URL(server.url), chunk.requests, chunk.connections);
      spare.quietSince = performance.now();
      return sent;
    },
    diskBytes: () => Promise.resolve(diskBytes(directory)),
    settle: () => settleTelltale(server, spare.quietSince),
    read: (name, traceId) => readOfTelltale(server.url, name, traceId),
    stored: () => storedInTelltale(server.url),
    kill: () => server.stop('SIGKILL'),
    restart: async () => {
      server = await BenchServer.start(directory);
    },
    dispose: async () => {
      await server.dispose();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Until no block waits and nothing was done for a while. */
async function settleTelltale(server: BenchServer, quietSince: number): Promise<void> {
  let before = cpuMicros(server.pid);
  await waitUntil(
    async () => {
      const { data } = await getJson(`${server.url}/v1/storage`, Figures);
      const now = cpuMicros(server.pid);
      const isIdle = now - before < IDLE_CPU_MICROS;
      before = now;
      const waiting = (data['blocksToSettle'] ?? 0) + (data['blocksToIndex'] ?? 0);
      return isIdle && waiting === 0 && performance.now() - quietSince > QUIET_MS;
    },
    SETTLED_MS_MAX,
    IDLE_LOOK_MS,
  );
}

/** Reads of Telltale's interface, which does not tell where the spans are. */
export function readOfTelltale(url: string, name: ReadName, traceId: string): Read {
  const base = `${url}/v1/projects/${PROJECT}`;
  const filtered = (filter: string): string =>
    `${base}/span_rows?limit=20&filter=${encodeURIComponent(filter)}`;
  const urls: Readonly<Record<ReadName, () => string>> = {
    'newest 20 spans': () => `${base}/span_rows?limit=20`,
    'trace by id': () => `${base}/spans?limit=100&trace_id=${traceId}`,
    'slowest 20 spans of a week': () =>
      `${base}/span_rows?limit=20&sort=latency_ms&order=desc&start_time=${encodeURIComponent(aWeekAgo().toISOString())}`,
    'rare word': () => filtered(`search('${RARE_WORD}')`),
    'absent word': () => filtered(`search('${ABSENT_WORD}')`),
    'rare value of an attribute': () => filtered(`attributes['${TENANT_KEY}'] == '${RARE_TENANT}'`),
  };
  const key = name === 'trace by id' ? /"trace_id":/g : /"span_id":/g;
  return { url: urls[name](), countOf: (reply) => [...reply.matchAll(key)].length };
}

export async function storedInTelltale(url: string): Promise<number> {
  const { data } = await getJson(`${url}/v1/project_summaries?start_time=${START}`, Summaries);
  return data.reduce((sum, { span_count }) => sum + span_count, 0);
}
