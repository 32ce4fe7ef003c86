import { expect } from 'vitest';
import { boot } from './boot.ts';
import { sendJsonSpans } from './browser.ts';
import { serverPerFile, serverPerTest } from './page-test.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
/** What a browser says of a server it does not reach, and of one that starts. */
const AWAY = /net::ERR_|status of 503/;
const it = serverPerFile(
  () => boot(),
  async (server) => {
    await sendJsonSpans(server.url, 'shop', [
      { traceId: TRACE, spanId: '00000000000000a1', name: 'agent' },
    ]);
  },
).extend('allowed', () => [AWAY]);

it('reports that the server is unreachable, and recovers automatically', async ({
  page,
  server,
}) => {
  await page.goto('/projects');
  await page.getByRole('link', { name: 'shop', exact: true }).waitFor();
  await page.context().setOffline(true);
  await page.getByText('You are offline').waitFor();
  // Existing content stays.
  await page.getByRole('link', { name: 'shop', exact: true }).waitFor();
  await sendJsonSpans(server.url, 'meanwhile', [
    { traceId: TRACE.replace('0af', '2af'), spanId: '00000000000000c1', name: 'x' },
  ]);
  await page.context().setOffline(false);
  await page.getByText('You are offline').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'meanwhile', exact: true }).waitFor();
  await page.route(/\/(?:v1|ready)/, (route) => route.abort());
  await page.getByText('Can’t reach the server. Data').waitFor();
  // A starting server answers, but doesn't count as reachable yet.
  await page.route(/\/(?:v1|ready)/, (route) =>
    route.fulfill({
      status: 503,
      headers: { 'retry-after': '1' },
      json: { detail: 'It is starting.' },
    }),
  );
  await page.waitForResponse(
    (response) => response.status() === 503 && response.url().includes('/v1/'),
  );
  await page.waitForResponse(
    (response) => response.status() === 503 && response.url().endsWith('/ready'),
  );
  await page.getByText('Can’t reach the server. Data').waitFor();
  // One that lacks a database says which.
  await page.route(/\/ready/, (route) =>
    route.fulfill({
      status: 503,
      json: { ready: false, reasons: ['ClickHouse at db:8123 can’t be reached'] },
    }),
  );
  await page.getByText('ready. ClickHouse at db:8123 can’t be reached. Data').waitFor();
  await page.unrouteAll();
  await page.getByText('ClickHouse at db:8123').waitFor({ state: 'detached' });
});

it('retries automatically while the server starts, also on a page without live updates', async ({
  page,
}) => {
  const starting = /\/(?:v1|ready)/;
  await page.route(starting, (route) =>
    route.fulfill({ status: 503, json: { detail: 'It is starting.' } }),
  );
  await page.goto('/settings/models');
  await page.getByText('Can’t reach the server. Data').waitFor();
  await page.getByRole('button', { name: 'Retry' }).first().waitFor();
  await page.unroute(starting);
  await page.getByText('The list is that of').waitFor();
});

it('loads a part or a screen that was requested while the server was unreachable once it is back', async ({
  page,
}) => {
  await page.goto('/projects');
  await page.getByRole('link', { name: 'shop', exact: true }).waitFor();
  for (const [ask, part, comes] of [
    [() => page.keyboard.press('?'), 'key-help', page.getByRole('dialog', { name: 'Keyboard' })],
    [
      () => page.getByRole('link', { name: 'Datasets', exact: true }).click(),
      'datasets-page',
      page.getByRole('heading', { name: 'Datasets' }),
    ],
  ] as const) {
    await page.context().setOffline(true);
    await page.getByText('You are offline').waitFor();
    const asked = page.waitForEvent('requestfailed', (request) =>
      request.url().includes(`/assets/${part}-`),
    );
    await ask();
    await asked;
    await page.getByText('You are offline').waitFor();
    await page.context().setOffline(false);
    await comes.first().waitFor();
    await page.keyboard.press('Escape');
  }
});

it('says at a click that a server which drops what it is sent does not answer, and where what was opened waits', async ({
  page,
}) => {
  await page.goto('/projects');
  await page.getByRole('link', { name: 'shop', exact: true }).waitFor();
  // No reply and no error: as behind a firewall, or after a cable was pulled on the other side.
  await page.route('**/*', () => undefined);
  await page.getByRole('link', { name: 'Datasets', exact: true }).click();
  await page.getByText('The server is not responding.').waitFor();
  await page.getByText('This page loads when the connection is back.').waitFor();
});

it('says while it is offline that a change was not saved, rather than to save it later', async ({
  page,
  server,
}) => {
  await page.goto('/datasets');
  await page.getByRole('heading', { name: 'Create your first dataset' }).waitFor();
  await page.getByRole('button', { name: 'New dataset', exact: true }).click();
  await page.getByLabel('Name', { exact: true }).fill('never made');
  await page.context().setOffline(true);
  await page.getByText('You are offline. Data on this page').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Your last change was not saved').waitFor();
  await page.context().setOffline(false);
  await page.getByText('You are offline. Data on this page').waitFor({ state: 'detached' });
  // The change was not queued for later.
  await expect
    .poll(async () => (await fetch(`${server.url}/v1/datasets`)).json())
    .toMatchObject({ data: [] });
});

const itAlone = serverPerTest(() => boot()).extend('allowed', () => [AWAY]);
itAlone(
  'says on a live page that the server is gone, though nothing is clicked',
  async ({ page, server }) => {
    await sendJsonSpans(server.url, 'shop', [
      { traceId: TRACE, spanId: '00000000000000a1', name: 'agent' },
    ]);
    await page.goto('/projects/shop/traces');
    await page.getByText('Live', { exact: true }).waitFor();
    server.signal('SIGKILL');
    await page.getByText('Can’t reach the server. Data').waitFor();
  },
);
