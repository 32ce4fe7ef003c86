import { expect } from 'vitest';
import { expectAccessible, picture } from './both-themes.ts';
import { sendJsonSpans } from './browser.ts';
import { emptyServer } from './empty-server.ts';
import { serverPerFile } from './page-test.ts';

const it = serverPerFile(emptyServer, async (server) => {
  await sendJsonSpans(server.url, 'shop', [
    { traceId: 'a'.repeat(32), spanId: 'a'.repeat(16), name: 'ask' },
  ]);
});

it('keeps the pages of a project one step away where a page is of no project, until its list is gone back to', async ({
  page,
}) => {
  const rooms = page.getByRole('navigation', { name: 'Main' });
  await page.goto('/datasets');
  await rooms.getByRole('link', { name: 'Datasets' }).waitFor();
  await expect.poll(() => rooms.getByRole('link', { name: 'Traces' }).count()).toBe(0);
  await page.goto('/projects/shop/traces?range=24h');
  await page.getByRole('row', { name: /ask/ }).waitFor();
  for (const room of ['Settings', 'Datasets'])
    await rooms.getByRole('link', { name: room }).click();
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
});

it('keeps the project in the address of Settings: from page to page, after a reload and in another tab, until another is chosen', async ({
  open,
  page,
  server,
}) => {
  await sendJsonSpans(server.url, 'support', [
    { traceId: 'b'.repeat(32), spanId: 'b'.repeat(16), name: 'help' },
  ]);
  const rooms = page.getByRole('navigation', { name: 'Main' });
  await page.goto('/projects/shop/traces?range=24h');
  await page.getByRole('row', { name: /ask/ }).waitFor();
  await rooms.getByRole('link', { name: 'Settings' }).click();
  await page.waitForURL('**/settings/general?project=shop');
  await page
    .getByRole('navigation', { name: 'Settings' })
    .getByRole('link', { name: 'Models and prices' })
    .click();
  await page.waitForURL('**/settings/models?project=shop');
  await page.getByRole('textbox', { name: 'Find a model or provider' }).fill('gpt-4o');
  await page.waitForURL(
    (url) =>
      url.searchParams.get('find') === 'gpt-4o' && url.searchParams.get('project') === 'shop',
  );
  await page.reload();
  await page.getByRole('link', { name: 'shop', exact: true }).waitFor();
  // Another tab has kept nothing of its own.
  const other = await open();
  await other.goto('/settings/general?project=shop');
  await other.getByRole('navigation', { name: 'Main' }).getByText('shop').waitFor();
  await other.getByRole('button', { name: 'Switch project' }).click();
  await other.getByRole('menuitemcheckbox', { name: 'support' }).click();
  await other.waitForURL('**/settings/general?project=support');
  await expectAccessible(other);
  await picture(other, 'settings-project');
  await other.setViewportSize({ width: 390, height: 844 });
  await picture(other, 'settings-project-390');
  await expect
    .poll(() => other.evaluate(() => document.documentElement.scrollWidth))
    .toBeLessThanOrEqual(390);
  await other.getByRole('link', { name: 'support', exact: true }).click();
  await other.waitForURL('**/projects/support/traces');
  await other.goto('/projects');
  await other.getByRole('link', { name: 'shop', exact: true }).waitFor();
  await other.goto('/settings/general');
  await other.getByRole('heading', { name: 'General' }).waitFor();
  await expect.poll(() => new URL(other.url()).search).toBe('');
});

it('names the icons in the foot of the sidebar: in tooltips by pointer and by keyboard, in the sheet beside them', async ({
  page,
}) => {
  await page.goto('/projects');
  const foot = page.getByRole('complementary', { name: 'Sidebar' });
  const note = page.getByRole('tooltip');
  await foot.getByRole('button', { name: 'Display' }).focus();
  for (const text of ['Keyboard help (?)', 'API reference', 'Fold sidebar ([)']) {
    await page.keyboard.press('Tab');
    await note.getByText(text).waitFor();
  }
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Open sidebar' }).hover();
  await note.getByText('Open sidebar ([)').waitFor();
  await foot.getByRole('button', { name: 'Display' }).hover();
  await note.getByText('Display').waitFor();
  await foot.getByRole('button', { name: /healthy/ }).hover();
  await note.getByText('healthy').waitFor();
  await picture(page, 'foot-tooltip');
  await foot.getByRole('button', { name: 'Search' }).hover();
  await note.getByText('Search and commands').waitFor();
  await foot.getByRole('button', { name: 'Display' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Dark' }).waitFor();
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Menu' }).click();
  const sheet = page.getByRole('dialog', { name: 'Menu' });
  for (const text of ['Display', 'Keyboard help', 'API reference'])
    await sheet.getByText(text, { exact: true }).waitFor();
  await expectAccessible(page);
  await picture(page, 'foot-sheet');
});
