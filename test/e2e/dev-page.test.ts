import { createServer } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Browser } from 'playwright-core';
import { boot, type BootedServer } from './boot.ts';
import { openBrowser, sendJsonSpans } from './browser.ts';

let browser: Browser;
let server: BootedServer;
beforeAll(async () => {
  [browser, server] = await Promise.all([openBrowser(), boot()]);
});
afterAll(async () => {
  await browser.close();
  await server.dispose();
});

it('npm run dev serves the page from its sources, and passes on what the server answers', async () => {
  await sendJsonSpans(server.url, 'shop', [
    { traceId: 'ab'.repeat(16), spanId: 'ab'.repeat(8), name: 'question' },
  ]);
  const before = process.env['SERVICE_PORT'];
  process.env['SERVICE_PORT'] = new URL(server.url).port;
  const vite = await createServer({
    server: { port: 0, strictPort: false, watch: null },
    logLevel: 'error',
  });
  if (before === undefined) delete process.env['SERVICE_PORT'];
  else process.env['SERVICE_PORT'] = before;
  await vite.listen();
  const url = vite.resolvedUrls?.local[0] ?? '';
  const page = await browser.newPage();
  const failed: string[] = [];
  page.on('response', (reply) => {
    if (reply.status() >= 400) failed.push(`${reply.status()} ${reply.url()}`);
  });
  await page.goto(`${url}projects?view=table`);
  await page.getByRole('link', { name: 'shop' }).click({ timeout: 60_000 });
  await page.getByText('question').first().waitFor({ timeout: 60_000 });
  for (const path of ['docs', 'auth/config', 'api/v1/projects'])
    expect((await fetch(url + path)).headers.get('content-type'), path).toContain(
      'application/json',
    );
  expect(failed).toEqual([]);
  await page.close();
  await vite.close();
});
