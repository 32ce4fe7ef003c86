import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import { boot } from './boot.ts';
import { serverPerFile } from './page-test.ts';
import { COLOUR_RULES, violations } from './violations.ts';

const received: string[] = [];
const receiver = http.createServer((request, response) => {
  request.on('data', (chunk: Buffer) => received.push(chunk.toString()));
  request.on('end', () => response.end());
});
let hook = '';

const it = serverPerFile(async (onEnd) => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  onEnd(() => void receiver.close());
  // as: it listens on TCP, so its address is no path.
  hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  return await boot({
    env: {
      SERVICE_SECRET: 'a-secret-of-32-characters-or-more-1',
      SERVICE_ALLOWED_PRIVATE_ADDRESSES: 'loopback',
    },
  });
});

it('shows alerts, changes rules, and adds, tries, changes and deletes a channel', async ({
  page,
  server,
}) => {
  await page.goto('/settings/alerts');
  await page.getByText('No open alerts.').waitFor();
  await page.getByText('No channels.').waitFor();

  await page.getByRole('button', { name: 'New channel' }).click();
  await page.getByLabel('Name').fill('On call');
  await page.getByLabel('Address').fill(hook);
  await page.getByLabel('Secret').fill('shared by both ends');
  await page.getByRole('button', { name: 'Add channel' }).click();
  await page.getByRole('button', { name: 'Send a test to On call' }).click();
  await page.getByText(/^Taken, /).waitFor();
  expect(received).toEqual(['{"event":"test"}']);

  const expiresAt = new Date(Date.now() + 10 * 86_400_000).toISOString();
  const made = await fetch(`${server.url}/api/v1/api-keys`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'nightly', expiresAt, scopes: ['projects:read'] }),
  });
  expect(made.ok).toBe(true);
  await page.getByText('A key expires within this many days.').waitFor();
  await page.getByLabel('Expires soon: Days before the end').fill('14');
  await page.getByRole('button', { name: 'Save Expires soon' }).click();
  const open = page.getByRole('table').filter({ hasText: 'nightly' });
  await open.getByText(/^Expires on /).waitFor();
  await expect.poll(() => received.length).toBe(2);
  await page.reload();
  await page.getByRole('link', { name: 'Alerts 1 open' }).waitFor();
  await expect.poll(() => violations(page, null)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(() => violations(page, COLOUR_RULES)).toEqual([]);

  await page.getByLabel('Expires soon', { exact: true }).click();
  await page.getByText('No open alerts.').waitFor();
  await page
    .getByRole('region', { name: 'Past alerts' })
    .getByRole('link', { name: 'nightly' })
    .waitFor();
  await expect
    .poll(() => received.map((body) => (JSON.parse(body) as { event: string }).event))
    .toEqual(['test', 'alert.fired', 'alert.resolved']);
  await page.getByText(/^Taken, .*: Over: API key "nightly" expires soon$/).waitFor();
  await page.getByRole('button', { name: 'Change On call' }).click();
  await page.getByLabel('Name').fill('Pager');
  await page.getByRole('button', { name: 'Save channel' }).click();
  await page.getByRole('button', { name: 'Delete Pager' }).click();
  await page.getByRole('button', { name: 'Delete channel' }).click();
  await page.getByText('No channels.').waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
    .toBeLessThanOrEqual(390);
});
