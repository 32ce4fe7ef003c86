import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { IdentityProvider } from '#server/auth/identity-provider.ts';
import { SecretBox } from '#server/auth/secret-box.ts';
import { providerRecheck } from '#server/compose/sign-in-rechecks.ts';
import { createLog } from '#server/telemetry/log.ts';
import { openApiApp, type ApiApp, type Reply } from '#test/api-app.ts';
import {
  localProviders,
  openOidcServer,
  passOidcScreens,
  type OidcServer,
} from '#test/oidc-server.ts';
import { addUser, setCookies, signedIn } from '#test/sign-in.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const BACK = 'http://localhost/oauth2/local/tokens';
const OFFLINE = { SCOPES: 'offline_access', AUTHORIZATION_PARAMETERS: 'prompt=consent' };
const GROUPS = {
  GROUPS_ATTRIBUTE_PATH: 'groups',
  ALLOWED_GROUPS: 'people',
  ROLE_ATTRIBUTE_PATH: 'role',
};
const box = new SecretBox('a-server-secret-0123456789-abcdefgh');
let oidc: OidcServer;
let api: ApiApp;
let providers: readonly IdentityProvider[] = [];
let nowMs = 0;
beforeEach(async () => {
  nowMs = Date.now();
  oidc = await openOidcServer();
  oidc.start([BACK]);
});
afterEach(async () => {
  await api.close();
  await oidc.close();
});

async function open(settings: Record<string, string>): Promise<void> {
  providers = localProviders(oidc, settings);
  api = await openApiApp({
    secretBox: box,
    access: { required: true, now: () => nowMs, signIn: { limitAddresses: false }, providers },
  });
  await addUser(api, 'root@example.org', 'ADMIN');
}

const jarOf = (reply: Reply): string =>
  setCookies(reply)
    .map((cookie) => cookie.split(';')[0] ?? '')
    .filter((pair) => !pair.endsWith('='))
    .join('; ');

/** A full sign-in round trip; whether the user is signed in. */
async function enter(login: string): Promise<{ readonly to: unknown; readonly cookie: string }> {
  const there = await api.get('/oauth2/local/login');
  const back = new URL(await passOidcScreens(String(there.headers['location']), login));
  const reply = await api.get(back.pathname + back.search, { cookie: jarOf(there) });
  return { to: reply.headers['location'], cookie: jarOf(reply) };
}
async function keyOf(login: string): Promise<{ readonly api_key: string }> {
  const { to, cookie } = await enter(login);
  expect(to).toBe('/');
  const payload = { name: login, scopes: ['projects:read'] };
  const made = await api.call({
    method: 'POST',
    url: '/api/v1/api-keys',
    payload,
    headers: { cookie },
  });
  // as: the reply was checked against its schema
  return { api_key: (made.body as { key: string }).key };
}
const status = async (headers: Record<string, string>): Promise<number> =>
  (await api.get('/v1/projects', headers)).status;
/** Asks the provider about every user again, a while later. */
async function recheck(laterMs = HOUR_MS): Promise<void> {
  nowMs += laterMs;
  const job = providerRecheck(providers, {
    db: api.meta,
    audit: api.audit.log,
    now: () => nowMs,
    box,
    log: createLog('silent', 'test'),
  });
  await job({}, { signal: new AbortController().signal });
  api.authenticator.changed();
}
async function asAdmin<T>(url: string): Promise<T> {
  const { cookie } = await signedIn(api, 'root@example.org');
  return (await api.get(url, { cookie })).body as T; // as: checked against its schema
}
async function user(email: string) {
  const { data } = await asAdmin<{
    data: { email: string; role: string; suspended_at?: string }[];
  }>('/v1/users');
  return data.find((one) => one.email === email);
}
const person = (name: string, more: object = {}): void =>
  void oidc.people.set(name, {
    email: `${name}@example.org`,
    name,
    groups: ['people'],
    role: 'MEMBER',
    ...more,
  });

