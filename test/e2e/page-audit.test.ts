import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { boot } from './boot.ts';
import { serverPerFile } from './page-test.ts';
import { COLOUR_RULES, LIGHT_ON_PHONES, violations } from './violations.ts';

const it = serverPerFile(() => boot());

async function ask(url: string, method: string, path: string, body?: object): Promise<number> {
  const more =
    body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  return (await fetch(url + path, { method, ...more })).status;
}

it('shows what was done, narrows it, opens a row, exports and verifies', async ({
  page,
  server,
}) => {
  await page.goto('/settings/audit');
  await page.getByRole('heading', { name: 'No entries yet' }).waitFor();
  await page.getByText('Not verified yet.').waitFor();
  await ask(server.url, 'POST', '/v1/projects', { name: 'chat' });
  await ask(server.url, 'POST', '/v1/projects', { name: 'shop' });
  await ask(server.url, 'DELETE', '/v1/projects/chat');
  await ask(server.url, 'DELETE', '/v1/projects/nobody');
  await page.reload();
  const table = page.getByRole('table', { name: 'Audit log' });
  await expect.poll(() => table.locator('tbody').count()).toBe(4);
  // New objects are shown by name.
  await table.getByText('shop', { exact: true }).waitFor();
  const filters = page.getByRole('search', { name: 'Audit log' });
  await filters.getByLabel('Action').selectOption({ label: 'Deleted a project' });
  await expect.poll(() => table.locator('tbody').count()).toBe(2);
  await filters.getByLabel('Result').selectOption('refused');
  await expect.poll(() => table.locator('tbody').count()).toBe(1);
  await page.getByRole('button', { name: 'Details of row 4' }).click();
  await table.getByText('DELETE /v1/projects/{project_identifier}').waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.get('result')).toBe('refused');
  await filters.getByLabel('Actor').fill('nobody@example.org');
  await filters.getByLabel('Actor').press('Enter');
  await page.getByRole('heading', { name: 'No matching entries' }).waitFor();
  await filters.getByRole('button', { name: 'Show all' }).click();
  await expect.poll(() => table.locator('tbody').count()).toBe(4);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const lines = readFileSync(await (await download).path(), 'utf8')
    .trim()
    .split('\n');
  expect(lines).toHaveLength(4);
  await page.getByRole('button', { name: 'Verify now' }).click();
  await page.getByText(/\d+ rows, none changed or missing/).waitFor();
});

it.for([
  ['desk', { width: 1440, height: 900 }, true],
  ['phone', { width: 390, height: 844 }, LIGHT_ON_PHONES],
] as const)('has no violation on a %s', async ([_device, viewport, inBothThemes], { open }) => {
  const page = await open(viewport);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.goto('/settings/audit');
  await page.getByRole('button', { name: 'Details of row 1' }).click();
  await page.getByText('POST /v1/projects').first().waitFor();
  const dark = await violations(page, null);
  await page.emulateMedia({
    colorScheme: inBothThemes ? 'light' : 'dark',
    reducedMotion: 'reduce',
  });
  await page.locator(`html[data-theme="${inBothThemes ? 'light' : 'dark'}"]`).waitFor();
  expect({ dark, light: inBothThemes ? await violations(page, COLOUR_RULES) : [] }).toEqual({
    dark: [],
    light: [],
  });
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
    .toBe(true);
});
