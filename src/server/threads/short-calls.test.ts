import { afterEach, expect, it } from 'vitest';
import { createLog } from '#server/telemetry/log.ts';
import type { Query } from './query.ts';
import { ReaderPool } from './reader-pool.ts';

const address = (name: string): string => JSON.stringify(new URL(name, import.meta.url).href);
const [IS_OPEN, RUNNING] = [0, 1] as const;

/** The real line to a thread, with a call that takes 40 ms, and as long as a gate is closed. */
const READER = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { runThread, serveCalls, ThreadPort } from ${address('thread-port.ts')};
    import { queryHandler } from ${address('query-server.ts')};
    await runThread(async () => {
      const port = new ThreadPort();
      const memory = port.options;
      const long = async () => {
        Atomics.add(memory, ${RUNNING}, 1);
        const begun = process.threadCpuUsage();
        while (process.threadCpuUsage(begun).user < 40_000);
        while (Atomics.load(memory, ${IS_OPEN}) === 0) Atomics.wait(memory, ${IS_OPEN}, 0, 10);
        Atomics.sub(memory, ${RUNNING}, 1);
      };
      const queries = [{ name: 'short', run: async () => 1 }, { name: 'long', run: long }];
      serveCalls(port, queryHandler(queries, {}), () => undefined);
      port.ready(null);
    });
  `)}`,
);
const short: Query<null, number> = {
  name: 'short',
  run: () => Promise.reject(new Error('runs in the thread')),
};
const long: Query<null, number> = { ...short, name: 'long' };

const memory = new Int32Array(new SharedArrayBuffer(8));
let pool: ReaderPool | null = null;
afterEach(async () => {
  Atomics.store(memory, IS_OPEN, 1);
  Atomics.notify(memory, IS_OPEN);
  await pool?.stop();
});

it('long calls leave a reader to short ones', async () => {
  Atomics.store(memory, IS_OPEN, 1);
  const readers = new ReaderPool({
    entry: READER,
    options: memory,
    size: 2,
    inFlightMax: 8,
    queryDeadlineMs: 60_000,
    log: createLog('silent', 'test'),
  });
  pool = readers;
  await readers.start();
  await readers.value(long, null);
  Atomics.store(memory, IS_OPEN, 0);
  const calls = [1, 2, 3].map(() => readers.value(long, null));
  await expect.poll(() => Atomics.load(memory, RUNNING)).toBe(1);
  for (let i = 0; i < 5; i += 1) expect(await readers.value(short, null)).toBe(1);
  expect(Atomics.load(memory, RUNNING)).toBe(1);
  Atomics.store(memory, IS_OPEN, 1);
  await Promise.all(calls);
});
