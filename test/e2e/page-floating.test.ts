import { expect } from 'vitest';
import { sendJsonSpans } from './browser.ts';
import { it } from './page-test.ts';

it('names what a folded sidebar leads to, on hover and by key, and opens menus by keyboard alone', async ({
  page,
  server,
}) => {
  await sendJsonSpans(server.url, 'shop', [
    { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: '00000000000000a1', name: 'agent' },
  ]);
  await page.goto('/projects/shop/traces');
  await page.getByRole('row', { name: /agent/ }).waitFor();
  // The very first key: menus are not fetched yet.
  await page.getByRole('button', { name: 'Switch project' }).focus();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('menu');
  await menu
    .getByRole('menuitemcheckbox', { name: 'shop' })
    .or(menu.getByRole('menuitem', { name: 'shop' }))
    .waitFor();
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('Switch project');
  await page.keyboard.press('ArrowDown');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('role') ?? ''))
    .toMatch(/^menuitem/);
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });

  await page.keyboard.press('[');
  const link = page.getByRole('link', { name: 'Sessions', exact: true });
  await link.hover();
  const note = page.getByRole('tooltip');
  await expect.poll(() => note.textContent()).toBe('Sessions');
  // The pointer can move onto the tooltip without closing it.
  await note.hover();
  await expect
    .poll(() => link.getAttribute('aria-describedby'))
    .toBe(await note.getAttribute('id'));
  await page.keyboard.press('Escape');
  await note.waitFor({ state: 'detached' });
  await page.mouse.move(600, 500);
  await link.focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await expect.poll(() => note.textContent()).toBe('Sessions');
  await page.keyboard.press('Tab');
  await expect.poll(() => note.textContent()).not.toBe('Sessions');
});

it('keeps a dialog open where a text is selected in it and the pointer let go beside it', async ({
  page,
}) => {
  await page.goto('/settings/keys');
  await page.getByRole('button', { name: 'New key' }).click();
  const field = page.getByRole('dialog').getByLabel('Name', { exact: true });
  await field.fill('ci of the shop');
  const box = await field.boundingBox();
  if (box === null) throw new Error('The field is not on screen.');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(10, box.y, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => field.inputValue()).toBe('ci of the shop');
  await page.mouse.click(10, 300);
  await field.waitFor({ state: 'detached' });
});
