import * as oauth from 'openid-client';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { beginSignIn, decide, knownApp, newApp, openAnswerPlace } from './app-client.ts';
import { expectAccessible, picture } from './both-themes.ts';
import type { BootedServer } from './boot.ts';
import { bootClosed } from './closed-server.ts';
import { freshSpans, protobufRequest } from './otlp-messages.ts';
import { sendGrpc } from './otlp-sender.ts';
import { serverPerFile } from './page-test.ts';

const PASSWORD = 'first password';
const PHONE = { width: 390, height: 844 };
let page: Page;
const it = serverPerFile(
  () => bootClosed({ SERVICE_DISABLE_RATE_LIMIT: 'true' }),
  async (server) => {
    const token = new URLSearchParams(server.adminLink?.split('#')[1] ?? '').get('token');
    const reply = await fetch(`${server.url}/auth/password-reset`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, password: PASSWORD }),
    });
    if (!reply.ok) throw new Error(await reply.text());
  },
);
it.beforeAll(async ({ openForFile }) => void ({ page } = await openForFile()));

async function signIn(on: Page): Promise<void> {
  await on.getByLabel('E-mail address').fill('admin@localhost');
  await on.getByLabel('Password').fill(PASSWORD);
  await on.getByRole('button', { name: 'Sign in', exact: true }).click();
}
const spans = protobufRequest(freshSpans(1));
const overHttp = async (token: string, url: string): Promise<number> =>
  (await fetch(`${url}/v1/projects`, { headers: { authorization: `Bearer ${token}` } })).status;
/** A token's access on either wire. */
async function reach(
  server: BootedServer,
  token: string,
): Promise<{ readonly http: number; readonly grpc: boolean }> {
  const { ok } = await sendGrpc(server.grpcTarget, spans, { authorization: `Bearer ${token}` });
  return { http: await overHttp(token, server.url), grpc: ok };
}
const IN = { http: 200, grpc: true };
const OUT = { http: 401, grpc: false };

