import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible, picture } from './both-themes.ts';
import { sendJsonSpans } from './browser.ts';
import { emptyServer } from './empty-server.ts';
import { serverPerFile } from './page-test.ts';

const it = serverPerFile(emptyServer, async (server) => {
  await sendJsonSpans(server.url, 'shop', [
    { traceId: 'a'.repeat(32), spanId: 'a'.repeat(16), name: 'agent' },
  ]);
});

const SEARCHES = '**/v1/span_search*';

async function openPalette(page: Page, typed: string): Promise<void> {
  await page.goto('/projects');
  await page.getByRole('link', { name: 'shop', exact: true }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /paste an id/ }).fill(typed);
}

it('says that a search failed, and not that nothing was found', async ({ page, allowed }) => {
  allowed.push(/status of 422/);
  await page.route(SEARCHES, (route) =>
    route.fulfill({ status: 422, json: { detail: 'The index is damaged.' } }),
  );
  await openPalette(page, 'agent');
  await page
    .getByRole('dialog')
    .getByText('The search of span content failed: The index is damaged.')
    .waitFor();
  await page.goto('/search?q=agent');
  await page.getByRole('heading', { name: 'The search failed' }).waitFor();
  await expect.poll(() => page.getByText('No results').count()).toBe(0);
});

it('says that ids could not be looked up', async ({ page, allowed }) => {
  allowed.push(/status of 422/);
  await page.route('**/v1/lookup*', (route) =>
    route.fulfill({ status: 422, json: { detail: 'The index is damaged.' } }),
  );
  await openPalette(page, 'nothing-holds-this');
  await page.getByText(/^IDs could not be looked up: The index is damaged\./).waitFor();
});

it('stops a search before its first reply, and goes on with it', async ({ page }) => {
  const held = Promise.withResolvers<void>();
  await page.route(SEARCHES, async (route) => {
    await held.promise;
    await route.fallback();
  });
  await page.goto('/search?q=agent');
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText('The search was stopped.').waitFor();
  await expect.poll(() => page.getByText(/^No results$|failed/).count()).toBe(0);
  await expectAccessible(page);
  await picture(page, 'search-stopped');
  held.resolve();
  await page.getByRole('button', { name: 'Continue searching' }).click();
  await page.getByRole('row', { name: /agent/ }).waitFor();
});

it('says why a text is not searched for', async ({ page }) => {
  const reasons = [
    ['🎉', 'Span content is searched for words: letters or digits.'],
    ['x', 'Span content is searched for 2 characters or more.'],
    [
      'word '.repeat(120).trim(),
      'Span content is searched for up to 512 characters; this text has 599.',
    ],
  ] as const;
  await page.goto('/search');
  for (const [text, reason] of reasons) {
    await page.getByRole('textbox').fill(text);
    await page.getByText(reason).waitFor();
  }
  await expectAccessible(page);
  await picture(page, 'search-too-long');
  await openPalette(page, '🎉');
  await page.getByText(`No results. Names and IDs were searched. ${reasons[0][1]}`).waitFor();
});
