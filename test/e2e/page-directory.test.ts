import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import {
  LDAP_BASE,
  LDAP_PASSWORD,
  LDAP_SERVICE,
  SLAPD,
  addGroup,
  addPerson,
  groupDn,
  openLdapServer,
  type LdapServer,
} from '#test/ldap-server.ts';
import { boot, runCommand } from './boot.ts';
import { expectAccessible, picture } from './both-themes.ts';
import { serverPerFile, serverPerTest } from './page-test.ts';

let ldap: LdapServer;
let env: Record<string, string>;

async function signIn(page: Page, name: string, password: string): Promise<void> {
  await page.getByLabel('User name').fill(name);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

const it = serverPerFile(async (onEnd) => {
  ldap = await openLdapServer();
  onEnd(() => ldap.close());
  await addPerson(ldap, { uid: 'ada', name: 'Ada Lovelace' });
  await addPerson(ldap, { uid: 'eve', name: 'Eve' });
  await addGroup(ldap, 'admins', ['ada']);
  env = {
    SERVICE_ENABLE_AUTH: 'true',
    SERVICE_SECRET: 'a-secret-of-32-characters-or-more-1',
    SERVICE_DISABLE_RATE_LIMIT: 'true',
    SERVICE_SUPPORT_EMAIL: 'help@example.org',
    SERVICE_MANAGEMENT_URL: 'https://console.example.org/telltale',
    PHOENIX_LDAP_HOST: 'localhost',
    PHOENIX_LDAP_PORT: String(ldap.port),
    PHOENIX_LDAP_TLS_CA_CERT_FILE: ldap.caFile,
    PHOENIX_LDAP_BIND_DN: LDAP_SERVICE.dn,
    PHOENIX_LDAP_BIND_PASSWORD: LDAP_SERVICE.password,
    PHOENIX_LDAP_USER_SEARCH_BASE_DNS: JSON.stringify([LDAP_BASE]),
    PHOENIX_LDAP_USER_SEARCH_FILTER: '(uid=%s)',
    PHOENIX_LDAP_GROUP_ROLE_MAPPINGS: JSON.stringify([
      { group_dn: groupDn('admins'), role: 'ADMIN' },
    ]),
  };
  return await boot({ env });
}).extend('allowed', () => [/status of (401|503)/]);
const itAlone = serverPerTest(() =>
  boot({ env: { ...env, SERVICE_DISABLE_BASIC_AUTH: 'true' } }),
).extend('allowed', () => [/status of (401|503)/]);

describe.skipIf(SLAPD === null)('the sign-in screen of a server with a directory', () => {
  // Its directory serves the other server too, whichever test runs first.
  it.beforeAll(({ server }) => void server);

  it('has a tab for it, leads back to where one came from, and says what is wrong', async ({
    page,
  }) => {
    await page.goto('/settings/users');
    await page.getByRole('tab', { name: 'Password' }).click();
    await expect.poll(() => page.getByText('Your session expired').count()).toBe(0);
    await page.getByLabel('E-mail address').waitFor();
    await expectAccessible(page);
    await page.getByRole('tab', { name: 'LDAP' }).press('Enter');
    await page.getByRole('link', { name: 'help@example.org' }).waitFor();
    await page.getByLabel('User name').waitFor();
    await expectAccessible(page);
    await picture(page, 'directory');
    await signIn(page, 'ada', 'wrong');
    await page
      .getByText(
        'The user name or the password is incorrect. Check both, or have your password reset in the directory.',
      )
      .waitFor();
    await signIn(page, 'eve', LDAP_PASSWORD);
    await page.getByText('None of your groups may sign in to this server.').waitFor();
    await picture(page, 'directory-refused');
    await signIn(page, 'Ada', LDAP_PASSWORD);
    await page.getByRole('link', { name: /Ada Lovelace.*Admin.*your account/s }).waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/settings/users');
    await page.getByText('ada@example.org').waitFor();
    await page.getByRole('button', { name: 'New user' }).click();
    const form = page.getByRole('dialog', { name: 'New user' });
    await form.getByRole('radio', { name: 'Directory' }).click();
    await form.getByText('signs in with the directory account').waitFor();
    await expectAccessible(page);
    await picture(page, 'directory-new-user');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: /Ada Lovelace.*your account/s }).click();
    await page.getByText('Directory', { exact: true }).waitFor();
    await expect
      .poll(() => page.getByRole('link', { name: 'Manage this server' }).getAttribute('href'))
      .toBe('https://console.example.org/telltale');
    await expect.poll(() => page.getByLabel('Current password').count()).toBe(0);
    await page.getByRole('link', { name: 'help@example.org' }).waitFor();
    await expectAccessible(page);
    await picture(page, 'directory-account');
  });

  itAlone('fits a phone, and is all there is where passwords are off', async ({ open }) => {
    const page = await open({ width: 390, height: 844 });
    await page.goto('/login');
    await page.getByLabel('User name').waitFor();
    await expect.poll(() => page.getByRole('tab').count()).toBe(0);
    await expect.poll(() => page.getByText('Forgot your password?').count()).toBe(0);
    await picture(page, 'directory-narrow');
    await ldap.freeze();
    try {
      await signIn(page, 'ada', LDAP_PASSWORD);
      await page.getByText('The directory is not responding. Try again in a moment.').waitFor();
    } finally {
      ldap.thaw();
    }
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Projects' }).first().waitFor();
  });

  it('does not start when the directory is half configured, and says what is missing', async () => {
    const { code, stderr } = await runCommand(['serve'], { SERVICE_LDAP_HOST: 'localhost' });
    expect([code, stderr]).toEqual([
      2,
      'telltale: SERVICE_LDAP_USER_SEARCH_BASE_DNS is missing; SERVICE_LDAP_HOST needs it.\n' +
        'telltale: SERVICE_LDAP_GROUP_ROLE_MAPPINGS is missing; SERVICE_LDAP_HOST needs it.\n',
    ]);
  });
});
