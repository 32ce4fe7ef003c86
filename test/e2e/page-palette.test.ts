import { expect } from 'vitest';
import { expectAccessible, picture } from './both-themes.ts';
import { sendJsonSpans } from './browser.ts';
import { emptyServer } from './empty-server.ts';
import { serverPerFile } from './page-test.ts';

const it = serverPerFile(emptyServer, async (server) => {
  await sendJsonSpans(server.url, 'shop', [
    {
      traceId: 'a'.repeat(32),
      spanId: 'a'.repeat(16),
      name: 'agent',
      attributes: { 'session.id': 'chat-1', 'user.id': 'customer-17', 'input.value': 'Refund me' },
    },
  ]);
});

it('finds users and sessions of the project as one types, and searches its traces for anything else', async ({
  page,
}) => {
  await page.goto('/projects/shop/traces?range=24h');
  await page.getByRole('row', { name: /agent/ }).waitFor();
  const type = async (typed: string): Promise<void> => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /paste an id/ }).fill(typed);
  };
  await type('cha');
  await page.getByRole('option', { name: 'chat-1 Session' }).waitFor();
  await page.getByRole('option', { name: 'Search “cha” in traces' }).waitFor();
  await expectAccessible(page);
  await picture(page, 'palette-session');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/projects/shop/sessions/chat-1');
  await type('customer');
  await page.getByRole('option', { name: 'customer-17 User' }).click();
  await page.waitForURL((url) => url.searchParams.get('q') === "user.id == 'customer-17'");
  await page.getByRole('row', { name: /agent/ }).waitFor();
  await page.goto('/projects/shop/sessions?range=24h');
  await page.getByRole('link', { name: 'chat-1' }).first().waitFor();
  await type('nothing holds this');
  await page
    .getByText(
      'No results. Names and IDs were searched, and span content of 2 projects (shop and default), at all times, for “nothing”, “holds” and “this”.',
    )
    .waitFor();
  await page.keyboard.press('Escape');
  await type("Refund 'me");
  await page.getByRole('option', { name: /^agent .* in shop Refund me$/ }).waitFor();
  await expect.poll(() => page.locator('mark').allTextContents()).toEqual(['Refund', 'me']);
  await expectAccessible(page);
  await picture(page, 'palette-content');
  await page.keyboard.press('Enter');
  await page.waitForURL(
    (url) => url.pathname === '/projects/shop/traces' && url.searchParams.get('range') === '24h',
  );
  await page
    .getByRole('button', { name: /“Refund 'me”/ })
    .first()
    .waitFor();
  // As fast as one can type.
  const field = page.getByRole('combobox', { name: /paste an id/ });
  for (let round = 0; round < 20; round++) {
    await page.keyboard.press('Control+k');
    await field.waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await field.fill('chat');
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'hidden' });
  }
  // There is no current project, and no traces of one.
  await page.goto('/projects');
  await page.getByRole('link', { name: 'shop', exact: true }).waitFor();
  await type('chat-1');
  await page.getByRole('option', { name: 'session chat-1 in shop' }).waitFor();
  await expect.poll(() => page.getByRole('option', { name: /in traces/ }).count()).toBe(0);
  // Content is found from anywhere.
  await page.getByRole('combobox', { name: /paste an id/ }).fill('refund');
  await page.getByRole('option', { name: /^agent .* in shop Refund me$/ }).click();
  await page.waitForURL((url) => url.searchParams.get('span') === 'a'.repeat(16));
});
