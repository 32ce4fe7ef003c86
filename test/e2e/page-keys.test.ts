import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { boot } from './boot.ts';
import { serverPerFile } from './page-test.ts';
import { COLOUR_RULES, violations } from './violations.ts';

const it = serverPerFile(() => boot());

const projects = async (url: string, key: string): Promise<number> =>
  (await fetch(`${url}/v1/projects`, { headers: { api_key: key } })).status;
const send = async (url: string, key: string): Promise<number> =>
  (
    await fetch(`${url}/v1/projects`, {
      method: 'POST',
      headers: { api_key: key, 'content-type': 'application/json' },
      body: '{"name":"x"}',
    })
  ).status;

/**
 * The displayed secret, then closes it. The exporter's settings show for a key that may send spans.
 */
async function takeSecret(page: Page, name: string, maySend: boolean): Promise<string> {
  const dialog = page.getByRole('dialog', { name: `Key ${name}` });
  const secret = (await dialog.getByLabel('The key', { exact: true }).textContent()) ?? '';
  await dialog.getByRole('tab', { name: 'Clients' }).waitFor();
  if (maySend)
    await dialog.getByText(`export OTEL_EXPORTER_OTLP_HEADERS='api_key=${secret}'`).waitFor();
  else await expect.poll(() => dialog.getByRole('tab', { name: 'OpenTelemetry' }).count()).toBe(0);
  await dialog.getByRole('tab', { name: 'Clients' }).click();
  await dialog.getByText(`export SERVICE_API_KEY='${secret}'`).waitFor();
  await dialog.getByRole('button', { name: 'I have copied it' }).click();
  await dialog.waitFor({ state: 'detached' });
  return secret;
}

it('makes a key, shows its secret once, and the key may do what was chosen; rotates and revokes it', async ({
  page,
  server,
}) => {
  await page.goto('/settings');
  await page
    .getByRole('navigation', { name: 'Settings' })
    .getByRole('link', { name: 'API keys' })
    .click();
  await page.waitForURL('**/settings/keys');
  await page.getByText('Authentication is off').first().waitFor();
  await page.getByText('No API keys yet.').waitFor();
  await page.getByRole('button', { name: 'New key' }).click();
  const form = page.getByRole('dialog', { name: 'New API key' });
  await expect.poll(() => form.getByRole('button', { name: 'Create key' }).isDisabled()).toBe(true);
  await form.getByLabel('Name', { exact: true }).fill('nightly');
  await form.getByLabel('Description').fill('the nightly run');
  // The purpose of most keys.
  await form.getByText('For exporters and collectors: sends spans and reads nothing').waitFor();
  await form.getByLabel('Read-only', { exact: true }).check();
  await form.getByText('changes nothing').waitFor();
  await form.getByLabel('30 days').check();
  await form.getByRole('button', { name: 'Create key' }).click();
  const secret = await takeSecret(page, 'nightly', false);
  expect(secret).toMatch(/^svc_live_/);
  expect([await projects(server.url, secret), await send(server.url, secret)]).toEqual([200, 403]);
  const row = page.getByRole('row', { name: /nightly/ });
  await row.getByRole('cell', { name: `svc_live_…${secret.slice(-4)}`, exact: true }).waitFor();
  await row.getByRole('cell', { name: 'Read-only', exact: true }).waitFor();
  await row.getByRole('cell', { name: 'active', exact: true }).waitFor();
  await expect.poll(() => page.content()).not.toContain(secret);

  await page.getByRole('button', { name: 'Rotate nightly' }).click();
  await page
    .getByRole('dialog', { name: 'Rotate key nightly' })
    .getByRole('button', { name: 'Rotate' })
    .click();
  await page.getByText(/The old key stays valid until/).waitFor();
  const next = await takeSecret(page, 'nightly', false);
  expect([await projects(server.url, secret), await projects(server.url, next)]).toEqual([
    200, 200,
  ]);
  await page.getByText(/rotated, expires in 24 h/).waitFor();
  await page.getByRole('columnheader', { name: 'Requests, 7 d' }).waitFor();
  await page.getByRole('button', { name: 'Revoke nightly' }).last().click();
  const revoke = page.getByRole('dialog', { name: 'Revoke key' });
  await revoke.getByText(`svc_live_…${secret.slice(-4)}`).waitFor();
  await revoke.getByRole('button', { name: 'Revoke key' }).click();
  await revoke.waitFor({ state: 'detached' });
  expect([await projects(server.url, secret), await projects(server.url, next)]).toEqual([
    401, 200,
  ]);
  await page.getByLabel('Show 1 expired or revoked').check();
  await page.getByRole('row', { name: /revoked/ }).waitFor();
});

