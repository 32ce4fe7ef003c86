import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { boot, type BootedServer } from '#test/e2e/boot.ts';
import { freshSpans } from '#test/e2e/otlp-messages.ts';
import { sendSpans } from '#test/e2e/otlp-sender.ts';
import { canSimulateDisk, FaultyDisk, type DiskFault } from './disk-faults.ts';
import { killThreads } from './thread-inspector.ts';

/** A fault in a running server: returns the function that repairs it. */
type Strike = (server: BootedServer) => () => void;

const workspace = mkdtempSync(path.join(tmpdir(), 'telltale-matrix-'));
const directory = path.join(workspace, 'data');
let disk: FaultyDisk | null = null;
beforeAll(() => {
  mkdirSync(directory);
  if (canSimulateDisk) disk = new FaultyDisk(workspace);
  else console.log('note: no C compiler on Linux, so the failing disk is not simulated');
});
/** For all faults that ask for nothing special: each has to leave it as it was. */
let shared: BootedServer | null = null;
afterAll(async () => {
  await shared?.dispose();
  rmSync(workspace, { recursive: true, force: true });
});

async function serverFor(
  name: string,
  env: Readonly<Record<string, string>>,
): Promise<BootedServer> {
  if (env === ORDINARY && shared !== null) return shared;
  const data = path.join(workspace, name.replaceAll(/\W+/g, '-'));
  for (const folder of [data, `${data}-shadow`]) mkdirSync(folder);
  const server = await boot({
    directory: data,
    env: { ...disk?.env(data, `${data}-shadow`), ...env },
  });
  if (env === ORDINARY) shared = server;
  return server;
}

/** Another process locks the file, and writes to it. */
function locked(name: string): Strike {
  return (server) => {
    const other = new Database(path.join(server.directory, name));
    other.exec('BEGIN IMMEDIATE');
    return () => other.close();
  };
}

function failing(fault: Omit<DiskFault, 'count'>): Strike {
  return () => {
    disk?.arm({ ...fault, count: 1_000_000 }, 1);
    return () => disk?.disarm();
  };
}

/** The file is gone, so that a reader that ends cannot be replaced. */
function readersGone(server: BootedServer): () => void {
  const file = path.join(server.directory, 'spans.db');
  renameSync(file, `${file}.away`);
  void killThreads(server.stderr, 'reader');
  return () => renameSync(`${file}.away`, file);
}

/**
 * A body that fills the queue and never ends; one that is refused, since others were there before,
 * is sent again.
 */
function bodyStalled(server: BootedServer): () => void {
  const { port } = new URL(server.url);
  let socket: net.Socket | null = null;
  const connect = (): void => {
    const attempt = net.connect(Number(port), '127.0.0.1');
    attempt.on('error', () => undefined);
    attempt.once('data', () => attempt.destroy());
    attempt.once('close', () => {
      if (socket === attempt) connect();
    });
    attempt.write(
      'POST /v1/traces HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-protobuf\r\nTransfer-Encoding: chunked\r\n\r\n',
    );
    attempt.write(`${(65_536).toString(16)}\r\n`);
    attempt.write(Buffer.alloc(65_536));
    socket = attempt;
  };
  connect();
  return () => {
    const last = socket;
    socket = null;
    last?.destroy();
  };
}

/** No two policies have the same name. */
let policies = 0;

/**
 * Writes of both kinds, so that what cannot be written is noticed; each is answered with success or
 * "try again".
 */
async function keepWriting(server: BootedServer, until: AbortSignal): Promise<ReadonlySet<number>> {
  const statuses = new Set<number>();
  const loop = async (write: () => Promise<number>): Promise<void> => {
    while (!until.aborted) {
      statuses.add(await write().catch(() => 0));
      await delay(50);
    }
  };
  const spans = async () =>
    (await sendSpans(server, 'http protobuf', freshSpans(1))).httpStatus ?? 0;
  const policy = async () => {
    const reply = await fetch(`${server.url}/v1/retention_policies`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: `policy ${policies++}`, rule: { max_days: 30 } }),
    });
    await reply.arrayBuffer();
    return reply.status;
  };
  await Promise.all([loop(spans), loop(policy)]);
  return statuses;
}

async function readiness(
  server: BootedServer,
): Promise<{ readonly status: number; readonly text: string }> {
  const reply = await fetch(`${server.url}/ready`);
  return { status: reply.status, text: await reply.text() };
}

/** `/health` is 200 on every check meanwhile. */
async function untilReadySays(server: BootedServer, status: number, what: RegExp): Promise<void> {
  const deadline = performance.now() + 60_000;
  for (;;) {
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
    const ready = await readiness(server);
    if (ready.status === status && what.test(ready.text)) return;
    if (performance.now() > deadline)
      throw new Error(`/ready is still ${ready.status} ${ready.text}`);
    await delay(50);
  }
}

