import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { boot, runCommand, temporaryDirectory, type BootedServer } from './boot.ts';
import { freshSpans } from './otlp-messages.ts';
import { sendSpans } from './otlp-sender.ts';

const AUTH = { SERVICE_ENABLE_AUTH: 'true', SERVICE_SECRET: 'a-secret-of-32-characters-or-more-1' };
const ADMIN = 'admin@localhost';
let directory: string;
beforeEach(() => {
  directory = temporaryDirectory();
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function post(
  server: BootedServer,
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}
/**
 * A user who was given a password chooses one before anything else; the reply has the cookies of
 * the new session.
 */
async function changePassword(
  server: BootedServer,
  cookie: string,
  current: string,
  next: string,
): Promise<Response> {
  const reply = await fetch(`${server.url}/v1/user/password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ current_password: current, new_password: next }),
  });
  expect(reply.status).toBe(204);
  return reply;
}
async function cookies(reply: Response): Promise<string> {
  await reply.arrayBuffer();
  return reply.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}
const tokenOf = (link: string | null): string =>
  new URLSearchParams(link?.split('#')[1]).get('token') ?? '';

describe('check 60: authentication is turned on over existing data', () => {
  it(
    'prints a link once for the first admin, and leaves nothing open',
    { timeout: 120_000 },
    async () => {
      let openKey: string;
      {
        await using server = await boot({ directory });
        await sendSpans(server, 'http protobuf', freshSpans(3));
        const made = await post(server, '/v1/users', {
          user: {
            auth_method: 'LOCAL',
            email: 'eve@example.org',
            username: 'eve',
            role: 'ADMIN',
            password: 'eve has a password',
          },
        });
        expect(made.status).toBe(201);
        const key = await post(server, '/api/v1/api-keys', {
          name: 'made while open',
          scopes: ['admin'],
        });
        openKey = key.status < 300 ? ((await key.json()) as { key: string }).key : '';
      }
      let link: string | null;
      {
        await using server = await boot({ directory, env: AUTH });
        link = server.adminLink;
        expect(link).toMatch(
          /^http:\/\/127\.0\.0\.1:\d+\/reset-password#token=[\w-]{43}&email=admin%40localhost$/,
        );
        expect((await (await fetch(`${server.url}/auth/config`)).json()) as object).toMatchObject({
          data: { authentication: true, needs_setup: true },
        });
        // Eve made herself admin while authentication was off.
        expect(
          (
            await post(server, '/auth/login', {
              email: 'eve@example.org',
              password: 'eve has a password',
            })
          ).status,
        ).toBe(401);
        if (openKey !== '')
          expect(
            (await fetch(`${server.url}/v1/projects`, { headers: { api_key: openKey } })).status,
          ).toBe(401);
        expect(server.stderr).not.toContain(tokenOf(link));
      }
      await using server = await boot({ directory, env: AUTH });
      // The link of the start before was not used: there is a new one, and that one alone works.
      expect(
        (
          await post(server, '/auth/password-reset', {
            token: tokenOf(link),
            password: 'first password',
          })
        ).status,
      ).toBe(401);
      const printed = await runCommand(['admin-link'], { SERVICE_WORKING_DIR: directory });
      expect([printed.code, printed.stdout.split('#')[0]]).toEqual([
        0,
        `${server.url}/reset-password`,
      ]);
      expect(
        (
          await post(server, '/auth/password-reset', {
            token: tokenOf(server.adminLink),
            password: 'first password',
          })
        ).status,
      ).toBe(401);
      const token = tokenOf(printed.stdout.split('\n')[0] ?? '');
      expect(
        (await post(server, '/auth/password-reset', { token, password: 'first password' })).status,
      ).toBe(204);
      const signedIn = await post(server, '/auth/login', {
        email: ADMIN,
        password: 'first password',
      });
      expect(signedIn.status).toBe(204);
      const reply = await fetch(`${server.url}/v1/projects`, {
        headers: { cookie: await cookies(signedIn) },
      });
      expect(reply.status).toBe(200);
      expect(((await reply.json()) as { data: unknown[] }).data.length).toBeGreaterThan(0);
    },
  );

  it(
    'refuses every route that is not open, without credentials',
    { timeout: 120_000 },
    async () => {
      await using server = await boot({ directory, env: AUTH });
      const document = (await (await fetch(`${server.url}/openapi.json`)).json()) as {
        paths: Record<string, Record<string, { security?: object[] }>>;
      };
      const closed = Object.entries(document.paths).flatMap(([path, item]) =>
        Object.entries(item)
          .filter(([, operation]) => operation.security?.length !== 0)
          // Probes carry no data.
          .filter(() => !/^\/(health|ready)z?$/.test(path))
          .map(
            ([method]) => [method.toUpperCase(), path.replaceAll(/\{\w+\}/g, 'default')] as const,
          ),
      );
      expect(closed.length).toBeGreaterThan(50);
      for (const [method, path] of closed) {
        const reply = await fetch(server.url + path, { method });
        await reply.arrayBuffer();
        expect([method, path, reply.status]).toEqual([method, path, 401]);
      }
      for (const [path, status] of [
        ['/metrics', 404],
        ['/v1/nothing', 401],
      ] as const)
        expect((await fetch(server.url + path)).status).toBe(status);
    },
  );
});

it(
  'takes the first password from the environment, and admins by name',
  { timeout: 120_000 },
  async () => {
    const env = {
      ...AUTH,
      SERVICE_DEFAULT_ADMIN_INITIAL_PASSWORD: 'given at the start',
      PHOENIX_ADMINS: 'Ada=ADA@example.org;Grace Hopper=grace@example.org',
    };
    await using server = await boot({
      directory,
      env: { ...env, SERVICE_ROOT_URL: 'https://tools.example.org/telltale/' },
    });
    expect(server.adminLink).toBeNull();
    const given = {
      cookie: await cookies(
        await post(server, '/auth/login', { email: ADMIN, password: 'given at the start' }),
      ),
    };
    const user = (await (
      await fetch(`${server.url}/v1/user`, { headers: given })
    ).json()) as object;
    expect(user).toMatchObject({
      data: { email: ADMIN, role: 'ADMIN', password_needs_reset: true },
    });
    expect((await fetch(`${server.url}/v1/users`, { headers: given })).status).toBe(403);
    const headers = {
      cookie: await cookies(
        await changePassword(server, given.cookie, 'given at the start', 'chosen by the admin'),
      ),
    };
    const users = (await (await fetch(`${server.url}/v1/users`, { headers })).json()) as {
      data: { email: string; role: string }[];
    };
    expect(users.data.map(({ email, role }) => `${email} ${role}`)).toEqual([
      'grace@example.org ADMIN',
      'ada@example.org ADMIN',
      'admin@localhost ADMIN',
      'system@localhost SYSTEM',
    ]);
    const reset = await runCommand(['reset-password', 'Ada@Example.org'], {
      SERVICE_WORKING_DIR: directory,
    });
    // The link uses the server's public address, although the command's own environment lacks it.
    expect(reset.stdout).toMatch(/^https:\/\/tools\.example\.org\/telltale\/reset-password#/);
    const token = tokenOf(reset.stdout.split('\n')[0] ?? '');
    expect(
      (await post(server, '/auth/password-reset', { token, password: 'ada has one' })).status,
    ).toBe(204);
    expect(
      (await post(server, '/auth/login', { email: 'ada@example.org', password: 'ada has one' }))
        .status,
    ).toBe(204);
  },
);

it(
  'writes down who made links on the machine, behind the rows of the server that runs',
  { timeout: 240_000 },
  async () => {
    const env = {
      ...AUTH,
      SERVICE_DEFAULT_ADMIN_INITIAL_PASSWORD: 'given at the start',
      SERVICE_DISABLE_RATE_LIMIT: 'true',
    };
    {
      await using server = await boot({ directory, env });
      const first = await cookies(
        await post(server, '/auth/login', { email: ADMIN, password: 'given at the start' }),
      );
      const headers = {
        cookie: await cookies(
          await changePassword(server, first, 'given at the start', 'chosen by the admin'),
        ),
      };
      const signIn = async (): Promise<Response> =>
        post(server, '/auth/login', { email: ADMIN, password: 'chosen by the admin' });
      for (let i = 0; i < 3; i++) {
        const done = [
          runCommand(['reset-password', ADMIN], { SERVICE_WORKING_DIR: directory }),
          signIn(),
          signIn(),
        ] as const;
        expect((await done[0]).code).toBe(0);
        for (const reply of await Promise.all(done.slice(1) as readonly Promise<Response>[]))
          expect(reply.status).toBe(204);
      }
      const logs = (await (
        await fetch(`${server.url}/api/v1/audit-logs?action=password.request_reset`, { headers })
      ).json()) as {
        data: object[];
      };
      expect(logs.data).toHaveLength(3);
      expect(logs.data[0]).toMatchObject({
        actor: { kind: 'command-line', name: expect.stringMatching(/^.+@.+$/) },
        result: 'success',
        target: { type: 'password', id: Buffer.from('User:2').toString('base64') },
      });
    }
    // Without a server too.
    expect((await runCommand(['admin-link'], { SERVICE_WORKING_DIR: directory })).code).toBe(0);
    const verified = await runCommand(['audit', 'verify'], { SERVICE_WORKING_DIR: directory });
    expect([verified.code, verified.stdout]).toEqual([0, expect.stringMatching(/^Intact: /)]);
    const exported = (await runCommand(['audit', 'export'], { SERVICE_WORKING_DIR: directory }))
      .stdout;
    const lines = exported
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const made = lines.filter((line) => line['actor_kind'] === 'command-line');
    expect(made.map((line) => line['route'])).toEqual([
      ...Array<string>(3).fill('telltale reset-password'),
      'telltale admin-link',
    ]);
    expect(exported).not.toContain('token=');
  },
);

it.each([
  ['nobody@example.org', /There is no user 'nobody@example\.org'/],
  ['system@localhost', /does not sign in by password/],
])('makes no link for %s', { timeout: 120_000 }, async (email, why) => {
  await (await boot({ directory, env: AUTH })).stop();
  const ended = await runCommand(['reset-password', email], { SERVICE_WORKING_DIR: directory });
  expect([ended.code, ended.stdout]).toEqual([1, '']);
  expect(ended.stderr).toMatch(why);
});

it('does not start with a first password that its own rules refuse', async () => {
  const env = {
    ...AUTH,
    SERVICE_ENABLE_STRONG_PASSWORD_POLICY: 'true',
    SERVICE_DEFAULT_ADMIN_INITIAL_PASSWORD: 'too plain',
  };
  const ended = await runCommand(['serve'], { SERVICE_WORKING_DIR: directory, ...env });
  expect(ended.code).toBe(2);
  expect(ended.stderr).toMatch(
    /SERVICE_DEFAULT_ADMIN_INITIAL_PASSWORD is not a good password \(9 characters\)/,
  );
  expect(ended.stderr).not.toContain('too plain');
});
