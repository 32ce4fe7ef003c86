import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, vi } from 'vitest';
import { ADMIN_SECRET, bootClosed, operator } from './closed-server.ts';
import type { BootedServer } from './boot.ts';
import { QUESTIONS } from './dataset-rows.ts';
import { freshSpans } from './otlp-messages.ts';
import { sendSpans } from './otlp-sender.ts';
import { serverPerFile } from './page-test.ts';
import { watchRequests } from './quiet-network.ts';
import { COLOUR_RULES, LIGHT_ON_PHONES, violations } from './violations.ts';
import { visit } from './visit.ts';

/**
 * Every page under Settings and around sign-in, with long names and many rows, as an admin and as a
 * user without permission.
 */
const LONG = 'a-name-that-goes-on-and-on-'.repeat(6);
const PASSWORD = 'first password';
const DEVICES = [
  ['desk', { width: 1440, height: 900 }, true],
  ['phone', { width: 390, height: 844 }, LIGHT_ON_PHONES],
] as const;
let usagePath: string;

const it = serverPerFile(() =>
  bootClosed({
    SERVICE_DISABLE_RATE_LIMIT: 'true',
    SERVICE_ALLOWED_PRIVATE_ADDRESSES: 'loopback',
    SERVICE_SMTP_HOSTNAME: '127.0.0.1',
    SERVICE_SMTP_PORT: '9',
  }),
);
it.beforeAll(async ({ openForFile, server }) => {
  const { page } = await openForFile();
  await page.goto(server.adminLink ?? '');
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('New password again').fill(PASSWORD);
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByRole('link', { name: /your account/ }).waitFor();
  await page.context().close();
  await fill(server);
});

async function make(
  server: BootedServer,
  path: string,
  body: object | undefined,
  method = 'POST',
): Promise<unknown> {
  const reply = await operator(server, method, path, body);
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
  return await reply.json();
}

async function fill(server: BootedServer): Promise<void> {
  await sendSpans(server, 'http json', freshSpans(200), {
    authorization: `Bearer ${ADMIN_SECRET}`,
  });
  await make(server, '/v1/datasets/upload?sync=true', QUESTIONS);
  const soon = new Date(Date.now() + 2 * 86_400_000).toISOString();
  for (let at = 0; at < 30; at += 1)
    await make(server, '/api/v1/api-keys', {
      name: at === 0 ? LONG : `nightly run ${at}`,
      scopes: ['traces:read'],
      ...(at < 8 ? { expiresAt: soon } : {}),
    });
  // as: what the route answers.
  const { key, id } = (await make(server, '/api/v1/api-keys', {
    name: 'used',
    level: 'read-only',
    description: LONG,
  })) as {
    key: string;
    id: string;
  };
  for (let times = 0; times < 30; times += 1)
    await fetch(`${server.url}/v1/projects`, { headers: { api_key: key } });
  usagePath = `/settings/keys/${encodeURIComponent(id)}`;
  for (let at = 0; at < 12; at += 1) {
    const user = {
      auth_method: 'LOCAL',
      email: `${at === 0 ? LONG.slice(0, 60) : `user${at}`}@example.org`,
      username: at === 0 ? LONG.slice(0, 120) : `User ${at}`,
      role: 'VIEWER',
      password: PASSWORD,
    };
    await make(server, '/v1/users', { user });
  }
  await make(server, '/v1/alert_channels', {
    kind: 'webhook',
    name: LONG.slice(0, 100),
    url: `http://127.0.0.1:9999/${LONG}`,
    secret: 'shared by both ends',
  });
  await make(server, '/v1/alert_channels', {
    kind: 'mail',
    name: 'Team',
    recipients: ['ada@example.org', `${LONG.slice(0, 60)}@example.org`],
  });
  await make(server, '/v1/alert_rules/expiring', { threshold: 7 }, 'PATCH');
  const hasFailed = async (): Promise<void> =>
    expect(JSON.stringify(await make(server, '/v1/alert_channels', undefined, 'GET'))).toMatch(
      /"error":"/,
    );
  await vi.waitFor(hasFailed, { timeout: 60_000, interval: 200 });
}