const ORDINARY = {};
const QUEUE_OF_ONE = { SERVICE_MAX_SPANS_QUEUE_SIZE: '1' };
const SMALL_QUEUE = { SERVICE_MAX_QUEUE_BYTES: '64KiB', SERVICE_MAX_BODY_BYTES: '64KiB' };
const FAULTS: readonly (readonly [string, Strike, RegExp, Readonly<Record<string, string>>])[] = [
  [
    'spans.db is locked by another process',
    locked('spans.db'),
    /holds the span store locked/,
    ORDINARY,
  ],
  [
    'meta.db is locked by another process',
    locked('meta.db'),
    /metadata database cannot be used/,
    ORDINARY,
  ],
  [
    'an fsync of the log of spans.db fails',
    failing({ call: 'sync', file: 'spans.db-wal', how: 'EIO' }),
    /SQLITE_IOERR/,
    ORDINARY,
  ],
  [
    'a write to the log of spans.db fails',
    failing({ call: 'write', file: 'spans.db-wal', how: 'EIO' }),
    /SQLITE_IOERR/,
    ORDINARY,
  ],
  [
    'the disk is full under spans.db',
    failing({ call: 'write', file: 'spans.db-wal', how: 'ENOSPC' }),
    /disk is full/,
    ORDINARY,
  ],
  [
    'an fsync of the log of meta.db fails',
    failing({ call: 'sync', file: 'meta.db-wal', how: 'EIO' }),
    /metadata database cannot/,
    ORDINARY,
  ],
  [
    'the disk is full under meta.db',
    failing({ call: 'write', file: 'meta.db-wal', how: 'ENOSPC' }),
    /disk is full/,
    ORDINARY,
  ],
  [
    'no reader thread runs',
    readersGone,
    /no reader thread is running/,
    { NODE_OPTIONS: '--inspect=127.0.0.1:0' },
  ],
  ['the queue is full of spans', locked('spans.db'), /queue is full: \d+ spans/, QUEUE_OF_ONE],
  ['the queue is full of bytes', bodyStalled, /queue is full: \d+ bytes/, SMALL_QUEUE],
];

describe('check 72: /health and /ready when', () => {
  let server: BootedServer | null = null;
  afterEach(async () => {
    if (server !== shared) await server?.dispose();
    server = null;
  });

  it.each(FAULTS.filter(([name]) => canSimulateDisk || !/fails|full under/.test(name)))(
    '%s: alive, not ready and why; ready again when it is over',
    async (name, strike, reason, env) => {
      server = await serverFor(name, env);
      await untilReadySays(server, 200, /"ready":true/);
      const over = new AbortController();
      const writing = keepWriting(server, over.signal);
      const heal = strike(server);
      try {
        await untilReadySays(server, 503, reason);
      } finally {
        heal();
      }
      await untilReadySays(server, 200, /"ready":true/);
      over.abort();
      expect(
        [...(await writing)].filter((status) => ![200, 201, 503, 507].includes(status)),
      ).toEqual([]);
    },
  );

  it('the disk has less free than the reserve', async () => {
    server = await boot({ env: { SERVICE_MIN_FREE_DISK_BYTES: '1024TiB' } });
    await untilReadySays(server, 503, /less than the \d+ kept in reserve/);
  });

  it.each(['span writer', 'metadata thread'])(
    'the %s dies: the process ends, for its supervisor to start it again',
    async (thread) => {
      server = await boot({ env: { NODE_OPTIONS: '--inspect=127.0.0.1:0' } });
      await killThreads(server.stderr, thread);
      expect(await server.ended).toMatchObject({ code: 1, signal: null });
      expect(server.stderr).toContain('the server cannot go on');
    },
  );

  it('it is shutting down: alive and not ready for who is still connected, then gone', async () => {
    server = await boot({ env: { SERVICE_SHUTDOWN_GRACE: '3s' } });
    const { port } = new URL(server.url);
    const socket = net.connect(Number(port), '127.0.0.1');
    let answers = '';
    socket.on('data', (chunk: Buffer) => (answers += chunk.toString()));
    const ask = (name: string) => socket.write(`GET ${name} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    ask('/ready');
    const deadline = performance.now() + 60_000;
    while (!answers.includes('"ready":true')) {
      expect(performance.now()).toBeLessThan(deadline);
      await delay(20);
    }
    server.signal('SIGTERM');
    const ended = await server.ended;
    await closed;
    expect(ended).toMatchObject({ code: 0, signal: null });
    await expect(fetch(`${server.url}/ready`)).rejects.toThrow('fetch failed');
  });
});
