import http from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import { exportOf } from '#test/api-spans.ts';
import { createMetrics } from '#server/telemetry/metrics.ts';
import { ReplyFlow } from './reply-flow.ts';

const MIB = 1024 ** 2;
const SPANS = 20;
/** More than what the buffers between the two ends hold. */
const TEXT_BYTES = MIB;
const LIST = '/v1/projects/large/spans/otlpv1';
const EXPORT = '/v1/projects/large/spans/jsonl';

const metrics = createMetrics({ processMetrics: false });
const flow = new ReplyFlow({
  bytesMax: 256 * MIB,
  bytesPerCallerMax: 45 * MIB,
  readsPerCallerMax: 2,
  bytesPerSecondMin: 4096,
  metrics,
  measuredMs: 3_000,
  unmovedMsMax: 2_000,
});
let api: ApiApp;
let port: number;
const sockets: Socket[] = [];
beforeAll(async () => {
  api = await openApiApp({ replyFlow: flow });
  const attributes = { 'input.value': 'x'.repeat(TEXT_BYTES) };
  for (let span = 1; span <= SPANS; span++)
    await api.ingest(exportOf({ trace: 1, span, attributes }), 'large');
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  port = (api.app.server.address() as AddressInfo).port; // as: it listens on a port
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await vi.waitUntil(() => flow.room.bytes === 0, { timeout: 60_000 });
});
afterAll(() => api.close());

/**
 * Asks and never reads; resolves, once the server has broken the connection off, with how it did.
 */
function askOnly(path: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.pause();
      socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
    });
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('close', (hadError) => resolve(hadError ? 'broken off' : 'ended'));
    // A connection that is not read from is found broken when it is written to.
    const timer = setInterval(() => socket.write('\r\n'), 250);
    socket.once('close', () => clearInterval(timer));
  });
}

/** The bytes and the status of a reply; with a pause after each megabyte. */
async function readWhole(
  path: string,
  pauseMs = 0,
): Promise<{ readonly status: number; readonly bytes: number }> {
  const reply = await new Promise<http.IncomingMessage>((resolve, reject) => {
    http.get({ port, host: '127.0.0.1', path, agent: false }, resolve).on('error', reject);
  });
  let bytes = 0;
  let due = MIB;
  for await (const piece of reply) {
    bytes += (piece as Buffer).length; // as: no encoding was set
    if (pauseMs === 0 || bytes < due) continue;
    due += MIB;
    await delay(pauseMs);
  }
  return { status: reply.statusCode ?? 0, bytes };
}

const cutOff = async (): Promise<number> =>
  Number(/^telltale_replies_cut_off_total (\d+)/m.exec(await metrics.render())?.[1] ?? 0);

it.for([
  ['a large list', LIST],
  ['an export', EXPORT],
])(
  'readers of %s who read nothing are cut off; their buffers are bounded, and small reads continue',
  async ([, path = '']) => {
    const before = await cutOff();
    const ends = Array.from({ length: 6 }, () => askOnly(path));
    await expect.poll(() => flow.room.bytes).toBeGreaterThan(MIB);
    for (let i = 0; i < 20; i += 1) {
      expect((await readWhole('/v1/projects/large')).status).toBe(200);
      expect(flow.room.bytes).toBeLessThan(3 * SPANS * TEXT_BYTES);
    }
    await expect.poll(() => flow.room.bytes, { timeout: 60_000 }).toBe(0);
    expect(await cutOff()).toBeGreaterThan(before);
    expect(await Promise.race(ends)).toBe('broken off');
  },
);

it('a slow reader who keeps reading gets the whole reply', async () => {
  const before = await cutOff();
  const replies = await Promise.all([readWhole(LIST, 250), readWhole(EXPORT, 250)]);
  for (const { status, bytes } of replies) {
    expect(status).toBe(200);
    expect(bytes).toBeGreaterThan(SPANS * TEXT_BYTES);
  }
  expect(await cutOff()).toBe(before);
});

it('a caller with unread replies gets an error when requesting more', async () => {
  for (let i = 0; i < 2; i += 1) void askOnly(LIST);
  await expect.poll(() => flow.room.bytes).toBeGreaterThan(2 * SPANS * TEXT_BYTES);
  const reply = await api.get(LIST);
  expect(reply).toMatchObject({
    status: 429,
    body: { detail: expect.stringContaining('not read yet') },
  });
  expect(reply.headers['retry-after']).toBe('5');
});

it('many who read what they ask for all get it, in their turn', async () => {
  const replies = await Promise.all(Array.from({ length: 12 }, () => readWhole(LIST)));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
});