interface Screen {
  readonly name: string;
  readonly path: () => string;
  readonly ready: (page: Page) => Promise<unknown>;
}
const SCREENS: readonly Screen[] = [
  {
    name: 'general',
    path: () => '/settings/general',
    ready: (page) =>
      page.getByRole('region', { name: /^Tables of (?:meta\.db|PostgreSQL )/ }).waitFor(),
  },
  {
    name: 'users',
    path: () => '/settings/users',
    ready: (page) => page.getByText('user11@example.org').waitFor(),
  },
  {
    name: 'display',
    path: () => '/settings/display',
    ready: (page) => page.getByText('Density').first().waitFor(),
  },
  {
    name: 'retention',
    path: () => '/settings/retention',
    ready: (page) => page.getByText('keeps everything, forever').waitFor(),
  },
  {
    name: 'annotations',
    path: () => '/settings/annotations',
    ready: (page) => page.getByRole('heading', { level: 2 }).first().waitFor(),
  },
  {
    name: 'keys',
    path: () => '/settings/keys',
    ready: (page) => page.getByText('nightly run 29').first().waitFor(),
  },
  {
    name: 'key-use',
    path: () => usagePath,
    ready: (page) => page.getByText('GET /v1/projects').first().waitFor(),
  },
  {
    name: 'audit',
    path: () => '/settings/audit',
    ready: (page) => page.getByRole('button', { name: 'Verify now' }).waitFor(),
  },
  {
    name: 'alerts',
    path: () => '/settings/alerts',
    ready: (page) =>
      page
        .getByText(/failed, /i)
        .first()
        .waitFor(),
  },
  {
    name: 'limits',
    path: () => '/settings/limits',
    ready: (page) => page.getByRole('region', { name: 'Plan', exact: true }).waitFor(),
  },
  {
    name: 'models',
    path: () => '/settings/models',
    ready: (page) =>
      page
        .getByRole('row', { name: /claude-opus-4-5/ })
        .first()
        .waitFor(),
  },
  {
    name: 'models-found',
    path: () => '/settings/models?find=gemini-2.5-pro',
    ready: (page) => page.getByText('over 200,000 input tokens').first().waitFor(),
  },
  {
    name: 'profile',
    path: () => '/profile',
    ready: (page) => page.getByText('this browser').waitFor(),
  },
];
const OUTSIDE: readonly Screen[] = [
  { name: 'login', path: () => '/login', ready: (page) => page.getByLabel('Password').waitFor() },
  {
    name: 'login-expired',
    path: () => '/login?returnUrl=%2Fprojects&expired=true',
    ready: (page) => page.getByText('Your session expired').waitFor(),
  },
  {
    name: 'forgot',
    path: () => '/forgot-password',
    ready: (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  },
  {
    name: 'reset',
    path: () => '/reset-password',
    ready: (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  },
];
const FORBIDDEN = [
  'users',
  'audit',
  'alerts',
  'limits',
  'models',
  'retention',
  'annotations',
  'general',
  'keys',
].map((name) => `/settings/${name}`);

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

async function inspect(page: Page, name: string, inBothThemes = true): Promise<void> {
  const found: Record<string, unknown> = {};
  const themes = [
    ['dark', null],
    ['light', COLOUR_RULES],
  ] as const;
  for (const [theme, rules] of inBothThemes ? themes : themes.slice(0, 1)) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await page.locator(`html[data-theme="${theme}"]`).waitFor();
    found[theme] = await violations(page, rules);
    const directory = process.env['SCREENS_DIR'];
    if (directory === undefined) continue;
    mkdirSync(directory, { recursive: true });
    await page.screenshot({ path: `${directory}/${name}-${theme}.png` });
  }
  expect(found).toEqual({ dark: [], ...(inBothThemes ? { light: [] } : {}) });
  const wide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(wide).toBe(0);
}

for (const [device, viewport, inBothThemes] of DEVICES)
  describe(`on a ${device}`, () => {
    let admin: Page;
    let stranger: Page;
    it.beforeAll(async ({ openForFile }) => {
      ({ page: admin } = await openForFile(viewport));
      ({ page: stranger } = await openForFile(viewport));
      await signIn(admin, 'admin@localhost');
      await admin.waitForURL((url) => !url.pathname.startsWith('/login'));
    });
    afterAll(async () => {
      await admin.context().close();
      await stranger.context().close();
    });

    it.for(SCREENS)(
      '$name is clear, and nothing scrolls sideways',
      async ({ name, path, ready }) => {
        await visit(admin, path());
        await ready(admin);
        await inspect(admin, `${name}-${device}`, inBothThemes);
      },
    );

    it.for(OUTSIDE)(
      '$name is clear, and nothing scrolls sideways',
      async ({ name, path, ready }) => {
        await stranger.goto(path());
        await ready(stranger);
        await inspect(stranger, `${name}-${device}`, inBothThemes);
      },
    );
  });

it('says to a viewer what is not for them, on every page', async ({ page, allowed }) => {
  allowed.push(/status of 403/);
  const answered = watchRequests(page);
  await signIn(page, 'user1@example.org');
  await page.getByRole('link', { name: /your account/ }).waitFor();
  for (const path of FORBIDDEN) {
    await visit(page, path);
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    await answered();
    // A refusal is the same part on every page: the nightly programme looks at each.
    if (LIGHT_ON_PHONES || path === FORBIDDEN[0])
      await inspect(page, `viewer-${path.split('/').at(-1)}`);
  }
});