it('makes a system key with single scopes, for one project, until a day', async ({ page }) => {
  await page.goto('/settings/keys');
  await page.getByRole('button', { name: 'New key' }).click();
  const form = page.getByRole('dialog', { name: 'New API key' });
  await form.getByLabel('Name', { exact: true }).fill('gateway');
  await form.getByLabel('Service (system key)').check();
  await form.getByLabel('Viewer').check();
  await expect.poll(() => form.getByLabel('Send traces').count()).toBe(0);
  await form.getByLabel('Member').check();
  await form.getByLabel('Scopes…').check();
  await form.getByLabel('traces:write').check();
  await form.getByLabel('projects:read').check();
  await form.getByLabel('Selected projects…').check();
  await form.getByLabel(/^default/).check();
  await form.getByLabel('On a day').check();
  await expect.poll(() => form.getByRole('button', { name: 'Create key' }).isDisabled()).toBe(true);
  // By keyboard, part by part.
  await form.getByLabel('Last day').focus();
  await page.keyboard.type('12312099');
  await expect.poll(() => form.getByLabel('Last day').inputValue()).toBe('2099-12-31');
  await form.getByRole('button', { name: 'Create key' }).click();
  const secret = await takeSecret(page, 'gateway', true);
  expect(secret).toMatch(/^svc_sys_/);
  const row = page.getByRole('row', { name: /gateway/ });
  await row
    .getByRole('cell', { name: 'traces:write, projects:read system, member · 1 project' })
    .waitFor();
});

it.for([
  ['desk', { width: 1440, height: 900 }],
  ['phone', { width: 390, height: 844 }],
] as const)(
  'has no violation on a %s, in either theme, and nothing wider than the screen',
  async ([_device, viewport], { open }) => {
    const page = await open(viewport);
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await page.goto('/settings/keys');
    await page
      .getByRole('row', { name: /nightly/ })
      .first()
      .waitFor();
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
      .toBeLessThanOrEqual(viewport.width);
    const table = await violations(page, null);
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByRole('dialog', { name: 'New API key' }).getByLabel('Scopes…').check();
    const dark = await violations(page, COLOUR_RULES);
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await page.locator('html[data-theme="light"]').waitFor();
    expect({ table, dark, light: await violations(page, COLOUR_RULES) }).toEqual({
      table: [],
      dark: [],
      light: [],
    });
  },
);

it('does not lose the secret of a new key to Esc, the cross or a click beside it', async ({
  page,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/settings/keys');
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('careful');
  await page.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Key careful' });
  const secret = await dialog.getByLabel('The key', { exact: true }).innerText();
  for (let times = 0; times < 3; times += 1) await page.keyboard.press('Escape');
  await dialog.getByRole('alert').getByText('You haven’t copied the key').waitFor();
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await page.mouse.click(5, 5);
  await dialog.getByRole('alert').waitFor();
  await expect.poll(() => violations(page, null)).toEqual([]);
  await dialog.getByRole('button', { name: 'Copy and close' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(secret);

  await page.getByRole('button', { name: 'Rotate careful' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
  await dialog.getByRole('button', { name: 'Copy key' }).click();
  await dialog.getByRole('button', { name: 'Done' }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});
