import http2 from 'node:http2';
import { status } from '@grpc/grpc-js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { boot, type BootedServer } from './boot.ts';
import { freshSpans } from './otlp-messages.ts';
import { sendSpans, type Wire } from './otlp-sender.ts';

const INGEST_PER_MINUTE = 30;
let server: BootedServer;
beforeAll(async () => {
  server = await boot({
    env: {
      SERVICE_PLAN: 'free',
      SERVICE_RATE_LIMIT_INGEST_PER_MINUTE: String(INGEST_PER_MINUTE),
      SERVICE_ENABLE_PROMETHEUS: 'true',
      SERVICE_PROMETHEUS_PORT: '0',
    },
  });
});
afterAll(() => server.dispose());

it('check 19: tells exporters of a rate limit on either wire so that they try again in time', async () => {
  const asked = Date.now();
  const head = await grpcHead(server.grpcTarget);
  expect(head).toMatchObject({ 'x-ratelimit-limit': '30', 'x-ratelimit-remaining': '29' });
  expect(Number(head['x-ratelimit-reset'])).toBeGreaterThan(asked / 1000 - 1);
  // Slow as it may be, the server takes no fewer than the limit before the first refusal.
  const mixed = await firstRefusal('http json', 'http protobuf');
  expect(1 + mixed.taken).toBeGreaterThanOrEqual(INGEST_PER_MINUTE);
  const { refusal: overHttp } = await firstRefusal('http protobuf');
  expect(overHttp).toMatchObject({
    httpStatus: 429,
    code: status.RESOURCE_EXHAUSTED,
    message: expect.stringContaining('30 trace ingestion requests'),
  });
  const { refusal: overGrpc } = await firstRefusal('grpc');
  expect(overGrpc).toMatchObject({ ok: false, code: status.RESOURCE_EXHAUSTED });
  for (const seconds of [
    Number(overHttp.retryAfter.header),
    overHttp.retryAfter.status,
    overGrpc.retryAfter.status,
    overGrpc.retryAfter.trailer,
  ]) {
    expect(seconds).toSatisfy((value) => Number.isInteger(value) && value >= 1 && value <= 5);
  }
  // Other calls have a limit of their own, and the reason can be read where it is looked for.
  const metrics = await fetch(`${server.metricsUrl}/metrics`);
  expect(await metrics.text()).toMatch(
    /telltale_rate_limited_requests_total\{kind="ingest",reason="rate"\} [1-9]/,
  );
  const read = await fetch(`${server.url}/v1/projects`, {
    headers: { 'x-forwarded-for': '192.0.2.77' },
  });
  expect(read.status).toBe(200);
  expect(read.headers.get('x-ratelimit-limit')).toBe('60');
});

it('check 56: refuses what is too much at a time before its body has come, and holds live streams apart', async () => {
  const aborted = new AbortController();
  const streams = [];
  for (let open = 0; open < 5; open += 1)
    streams.push(await fetch(`${server.url}/v1/live`, { signal: aborted.signal }));
  expect(streams.map((stream) => stream.status)).toEqual([200, 200, 200, 200, 200]);
  const sixth = await fetch(`${server.url}/v1/live`);
  expect(sixth.status).toBe(429);
  expect(await sixth.json()).toEqual({
    error: expect.stringContaining('5 live streams at a time'),
    detail: expect.any(String),
  });
  expect(sixth.headers.get('retry-after')).toBe('1');
  expect((await fetch(`${server.url}/v1/projects`)).status).toBe(200);
  aborted.abort();
  await expect.poll(async () => await isLiveAgain(server.url), { interval: 500 }).toBe(true);
});

async function isLiveAgain(url: string): Promise<boolean> {
  const aborted = new AbortController();
  const { status: code } = await fetch(`${url}/v1/live`, { signal: aborted.signal });
  aborted.abort();
  return code === 200;
}

/**
 * Sends spans, on one wire after the other, until a request is refused: how many were taken before,
 * and the refusal. One more is taken every two seconds, so also right after a refusal one may be.
 */
async function firstRefusal(...wires: readonly Wire[]) {
  for (let taken = 0; taken < 10 * INGEST_PER_MINUTE; taken += 1) {
    const refusal = await sendSpans(server, wires[taken % wires.length] ?? 'grpc', freshSpans(1));
    if (!refusal.ok) return { taken, refusal };
  }
  throw new Error(`${10 * INGEST_PER_MINUTE} requests were taken.`);
}

/** The status of a gRPC call before its message. */
function grpcHead(target: string): Promise<http2.IncomingHttpHeaders> {
  const session = http2.connect(`http://${target}`);
  const stream = session.request({
    ':method': 'POST',
    ':path': '/opentelemetry.proto.collector.trace.v1.TraceService/Export',
    'content-type': 'application/grpc',
    te: 'trailers',
  });
  return new Promise((resolve, reject) => {
    stream.once('response', (headers) => {
      resolve(headers);
      session.close();
    });
    stream.once('error', reject);
    stream.resume();
    stream.end(Buffer.alloc(5));
  });
}
