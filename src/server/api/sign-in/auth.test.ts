import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '#contracts/wire/errors.ts';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import { PASSWORD, addUser, cookiesOf, login, setCookies, signedIn } from '#test/sign-in.ts';

const ADA = 'ada@example.org';
const MINUTE = 60_000;
let api: ApiApp;
let nowMs = Date.now();
const open = async (signIn: object = {}, required = true): Promise<void> => {
  api = await openApiApp({
    access: { required, now: () => nowMs, signIn: { limitAddresses: false, ...signIn } },
  });
  await addUser(api, ADA, 'MEMBER');
};
beforeEach(() => {
  nowMs = Date.now();
});
afterEach(async () => api.close());

function post(url: string, payload: object | undefined, headers: Record<string, string> = {}) {
  return api.call({ method: 'POST', url, ...(payload === undefined ? {} : { payload }), headers });
}
const status = async (url: string, headers: Record<string, string> = {}): Promise<number> =>
  (await api.get(url, headers)).status;

describe('check 62: sessions', () => {
  it('signs in with cookies that scripts cannot read, and out at once', async () => {
    await open();
    const reply = await login(api, ' ADA@Example.org ');
    expect(reply.status).toBe(204);
    expect(setCookies(reply).map((cookie) => cookie.replace(/=[\w-]{43};/, '=…;'))).toEqual([
      'telltale-access=…; Max-Age=600; Path=/; HttpOnly; SameSite=Lax',
      'telltale-refresh=…; Max-Age=604800; Path=/; HttpOnly; SameSite=Lax',
    ]);
    const cookie = cookiesOf(reply);
    expect(await status('/v1/user', { cookie })).toBe(200);
    expect((await post('/auth/logout', {}, { cookie })).status).toBe(204);
    expect(await status('/v1/user', { cookie })).toBe(401);
    expect((await post('/auth/refresh', undefined, { cookie })).status).toBe(401);
  });

  it.each([
    ['/', '__Host-'],
    ['/telltale', '__Secure-'],
  ])('binds cookies to TLS when configured, on the path %s', async (cookiesPath, prefix) => {
    await open({ secureCookies: true, cookiesPath });
    const reply = await login(api, ADA);
    expect(setCookies(reply)).toEqual([
      expect.stringMatching(
        `^${prefix}telltale-access=.*; Path=${cookiesPath}; HttpOnly; Secure; SameSite=Lax$`,
      ),
      expect.stringMatching(
        `^${prefix}telltale-refresh=.*; Path=${cookiesPath}; HttpOnly; Secure; SameSite=Lax$`,
      ),
    ]);
    expect(await status('/v1/user', { cookie: cookiesOf(reply) })).toBe(200);
  });

  it('gives new tokens at each sign-in, and ends what the browser had before', async () => {
    await open();
    const first = await signedIn(api, ADA);
    const second = await login(api, ADA, PASSWORD, first);
    expect(cookiesOf(second)).not.toBe(first.cookie);
    expect(await status('/v1/user', first)).toBe(401);
    const fixed = 'telltale-access=chosen-by-attacker; telltale-refresh=else';
    expect(cookiesOf(await login(api, ADA, PASSWORD, { cookie: fixed }))).not.toContain('chosen');
    expect(await status('/v1/user', { cookie: fixed })).toBe(401);
  });

  it('is written down as what the one who signed in did', async () => {
    await open();
    await login(api, ADA);
    await api.audit.log.flush();
    const rows = await api.meta
      .selectFrom('audit_log')
      .select(['action', 'actor_kind', 'actor_name'])
      .execute();
    expect(rows.filter(({ action }) => action === 'session.create')).toEqual([
      { action: 'session.create', actor_kind: 'user', actor_name: ADA },
    ]);
  });

  it('renews a session that ran out, once for each token', async () => {
    await open();
    const first = await signedIn(api, ADA);
    nowMs += 11 * MINUTE;
    expect(await status('/v1/user', first)).toBe(401);
    const renewed = await post('/auth/refresh', undefined, first);
    expect(renewed.status).toBe(204);
    const second = { cookie: cookiesOf(renewed) };
    expect(await status('/v1/user', second)).toBe(200);
    // Another tab did the same a moment later: it has the new cookies already.
    const twice = await post('/auth/refresh', undefined, first);
    expect([twice.status, setCookies(twice)]).toEqual([204, []]);
    expect(await status('/v1/user', second)).toBe(200);
    // A client that sends the old token later has stolen it: the session ends for both.
    nowMs += MINUTE;
    expect((await post('/auth/refresh', undefined, first)).status).toBe(401);
    expect(await status('/v1/user', second)).toBe(401);
    expect((await post('/auth/refresh', undefined, second)).status).toBe(401);
  });

  it('ends a session after its lifetime, however much it is used', async () => {
    await open({ lifetimeMs: 25 * MINUTE });
    let session = await signedIn(api, ADA);
    for (let i = 0; i < 2; i++) {
      nowMs += 11 * MINUTE;
      session = { cookie: cookiesOf(await post('/auth/refresh', undefined, session)) };
    }
    expect(await status('/v1/user', session)).toBe(200);
    nowMs += 3 * MINUTE;
    expect(await status('/v1/user', session)).toBe(401);
    expect((await post('/auth/refresh', undefined, session)).status).toBe(401);
    expect((await login(api, ADA)).status).toBe(204);
  });

  it('lets many tabs renew at once', async () => {
    await open();
    const first = await signedIn(api, ADA);
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => post('/auth/refresh', undefined, first)),
    );
    expect(replies.map((reply) => reply.status)).toEqual(Array(10).fill(204));
    expect(replies.filter((reply) => setCookies(reply).length > 0)).toHaveLength(1);
  });

  it('ends a session that was not used for a week, and every one on demand', async () => {
    await open();
    const [phone, desk] = [await signedIn(api, ADA), await signedIn(api, ADA)];
    expect((await post('/auth/logout', { everywhere: true }, desk)).status).toBe(204);
    expect([await status('/v1/user', phone), await status('/v1/user', desk)]).toEqual([401, 401]);
    const late = await signedIn(api, ADA);
    nowMs += 10_081 * MINUTE;
    expect((await post('/auth/refresh', undefined, late)).status).toBe(401);
  });

  it('is signed out by a link of its own, but not by one of another site', async () => {
    await open();
    const session = await signedIn(api, ADA);
    for (const site of ['cross-site', 'same-site'])
      expect(await status('/auth/logout', { ...session, 'sec-fetch-site': site })).toBe(403);
    expect(await status('/v1/user', session)).toBe(200);
    const reply = await api.get('/auth/logout', { ...session, 'sec-fetch-site': 'same-origin' });
    expect([reply.status, reply.headers['location']]).toEqual([302, '/login']);
    expect(await status('/v1/user', session)).toBe(401);
  });

  it('a program that accepts JSON gets the redirect address as JSON, because scripts cannot read a redirect', async () => {
    await open();
    const reply = await api.get('/auth/logout', { accept: 'application/json' });
    expect([reply.status, reply.body, reply.headers['location']]).toEqual([
      200,
      { location: '/login' },
      undefined,
    ]);
    expect((await api.get('/auth/logout', { accept: 'text/html,application/json' })).status).toBe(
      302,
    );
  });

  it('keeps at most 50 sessions of a user, and stores no token', async () => {
    await open();
    const oldest = await signedIn(api, ADA);
    const user = await api.meta
      .selectFrom('users')
      .selectAll()
      .where('email', '=', ADA)
      .executeTakeFirstOrThrow();
    for (let i = 0; i < 50; i++)
      await api.signIn.sessions.begin(user, { address: '192.0.2.1', userAgent: null });
    expect(await status('/v1/user', oldest)).toBe(401);
    const rows = await api.meta.selectFrom('user_sessions').selectAll().execute();
    expect(rows).toHaveLength(50);
    const latest = await signedIn(api, ADA);
    const tokens = latest.cookie.split('; ').map((pair) => pair.split('=')[1] ?? '-');
    const stored = JSON.stringify(await api.meta.selectFrom('user_sessions').selectAll().execute());
    for (const token of tokens) expect(stored).not.toContain(token);
    expect(user.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });
});

