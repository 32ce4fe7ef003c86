import http from 'node:http';
import { status as grpcStatus } from '@grpc/grpc-js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { boot, type BootedServer } from './boot.ts';
import { freshSpans, protobufRequest } from './otlp-messages.ts';
import { sendGrpc } from './otlp-sender.ts';

const PROTOBUF = 'application/x-protobuf';

let server: BootedServer;
beforeAll(async () => {
  server = await boot();
});
afterAll(() => server.dispose());

async function exportTo(path: string, type = PROTOBUF): Promise<[status: number, detail: string]> {
  const body = type === PROTOBUF ? new Uint8Array(protobufRequest(freshSpans(1))) : '{}';
  const reply = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': type },
    body,
  });
  const { detail } = (await reply.json()) as { detail: string };
  return [reply.status, detail];
}

interface Refused {
  readonly wire: string;
  readonly reason: string;
}

async function refusals(): Promise<readonly Refused[]> {
  const reply = await fetch(`${server.url}/v1/refusals`);
  return ((await reply.json()) as { data: Refused[] }).data;
}

it.each([
  ['/', 405],
  ['/v1/trace', 404],
  ['/v1/traces/v1/traces', 404],
  ['/api/public/otel/v1/traces', 404],
])('spans sent to %s get the right path in the reply and on the page', async (path, status) => {
  const [found, detail] = await exportTo(path);
  expect(found).toBe(status);
  expect(detail).toBe(`No spans are taken at POST ${path}: send them to POST /v1/traces.`);
  expect((await refusals())[0]).toMatchObject({ wire: 'http', reason: detail });
});

it.each(['/v1/log', '/v1/traces/v1/logs'])(
  'log records sent to %s get the right path in the reply',
  async (path) => {
    const [status, detail] = await exportTo(path);
    expect(status).toBe(404);
    expect(detail).toBe(`No log records are taken at POST ${path}: send them to POST /v1/logs.`);
  },
);

it('/v1/metrics answers with the accepted signals, and how to stop sending', async () => {
  const [status, detail] = await exportTo('/v1/metrics', 'application/json');
  expect(status).toBe(404);
  expect(detail).toBe(
    'No metrics are taken at POST /v1/metrics: spans go to POST /v1/traces, GenAI events to POST /v1/logs. To stop sending metrics, set OTEL_METRICS_EXPORTER=none.',
  );
});

it('other requests that find nothing are no exports', async () => {
  const before = (await refusals()).length;
  expect(await exportTo('/v1/nothing', 'application/json')).toEqual([404, 'Not Found']);
  expect(await refusals()).toHaveLength(before);
});

it('a gRPC request to the HTTP port gets an error that names the right port', async () => {
  const reason = expect.stringMatching(
    /^This port accepts HTTP\/1\.1, not gRPC\. Send OTLP over gRPC to the gRPC port/,
  );
  const target = new URL(server.url).host;
  await expect(sendGrpc(target, protobufRequest(freshSpans(1)))).resolves.toMatchObject({
    code: grpcStatus.UNIMPLEMENTED,
    message: reason,
  });
  await expect
    .poll(refusals, { timeout: 30_000 })
    .toContainEqual(expect.objectContaining({ wire: 'grpc', reason }));
});

it('HTTP at the gRPC port is reported on the page, because its sender cannot get an answer', async () => {
  const [host, port] = server.grpcTarget.split(':');
  await new Promise((resolve) => {
    const request = http.request({ host, port, method: 'POST', path: '/v1/traces' });
    request.on('error', resolve);
    request.end('x');
  });
  const reason = expect.stringMatching(
    /^This port only accepts gRPC\. Send OTLP over HTTP to the port of the page, path \/v1\/traces/,
  );
  await expect
    .poll(refusals, { timeout: 30_000 })
    .toContainEqual(expect.objectContaining({ wire: 'http', reason }));
});
