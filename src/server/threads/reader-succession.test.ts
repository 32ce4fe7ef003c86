import { afterEach, expect, it } from 'vitest';
import type { Query } from './query.ts';
import { createLog } from '#server/telemetry/log.ts';
import { ReaderPool } from './reader-pool.ts';

const address = (name: string): string => JSON.stringify(new URL(name, import.meta.url).href);
const [STARTED, MAY_START, FAILS] = [0, 1, 2] as const;

/**
 * The real line to a thread, with a call that gives way as one that runs long does. Each start
 * takes from `MAY_START`, and waits while that is 0; it fails while `FAILS` is set.
 */
const READER = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { setTimeout } from 'node:timers/promises';
    import { runThread, serveCalls, ThreadPort } from ${address('thread-port.ts')};
    import { queryHandler } from ${address('query-server.ts')};
    import { GIVES_WAY } from ${address('long-calls.ts')};
    await runThread(async () => {
      const port = new ThreadPort();
      const memory = port.options;
      Atomics.add(memory, ${STARTED}, 1);
      while (Atomics.load(memory, ${MAY_START}) === 0) Atomics.wait(memory, ${MAY_START}, 0, 60_000);
      Atomics.sub(memory, ${MAY_START}, 1);
      if (Atomics.load(memory, ${FAILS}) !== 0) throw new Error('no more threads');
      const me = Math.random();
      let gaveWay = false;
      const long = async () => {
        if (!gaveWay) port.event(GIVES_WAY);
        gaveWay = true;
        await setTimeout(5);
        return me;
      };
      const queries = [
        { name: 'short', run: async () => me },
        { name: 'long', run: long },
        { name: 'crash', run: async () => process.exit(1) },
      ];
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
const crash: Query<null, number> = { ...short, name: 'crash' };

let pool: ReaderPool | null = null;
let memory = new Int32Array(new SharedArrayBuffer(12));

function letStart(count: number): void {
  Atomics.add(memory, MAY_START, count);
  Atomics.notify(memory, MAY_START);
}

async function startPool(size: number): Promise<ReaderPool> {
  memory = new Int32Array(new SharedArrayBuffer(12));
  letStart(1);
  const log = createLog('silent', 'test');
  pool = new ReaderPool({
    entry: READER,
    options: memory,
    size,
    inFlightMax: 8,
    queryDeadlineMs: 60_000,
    log,
  });
  await pool.start();
  return pool;
}

afterEach(async () => {
  letStart(1_000);
  await pool?.stop();
  pool = null;
});

it('a reader that gave way answers further calls until its successor can', async () => {
  const readers = await startPool(1);
  const first = await readers.value(long, null);
  expect(await readers.value(short, null)).toBe(first);
  expect(await readers.value(long, null)).toBe(first);
  expect(readers.running).toBe(1);
  letStart(1);
  await expect.poll(() => readers.value(short, null)).not.toBe(first);
  expect([readers.running, Atomics.load(memory, STARTED)]).toEqual([1, 2]);
});

it.for([1, 2, 8])(
  '%i clients whose every second call runs long are never refused',
  async (clients) => {
    const readers = await startPool(2);
    letStart(1_000);
    const answers = await Promise.all(
      Array.from({ length: clients }, async () => {
        const own: number[] = [];
        for (let i = 0; i < 2; i += 1)
          own.push(await readers.value(long, null), await readers.value(short, null));
        return own;
      }),
    );
    expect(answers.flat()).toHaveLength(4 * clients);
    expect(readers.running).toBeLessThanOrEqual(5);
  },
);

it('successors keep coming though every call runs long', async () => {
  const readers = await startPool(1);
  letStart(1_000);
  const answerSix = async (): Promise<number> => {
    await Promise.all(Array.from({ length: 6 }, () => readers.value(long, null)));
    expect(readers.running).toBeLessThanOrEqual(3);
    return Atomics.load(memory, STARTED);
  };
  await expect.poll(answerSix, { timeout: 30_000 }).toBeGreaterThan(4);
});

it('calls wait while a reader that crashed is started again', async () => {
  const readers = await startPool(1);
  await expect(readers.value(crash, null)).rejects.toMatchObject({ code: 'unavailable' });
  const waiting = readers.value(short, null);
  const impatient = readers.value({ ...short, deadlineMs: 20 }, null);
  await expect(impatient).rejects.toMatchObject({ code: 'deadline_exceeded' });
  letStart(1);
  expect(await waiting).toBeGreaterThan(0);
});

it('calls are refused when no reader runs and none could be started', async () => {
  const readers = await startPool(1);
  Atomics.store(memory, FAILS, 1);
  await expect(readers.value(crash, null)).rejects.toMatchObject({ code: 'unavailable' });
  const waiting = readers.value(short, null);
  letStart(1);
  await expect(waiting).rejects.toMatchObject({
    code: 'unavailable',
    detail: expect.stringContaining('No reader is running'),
  });
  await expect(readers.value(short, null)).rejects.toMatchObject({ code: 'unavailable' });
  Atomics.store(memory, FAILS, 0);
  letStart(1_000);
  await expect
    .poll(() => readers.value(short, null).catch(() => null), { timeout: 30_000 })
    .toBeGreaterThan(0);
});