describe('check 62: guessing', () => {
  it('locks an account for 5 minutes after 5 failures, whether there is such an account or not', async () => {
    await open();
    for (const email of [ADA, 'nobody@example.org']) {
      const tries = [];
      for (let i = 0; i < 7; i++) tries.push(await login(api, email, `wrong ${i}`));
      expect(tries.map((reply) => reply.status)).toEqual([401, 401, 401, 401, 401, 429, 429]);
      expect(tries[0]?.body).toEqual({
        detail:
          'The e-mail address or the password is incorrect. Check both, or have your password reset.',
      });
      expect(tries[6]?.headers['retry-after']).toBe('300');
    }
    expect((await login(api, ADA)).status).toBe(429);
    nowMs += 5 * MINUTE;
    expect((await login(api, ADA)).status).toBe(204);
    expect((await login(api, ADA, 'wrong')).status).toBe(401);
  });

  it('lets the owner in while strangers fail, by password or with the session they have', async () => {
    await open();
    const session = await signedIn(api, ADA);
    const from = async (remoteAddress: string, password: string): Promise<number> =>
      (
        await api.call({
          method: 'POST',
          url: '/auth/login',
          payload: { email: ADA, password },
          remoteAddress,
        })
      ).status;
    for (let i = 0; i < 6; i++) expect(await from('198.51.100.1', 'wrong')).toBe(i < 5 ? 401 : 429);
    expect(await from('203.0.113.9', PASSWORD)).toBe(204);
    // From the very address, where only the password of who is signed in may be tried.
    for (let i = 0; i < 6; i++) await login(api, ADA, 'wrong');
    expect((await login(api, ADA)).status).toBe(429);
    const change = { current_password: PASSWORD, new_password: 'another horse 2' };
    expect(
      (
        await api.call({
          method: 'POST',
          url: '/v1/user/password',
          payload: change,
          headers: session,
        })
      ).status,
    ).toBe(204);
    expect((await login(api, ADA, 'another horse 2')).status).toBe(204);
  });

  it('does not count as a failure what there was no time to check', async () => {
    await open();
    const { hasher } = api.signIn;
    const verify = hasher.verify.bind(hasher);
    hasher.verify = async () => {
      throw new AppError('unavailable', 'Too many people sign in at once; try again in a moment.', {
        retryAfterSeconds: 2,
      });
    };
    for (let i = 0; i < 7; i++) expect((await login(api, ADA)).status).toBe(503);
    hasher.verify = verify;
    expect((await login(api, ADA)).status).toBe(204);
  });

  it('counts attempts that come at once', async () => {
    await open();
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, i) => login(api, ADA, `wrong ${i}`)),
    );
    expect(replies.filter((reply) => reply.status === 401)).toHaveLength(5);
    expect(replies.filter((reply) => reply.status === 429)).toHaveLength(25);
  });

  it('does the same work for an account that is not there, signs in elsewhere or has no password', async () => {
    await open({ failuresMax: null });
    await api.meta
      .updateTable('users')
      .set({ auth_method: 'LDAP' })
      .where('email', '=', ADA)
      .execute();
    const works: string[] = [];
    const verify = api.signIn.hasher.verify.bind(api.signIn.hasher);
    api.signIn.hasher.verify = async (password, stored) => {
      works.push(stored === null ? 'decoy' : 'hash');
      return verify(password, stored);
    };
    const cpu = async (email: string): Promise<number> => {
      const before = process.cpuUsage();
      expect((await login(api, email)).status).toBe(401);
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    const [first, second] = [await cpu(ADA), await cpu('nobody@example.org')];
    expect(works).toEqual(['decoy', 'decoy']);
    expect(Math.min(first, second)).toBeGreaterThan(5_000);
  });

  it('holds an address to 12 tries at once, whatever the account', async () => {
    await open({ limitAddresses: true });
    const replies = [];
    for (let i = 0; i < 14; i++) replies.push(await login(api, `user${i}@example.org`));
    expect(replies.map((reply) => reply.status)).toEqual([
      ...Array<number>(12).fill(401),
      429,
      429,
    ]);
    nowMs += 5_000;
    expect((await login(api, ADA)).status).toBe(204);
  });

  it('does not let another site sign a user in', async () => {
    await open();
    expect((await login(api, ADA, PASSWORD, { origin: 'https://evil.example' })).status).toBe(403);
  });
});

