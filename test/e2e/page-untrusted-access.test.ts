import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { BootedServer } from './boot.ts';
import { bootClosed, makeApiKey, operator } from './closed-server.ts';
import { expectHarmless } from './expect-harmless.ts';
import { serverPerFile, type Open } from './page-test.ts';
import { PAYLOADS } from './untrusted-payloads.ts';
import { visit } from './visit.ts';

/**
 * Check 61 with authentication on: names and descriptions of keys, users, channels, policies and
 * alerts, and what the audit log tells of them.
 */
const GIVEN = 'Given-horse-7-battery-staple';
const PASSWORD = 'Correct-horse-7-battery-staple';
/** High enough that long lists draw all their rows. */
const TALL = { width: 1600, height: 9000 };
/** Control characters are refused in names; a name has a length. */
const NAMES = [
  ...new Set(
    PAYLOADS.map((text) =>
      text
        .replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ')
        .trim()
        .slice(0, 100),
    ),
  ),
];
const ALL = PAYLOADS.join(' ').slice(0, 1_000);

/** A browser writes this to the console when no user is signed in. */
const NOT_SIGNED_IN = /status of 401/;

const keyIds: string[] = [];
const keys: string[] = [];
const it = serverPerFile(
  () =>
    bootClosed({
      SERVICE_DEFAULT_ADMIN_INITIAL_PASSWORD: GIVEN,
      // A caller who sends spans once is in the list of current usage for a minute.
      SERVICE_RATE_LIMIT_INGEST_PER_MINUTE: '1',
      SERVICE_TRUST_PROXY: '1',
    }),
  fill,
);

/** Asks as the operator; what is refused is refused for its form, and that is tried elsewhere. */
async function give(
  server: BootedServer,
  method: string,
  path: string,
  body: object,
): Promise<number> {
  const { status } = await operator(server, method, path, body);
  expect([200, 201, 204, 404, 409, 422]).toContain(status);
  return status;
}

/** Everything that can have a name gets each of the attacks for one, some at a time. */
async function fill(server: BootedServer): Promise<void> {
  for (let from = 0; from < NAMES.length; from += AT_ONCE)
    await Promise.all(
      NAMES.slice(from, from + AT_ONCE).map((name, at) => nameAll(server, name, from + at)),
    );
  await give(server, 'PATCH', '/v1/alert_rules/expiring', { threshold: 14 });
  for (const email of ['admin@localhost', 'u0@example.org'])
    await choosePassword(server.url, email);
}
const AT_ONCE = 8;

async function nameAll(server: BootedServer, name: string, index: number): Promise<void> {
  const soon = new Date(Date.now() + 86_400_000).toISOString();
  const wanted = {
    name,
    description: name,
    level: 'read-only',
    kind: 'system',
    role: 'VIEWER',
    expiresAt: soon,
  };
  const { id, key } = await makeApiKey(server, wanted);
  keyIds[index] = id;
  keys[index] = key;
  // Its use, its refusal, and what it was used with, are in the audit log.
  for (const method of ['GET', 'DELETE'])
    await fetch(`${server.url}/v1/projects/${encodeURIComponent(name)}`, {
      method,
      headers: { api_key: key, 'user-agent': printable(name) },
    });
  // A password takes a while to hash.
  if (index % 3 === 0)
    await give(server, 'POST', '/v1/users', {
      user: {
        email: `u${index}@example.org`,
        username: name,
        role: 'VIEWER',
        auth_method: 'LOCAL',
        password: GIVEN,
      },
      send_welcome_email: false,
    });
  await give(server, 'POST', '/v1/retention_policies', { name, rule: { max_days: 30 } });
  await give(server, 'DELETE', `/v1/projects/${encodeURIComponent(PAYLOADS[index] ?? '')}`, {});
  if (index < 20)
    await give(server, 'POST', '/v1/alert_channels', {
      kind: 'webhook',
      name,
      url: `https://receiver.invalid/?${encodeURIComponent(PAYLOADS[index] ?? '')}#${name}`,
      secret: 'shared by both ends',
    });
}

