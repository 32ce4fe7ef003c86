import { afterEach, describe, expect, it } from 'vitest';
import { AppError } from '#contracts/wire/errors.ts';
import type { Query } from './query.ts';
import { createLog } from '#server/telemetry/log.ts';
import { ReaderPool } from './reader-pool.ts';
import { ThreadClient } from './thread-client.ts';

const PORT_MODULE = new URL('./thread-port.ts', import.meta.url).href;
const SERVER_MODULE = new URL('./query-server.ts', import.meta.url).href;
const ERRORS_MODULE = new URL('../../contracts/wire/errors.ts', import.meta.url).href;

/** A thread's entry, written here: the real line, with a handler of the test's own. */
function entry(body: string): URL {
  const source = `
    import { runThread, serveCalls, serveTurns, ThreadPort } from '${PORT_MODULE}';
    import { queryHandler } from '${SERVER_MODULE}';
    import { AppError } from '${ERRORS_MODULE}';
    await runThread(async () => { const port = new ThreadPort(); ${body} });
  `;
  return new URL(`data:text/javascript,${encodeURIComponent(source)}`);
}

const HANDLER = entry(`
  const spin = (budget) => { while (!budget.over()); throw new AppError('deadline_exceeded', 'stopped'); };
  serveCalls(port, async ({ method, params, budget }) => {
    if (method === 'echo') return { value: params };
    if (method === 'refuse') throw new AppError('unavailable', 'not now', { retryAfterSeconds: 2 });
    if (method === 'bug') throw new TypeError('a bug');
    if (method === 'crash') process.exit(3);
    if (method === 'spin') spin(budget);
  }, () => {});
  port.ready('hello');
`);

const open: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function startThread(
  inFlightMax = 8,
): Promise<{ client: ThreadClient; crashed: Promise<Error>; info: unknown }> {
  const { promise: crashed, resolve: onCrash } = Promise.withResolvers<Error>();
  const client = new ThreadClient({
    name: 'test thread',
    entry: HANDLER,
    options: null,
    inFlightMax,
    onCrash,
  });
  open.push({ close: () => client.close(2_000) });
  return { client, crashed, info: await client.start() };
}

const soon = { deadlineMs: 60_000 };

describe('a thread', () => {
  it('says when it is ready, and answers each call with its own result', async () => {
    const { client, info } = await startThread();
    expect(info).toBe('hello');
    const values = await Promise.all(
      [1, 2n, 'three', { four: [5] }].map((value) => client.call('echo', value, soon)),
    );
    expect(values).toEqual([1, 2n, 'three', { four: [5] }]);
    expect(client.inFlight).toBe(0);
  });

  it('keeps the code and the words of an AppError, and the stack of a bug', async () => {
    const { client } = await startThread();
    const refused: unknown = await client
      .call('refuse', null, soon)
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(AppError);
    expect(refused).toMatchObject({ code: 'unavailable', detail: 'not now', retryAfterSeconds: 2 });
    const bug: unknown = await client.call('bug', null, soon).catch((error: unknown) => error);
    expect(bug).not.toBeInstanceOf(AppError);
    expect(bug).toMatchObject({ message: 'a bug' });
    expect(bug).toHaveProperty('stack', expect.stringContaining('TypeError: a bug'));
  });

  it('moves buffers instead of copying them', async () => {
    const { client } = await startThread();
    const bytes = new Uint8Array([1, 2, 3]);
    expect(await client.call('echo', bytes, { ...soon, transfer: [bytes.buffer] })).toEqual(
      new Uint8Array([1, 2, 3]),
    );
    expect(bytes.byteLength).toBe(0);
  });

  it('stops a busy call at its deadline or when its caller gives up, though it reads no messages', async () => {
    const { client } = await startThread();
    await expect(client.call('spin', null, { deadlineMs: 50 })).rejects.toMatchObject({
      code: 'deadline_exceeded',
    });
    const caller = new AbortController();
    const call = client.call('spin', null, { ...soon, signal: caller.signal });
    setTimeout(() => caller.abort(), 20);
    await expect(call).rejects.toMatchObject({ code: 'deadline_exceeded' });
    expect(await client.call('echo', 'free again', soon)).toBe('free again');
  });

  it('refuses further calls when its line is full, and has room again afterwards', async () => {
    const { client } = await startThread(2);
    const busy = [client.call('spin', null, { deadlineMs: 200 }), client.call('echo', 1, soon)];
    await expect(client.call('echo', 2, soon)).rejects.toMatchObject({
      code: 'unavailable',
      retryAfterSeconds: 1,
    });
    await Promise.allSettled(busy);
    expect(await client.call('echo', 3, soon)).toBe(3);
  });

  it('that crashes fails what it had with unavailable, and says so', async () => {
    const { client, crashed } = await startThread();
    const calls = await Promise.allSettled([
      client.call('crash', null, soon),
      client.call('echo', 1, soon),
    ]);
    for (const call of calls)
      expect(call).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } });
    expect((await crashed).message).toContain('test thread');
    await expect(client.call('echo', 1, soon)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('that is closed before it was ready ends without counting as crashed', async () => {
    const crashes: Error[] = [];
    const onCrash = (error: Error): number => crashes.push(error);
    const client = new ThreadClient({
      name: 'test thread',
      entry: HANDLER,
      options: null,
      inFlightMax: 1,
      onCrash,
    });
    const started = client.start();
    await client.close(10_000);
    expect([await started, crashes]).toEqual(['hello', []]);
  });

  it('that cannot start gives the reason as it was', async () => {
    const client = new ThreadClient({
      name: 'broken',
      entry: entry(`throw new AppError('unavailable', 'the file is newer');`),
      options: null,
      inFlightMax: 1,
      onCrash: () => undefined,
    });
    await expect(client.start()).rejects.toMatchObject({
      code: 'unavailable',
      detail: 'the file is newer',
    });
  });
});