describe('a command-line client', () => {
  it('signs in through the browser of the user who starts it, works over both wires, renews, and signs out', async ({
    server,
  }) => {
    await using place = await openAnswerPlace();
    const redirectUri = `${place.url}/callback`;
    const app = await knownApp(server.url, 'phoenix-cli');
    const begun = await beginSignIn(app, redirectUri);
    await page.goto(begun.url);
    // No user is signed in yet: the sign-in screen leads back to the question.
    await signIn(page);
    await page.getByText('Phoenix CLI').waitFor();
    await page.getByText(`a program on this device, at ${new URL(place.url).host}`).waitFor();
    // It requested no scope: read access, unless its user grants more.
    await page.getByText('Read traces').waitFor();
    await expect.poll(() => page.getByText('Its identity is not verified').count()).toBe(0);
    await expectAccessible(page);
    await picture(page, 'consent-built-in');
    await page.getByLabel('Read and change').check();
    await page.getByText('Read and change traces').waitFor();
    await decide(page, 'Approve');
    const tokens = await begun.finish(await place.answer);
    await expect.poll(() => reach(server, tokens.access_token)).toEqual(IN);
    const renewed = await oauth.refreshTokenGrant(app, tokens.refresh_token ?? '');
    await expect.poll(() => reach(server, renewed.access_token)).toEqual(IN);
    await expect.poll(() => reach(server, tokens.access_token)).toEqual(OUT);
    await oauth.tokenRevocation(app, renewed.refresh_token ?? '');
    const after = await reach(server, renewed.access_token);
    expect(after).toEqual(OUT);
    await expect(oauth.refreshTokenGrant(app, renewed.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  it('requests admin in red, and gets the error when its user denies it', async ({ server }) => {
    await using place = await openAnswerPlace();
    const begun = await beginSignIn(
      await knownApp(server.url, 'phoenix-cli'),
      `${place.url}/callback`,
      'traces:read admin',
    );
    await page.goto(begun.url);
    const warning = page
      .getByRole('alert')
      .filter({ hasText: 'This app asks to administer the server.' });
    await warning.waitFor();
    const [red, green, blue] = await warning.evaluate((element) => {
      const context = document.createElement('canvas').getContext('2d');
      if (context === null) return [];
      context.fillStyle = getComputedStyle(element).color;
      context.fillRect(0, 0, 1, 1);
      return [...context.getImageData(0, 0, 1, 1).data];
    });
    expect(red).toBeGreaterThan(1.5 * Math.max(green ?? 255, blue ?? 255));
    await expectAccessible(page);
    await picture(page, 'consent-admin');
    await decide(page, 'Deny');
    await expect(begun.finish(await place.answer)).rejects.toMatchObject({
      error: 'access_denied',
    });
  });
});

describe('an app that registered itself', () => {
  it('shows its name and requested access, on phones and desktops, and is revoked on the page at once', async ({
    server,
  }) => {
    await using place = await openAnswerPlace();
    const redirectUri = `${place.url}/callback`;
    const app = await newApp(
      server.url,
      'An editor with quite a long name <b>of its own</b>',
      redirectUri,
    );
    const begun = await beginSignIn(app, redirectUri, 'traces:read traces:write projects:read');
    await page.goto(begun.url);
    await page.getByText('Its identity is not verified.').waitFor();
    await page.getByText('<b>of its own</b>').waitFor();
    await page.getByText('Read and change traces').waitFor();
    await expect.poll(() => page.getByText('Administer').count()).toBe(0);
    await page.setViewportSize(PHONE);
    await expectAccessible(page);
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
      .toBe(true);
    await picture(page, 'consent-phone');
    await page.setViewportSize({ width: 1440, height: 900 });
    await picture(page, 'consent');
    await decide(page, 'Approve');
    const tokens = await begun.finish(await place.answer);
    expect(tokens.scope).toBe('traces:read traces:write projects:read');
    await expect.poll(() => reach(server, tokens.access_token)).toEqual(IN);
    await page.goto('/profile/apps');
    const apps = page.getByRole('region', { name: 'Apps', exact: true });
    await apps.getByText('registered itself').waitFor();
    await expectAccessible(page);
    await picture(page, 'apps');
    await page.setViewportSize(PHONE);
    await expectAccessible(page);
    await apps.scrollIntoViewIfNeeded();
    await picture(page, 'apps-phone');
    await page.setViewportSize({ width: 1440, height: 900 });
    await apps.getByRole('button', { name: /Disconnect An editor/ }).click();
    await apps.getByText('No connected apps.').waitFor();
    const after = await reach(server, tokens.access_token);
    expect(after).toEqual(OUT);
  });

  it('is listed for admins with its user, and revoked by them', async ({ server }) => {
    await using place = await openAnswerPlace();
    const redirectUri = `${place.url}/callback`;
    const app = await newApp(server.url, 'A tool of another user', redirectUri);
    const begun = await beginSignIn(app, redirectUri, 'traces:write');
    await page.goto(begun.url);
    await decide(page, 'Approve');
    const tokens = await begun.finish(await place.answer);
    await page.goto('/settings/apps');
    const line = page.getByRole('listitem').filter({ hasText: 'A tool of another user' });
    await line.getByText('for admin@localhost').waitFor();
    await expectAccessible(page);
    await picture(page, 'apps-of-users');
    await page.setViewportSize(PHONE);
    await expectAccessible(page);
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
      .toBe(true);
    await picture(page, 'apps-of-users-phone');
    await line
      .getByRole('button', { name: /Disconnect A tool of another user for admin@localhost/ })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Disconnect app' });
    await expectAccessible(page);
    await picture(page, 'cut-off-app-phone');
    await page.setViewportSize({ width: 1440, height: 900 });
    await dialog.getByRole('button', { name: 'Disconnect' }).click();
    await line.waitFor({ state: 'detached' });
    await expect.poll(() => overHttp(tokens.access_token, server.url)).toBe(401);
  });

  it('redirects nowhere when its request is invalid, and cannot be authorized inside a frame', async ({
    server,
  }) => {
    await using place = await openAnswerPlace();
    const app = await newApp(server.url, 'Elsewhere', 'https://app.example.org/cb');
    const { client_id: clientId } = app.clientMetadata();
    const url = (more: Record<string, string>): string =>
      `${server.url}/oauth2/authorize?${new URLSearchParams({ response_type: 'code', client_id: clientId, redirect_uri: 'https://app.example.org/cb', ...more }).toString()}`;
    await page.goto(url({}));
    await page.getByText('code_challenge and code_challenge_method=S256 are needed').waitFor();
    await expect.poll(() => page.url()).toMatch(/\/oauth2\/consent\?request=/);
    await page.getByRole('button', { name: 'Tell the app' }).waitFor();
    await expectAccessible(page);
    await picture(page, 'consent-wrong');
    await page.goto(url({ redirect_uri: 'https://evil.example/cb' }));
    await page.getByText('an address that it did not register').waitFor();
    await expect.poll(() => page.getByRole('button').count()).toBe(0);
    await expectAccessible(page);
    await page.goto('/oauth2/consent');
    await page.getByText('request is missing or longer than').waitFor();
    const begun = await beginSignIn(
      await knownApp(server.url, 'phoenix-cli'),
      `${place.url}/callback`,
    );
    await using framing = await openAnswerPlace(begun.url.replaceAll('&', '&amp;'));
    await page.goto(`${framing.url}/frame`);
    await expect
      .poll(() => page.frames().map((frame) => frame.url().split(':')[0]))
      .toEqual(['http', 'chrome-error']);
  });

  it('works after a restart, and is refused once apps are off', async ({ server }) => {
    await using place = await openAnswerPlace();
    const redirectUri = `${place.url}/callback`;
    const app = await newApp(server.url, 'Stays', redirectUri);
    const begun = await beginSignIn(app, redirectUri);
    await page.goto(begun.url);
    await decide(page, 'Approve');
    const tokens = await begun.finish(await place.answer);
    await expect.poll(() => overHttp(tokens.access_token, server.url)).toBe(200);
    const { directory } = server;
    await server.stop();
    const again = await bootClosed({}, directory);
    await expect.poll(() => overHttp(tokens.access_token, again.url)).toBe(200);
    await again.stop();
    const off = await bootClosed(
      { PHOENIX_ENABLE_OAUTH2_AUTHORIZATION_SERVER: 'false' },
      directory,
    );
    const { status } = await fetch(`${off.url}/.well-known/oauth-authorization-server`);
    expect(status).toBe(404);
    await expect.poll(() => overHttp(tokens.access_token, off.url)).toBe(401);
    await off.stop();
  });
});