/** No user keeps a password that another one set. */
async function choosePassword(url: string, email: string): Promise<void> {
  const cookie = (await login(url, email, GIVEN, 'setup'))
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ');
  const reply = await fetch(`${url}/v1/user/password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ current_password: GIVEN, new_password: PASSWORD }),
  });
  expect(reply.status).toBe(204);
}

let logins = 0;
/** The cookies of a session. */
async function login(
  url: string,
  email: string,
  password: string,
  userAgent: string,
): Promise<readonly { readonly name: string; readonly value: string }[]> {
  const reply = await fetch(`${url}/auth/login`, {
    method: 'POST',
    // Each from a different address: this many sign-ins from one are too many.
    headers: {
      'content-type': 'application/json',
      'user-agent': userAgent,
      'x-forwarded-for': `192.0.2.${++logins}`,
    },
    body: JSON.stringify({ email, password }),
  });
  expect(reply.status).toBe(204);
  return reply.headers.getSetCookie().map((cookie) => {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    return { name, value };
  });
}

const printable = (text: string): string => text.replaceAll(/[^ -~]/g, '');

/** The page of a signed-in user, who signed in before with devices of hostile names. */
async function openSignedIn(open: Open, url: string, email = 'admin@localhost'): Promise<Page> {
  const page = await open(TALL);
  for (const attack of PAYLOADS.slice(0, 8)) {
    const cookies = await login(url, email, PASSWORD, printable(attack));
    await page
      .context()
      .addCookies(
        cookies.map((cookie) => ({ ...cookie, url, httpOnly: true, sameSite: 'Lax' as const })),
      );
  }
  return page;
}

/** The address with an attack where a part of it says what is shown. */
const ATTACKS = [
  NAMES[0],
  NAMES[45],
  'javascript:window.__xss=1',
  '//tracker.invalid/x',
  '/\\tracker.invalid',
].map((text) => encodeURIComponent(text ?? ''));

it('shows the names of keys, their use, users, policies and channels as text', async ({
  open,
  server,
  misdeeds,
}) => {
  const page = await openSignedIn(open, server.url);
  const screens: readonly (readonly [path: string, rows: number])[] = [
    ['/settings/keys', NAMES.length * 0.9],
    ['/settings/users', NAMES.length / 3],
    ['/settings/retention', 20],
    ['/settings/alerts', 20],
    ['/settings/limits', 50],
    ['/settings/general', 0],
    ['/settings/annotations', 0],
  ];
  for (const [path, rows] of screens) {
    if (path === '/settings/limits')
      for (const key of keys.slice(0, 60))
        await fetch(`${server.url}/v1/traces`, { method: 'POST', headers: { api_key: key } });
    await visit(page, path);
    await page.getByRole('region', { name: 'Settings' }).getByRole('heading').first().waitFor();
    await expect
      .poll(() =>
        page.getByRole('region', { name: 'Settings' }).locator('tr, li, [role=row]').count(),
      )
      .toBeGreaterThanOrEqual(rows);
    await expectHarmless(page, misdeeds);
  }
  await visit(page, '/settings/keys');
  for (const at of [0, 20, 45]) {
    const name = NAMES[at] ?? '';
    for (const what of ['Rotate', 'Revoke']) {
      await page.getByRole('button', { name: `${what} ${name}`, exact: true }).click();
      await page.getByRole('dialog').waitFor();
      await expectHarmless(page, misdeeds);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
  }
  for (const id of keyIds.slice(0, 3)) {
    await visit(page, `/settings/keys/${encodeURIComponent(id)}`);
    await page
      .getByText(NAMES[keyIds.indexOf(id)] ?? '')
      .first()
      .waitFor();
    await expectHarmless(page, misdeeds);
  }
});

it('shows the alerts and the audit log that tell of them as text, whatever its filters say', async ({
  open,
  server,
  misdeeds,
}) => {
  const page = await openSignedIn(open, server.url);
  await page.goto('/settings/alerts');
  await expect
    .poll(() => page.getByText(/^Expires on /).count(), { timeout: 120_000 })
    .toBeGreaterThan(20);
  await expectHarmless(page, misdeeds);
  await visit(page, '/settings/audit');
  const table = page.getByRole('table', { name: 'Audit log' });
  await expect.poll(() => table.locator('tbody').count()).toBeGreaterThan(20);
  const details = table.getByRole('button', { name: /^Details of row/ });
  for (let at = 0; at < (await details.count()); at += 3) await details.nth(at).click();
  await expectHarmless(page, misdeeds);
  for (const attack of ATTACKS) {
    await page.goto(`/settings/audit?actor=${attack}`);
    // The first are names of keys, which have rows.
    await page
      .getByRole('heading', { name: 'No matching entries' })
      .or(table.locator('tbody').first())
      .waitFor();
    await expectHarmless(page, misdeeds);
  }
});

it('shows an account whose name and whose devices are attacks as text', async ({
  open,
  server,
  misdeeds,
}) => {
  const page = await openSignedIn(open, server.url, 'u0@example.org');
  await page.goto('/profile');
  await expect
    .poll(() => page.locator('li, tr').filter({ hasText: 'onerror' }).count())
    .toBeGreaterThan(0);
  await expectHarmless(page, misdeeds);
  await visit(page, '/projects');
  await page.getByRole('heading').first().waitFor();
  await expectHarmless(page, misdeeds);
});

it('redirects nowhere else after a sign-in by an address with an attack in it', async ({
  open,
  server,
  misdeeds,
  allowed,
}) => {
  allowed.push(NOT_SIGNED_IN);
  for (const attack of ATTACKS) {
    const page = await open();
    await page.goto(
      `/login?returnUrl=${attack}&error=${attack}&expired=${attack}&email=${attack}#${attack}`,
    );
    await page.getByLabel('E-mail address').fill('admin@localhost');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL((url) => url.pathname !== '/login');
    expect(page.url().startsWith(`${server.url}/`)).toBe(true);
    await page.goto(`/reset-password?token=${attack}`);
    await page.getByRole('heading').first().waitFor();
    await expectHarmless(page, {
      ...misdeeds,
      errors: misdeeds.errors.filter((text) => !NOT_SIGNED_IN.test(text)),
    });
    await page.context().close();
  }
});

it('shows nothing of any of it, and asks no other host for anything, before a user has signed in', async ({
  page,
  allowed,
}) => {
  allowed.push(NOT_SIGNED_IN);
  for (const path of [
    '/settings/keys',
    '/settings/audit',
    '/projects',
    '/profile',
    '/datasets',
    '/nothing/there',
  ]) {
    await page.goto(path);
    await page.getByLabel('E-mail address').waitFor();
    const text = await page.evaluate(() => document.documentElement.outerHTML);
    for (const secret of ['u0@example.org', 'receiver.invalid', ALL.slice(0, 30)])
      expect([path, text.includes(secret)]).toEqual([path, false]);
  }
});
