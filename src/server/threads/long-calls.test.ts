import { getPriority } from 'node:os';
import { afterEach, expect, it } from 'vitest';
import type { Query } from './query.ts';
import { createLog } from '#server/telemetry/log.ts';
import { ReaderPool } from './reader-pool.ts';

const address = (name: string): string => JSON.stringify(new URL(name, import.meta.url).href);

/** The real line to a thread, with queries of the test's own. */
const READER = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { getPriority } from 'node:os';
    import { runThread, serveCalls, ThreadPort } from ${address('thread-port.ts')};
    import { queryHandler } from ${address('query-server.ts')};
    import { GIVES_WAY, givingWayWhenLong } from ${address('long-calls.ts')};
    await runThread(async () => {
      const port = new ThreadPort();
      const me = Math.random();
      const queries = [
        { name: 'who', run: async () => ({ me, priority: getPriority() }) },
        { name: 'until it gives way', run: async ({ budget }) => { while (!budget.over() && getPriority() < 10); return { me, priority: getPriority() }; } },
        { name: 'endless', run: async ({ budget }) => { while (!budget.over()); throw new Error('stopped'); } },
      ];
      const announce = () => {
        Atomics.add(port.options, 0, 1);
        port.event(GIVES_WAY);
      };
      serveCalls(port, givingWayWhenLong(queryHandler(queries, {}), announce), () => undefined);
      port.ready(null);
    });
  `)}`,
);
interface Who {
  readonly me: number;
  readonly priority: number;
}
const who: Query<null, Who> = {
  name: 'who',
  run: () => Promise.reject(new Error('runs in the thread')),
};
const endless: Query<null, Who> = { ...who, name: 'endless' };

/** How many threads gave way. */
const gaveWay = new Int32Array(new SharedArrayBuffer(4));
let pool: ReaderPool | null = null;
afterEach(async () => {
  await pool?.stop();
  pool = null;
  Atomics.store(gaveWay, 0, 0);
});

async function startPool(size: number): Promise<ReaderPool> {
  const log = createLog('silent', 'test');
  pool = new ReaderPool({
    entry: READER,
    options: gaveWay,
    size,
    inFlightMax: 8,
    queryDeadlineMs: 60_000,
    log,
  });
  await pool.start();
  return pool;
}

it('a call that runs long gives way, and those that come meanwhile are answered by another thread', async () => {
  const readers = await startPool(1);
  const first = await readers.value(who, null);
  const caller = new AbortController();
  const long = readers.value(endless, null, caller.signal).catch((error: unknown) => error);
  // Asked while the only reader is busy.
  const other = await readers.value(who, null);
  expect(other.me).not.toBe(first.me);
  expect(other.priority).toBe(getPriority());
  expect(readers.running).toBe(2);
  caller.abort();
  expect(await long).toMatchObject({ code: 'deadline_exceeded' });
  // The one that gave way is good for nothing else.
  await expect.poll(() => readers.running).toBe(1);
  expect((await readers.value(who, null)).me).toBe(other.me);
});

it(
  'a long call continues at the lower priority of its thread',
  { skip: process.platform !== 'linux' },
  async () => {
    const readers = await startPool(1);
    const { priority } = await readers.value({ ...who, name: 'until it gives way' }, null);
    expect(priority).toBe(Math.max(10, getPriority()));
  },
);

it('as many as there are readers may run long besides; further calls wait, and are answered in their turn', async () => {
  const readers = await startPool(1);
  const callers = [new AbortController(), new AbortController()];
  const long = callers.map(({ signal }) =>
    readers.value(endless, null, signal).catch((error: unknown) => error),
  );
  const short = readers.value(who, null);
  await expect.poll(() => readers.running).toBe(2);
  for (const caller of callers) caller.abort();
  expect((await short).priority).toBe(getPriority());
  for (const error of await Promise.all(long))
    expect(error).toMatchObject({ code: 'deadline_exceeded' });
  await expect.poll(() => readers.running).toBe(1);
});

it('however many run long, one reader is left to short calls', async () => {
  const readers = await startPool(2);
  const calls = (count: number) => {
    const caller = new AbortController();
    const ended = Array.from({ length: count }, () =>
      readers.value(endless, null, caller.signal).catch((error: unknown) => error),
    );
    return async () => {
      caller.abort();
      await Promise.all(ended);
    };
  };
  const end = calls(1);
  await expect.poll(() => readers.running).toBe(2);
  await end();
  // Its thread reported what it took, and ended.
  await expect.poll(() => readers.running).toBe(1);
  const endAll = calls(8);
  await expect.poll(() => Atomics.load(gaveWay, 0)).toBe(4);
  await expect.poll(() => readers.running).toBe(4);
  for (let i = 0; i < 5; i += 1)
    expect((await readers.value(who, null)).priority).toBe(getPriority());
  await endAll();
});

it('a waiting call is canceled at its deadline, and by its caller', async () => {
  const readers = await startPool(1);
  const callers = [new AbortController(), new AbortController(), new AbortController()];
  const [first, second, third] = callers.map(({ signal }) =>
    readers.value(endless, null, signal).catch((error: unknown) => error),
  );
  await expect.poll(() => readers.running).toBe(2);
  await expect(readers.value({ ...who, deadlineMs: 50 }, null)).rejects.toMatchObject({
    code: 'deadline_exceeded',
  });
  callers[2]?.abort();
  expect(await third).toMatchObject({ code: 'deadline_exceeded' });
  for (const caller of callers) caller.abort();
  await Promise.all([first, second]);
});
