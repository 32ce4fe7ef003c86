import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { listSpans } from '../../tools/api-client.ts';
import { boot } from './boot.ts';
import { freePort } from './free-port.ts';

const ENDPOINT = 'SERVICE_SERVER_INSTRUMENTATION_OTLP_TRACE_COLLECTOR_HTTP_ENDPOINT';
const ON = 'SERVICE_TELEMETRY_ENABLED';
const PROJECT = 'telltale';
const DEADLINE_MS = 60_000;
const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const PARENT_ID = 'b7ad6b7169203331';

/** A server that counts its requests, and stores nothing. */
async function listenOnly(status = 200) {
  let requests = 0;
  const server = createServer((request, response) => {
    requests++;
    request.resume();
    response.writeHead(status).end();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo; // as: it listens on a port
  return {
    url: `http://127.0.0.1:${port}`,
    requests: () => requests,
    [Symbol.dispose]: () => void server.close(),
  };
}

async function isThere(url: string): Promise<boolean> {
  const reply = await fetch(`${url}/v1/projects/${PROJECT}`);
  await reply.arrayBuffer();
  return reply.status === 200;
}

it('own traces arrive at another server, as spans of the caller’s trace', async () => {
  await using receiver = await boot();
  const traced = await boot({ env: { [ON]: 'true', [ENDPOINT]: receiver.url } });
  const traceparent = `00-${TRACE_ID}-${PARENT_ID}-01`;
  expect(
    (
      await fetch(`${traced.url}/v1/projects/default?secret=in-the-query`, {
        headers: { traceparent },
      })
    ).status,
  ).toBe(200);
  expect((await fetch(`${traced.url}/v1/nothing/here`)).status).toBe(404);
  // The end sends what is still waiting.
  expect((await traced.stop()).code).toBe(0);
  await traced.dispose();
  const spans = await listSpans(receiver.url, PROJECT);
  expect(spans).toHaveLength(2);
  expect(spans.find((span) => span.context.trace_id === TRACE_ID)).toMatchObject({
    name: 'GET /v1/projects/:project_identifier',
    parent_id: PARENT_ID,
    attributes: { 'http.request.method': 'GET', 'http.response.status_code': 200 },
  });
  expect(spans.map((span) => span.attributes['http.response.status_code']).toSorted()).toEqual([
    200, 404,
  ]);
  expect(JSON.stringify(spans)).not.toContain('in-the-query');
});

it('two servers that trace into each other tell of what was asked, and of nothing else', async () => {
  const [here, there] = [await freePort(), await freePort()];
  const env = (port: number, other: number) => ({
    SERVICE_PORT: String(port),
    [ON]: 'true',
    [ENDPOINT]: `http://127.0.0.1:${other}`,
  });
  const first = await boot({ env: env(here, there) });
  await using second = await boot({ env: env(there, here) });
  const deadline = Date.now() + DEADLINE_MS;
  await isThere(second.url);
  // The second's traces have come to the first: if exports were traced, the first would now tell of
  // one.
  let asked = 1;
  while (!(await isThere(first.url)) && Date.now() < deadline) {
    asked++;
    await delay(200);
  }
  expect(await isThere(first.url)).toBe(true);
  asked++;
  await first.stop();
  await first.dispose();
  const spans = await listSpans(second.url, PROJECT);
  expect(spans.map((span) => span.name)).toEqual(
    Array.from({ length: asked }, () => 'GET /v1/projects/:project_identifier'),
  );
});

it('a server that traces into itself comes to rest', async () => {
  const port = await freePort();
  await using server = await boot({
    env: { SERVICE_PORT: String(port), [ON]: 'true', [ENDPOINT]: `http://127.0.0.1:${port}` },
  });
  const deadline = Date.now() + DEADLINE_MS;
  let asked = 1;
  while (!(await isThere(server.url)) && Date.now() < deadline) {
    asked++;
    await delay(200);
  }
  const spans = await listSpans(server.url, PROJECT);
  expect(spans.length).toBeGreaterThan(0);
  expect(spans.length).toBeLessThanOrEqual(asked + 1);
  expect(new Set(spans.map((span) => span.name))).toEqual(
    new Set(['GET /v1/projects/:project_identifier']),
  );
});

it.each([
  ['sends nothing unless it is turned on, even with an endpoint', {}, 0],
  ['sends nothing when it is turned off', { [ON]: 'false' }, 0],
  ['sends each request once when it is on', { [ON]: 'true' }, 1],
] as const)('%s', async (_what, setting, sent) => {
  using endpoint = await listenOnly();
  const server = await boot({ env: { ...setting, [ENDPOINT]: endpoint.url } });
  await isThere(server.url);
  // The end sends what is still waiting: after it, everything that would be sent was.
  expect((await server.stop()).code).toBe(0);
  await server.dispose();
  expect(endpoint.requests()).toBe(sent);
});

it('an endpoint that refuses, or is not there, changes nothing but the log', async () => {
  using refusing = await listenOnly(500);
  for (const [url, text] of [
    [refusing.url, 'own traces were refused'],
    [`http://127.0.0.1:${await freePort()}`, 'own traces could not be sent'],
  ] as const) {
    const server = await boot({ env: { [ON]: 'true', [ENDPOINT]: url } });
    expect((await fetch(`${server.url}/v1/projects`)).status).toBe(200);
    const { code, stdout, stderr } = await server.stop();
    await server.dispose();
    expect(code).toBe(0);
    expect(stdout + stderr).toContain(text);
  }
});
