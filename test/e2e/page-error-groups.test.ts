import { expect } from 'vitest';
import { sendJsonSpans } from './browser.ts';
import { it } from './page-test.ts';
import { queryOf } from './shop.ts';

const MESSAGES = [
  '429 Too many requests for gpt-4o',
  '429 Too many requests for gpt-4o',
  '429 Too many requests for claude',
  'Order 4711 was not found',
];

it('groups errors by what their messages have in common, and shows the messages inside', async ({
  page,
  server,
}) => {
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
  await page.goto('/projects/shop/traces?group=error');
  const names = async () =>
    (await page.locator('tbody tr td:first-child button[title]').allTextContents()).map((text) =>
      text.trim(),
    );
  await expect.poll(names).toEqual(['429 Too many requests for …', 'Order … was not found']);
  const group = page.getByRole('row', { name: '429 Too many requests for …' });
  await expect
    .poll(async () => (await group.getByRole('cell').allTextContents()).slice(0, 3))
    .toEqual(['429 Too many requests for …2 messages', '3', '3']);
  await page
    .getByRole('button', { name: 'Messages of 429 Too many requests for …' })
    .press('Enter');
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
  await expect
    .poll(() => queryOf(page))
    .toBe("any('429 Too many requests for' in s.status_message for s in spans)");
  await page.goto('/projects/shop/traces?group=error');
  await page.getByRole('button', { name: 'Order … was not found' }).click();
  await page.getByText('1 of 4').waitFor();
  await expect
    .poll(() => queryOf(page))
    .toBe(
      "any('Order' in s.status_message and 'was not found' in s.status_message for s in spans)",
    );
});
