import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OIDC_CLIENT, openOidcServer } from '../oidc-server.ts';
import type { OidcServer } from '../oidc-server.ts';
import { boot } from './boot.ts';
import type { BootedServer } from './boot.ts';
import { ensurePage, openBrowser, openPage } from './browser.ts';
import type { Misdeeds } from './browser.ts';
import { expectAccessible, picture } from './both-themes.ts';

let browser: Browser;
let server: BootedServer;
let oidc: OidcServer;

beforeAll(async () => {
  await ensurePage();
  [browser, oidc] = [await openBrowser(), await openOidcServer()];
  server = await boot({
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
  oidc.start([`${server.url}/oauth2/house/tokens`]);
  oidc.people.set('ada', { email: 'ada@example.org', email_verified: true, name: 'Ada Lovelace', role: 'member' });
}, 240_000);
afterAll(async () => {
  await browser.close();
  await server[Symbol.asyncDispose]();
  await oidc.close();
});

/** The provider's own pages are its own business: they ask for a font of another site, and for a picture that is not there. */
function expectNoMisdeeds({ errors, otherHosts, dialogs }: Misdeeds): void {
  expect(dialogs).toEqual([]);
  expect(errors.filter((text) => !/status of 40[14]|net::ERR_/.test(text))).toEqual([]);
  const elsewhere = otherHosts.filter((url) => !url.startsWith(oidc.issuer) && !url.startsWith('https://fonts.googleapis.com'));
  expect(elsewhere).toEqual([]);
}
/** From our button to the provider's question whether we may know who it is. */
async function signInThere(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Sign in with The House' }).click();
  await page.getByPlaceholder('Enter any login').fill('ada');
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).waitFor();
}

describe('signing in at a provider', () => {
  it('shows the error when access is denied there, and offers to try again', async () => {
    const { page, misdeeds } = await openPage(browser, server.url);
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
    expectNoMisdeeds(misdeeds);
    await page.context().close();
  });

  it('leads there and back, to the page that was asked for first', async () => {
    const { page, misdeeds } = await openPage(browser, server.url);
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
    expectNoMisdeeds(misdeeds);
    await page.context().close();
  });

  it('says so when the provider does not answer', async () => {
    const { page, misdeeds } = await openPage(browser, server.url, { width: 390, height: 844 });
    await page.goto('/login');
    await page.getByRole('link', { name: 'Sign in with Gone' }).click();
    await page.getByText('Signing in at the identity provider failed.').waitFor();
    await expectAccessible(page);
    await picture(page, 'provider-failed-narrow');
    expectNoMisdeeds(misdeeds);
    await page.context().close();
  });
});
