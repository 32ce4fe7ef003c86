import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { boot } from './boot.ts';
import type { Misdeeds } from './browser.ts';
import { expectAccessible, picture } from './both-themes.ts';
import { serverPerFile, serverPerTest, type Open, type Viewport } from './page-test.ts';

const AUTH = {
  SERVICE_ENABLE_AUTH: 'true',
  SERVICE_SECRET: 'a-secret-of-32-characters-or-more-1',
  SERVICE_DISABLE_RATE_LIMIT: 'true',
};
const ADMIN = { email: 'admin@localhost', password: 'first password' };
const GIVEN = 'given by an admin';
let admin: Page;
let adminMisdeeds: Misdeeds;
/** A refusal that the page handles shows in the console of a browser all the same. */
const REFUSALS = /status of 4(01|03|09|22|29)/;
const it = serverPerFile(() => boot({ env: AUTH })).extend('allowed', () => [REFUSALS]);
it.beforeAll(
  async ({ openForFile }) => void ({ page: admin, misdeeds: adminMisdeeds } = await openForFile()),
);
const itAlone = serverPerTest(() => boot()).extend('allowed', () => [REFUSALS]);

/** A new browser, at an address of the page. */
async function visit(open: Open, path: string, viewport?: Viewport): Promise<Page> {
  const page = await open(viewport);
  await page.goto(path);
  return page;
}
async function signIn(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}
describe('signing in on the page', () => {
  it('says at first that no admin has a password, and the printed link gives one', async ({
    open,
    server,
  }) => {
    const page = await visit(open, '/projects');
    await page.getByText('No admin has a password yet').waitFor();
    await page.locator(':focus').and(page.getByLabel('E-mail address')).waitFor();
    await picture(page, 'setup');
    await page.context().close();
    await admin.goto(server.adminLink ?? '');
    await admin.getByText('admin@localhost').waitFor();
    await admin
      .locator(':focus')
      .and(admin.getByLabel('New password', { exact: true }))
      .waitFor();
    // A single-use token doesn't stay in the address.
    await expect.poll(() => admin.url()).toBe(`${server.url}/reset-password`);
    await admin.getByLabel('New password', { exact: true }).fill('abc');
    await admin.getByLabel('New password again').fill('abd');
    await admin.getByText('The passwords don’t match.').waitFor();
    await expect
      .poll(() => admin.getByRole('button', { name: 'Set password' }).isDisabled())
      .toBe(true);
    await admin.getByLabel('New password again').fill('abc');
    await admin.getByRole('button', { name: 'Set password' }).click();
    await admin.getByText('must have at least 8 characters').waitFor();
    await expectAccessible(admin);
    await picture(admin, 'reset');
    await admin.getByLabel('New password', { exact: true }).fill(ADMIN.password);
    await admin.getByLabel('New password again').fill(ADMIN.password);
    await admin.getByRole('button', { name: 'Set password' }).click();
    await admin.getByRole('link', { name: /admin.*Admin.*your account/s }).waitFor();
  });

  it('leads to the sign-in screen from anywhere, and back to the same address', async ({
    open,
    server,
  }) => {
    const page = await visit(open, '/datasets?find=x#keys');
    await page.getByLabel('E-mail address').waitFor();
    await expect
      .poll(() => page.url())
      .toBe(`${server.url}/login?returnUrl=${encodeURIComponent('/datasets?find=x#keys')}`);
    await expectAccessible(page);
    await picture(page, 'login');
    await signIn(page, { ...ADMIN, password: 'wrong' });
    await page
      .getByText(
        'The e-mail address or the password is incorrect. Check both, or have your password reset.',
      )
      .waitFor();
    await signIn(page, ADMIN);
    await page.getByRole('link', { name: /admin.*Admin.*your account/s }).waitFor();
    await expect.poll(() => page.url()).toMatch(/\/datasets\?find=x#keys$/);
  });

  it('does not follow an address that leads elsewhere', async ({ open, server }) => {
    for (const returnUrl of [
      '//evil.example/x',
      'https://evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
    ]) {
      const page = await visit(open, `/login?returnUrl=${encodeURIComponent(returnUrl)}`);
      await page.getByLabel('E-mail address').waitFor();
      await signIn(page, ADMIN);
      await page.getByRole('link', { name: /admin.*Admin.*your account/s }).waitFor();
      await expect.poll(() => new URL(page.url()).origin).toBe(server.url);
      await page.context().close();
    }
  });

  it('renews a session that ran out without a word, and says when it is over', async ({ open }) => {
    const page = await visit(open, '/login');
    await signIn(page, ADMIN);
    await page.getByRole('link', { name: /admin.*Admin.*your account/s }).waitFor();
    await page.context().clearCookies({ name: 'telltale-access' });
    // The screen is complete before the session ends: otherwise it would report that itself.
    const listed = page.waitForResponse(
      (response) => response.url().includes('/v1/datasets') && response.ok(),
    );
    await page.getByRole('link', { name: 'Datasets' }).click();
    await listed;
    await expect
      .poll(async () => (await page.context().cookies()).map((cookie) => cookie.name))
      .toContain('telltale-access');
    await expect.poll(() => new URL(page.url()).pathname).toBe('/datasets');
    await page.context().clearCookies();
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await page.getByText('Your session expired').waitFor();
    await signIn(page, ADMIN);
    await page.getByRole('navigation', { name: 'Settings' }).waitFor();
  });
});

describe('users on the page', () => {
  it('are made by an admin, choose their password by a link, and see what is theirs', async ({
    open,
  }) => {
    await admin.goto('/settings/users');
    await admin.getByText('admin@localhost').waitFor();
    await admin.getByRole('button', { name: 'New user' }).click();
    const form = admin.getByRole('dialog', { name: 'New user' });
    await form.getByLabel('E-mail address').fill('ada@example.org');
    await form.getByLabel('Name').fill('admin');
    await form.getByRole('button', { name: 'Create user' }).click();
    await form.getByText("Another user has the name 'admin' already.").waitFor();
    await expectAccessible(admin);
    await picture(admin, 'new-user');
    await form.getByLabel('Name').fill('Ada');
    await form.getByRole('radio', { name: 'Viewer' }).click();
    await form.getByRole('button', { name: 'Create user' }).click();
    const links = admin.getByRole('dialog', { name: 'Password link' });
    await links.getByRole('button', { name: 'Make a link' }).click();
    const link = await links.getByText('/reset-password#').innerText();
    await expectAccessible(admin);
    await picture(admin, 'link');
    await links.getByRole('button', { name: 'Done' }).click();

    const ada = await visit(open, link);
    await ada.getByLabel('New password', { exact: true }).fill('ada has one');
    await ada.getByLabel('New password again').fill('ada has one');
    await ada.getByRole('button', { name: 'Set password' }).click();
    await ada.getByRole('link', { name: /Ada.*Viewer.*your account/s }).waitFor();
    await ada.goto('/settings/users');
    await ada.getByText('You don’t have access').waitFor();
    // Asking again would be answered the same.
    await expect.poll(() => ada.getByRole('button', { name: 'Retry' }).count()).toBe(0);
    await expectAccessible(ada);
    await picture(ada, 'forbidden');

    await admin.getByRole('button', { name: 'Change Ada' }).click();
    await admin.getByRole('radio', { name: 'Admin' }).click();
    await admin.getByRole('button', { name: 'Save' }).click();
    await admin.getByRole('dialog').waitFor({ state: 'detached' });
    await expectAccessible(admin);
    await picture(admin, 'users');
    await ada.reload();
    await ada.getByText('admin@localhost').waitFor();

    // Ada's key is revoked by any admin, and rotated by Ada alone.
    const key = {
      data: { name: 'adas', level: 'read-only' },
      headers: { origin: new URL(ada.url()).origin },
    };
    const made = await ada.request.post('/api/v1/api-keys', key);
    expect(made.status()).toBe(200);
    for (const [page, count] of [
      [ada, 1],
      [admin, 0],
    ] as const) {
      await page.goto('/settings/keys');
      await page.getByRole('button', { name: 'Revoke adas' }).waitFor();
      await expect
        .poll(() => page.getByRole('button', { name: 'Rotate adas' }).count())
        .toBe(count);
    }
    await admin.goto('/settings/users');

    await admin.getByRole('button', { name: 'Delete Ada' }).click();
    await admin.getByRole('dialog').getByText('is signed out everywhere').waitFor();
    await admin.getByRole('button', { name: 'Delete user' }).click();
    await admin.getByRole('dialog').waitFor({ state: 'detached' });
    await admin.getByText('ada@example.org').waitFor({ state: 'detached' });
    // Her page polls at intervals, and may have noticed before she continues.
    const signedOut = ada.getByLabel('E-mail address').waitFor();
    await Promise.race([
      ada
        .getByRole('link', { name: 'Datasets' })
        .click()
        .catch(() => undefined),
      signedOut,
    ]);
    await signedOut;
  });

  it('replace a password that an admin has given before anything else', async ({
    open,
    server,
  }) => {
    const cookie = (await admin.context().cookies())
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
    const user = {
      auth_method: 'LOCAL',
      email: 'grace@example.org',
      username: 'Grace',
      role: 'MEMBER',
      password: GIVEN,
      password_needs_reset: true,
    };
    const headers = { 'content-type': 'application/json', cookie };
    const made = await fetch(`${server.url}/v1/users`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ user }),
    });
    expect(made.status).toBe(201);
    const page = await visit(open, '/login', { width: 390, height: 844 });
    await picture(page, 'login-narrow');
    await signIn(page, { email: user.email, password: GIVEN });
    await page.getByRole('heading', { name: 'Choose a new password' }).waitFor();
    await expectAccessible(page);
    await picture(page, 'given-narrow');
    await page.getByLabel('Current password').fill(GIVEN);
    // Common passwords are refused, with the reason.
    await page.getByLabel('New password', { exact: true }).fill('Password1');
    await page.getByLabel('New password again').fill('Password1');
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByText('New password is one of the most common passwords').waitFor();
    await page.getByLabel('New password', { exact: true }).fill('my own one');
    await page.getByLabel('New password again').fill('my own one');
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: /Grace.*Member.*your account/s }).click();
    await page.getByText('this browser').waitFor();
    await expectAccessible(page);
    await picture(page, 'profile-narrow');
  });
});

