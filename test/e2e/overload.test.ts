import http2 from 'node:http2';
import net from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { status } from '@grpc/grpc-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boot, type BootedServer } from './boot.ts';
import { freshSpans } from './otlp-messages.ts';
import { sendBody, sendSpans, bodyFor, WIRES, type Reply, type Wire } from './otlp-sender.ts';

let server: BootedServer;

// One span fills this queue: requests are refused while another one is being written.
beforeAll(async () => {
  server = await boot({
    env: { SERVICE_MAX_SPANS_QUEUE_SIZE: '1', SERVICE_ENABLE_PROMETHEUS: 'true' },
  });
});
afterAll(async () => server.dispose());

/** Keeps several senders busy until one of them is turned away. */
async function refusedReply(wire: Wire): Promise<Reply> {
  const deadline = performance.now() + 60_000;
  while (performance.now() < deadline) {
    const replies = await Promise.all(
      Array.from({ length: 12 }, () => sendSpans(server, wire, freshSpans(300, 'x'.repeat(400)))),
    );
    const refused = replies.find(({ ok }) => !ok);
    expect(replies.some(({ ok }) => ok)).toBe(true);
    if (refused !== undefined) return refused;
  }
  throw new Error('No request was refused.');
}

describe('a full queue', () => {
  it('is 503 over HTTP, with Retry-After of a second or two', async () => {
    for (const wire of ['http protobuf', 'http json'] as const) {
      const reply = await refusedReply(wire);
      expect(reply).toMatchObject({
        httpStatus: 503,
        code: status.UNAVAILABLE,
        contentType: wire === 'http json' ? 'application/json' : 'application/x-protobuf',
      });
      expect(reply.retryAfter.header).toMatch(/^[12]$/);
      expect(reply.retryAfter.status).toBe(Number(reply.retryAfter.header));
    }
  });

  it('is UNAVAILABLE over gRPC, with RetryInfo in both places that clients look', async () => {
    const reply = await refusedReply('grpc');
    expect(reply.code).toBe(status.UNAVAILABLE);
    expect(reply.retryAfter.status).toBeGreaterThanOrEqual(1);
    expect(reply.retryAfter.status).toBeLessThanOrEqual(2);
    expect(reply.retryAfter.trailer).toBe(reply.retryAfter.status);
  });

  it('empties automatically, is counted by reason, and loses nothing that is resent', async () => {
    for (const wire of WIRES) {
      const body = bodyFor(wire, freshSpans(1));
      const deadline = performance.now() + 60_000;
      while (!(await sendBody(server, wire, body)).ok) {
        expect(performance.now()).toBeLessThan(deadline);
        await delay(20);
      }
    }
    const metrics = async (): Promise<string> =>
      await (await fetch(`${server.metricsUrl}/metrics`)).text();
    await expect.poll(metrics).toMatch(/telltale_ingest_queue_spans 0/);
    await expect.poll(metrics).toMatch(/telltale_ingest_queue_bytes 0/);
    expect(await metrics()).toMatch(
      /telltale_ingest_refused_requests_total\{reason="queue_spans"\} [1-9]/,
    );
  });
});

/**
 * The reply to the head of a large request whose body never arrives: a body that will be refused
 * need not be sent.
 */
function answerToHead(from: BootedServer): Promise<string> {
  const socket = net.connect(Number(new URL(from.url).port), '127.0.0.1');
  socket.write(
    'POST /v1/traces HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-protobuf\r\nContent-Length: 8000000\r\n\r\n',
  );
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('data', (chunk: Buffer) => {
      resolve(chunk.toString('latin1'));
      socket.destroy();
    });
  });
}

/** The same over gRPC: the status of a call of which only the headers were sent. */
function statusOfHead(from: BootedServer): Promise<string> {
  const session = http2.connect(`http://${from.grpcTarget}`);
  const stream = session.request({
    ':method': 'POST',
    ':path': '/opentelemetry.proto.collector.trace.v1.TraceService/Export',
    'content-type': 'application/grpc',
    te: 'trailers',
  });
  return new Promise((resolve, reject) => {
    stream.once('error', reject);
    stream.once('response', (headers) => {
      resolve(String(headers['grpc-status']));
      session.destroy();
    });
  });
}

describe('a disk below the reserve', () => {
  it(
    'is 503 on every wire before a body is sent, shows in /ready, and leaves reading alone',
    { timeout: 240_000 },
    async () => {
      await using full = await boot({ env: { SERVICE_MIN_FREE_DISK_BYTES: '1024TiB' } });
      const deadline = performance.now() + 60_000;
      let ready = await fetch(`${full.url}/ready`);
      while (ready.status !== 503) {
        expect(performance.now()).toBeLessThan(deadline);
        await delay(50);
        ready = await fetch(`${full.url}/ready`);
      }
      expect(JSON.stringify(await ready.json())).toMatch(/bytes free/);
      for (const wire of WIRES) {
        const reply = await sendSpans(full, wire, freshSpans(1));
        expect(reply).toMatchObject({
          ok: false,
          code: status.UNAVAILABLE,
          httpStatus: wire === 'grpc' ? null : 503,
        });
        expect(
          wire === 'grpc' ? reply.retryAfter.trailer : Number(reply.retryAfter.header),
        ).toBeLessThanOrEqual(2);
      }
      expect(await answerToHead(full)).toMatch(/^HTTP\/1\.1 503 .*\r\nretry-after: [12]\r\n/is);
      expect(await statusOfHead(full)).toBe(String(status.UNAVAILABLE));
      expect((await fetch(`${full.url}/health`)).status).toBe(200);
      expect((await fetch(`${full.url}/v1/projects`)).status).toBe(200);
    },
  );
});
