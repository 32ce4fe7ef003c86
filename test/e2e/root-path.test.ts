import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boot, type BootedServer } from './boot.ts';
import { ensurePage, openBrowser } from './browser.ts';
import { freshSpans, protobufRequest } from './otlp-messages.ts';

const ROOT = '/tools/telltale';

let server: BootedServer;
let proxies: readonly Server[];
beforeAll(async () => {
  await ensurePage();
  server = await boot({ env: { SERVICE_HOST_ROOT_PATH: ROOT } });
  proxies = [startProxy((path) => path), startProxy((path) => path.slice(ROOT.length) || '/')];
  await Promise.all(
    proxies.map((proxy) => new Promise((resolve) => proxy.once('listening', resolve))),
  );
});
afterAll(async () => {
  for (const proxy of proxies) {
    proxy.closeAllConnections();
    proxy.close();
  }
  await server.dispose();
});

/** A reverse proxy that serves nothing outside the root path. */
function startProxy(pathFor: (path: string) => string): Server {
  return createServer((incoming, outgoing) => {
    const path = incoming.url ?? '/';
    if (!path.startsWith(ROOT)) return outgoing.writeHead(404).end('not here');
    const { port } = new URL(server.url);
    const { method, headers } = incoming;
    const onward = httpRequest(
      { host: '127.0.0.1', port, path: pathFor(path), method, headers },
      (reply) => {
        outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(outgoing);
      },
    );
    onward.on('error', () => outgoing.destroy());
    return incoming.pipe(onward);
  }).listen(0, '127.0.0.1');
}

function base(proxy: Server | undefined): string {
  const address = proxy?.address() as AddressInfo; // as: it listens on a port.
  return `http://localhost:${address.port}${ROOT}`;
}

describe.each([
  ['that keeps the root path', 0],
  ['that takes the root path off', 1],
])('behind a proxy %s', (_what, which) => {
  it('every interface answers, and the document says where it is', async () => {
    const at = base(proxies[which]);
    const headers = { 'content-type': 'application/x-protobuf' };
    const sent = await fetch(`${at}/v1/traces`, {
      method: 'POST',
      headers,
      body: new Uint8Array(protobufRequest(freshSpans(1))),
    });
    expect(sent.status).toBe(200);
    for (const path of [
      '/v1/projects',
      '/health',
      '/ready',
      '/docs',
      '/',
      '',
      '/projects/default/traces',
    ])
      expect([path, (await fetch(at + path)).status]).toEqual([path, 200]);
    expect(await (await fetch(`${at}/openapi.json`)).json()).toMatchObject({
      servers: [{ url: ROOT }],
    });
    const docs = await fetch(`${at}/docs`, { headers: { accept: 'text/html' } });
    expect(await docs.text()).toContain(`href="${ROOT}/openapi.json"`);
    expect((await fetch(`${at}/v1/nothing`)).status).toBe(404);
  });

  it(
    'the page loads all of itself from there, finds its data, and its links stay',
    { timeout: 90_000 },
    async () => {
      const at = base(proxies[which]);
      await using browser = await openBrowser();
      const page = await browser.newPage();
      const missed: string[] = [];
      page.on('response', (reply) => {
        if (reply.status() >= 400) missed.push(`${reply.status()} ${reply.url()}`);
      });
      await page.goto(`${at}/projects/default/traces`);
      await page.getByRole('link', { name: 'Projects' }).first().waitFor();
      expect(new URL(page.url()).pathname).toBe(`${ROOT}/projects/default/traces`);
      await page.goto(at);
      await page.waitForURL(`${at}/projects**`);
      await page.locator(`a[href^="${ROOT}/projects/default"]`).first().waitFor();
      await page.getByRole('link', { name: 'API reference' }).click();
      await page.waitForURL(`${at}/docs`);
      expect(missed).toEqual([]);
    },
  );
});