describe('passwords', () => {
  it('are chosen by a link, once, which ends every session', async () => {
    await open();
    const session = await signedIn(api, ADA);
    const user = await api.meta
      .selectFrom('users')
      .selectAll()
      .where('email', '=', ADA)
      .executeTakeFirstOrThrow();
    const old = await api.signIn.links.make(user, 'http://localhost', 60_000);
    const { url } = await api.signIn.links.make(user, 'http://localhost/', 60_000);
    expect(url).toMatch(
      /^http:\/\/localhost\/reset-password#token=[\w-]{43}&email=ada%40example.org$/,
    );
    const token = (link: string): string =>
      new URLSearchParams(link.split('#')[1]).get('token') ?? '';
    expect(
      (await post('/auth/password-reset', { token: token(old.url), password: 'new password' }))
        .status,
    ).toBe(401);
    const short = await post('/auth/password-reset', { token: token(url), password: '7 chars' });
    expect([short.status, short.body]).toEqual([
      422,
      { detail: 'body.password must have at least 8 characters.' },
    ]);
    for (const password of [
      'password',
      'Password1',
      ' qwertyuiop ',
      'ｐassword',
      'zzzzzzzzzzz',
      'Telltale1',
    ]) {
      const common = await post('/auth/password-reset', { token: token(url), password });
      expect([password, common.status, common.body]).toEqual([
        password,
        422,
        { detail: expect.stringContaining('most common passwords') },
      ]);
      // The message contains the word anyway.
      if (password !== 'password') expect(common.text).not.toContain(password);
    }
    expect((await post('/auth/password-reset', { token: token(url) })).status).toBe(422);
    expect(
      (await post('/auth/password-reset', { token: token(url), password: 'new password' })).status,
    ).toBe(204);
    expect(await status('/v1/user', session)).toBe(401);
    expect(
      (await post('/auth/password-reset', { token: token(url), password: 'once again' })).status,
    ).toBe(401);
    expect((await login(api, ADA)).status).toBe(401);
    expect((await login(api, ADA, 'new password')).status).toBe(204);
    const late = await api.signIn.links.make(user, 'http://localhost', 60_000);
    nowMs += 60_000;
    expect(
      (await post('/auth/password-reset', { token: token(late.url), password: 'new password' }))
        .status,
    ).toBe(401);
  });

  it('must be strong where that is configured', async () => {
    await open({ strongPasswords: true });
    const user = await api.meta.selectFrom('users').selectAll().executeTakeFirstOrThrow();
    const { url } = await api.signIn.links.make(user, 'http://localhost', 60_000);
    const token = new URLSearchParams(url.split('#')[1]).get('token') ?? '';
    for (const password of ['Aa1!', 'aaaaaaaaaa1!', 'AAAAAAAAAA1!', 'Aaaaaaaaaaa!', 'Aaaaaaaaaa11'])
      expect((await post('/auth/password-reset', { token, password })).status).toBe(422);
    expect((await post('/auth/password-reset', { token, password: 'Aaaaaaaaaa1!' })).status).toBe(
      204,
    );
  });

  it('cannot be asked for by mail without a mail server, nor used when they are off', async () => {
    await open({ passwords: false });
    expect((await post('/auth/password-reset-email', {})).status).toBe(422);
    expect((await post('/auth/password-reset-email', { email: ADA })).status).toBe(503);
    expect((await login(api, ADA)).status).toBe(403);
    expect((await api.get('/auth/config')).body).toMatchObject({
      data: { authentication: true, password: false, needs_setup: false },
    });
  });
});

it('there is nothing to sign in to while authentication is off', async () => {
  await open({}, false);
  expect((await login(api, ADA)).status).toBe(403);
  expect((await post('/auth/refresh', undefined)).status).toBe(403);
  expect((await api.get('/auth/config')).body).toMatchObject({
    data: { authentication: false, password: false, needs_setup: false },
  });
  expect((await api.get('/v1/user')).body).toEqual({ data: { auth_method: 'ANONYMOUS' } });
});
