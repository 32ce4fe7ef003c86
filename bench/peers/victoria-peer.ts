import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sendRequests } from '../load/send-requests.ts';
import { diskBytes } from '../server-figures.ts';
import { quiet } from './quiet.ts';
import {
  ABSENT_WORD,
  aWeekAgo,
  getText,
  RARE_TENANT,
  RARE_WORD,
  TENANT_KEY,
  waitUntil,
  type Peer,
  type Read,
  type ReadName,
} from './peer.ts';

const READY_MS_MAX = 60_000;
const MERGED_MS_MAX = 1_800_000;
const FLUSHED_MS_MAX = 180_000;
/** A forced merge begins after its reply. */
const LOOK_MS = 1_000;
/** What a list shows: all fields of a span would be read from as many columns. */
const FIELDS = 'fields _time, trace_id, span_id, name, duration, status_code';

/** VictoriaTraces with its defaults, from a program on this machine. */
export async function openVictoria(binary: string): Promise<Peer> {
  const directory = mkdtempSync(join(tmpdir(), 'telltale-peers-victoria-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child = await startVictoria(binary, directory, port);
  const flush = async (): Promise<void> => {
    await getText(`${url}/internal/force_flush`);
    await waitUntil(() => isFlushed(url), FLUSHED_MS_MAX, LOOK_MS);
  };
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  };
  return {
    name: 'VictoriaTraces',
    isStoppable: true,
    pids: () => [pidOf(child)],
    prepare: (chunk) => () =>
      sendRequests(new URL(`${url}/insert/opentelemetry`), chunk.requests, chunk.connections),
    diskBytes: async () => {
      await flush();
      await quiet([pidOf(child)]);
      return diskBytes(directory);
    },
    settle: async () => {
      await flush();
      await getText(`${url}/internal/force_merge`);
      const isMerged = async (): Promise<boolean> =>
        /^vt_active_force_merges 0$/m.test(await getText(`${url}/metrics`));
      await waitUntil(isMerged, MERGED_MS_MAX, LOOK_MS);
    },
    read: (name, traceId) => readOfVictoria(url, name, traceId),
    stored: async () => {
      const text = await getText(
        `${url}/select/logsql/query?query=${encodeURIComponent('* | stats count() spans')}`,
      );
      return Number(/"spans":"(\d+)"/.exec(text)?.[1] ?? 0);
    },
    kill: () => stop('SIGKILL'),
    restart: async () => {
      child = await startVictoria(binary, directory, port);
    },
    dispose: async () => {
      await stop('SIGTERM');
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** A forced flush makes spans readable; they reach the disk some seconds later. */
async function isFlushed(url: string): Promise<boolean> {
  const metrics = await getText(`${url}/metrics`);
  return /^vt_storage_rows\{type="storage\/inmemory"\} 0$/m.test(metrics);
}

async function startVictoria(
  binary: string,
  directory: string,
  port: number,
): Promise<ChildProcess> {
  const child = spawn(
    binary,
    [
      `-httpListenAddr=127.0.0.1:${port}`,
      `-storageDataPath=${directory}`,
      '-retentionPeriod=30d',
      '-loggerLevel=ERROR',
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const isReady = async (): Promise<boolean> => {
    if (child.exitCode !== null) throw new Error(`${binary} ended with ${child.exitCode}.`);
    return getText(`http://127.0.0.1:${port}/health`).then(
      () => true,
      () => false,
    );
  };
  await waitUntil(isReady, READY_MS_MAX);
  return child;
}

function pidOf({ pid }: ChildProcess): number {
  if (pid === undefined) throw new Error('VictoriaTraces has no process.');
  return pid;
}

function readOfVictoria(url: string, name: ReadName, traceId: string): Read {
  const start = aWeekAgo().toISOString();
  const ask = (query: string): string =>
    `${url}/select/logsql/query?limit=20&start=${start}&query=${encodeURIComponent(`${query} | ${FIELDS}`)}`;
  const withWord = (word: string): string => ask(`"span_attr:input.value":${word}`);
  const urls: Readonly<Record<ReadName, () => string>> = {
    'newest 20 spans': () => ask('*'),
    'trace by id': () => `${url}/select/jaeger/api/traces/${traceId}`,
    'slowest 20 spans of a week': () =>
      `${ask('*')}${encodeURIComponent(' | sort by (duration desc) limit 20')}`,
    'rare word': () => withWord(RARE_WORD),
    'absent word': () => withWord(ABSENT_WORD),
    'rare value of an attribute': () => ask(`"span_attr:${TENANT_KEY}":="${RARE_TENANT}"`),
  };
  const key = name === 'trace by id' ? /"operationName":/g : /"span_id":/g;
  return { url: urls[name](), countOf: (reply) => [...reply.matchAll(key)].length };
}

/** A port that nothing listens on; its flags take no port 0. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        if (address === null || typeof address === 'string') reject(new Error('No port is free.'));
        else resolve(address.port);
      });
    });
  });
}
