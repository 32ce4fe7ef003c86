import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensurePage, openBrowser, openPage, sendJsonSpans } from './browser.ts';
import { emptyServer } from './empty-server.ts';
import { finish, queryOf } from './shop.ts';

let browser: Browser;
beforeAll(async () => {
  await ensurePage();
  browser = await openBrowser();
}, 120_000);
afterAll(async () => await browser.close());

const MESSAGES = [
  '429 Too many requests for gpt-4o',
  '429 Too many requests for gpt-4o',
  '429 Too many requests for claude',
  'Order 4711 was not found',
];

it('groups errors by what their messages have in common, and shows the messages inside', async () => {
  await using server = await emptyServer();
  await sendJsonSpans(
    server.url,
    'shop',
    MESSAGES.map((error, index) => ({
      traceId: (index + 1).toString(16).padStart(32, '0'),
      spanId: (index + 1).toString(16).padStart(16, '0'),
      name: `call ${index}`,
      error,
    })),
  );
  const { page, misdeeds } = await openPage(browser, server.url);
  await page.goto('/projects/shop/traces?group=error');
  const names = async () => (await page.locator('tbody tr td:first-child button[title]').allTextContents()).map((text) => text.trim());
  await expect.poll(names).toEqual(['429 Too many requests for …', 'Order … was not found']);
  const group = page.getByRole('row', { name: '429 Too many requests for …' });
  await expect
    .poll(async () => (await group.getByRole('cell').allTextContents()).slice(0, 3))
    .toEqual(['429 Too many requests for …2 messages', '3', '3']);
  await page.getByRole('button', { name: 'Messages of 429 Too many requests for …' }).press('Enter');
  await expect
    .poll(names)
    .toEqual([
      '429 Too many requests for …',
      '429 Too many requests for gpt-4o',
      '429 Too many requests for claude',
      'Order … was not found',
    ]);
  await page.getByRole('button', { name: '429 Too many requests for claude' }).click();
  await page.getByText('1 of 4').waitFor();
  await page.goto('/projects/shop/traces?group=error');
  await page.getByRole('button', { name: '429 Too many requests for …', exact: true }).click();
  await page.getByText('3 of 4').waitFor();
  await expect.poll(() => queryOf(page)).toBe("any('429 Too many requests for' in s.status_message for s in spans)");
  await page.goto('/projects/shop/traces?group=error');
  await page.getByRole('button', { name: 'Order … was not found' }).click();
  await page.getByText('1 of 4').waitFor();
  await expect.poll(() => queryOf(page)).toBe("any('Order' in s.status_message and 'was not found' in s.status_message for s in spans)");
  await finish(page, misdeeds);
});
