import { expect } from 'vitest';
import { sendJsonSpans } from './browser.ts';
import { it } from './page-test.ts';
import { visit } from './visit.ts';

it('the menu is a sheet at 390 px: it keeps the focus, closes on Esc and when one goes somewhere', async ({
  open,
  server,
}) => {
  await sendJsonSpans(server.url, 'shop', [
    { traceId: '1'.padStart(32, '0'), spanId: '1'.padStart(16, '0'), name: 'agent' },
  ]);
  const page = await open({ width: 390, height: 844 });
  await page.goto('/projects/shop/traces');
  await page.getByRole('row', { name: /agent/ }).waitFor();
  await expect
    .poll(() => page.getByRole('complementary', { name: 'Sidebar' }).isVisible())
    .toBe(false);
  await page.getByRole('button', { name: 'Menu' }).click();
  const sheet = page.getByRole('dialog', { name: 'Menu' });
  await sheet.waitFor();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('Menu');
  await page.keyboard.press('Enter');
  await sheet.waitFor();
  // Opened again before the page has heard that it was closed.
  await page.evaluate(() => {
    document.querySelector<HTMLDialogElement>('dialog[aria-label=Menu]')?.close();
    dispatchEvent(new Event('telltale:menu'));
  });
  await sheet.getByRole('link', { name: 'Settings' }).click();
  await page.waitForURL('**/settings/general');
  await sheet.waitFor({ state: 'detached' });
  for (const path of ['/projects', '/settings', '/projects?start=true', '/projects?view=cards']) {
    await visit(page, path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    // Nothing is wider than the screen.
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
      .toBeLessThanOrEqual(390);
  }
});