describe('the reader pool', () => {
  const reader = entry(`
    const queries = [
      { name: 'who', run: async () => globalThis.me ??= Math.random() },
      { name: 'add', run: async (_context, { a, b }) => ({ sum: a + b }) },
      { name: 'crash', run: async () => process.exit(1) },
    ];
    serveCalls(port, queryHandler(queries, {}), () => {});
    port.ready(null);
  `);
  const add: Query<{ a: number; b: number }, { sum: number }> = {
    name: 'add',
    run: async (_context, { a, b }) => ({ sum: a + b }),
  };
  const who: Query<null, number> = { name: 'who', run: async () => 0 };
  const crash: Query<null, never> = {
    name: 'crash',
    run: () => Promise.reject(new Error('runs in the thread')),
  };
  const unknown: Query<null, null> = { name: 'unheard of', run: async () => null };

  async function startPool(
    given: Partial<ConstructorParameters<typeof ReaderPool>[0]> = {},
  ): Promise<ReaderPool> {
    const log = createLog('silent', 'test');
    const pool = new ReaderPool({
      entry: reader,
      options: null,
      size: 2,
      inFlightMax: 8,
      queryDeadlineMs: 20_000,
      log,
      ...given,
    });
    open.push({ close: () => pool.stop() });
    await pool.start();
    return pool;
  }

  it('runs queries by name, as values or as JSON bytes', async () => {
    const pool = await startPool();
    expect(await pool.value(add, { a: 2, b: 3 })).toEqual({ sum: 5 });
    expect(new TextDecoder().decode(await pool.json(add, { a: 2, b: 3 }))).toBe('{"sum":5}');
    await expect(pool.value(unknown, null)).rejects.toThrow(/unheard of is not in the catalogue/);
  });

  it('keeps one reader while that is enough, starts a second when both are wanted, and then uses both', async () => {
    const pool = await startPool();
    for (let i = 0; i < 3; i += 1) await pool.value(who, null);
    expect(pool.running).toBe(1);
    const together = (): Promise<number[]> =>
      Promise.all(Array.from({ length: 6 }, () => pool.value(who, null)));
    expect(new Set(await together()).size).toBe(1);
    await expect.poll(() => pool.running).toBe(2);
    expect(new Set(await together()).size).toBe(2);
  });

  it('gives a reader as many calls at once as it answers beside each other', async () => {
    const pool = await startPool({
      size: 1,
      callsAtOnce: 2,
      entry: entry(`
        const waiting = [];
        const meet = async () => {
          const { promise, resolve } = Promise.withResolvers();
          waiting.push(resolve);
          if (waiting.length === 2) for (const go of waiting.splice(0)) go();
          await promise;
          return waiting.length;
        };
        serveTurns(port, queryHandler([{ name: 'meet', run: meet }], {}), () => {});
        port.ready(null);
      `),
    });
    const meet: Query<null, number> = { name: 'meet', run: async () => 0 };
    // Four calls, of which two have to be under way at once; never more.
    const met = await Promise.all(Array.from({ length: 4 }, () => pool.value(meet, null)));
    expect(met).toEqual([0, 0, 0, 0]);
  });

  it('starts a reader again after a crash', async () => {
    const pool = await startPool();
    await expect(pool.value(crash, null)).rejects.toMatchObject({ code: 'unavailable' });
    await expect.poll(() => pool.running).toBe(1);
    expect(await pool.value(add, { a: 1, b: 1 })).toEqual({ sum: 2 });
  });
});
