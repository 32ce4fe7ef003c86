import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAccessible } from './both-themes.ts';
import { ensurePage, openBrowser, openPage, sendJsonSpans } from './browser.ts';
import { emptyServer } from './empty-server.ts';
import type { EmptyServer } from './empty-server.ts';

let browser: Browser;
let server: EmptyServer;
beforeAll(async () => {
  await ensurePage();
  browser = await openBrowser();
  server = await emptyServer();
  await sendJsonSpans(server.url, 'shop', [{ traceId: 'a'.repeat(32), spanId: 'a'.repeat(16), name: 'ask' }]);
}, 120_000);
afterAll(async () => {
  await browser.close();
  await server[Symbol.asyncDispose]();
});

it('keeps the pages of a project one step away where a page is of no project, until its list is gone back to', async () => {
  const { page, misdeeds } = await openPage(browser, server.url);
  const rooms = page.getByRole('navigation', { name: 'Main' });
  await page.goto('/datasets');
  await rooms.getByRole('link', { name: 'Datasets' }).waitFor();
  await expect.poll(() => rooms.getByRole('link', { name: 'Traces' }).count()).toBe(0);
  await page.goto('/projects/shop/traces?range=24h');
  await page.getByRole('row', { name: /ask/ }).waitFor();
  for (const room of ['Settings', 'Datasets']) await rooms.getByRole('link', { name: room }).click();
  await page.waitForURL('**/datasets');
  await page.reload();
  await rooms.getByText('shop').waitFor();
  await expectAccessible(page);
  await rooms.getByRole('link', { name: 'Metrics' }).click();
  await page.waitForURL('**/projects/shop/metrics?range=24h');
  for (const key of 'gdgt') await page.keyboard.press(key);
  await page.waitForURL('**/projects/shop/traces?range=24h');
  await rooms.getByRole('link', { name: 'Projects' }).click();
  await page.waitForURL('**/projects');
  await rooms.getByRole('link', { name: 'Datasets' }).click();
  await page.waitForURL('**/datasets');
  await expect.poll(() => rooms.getByRole('link', { name: 'Traces' }).count()).toBe(0);
  expect(misdeeds).toEqual({ dialogs: [], errors: [], otherHosts: [] });
  await page.context().close();
});