describe('your account', () => {
  it('changes name and password, signs another device out, and leaves', async ({ open }) => {
    const other = await visit(open, '/login');
    await signIn(other, ADMIN);
    await other.getByRole('link', { name: /admin.*Admin.*your account/s }).waitFor();
    await admin.goto('/profile');
    await admin.getByLabel('Name', { exact: true }).fill('Root');
    await admin.getByRole('button', { name: 'Save name' }).click();
    await admin.getByRole('link', { name: /Root.*Admin.*your account/s }).waitFor();
    await expectAccessible(admin);
    await picture(admin, 'profile');
    const devices = admin.getByRole('region', { name: 'Where you are signed in' });
    await expect.poll(() => devices.getByRole('listitem').count()).toBeGreaterThan(1);
    const before = (await devices.getByRole('listitem').all()).length;
    await devices.getByRole('button').first().click();
    await expect.poll(() => devices.getByRole('listitem').count()).toBe(before - 1);

    await admin.getByLabel('Current password').fill('wrong');
    await admin.getByLabel('New password', { exact: true }).fill('second password');
    await admin.getByLabel('New password again').fill('second password');
    await admin.getByRole('button', { name: 'Change password' }).click();
    await admin.getByText('Current password is incorrect.').waitFor();
    await admin.getByLabel('Current password').fill(ADMIN.password);
    await admin.getByRole('button', { name: 'Change password' }).click();
    await expect.poll(() => devices.getByRole('listitem').count()).toBe(1);
    await other.getByText('Your session expired').waitFor();
    await admin.getByRole('button', { name: 'Sign out', exact: true }).last().click();
    await admin.getByText('You are signed out.').waitFor();
    expect({
      ...adminMisdeeds,
      errors: adminMisdeeds.errors.filter((text) => !REFUSALS.test(text)),
    }).toEqual({
      errors: [],
      dialogs: [],
      otherHosts: [],
    });
  });

  it('is locked after five failures, and the screen says so', async ({ open }) => {
    const page = await visit(open, '/login');
    await signIn(page, { email: 'grace@example.org', password: 'wrong' });
    for (let i = 0; i < 5; i++) {
      await page.getByText('is incorrect.').waitFor();
      const answered = page.waitForResponse((response) => response.url().endsWith('/auth/login'));
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await answered;
    }
    await page.getByText('this account is locked for you').waitFor();
    await picture(page, 'locked');
  });
});

itAlone('shows nothing of it while authentication is off, but that it is off', async ({ page }) => {
  await page.goto('/login');
  await page.getByText('Anyone who can reach this server has full access.').waitFor();
  await page.getByRole('link', { name: 'All projects' }).click();
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await expect.poll(() => page.getByRole('link', { name: /your account/ }).count()).toBe(0);
  await page.getByRole('link', { name: 'Users' }).click();
  await page.getByText('so there are no users').waitFor();
  await page.goto('/profile');
  await page.getByRole('heading', { name: 'You aren’t signed in' }).waitFor();
});
