import { afterEach, beforeEach, expect, it, vi } from 'vitest';

type ConnectionModule = typeof import('./connection.ts');

let awaitAnswer: ConnectionModule['awaitAnswer'];
let connectionNow: ConnectionModule['connectionNow'];
let lackNow: ConnectionModule['lackNow'];
let onResumed: ConnectionModule['onResumed'];
let reportReachable: ConnectionModule['reportReachable'];
let tryAgain: ConnectionModule['tryAgain'];
let whenReady: ConnectionModule['whenReady'];
// Its state is the module's: of another test of this process a question may wait for ever.
beforeEach(async () => {
  vi.resetModules();
  ({ awaitAnswer, connectionNow, lackNow, onResumed, reportReachable, tryAgain, whenReady } =
    await import('./connection.ts'));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** How often everything is refreshed after calls that were answered or aborted, in turns. */
async function resumedAfter(isServerThere: boolean): Promise<number> {
  let asked = 0;
  vi.stubGlobal('fetch', async () => {
    asked += 1;
    if (!isServerThere) throw new TypeError('Failed to fetch');
    return new Response('');
  });
  let resumed = 0;
  const end = onResumed(() => (resumed += 1));
  for (let turn = 0; turn < 5; turn += 1) {
    reportReachable(false);
    await vi.waitFor(() => expect(asked).toBe(turn + 1));
    await new Promise(setImmediate);
    reportReachable(true);
  }
  end();
  return resumed;
}

it('a request that is aborted while the server answers does not refresh everything', async () => {
  expect(await resumedAfter(true)).toBe(0);
});

it('everything is read anew each time the server is back', async () => {
  expect(await resumedAfter(false)).toBe(5);
});

/**
 * A network that drops every packet: nothing answers, and nothing fails, until the caller gives up.
 */
const dropsPackets = (_: unknown, { signal }: { signal: AbortSignal }): Promise<Response> =>
  new Promise((_resolve, reject) =>
    signal.addEventListener('abort', () => reject(new DOMException('Timed out.', 'AbortError'))),
  );

it('reports a call without an answer within two seconds where packets are dropped, and clears the state once an answer arrives', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', dropsPackets);
  let resumed = 0;
  const end = onResumed(() => (resumed += 1));
  const answered = awaitAnswer();
  await vi.advanceTimersByTimeAsync(1550);
  expect(connectionNow()).toBe('online');
  await vi.advanceTimersByTimeAsync(100);
  expect(connectionNow()).toBe('silent');
  answered();
  reportReachable(true);
  expect(connectionNow()).toBe('online');
  end();
  // The server was slow, not down: no refresh.
  expect(resumed).toBe(0);
});

it('a call that takes long raises no alarm while the server answers, whatever it answers', async () => {
  vi.useFakeTimers();
  const asked: unknown[] = [];
  vi.stubGlobal('fetch', async (_: unknown, how: unknown) => {
    asked.push(how);
    return new Response('', { status: 503 });
  });
  const answered = awaitAnswer();
  for (let step = 0; step < 20; step += 1) {
    await vi.advanceTimersByTimeAsync(500);
    expect(connectionNow()).toBe('online');
  }
  answered();
  expect(asked.length).toBeGreaterThan(2);
  // On a separate connection: all those to the server may be busy.
  expect(asked[0]).toMatchObject({ credentials: 'omit' });
});

it('tells what the server says it lacks, until it says that it is ready, whatever else it answers', async () => {
  let reply = new Response('{"ready":false,"reasons":["ClickHouse at db:8123 can’t be reached"]}', {
    status: 503,
  });
  vi.stubGlobal('fetch', async () => reply.clone());
  let resumed = 0;
  const end = onResumed(() => (resumed += 1));
  reportReachable(false);
  await vi.waitFor(() => expect(connectionNow()).toBe('unready'));
  expect(lackNow()).toBe('ClickHouse at db:8123 can’t be reached.');
  // What needs no spans is answered.
  reportReachable(true);
  expect(connectionNow()).toBe('unready');
  expect(resumed).toBe(0);
  reply = new Response('{"ready":true,"reasons":[]}');
  tryAgain();
  await vi.waitFor(() => expect(connectionNow()).toBe('online'));
  expect([lackNow(), resumed]).toEqual([null, 1]);
  end();
});

it('another call that is answered meanwhile outweighs a question that is not', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', dropsPackets);
  const answered = awaitAnswer();
  await vi.advanceTimersByTimeAsync(1000);
  reportReachable(true);
  await vi.advanceTimersByTimeAsync(1000);
  expect(connectionNow()).toBe('online');
  answered();
});

it('reads what answers whether the server is there, so that no connection stays taken', async () => {
  const replies: Response[] = [];
  vi.stubGlobal('fetch', async () => {
    const reply = new Response('{"status":"ready"}');
    replies.push(reply);
    return reply;
  });
  expect(await whenReady(false)).toBe(false);
  await vi.waitFor(() => expect(replies.map(({ bodyUsed }) => bodyUsed)).toEqual([true]));
});
