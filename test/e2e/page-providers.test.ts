import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { OIDC_CLIENT, openOidcServer, type OidcServer } from '#test/oidc-server.ts';
import { boot } from './boot.ts';
import { expectAccessible, picture } from './both-themes.ts';
import { serverPerFile } from './page-test.ts';

let oidc: OidcServer;

/**
 * The provider's own pages are its own business: they ask for a font of another site, and for a
 * picture that is not there.
 */
const it = serverPerFile(
  async (onEnd) => {
    oidc = await openOidcServer();
    onEnd(() => oidc.close());
    return await boot({
      env: {
        SERVICE_ENABLE_AUTH: 'true',
        SERVICE_SECRET: 'a-secret-of-32-characters-or-more-1',
        SERVICE_DISABLE_RATE_LIMIT: 'true',
        PHOENIX_OAUTH2_HOUSE_CLIENT_ID: OIDC_CLIENT.client_id,
        PHOENIX_OAUTH2_HOUSE_CLIENT_SECRET: OIDC_CLIENT.client_secret,
        PHOENIX_OAUTH2_HOUSE_OIDC_CONFIG_URL: oidc.configUrl,
        PHOENIX_OAUTH2_HOUSE_DISPLAY_NAME: 'The House',
        PHOENIX_OAUTH2_HOUSE_ROLE_ATTRIBUTE_PATH: 'role',
        PHOENIX_OAUTH2_GONE_CLIENT_ID: 'any-client',
        PHOENIX_OAUTH2_GONE_CLIENT_SECRET: 'a secret',
        PHOENIX_OAUTH2_GONE_OIDC_CONFIG_URL: 'http://127.0.0.1:9/.well-known/openid-configuration',
      },
    });
  },
  async (server) => {
    oidc.start([`${server.url}/oauth2/house/tokens`]);
    oidc.people.set('ada', {
      email: 'ada@example.org',
      email_verified: true,
      name: 'Ada Lovelace',
      role: 'member',
    });
  },
).extend('allowed', ({ server: _ }) => [
  /status of 40[14]|net::ERR_/,
  new RegExp(`^${oidc.issuer}`),
  /^https:\/\/fonts\.googleapis\.com/,
]);

/** From our button to the provider's question whether we may know who it is. */
async function signInThere(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Sign in with The House' }).click();
  await page.getByPlaceholder('Enter any login').fill('ada');
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).waitFor();
}

describe('signing in at a provider', () => {
  it('shows the error when access is denied there, and offers to try again', async ({
    page,
    server,
  }) => {
    await page.goto('/datasets?find=x');
    await signInThere(page);
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.getByText('The identity provider denied access').waitFor();
    await expect.poll(() => new URL(page.url()).origin).toBe(server.url);
    await expectAccessible(page);
    await picture(page, 'provider-denied');
    // The setting signs no user in.
    const shown = page.url();
    await page.goto('/settings/general');
    await page.getByRole('link', { name: 'Sign in with The House' }).waitFor();
    await page.goto(shown);
    await page.getByRole('link', { name: 'Sign in with The House' }).click();
    await page.getByRole('button', { name: /Continue|Sign-in/ }).waitFor();
    if ((await page.getByPlaceholder('Enter any login').all()).length > 0) {
      await page.getByPlaceholder('Enter any login').fill('ada');
      await page.getByPlaceholder('and password').fill('any');
      await page.getByRole('button', { name: 'Sign-in' }).click();
    }
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('link', { name: /Ada Lovelace.*Member.*your account/s }).waitFor();
    await expect.poll(() => page.url()).toBe(`${server.url}/datasets?find=x`);
  });

  it('leads there and back, to the page that was asked for first', async ({ page, server }) => {
    await page.goto('/datasets?find=x#keys');
    await signInThere(page);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('link', { name: /Ada Lovelace.*Member.*your account/s }).waitFor();
    await expect.poll(() => page.url()).toBe(`${server.url}/datasets?find=x#keys`);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: /Ada Lovelace.*your account/s }).click();
    await page.getByText('Identity provider').waitFor();
    await page.getByRole('button', { name: 'Sign out', exact: true }).last().click();
    await page.getByText('You are signed out.').waitFor();
  });

  it('says so when the provider does not answer', async ({ open }) => {
    const page = await open({ width: 390, height: 844 });
    await page.goto('/login');
    await page.getByRole('link', { name: 'Sign in with Gone' }).click();
    await page.getByText('Signing in at the identity provider failed.').waitFor();
    await expectAccessible(page);
    await picture(page, 'provider-failed-narrow');
  });
});
