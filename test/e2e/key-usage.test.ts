import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { KeyUsage } from '#contracts/api-keys/key-usage.ts';
import { KEY_PREFIXES, makeKey } from '#server/auth/key-format.ts';
import { boot, temporaryDirectory, type BootedServer } from './boot.ts';
import { freshSpans, protobufRequest } from './otlp-messages.ts';
import { sendBody } from './otlp-sender.ts';
import { seedKey } from './seed-key.ts';

const directory = temporaryDirectory();
let headers: Readonly<Record<string, string>> = {};
let keyId = '';
let server: BootedServer;

beforeAll(async () => {
  ({ id: keyId, headers } = await seedKey(directory));
  server = await start();
});
afterAll(async () => {
  await server.dispose();
  rmSync(directory, { recursive: true, force: true });
});

function start(): Promise<BootedServer> {
  const auth = {
    SERVICE_ENABLE_AUTH: 'true',
    SERVICE_SECRET: 'a-secret-of-32-characters-or-more-1',
  };
  return boot({
    directory,
    env: { ...auth, SERVICE_ENABLE_PROMETHEUS: 'true', SERVICE_PROMETHEUS_PORT: '0' },
  });
}

async function usage(): Promise<KeyUsage> {
  const reply = await fetch(`${server.url}/api/v1/api-keys/${keyId}/usage?interval=day`, {
    headers,
  });
  // as: the route's own contract.
  return ((await reply.json()) as { readonly data: KeyUsage }).data;
}

it('counts what a key sends over either wire, and loses nothing of it at a stop', async () => {
  const body = protobufRequest(freshSpans(3));
  for (const wire of ['http protobuf', 'grpc', 'grpc'] as const)
    expect((await sendBody(server, wire, body, headers)).ok).toBe(true);
  expect((await sendBody(server, 'http protobuf', Buffer.from([0xff]), headers)).httpStatus).toBe(
    400,
  );
  expect(
    (
      await sendBody(server, 'grpc', body, {
        authorization: `Bearer ${makeKey(KEY_PREFIXES.live)}`,
      })
    ).ok,
  ).toBe(false);
  expect((await fetch(`${server.url}/v1/projects`)).status).toBe(401);
  const metrics = await (await fetch(`${server.metricsUrl}/metrics`)).text();
  expect(metrics).toMatch(/telltale_authentication_failures_total\{reason="unknown"\} 1/);
  expect(metrics).toMatch(/telltale_authentication_failures_total\{reason="missing"\} 1/);
  expect(metrics).toContain('telltale_active_api_keys 1');
  await server.stop('SIGTERM');
  server = await start();
  const { endpoints, totals, lastUsedAt } = await usage();
  const grpc = endpoints.find(({ endpoint }) => endpoint.endsWith('TraceService/Export'));
  // A message of gRPC has a head of five bytes.
  expect(grpc).toMatchObject({ requests: 2, errors: 0, spans: 6, bytesIn: 2 * (body.length + 5) });
  expect(endpoints.find(({ endpoint }) => endpoint === 'POST /v1/traces')).toMatchObject({
    requests: 2,
    errors: 1,
    spans: 3,
    bytesIn: body.length + 1,
  });
  expect(totals).toMatchObject({ requests: 4, errors: 1, spans: 9 });
  expect(totals.bytesOut).toBeGreaterThan(0);
  expect(Date.parse(lastUsedAt ?? '')).toBeGreaterThan(Date.now() - 120_000);
});
