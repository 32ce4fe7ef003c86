import { beforeEach, expect, it } from 'vitest';
import type { Query } from './query.ts';
import { createLog } from '#server/telemetry/log.ts';
import { ReaderPool } from './reader-pool.ts';
import { ThreadClient } from './thread-client.ts';

const PORT_MODULE = JSON.stringify(new URL('thread-port.ts', import.meta.url).href);
const [STARTED, MAY_GO_ON, ENDED] = [0, 1, 2] as const;

/**
 * The real line to a thread that counts its starts and its ends in memory it is given, and waits
 * between the two until it may go on.
 */
const ENTRY = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { runThread, serveCalls, ThreadPort } from ${PORT_MODULE};
    await runThread(async () => {
      const port = new ThreadPort();
      const memory = port.options;
      Atomics.add(memory, ${STARTED}, 1);
      Atomics.wait(memory, ${MAY_GO_ON}, 0, 60_000);
      serveCalls(port, async () => ({ value: null }), () => void Atomics.add(memory, ${ENDED}, 1));
      port.ready(null);
    });
  `)}`,
);
const query: Query<null, null> = { name: 'any', run: async () => null };

let memory: Int32Array;
beforeEach(() => {
  memory = newMemory();
});

function newMemory(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(12));
}

function letGoOn(waiting = memory): void {
  Atomics.store(waiting, MAY_GO_ON, 1);
  Atomics.notify(waiting, MAY_GO_ON);
}

function threadWith(options: Int32Array): ThreadClient {
  return new ThreadClient({
    name: 'slow thread',
    entry: ENTRY,
    options,
    inFlightMax: 1,
    onCrash: () => undefined,
  });
}

async function startSlowly(): Promise<{
  readonly client: ThreadClient;
  readonly started: Promise<unknown>;
}> {
  const client = threadWith(memory);
  const started = client.start();
  started.catch(() => undefined);
  await expect.poll(() => Atomics.load(memory, STARTED)).toBe(1);
  return { client, started };
}

it('a thread is not terminated while it loads: SQLite’s addon, cut short in that, ends the process', async () => {
  const { client, started } = await startSlowly();
  const atOnce = newMemory();
  letGoOn(atOnce);
  const other = threadWith(atOnce);
  await other.start();
  const closed = client.close(0);
  // By the time that this one is gone, the first would be terminated.
  await other.close(0);
  letGoOn();
  expect(await started).toBeNull();
  await closed;
});

it('a thread that takes long to start ends all the same', async () => {
  const { client, started } = await startSlowly();
  await client.close(0);
  await expect(started).rejects.toThrow('slow thread');
});

it('a pool that stops waits for the reader it is starting', async () => {
  letGoOn();
  const log = createLog('silent', 'test');
  const pool = new ReaderPool({
    entry: ENTRY,
    options: memory,
    size: 2,
    inFlightMax: 8,
    queryDeadlineMs: 20_000,
    log,
  });
  await pool.start();
  Atomics.store(memory, MAY_GO_ON, 0);
  await Promise.all([pool.value(query, null), pool.value(query, null)]);
  await expect.poll(() => Atomics.load(memory, STARTED)).toBe(2);
  const stopped = pool.stop();
  letGoOn();
  await stopped;
  expect(Atomics.load(memory, ENDED)).toBe(2);
});