describe('people of an identity provider who are not there', () => {
  it('are suspended, keys included, when it has them no more; signing in again lifts it', async () => {
    await open(OFFLINE);
    person('ada');
    person('ben');
    const [ada, ben] = [await keyOf('ada'), await keyOf('ben')];
    oidc.gone.add('ada');
    expect(await status(ada)).toBe(200);
    await recheck();
    expect([await status(ada), await status(ben)]).toEqual([401, 200]);
    expect(Date.parse((await user('ada@example.org'))?.suspended_at ?? '')).toBe(nowMs);
    expect((await user('ben@example.org'))?.suspended_at).toBeUndefined();
    const { keys } = await asAdmin<{
      keys: { name: string; state: string; pausedBy: string | null }[];
    }>('/api/v1/api-keys');
    expect(keys).toMatchObject([
      { name: 'ben', state: 'active', pausedBy: null },
      { name: 'ada', state: 'active', pausedBy: 'user_suspended' },
    ]);
    const { data } = await asAdmin<{ data: { details: object }[] }>(
      '/api/v1/audit-logs?action=user.suspend',
    );
    expect(data).toMatchObject([{ details: { email: 'ada@example.org' } }]);
    // Each token works once there, so the next one was kept.
    await recheck();
    await recheck();
    expect(await status(ben)).toBe(200);
    oidc.gone.delete('ada');
    expect((await enter('ada')).to).toBe('/');
    expect(await status(ada)).toBe(200);
    await recheck();
    expect(await status(ada)).toBe(200);
  });

  it('follow their groups and role there, both ways', async () => {
    await open({ ...OFFLINE, ...GROUPS });
    person('ada');
    const ada = await keyOf('ada');
    person('ada', { role: 'VIEWER' });
    await recheck();
    expect([await status(ada), (await user('ada@example.org'))?.role]).toEqual([200, 'VIEWER']);
    person('ada', { groups: ['strangers'] });
    await recheck();
    expect(await status(ada)).toBe(401);
    person('ada');
    await recheck();
    expect([await status(ada), (await user('ada@example.org'))?.role]).toEqual([200, 'MEMBER']);
    const { data } = await asAdmin<{ data: { action: string }[] }>(
      '/api/v1/audit-logs?action=user.restore',
    );
    expect(data).toHaveLength(1);
  });

  it('lose nothing while it does not answer, and are checked again soon', async () => {
    await open(OFFLINE);
    person('ada');
    const ada = await keyOf('ada');
    const { sealed_token: sealed } = await api.meta
      .selectFrom('provider_grants')
      .selectAll()
      .executeTakeFirstOrThrow();
    const token = box.open('provider grant of user 2', sealed) ?? '';
    expect(token).not.toBe('');
    expect(Buffer.from(sealed).includes(token)).toBe(false);
    await oidc.close();
    await recheck();
    expect(await status(ada)).toBe(200);
    const { next_check_at_ms: next } = await api.meta
      .selectFrom('provider_grants')
      .selectAll()
      .executeTakeFirstOrThrow();
    expect(next - nowMs).toBe(5 * 60_000);
  });

  it('are checked only where that is configured with the provider', async () => {
    await open({});
    person('ada');
    const ada = await keyOf('ada');
    expect(await api.meta.selectFrom('provider_grants').selectAll().execute()).toEqual([]);
    oidc.gone.add('ada');
    await recheck();
    expect(await status(ada)).toBe(200);
  });

  it('are suspended when they were away for longer than they may be', async () => {
    await open({ SUSPEND_AFTER_DAYS: '7' });
    person('ada');
    const ada = await keyOf('ada');
    await recheck(6 * DAY_MS);
    expect(await status(ada)).toBe(200);
    await recheck(DAY_MS);
    expect(await status(ada)).toBe(401);
    expect((await enter('ada')).to).toBe('/');
    await recheck();
    expect(await status(ada)).toBe(200);
  });
});
