import http2 from 'node:http2';
import net from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { casesOf } from '#test/nightly/nightly-length.ts';
import type { BootedServer } from './boot.ts';
import { bootClosed, makeApiKey, operator, type MadeKey } from './closed-server.ts';
import { freshSpans } from './otlp-messages.ts';
import { sendSpans } from './otlp-sender.ts';

/**
 * Checks 20 to 22 with limits on: what one key does wrong counts against it alone, and nothing of
 * it is left once it has stopped.
 */
const AT_ONCE = casesOf(10, 500);
const FLOODS = casesOf(12, 200);
/** Fewer than the floods are, more than others need. */
const INGEST_PER_MINUTE = casesOf(600, 6_000);
/** Each of eighty calls. */
const BURSTS = casesOf(10, 1_500);
let server: BootedServer;
let greedy: MadeKey;
let stalling: MadeKey;
let modest: MadeKey;
beforeAll(async () => {
  server = await bootClosed({
    SERVICE_MAX_CONCURRENT_REQUESTS: String(AT_ONCE),
    SERVICE_RATE_LIMIT_INGEST_PER_MINUTE: String(INGEST_PER_MINUTE),
    SERVICE_RATE_LIMIT_API_PER_MINUTE: '100000',
    SERVICE_REQUEST_TIMEOUT: '8s',
  });
  greedy = await makeApiKey(server, {
    name: 'greedy',
    kind: 'system',
    role: 'MEMBER',
    level: 'read-write',
  });
  stalling = await makeApiKey(server, {
    name: 'stalling',
    kind: 'system',
    role: 'MEMBER',
    level: 'read-write',
  });
  modest = await makeApiKey(server, {
    name: 'modest',
    kind: 'system',
    role: 'MEMBER',
    level: 'read-write',
  });
});
afterAll(() => server.dispose());

const read = async (key: MadeKey): Promise<number> =>
  (await fetch(`${server.url}/v1/projects`, { headers: { api_key: key.key } })).status;
const write = async (key: MadeKey) =>
  await sendSpans(server, 'http protobuf', freshSpans(1), { api_key: key.key });

interface Limits {
  readonly data: {
    readonly callers: readonly { readonly name: string; readonly running: number }[];
  };
}
/** The limiter's count of a key's requests in progress; it omits keys far from their limits. */
async function running(name: string): Promise<number> {
  // as: the route's own tests check it
  const { data } = (await (await operator(server, 'GET', '/api/v1/limits')).json()) as Limits;
  return data.callers.find((caller) => caller.name === name)?.running ?? 0;
}

/** A request with this key whose body never comes. */
function stall({ key }: MadeKey, path: string, type: string): Promise<net.Socket> {
  const { port } = new URL(server.url);
  return new Promise((resolve) => {
    const socket = net.connect(Number(port), '127.0.0.1', () =>
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\napi_key: ${key}\r\nContent-Type: ${type}\r\nContent-Length: 99\r\n\r\n{`,
        () => resolve(socket),
      ),
    );
    socket.on('error', () => undefined).resume();
  });
}

it('check 20: a key far over its limit is refused, and the other at a tenth of its own never is', async () => {
  let refused = 0;
  for (let round = 0; round < FLOODS; round++) {
    const flood = Array.from({ length: 60 }, () => write(greedy));
    expect((await write(modest)).ok).toBe(true);
    expect(await read(modest)).toBe(200);
    for (const reply of await Promise.all(flood)) refused += reply.httpStatus === 429 ? 1 : 0;
  }
  expect(refused).toBeGreaterThan(0);
  await expect.poll(() => running('greedy'), { timeout: 60_000 }).toBe(0);
});

it.each([
  ['spans', '/v1/traces', 'application/x-protobuf'],
  ['JSON', '/v1/projects', 'application/json'],
])(
  'check 21: bodies of %s that stall take up the places of their key alone, and give them back',
  async (_what, path, type) => {
    const sockets: net.Socket[] = [];
    /**
     * Where five hundred bodies begin to arrive at once, there may be no room for some: these begin
     * again a second later, as asked.
     */
    const begin = async (): Promise<number> => {
      const missing = AT_ONCE - (await running('stalling'));
      sockets.push(
        ...(await Promise.all(Array.from({ length: missing }, () => stall(stalling, path, type)))),
      );
      return await running('stalling');
    };
    await expect.poll(begin, { timeout: 60_000, interval: 1_000 }).toBe(AT_ONCE);
    const replies = await Promise.all([read(stalling), read(modest), write(modest)]);
    expect(replies).toMatchObject([429, 200, { ok: true }]);
    // The server closes them; one client gives up before.
    sockets[0]?.destroy();
    await expect.poll(() => running('stalling'), { timeout: 60_000 }).toBe(0);
    expect(await read(stalling)).toBe(200);
    for (const socket of sockets) socket.destroy();
  },
);

it('check 22: calls that are opened and reset at once, or left open, leave nothing behind', async () => {
  const connect = () => http2.connect(`http://${server.grpcTarget}`).on('error', () => undefined);
  let session = connect();
  const path = '/opentelemetry.proto.collector.trace.v1.TraceService/Export';
  const head = {
    ':method': 'POST',
    ':path': path,
    'content-type': 'application/grpc',
    te: 'trailers',
    api_key: greedy.key,
  };
  for (let burst = 0; burst < BURSTS; burst++) {
    if (session.destroyed) session = connect();
    const streams = Array.from({ length: 80 }, () =>
      session.request(head).on('error', () => undefined),
    );
    // Half of them in the midst of a message, half at once.
    for (const [at, stream] of streams.entries()) {
      if (at % 2 === 0) stream.write(Buffer.from([0, 0, 0, 1, 0, 1]));
      stream.close(http2.constants.NGHTTP2_CANCEL);
    }
    expect((await sendSpans(server, 'grpc', freshSpans(1), { api_key: modest.key })).ok).toBe(true);
  }
  const left = connect();
  for (let at = 0; at < 50; at++) left.request(head).on('error', () => undefined);
  expect((await sendSpans(server, 'grpc', freshSpans(1), { api_key: modest.key })).ok).toBe(true);
  session.destroy();
  left.destroy();
  await expect.poll(() => running('greedy'), { timeout: 60_000 }).toBe(0);
  expect(await read(greedy)).toBe(200);
  await expect
    .poll(
      async () => (await sendSpans(server, 'grpc', freshSpans(1), { api_key: greedy.key })).ok,
      { timeout: 60_000 },
    )
    .toBe(true);
});
