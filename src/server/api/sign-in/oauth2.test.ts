import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openApiApp, type ApiApp, type Reply } from '#test/api-app.ts';
import {
  OIDC_CLIENT,
  localProviders,
  openOidcServer,
  passOidcScreens,
  type OidcServer,
} from '#test/oidc-server.ts';
import { addUser, setCookies } from '#test/sign-in.ts';

const BACK = 'http://localhost/oauth2/local/tokens';
let oidc: OidcServer;
let api: ApiApp;
beforeEach(async () => {
  oidc = await openOidcServer();
  oidc.start([BACK]);
});
afterEach(async () => {
  await api.close();
  await oidc.close();
});

async function open(settings: Record<string, string> = {}): Promise<void> {
  const providers = localProviders(oidc, { DISPLAY_NAME: 'The House', ...settings });
  api = await openApiApp({
    access: { required: true, signIn: { limitAddresses: false }, providers },
  });
}

const jarOf = (reply: Reply): string =>
  setCookies(reply)
    .map((cookie) => cookie.split(';')[0] ?? '')
    .filter((pair) => !pair.endsWith('='))
    .join('; ');

/** There and back; where it ended, and the cookies. */
async function signIn(
  login: string,
  returnUrl = '/datasets',
): Promise<{ readonly to: unknown; readonly cookie: string }> {
  const there = await api.get(`/oauth2/local/login?returnUrl=${encodeURIComponent(returnUrl)}`);
  expect(there.status).toBe(302);
  const back = new URL(await passOidcScreens(String(there.headers['location']), login));
  expect(back.href.startsWith(BACK)).toBe(true);
  const reply = await api.get(back.pathname + back.search, { cookie: jarOf(there) });
  expect(reply.status).toBe(302);
  return { to: reply.headers['location'], cookie: jarOf(reply) };
}
const viewer = async (cookie: string): Promise<unknown> =>
  (await api.get('/v1/user', { cookie })).body;

it('signs a user in, creates a viewer account, and recognizes it again', async () => {
  await open();
  expect((await api.get('/auth/config')).body).toMatchObject({
    data: { providers: [{ name: 'local', display_name: 'The House', auto_login: false }] },
  });
  oidc.people.set('ada', { email: 'Ada@Example.org', email_verified: true, name: 'Ada Lovelace' });
  const first = await signIn('ada', '/projects/a/traces?x=1');
  expect(first.to).toBe('/projects/a/traces?x=1');
  expect(await viewer(first.cookie)).toMatchObject({
    data: {
      auth_method: 'OAUTH2',
      email: 'ada@example.org',
      username: 'Ada Lovelace',
      role: 'VIEWER',
      oauth2_user_id: 'ada',
    },
  });
  // A new address at the provider is the same person.
  oidc.people.set('ada', { email: 'lovelace@example.org', name: 'Ada' });
  const again = await signIn('ada');
  expect(await viewer(again.cookie)).toMatchObject({
    data: { email: 'ada@example.org', username: 'Ada' },
  });
  // A user who chose a name here keeps it, whatever the provider calls them.
  await api.call({
    method: 'PATCH',
    url: '/v1/user',
    payload: { username: 'countess' },
    headers: { cookie: again.cookie },
  });
  oidc.people.set('ada', { email: 'lovelace@example.org', name: 'Ada King' });
  expect(await viewer((await signIn('ada')).cookie)).toMatchObject({
    data: { username: 'countess' },
  });
  expect(await api.meta.selectFrom('users').selectAll().execute()).toHaveLength(1);
});

it('leads to no other place, and takes back nothing this browser did not begin', async () => {
  await open();
  oidc.people.set('ada', { email: 'ada@example.org' });
  for (const evil of [
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    '/.//evil.example',
  ])
    expect((await signIn('ada', evil)).to).toBe('/');
  const there = await api.get('/oauth2/local/login');
  const back = new URL(await passOidcScreens(String(there.headers['location']), 'ada'));
  const other = await api.get('/oauth2/local/login');
  for (const cookie of ['', 'telltale-oauth2=nonsense', jarOf(other)]) {
    const reply = await api.get(back.pathname + back.search, { cookie });
    expect([reply.headers['location'], jarOf(reply)]).toEqual(['/login?error=failed', '']);
  }
  expect(
    (await api.get(back.pathname + back.search, { cookie: jarOf(there) })).headers['location'],
  ).toBe('/');
  // A code works once.
  expect(
    (await api.get(back.pathname + back.search, { cookie: jarOf(there) })).headers['location'],
  ).toBe('/login?error=failed');
  expect((await api.get('/oauth2/other/login')).status).toBe(404);
});

it('never takes over an account with a password, but fills one that waits', async () => {
  await open({ ALLOW_SIGN_UP: 'false' });
  await addUser(api, 'ada@example.org', 'ADMIN');
  oidc.people.set('ada', { email: 'ada@example.org' });
  expect((await signIn('ada')).to).toBe('/login?error=taken&returnUrl=%2Fdatasets');
  oidc.people.set('grace', { email: 'grace@example.org' });
  expect((await signIn('grace')).to).toBe('/login?error=no-account&returnUrl=%2Fdatasets');
  const waiting = {
    email: 'grace@example.org',
    username: 'Grace',
    role: 'MEMBER',
    auth_method: 'OAUTH2',
    created_at_ms: 1,
    updated_at_ms: 1,
  } as const;
  await api.meta.insertInto('users').values(waiting).execute();
  expect(await viewer((await signIn('grace')).cookie)).toMatchObject({
    data: { username: 'Grace', role: 'MEMBER', oauth2_user_id: 'grace' },
  });
  oidc.people.set('eve', { email: 'grace@example.org' });
  expect((await signIn('eve')).to).toBe('/login?error=taken&returnUrl=%2Fdatasets');
  oidc.people.set('mallory', { email: 'mallory@example.org', email_verified: false });
  expect((await signIn('mallory')).to).toBe('/login?error=unverified&returnUrl=%2Fdatasets');
});

it('is recorded as a sign-in if it succeeds, else as a denied request', async () => {
  await open({ ALLOW_SIGN_UP: 'false' });
  await addUser(api, 'grace@example.org', 'ADMIN');
  oidc.people.set('ada', { email: 'ada@example.org' });
  await signIn('ada');
  await api.get('/oauth2/local/tokens?code=x&state=y');
  const user = {
    email: 'lin@example.org',
    username: 'Lin',
    role: 'MEMBER',
    auth_method: 'OAUTH2',
  } as const;
  await api.meta
    .insertInto('users')
    .values({ ...user, created_at_ms: 1, updated_at_ms: 1 })
    .execute();
  oidc.people.set('lin', { email: 'lin@example.org' });
  await signIn('lin');
  await api.audit.log.flush();
  const rows = await api.meta
    .selectFrom('audit_log')
    .select(['action', 'actor_name', 'result', 'status', 'details'])
    .orderBy('seq')
    .execute();
  expect(rows).toMatchObject([
    // The second refusal is counted with the first.
    {
      action: 'session.create',
      actor_name: 'nobody',
      result: 'denied',
      status: 401,
      details: expect.stringContaining('sign-up is off'),
    },
    { action: 'session.create', actor_name: 'lin@example.org', result: 'success', status: 302 },
  ]);
});

it('takes roles and groups from the provider, anew at each sign-in', async () => {
  await open({
    ROLE_ATTRIBUTE_PATH: "contains(groups, 'ops') && 'boss' || role",
    ROLE_MAPPING: 'boss:ADMIN, engineer:MEMBER',
    GROUPS_ATTRIBUTE_PATH: 'groups',
    ALLOWED_GROUPS: 'ops,dev',
    ROLE_ATTRIBUTE_STRICT: 'true',
  });
  await addUser(api, 'root@example.org', 'ADMIN');
  oidc.people.set('ada', { email: 'ada@example.org', groups: ['ops'] });
  expect(await viewer((await signIn('ada')).cookie)).toMatchObject({ data: { role: 'ADMIN' } });
  oidc.people.set('ada', { email: 'ada@example.org', groups: ['dev'], role: 'engineer' });
  expect(await viewer((await signIn('ada')).cookie)).toMatchObject({ data: { role: 'MEMBER' } });
  oidc.people.set('ada', { email: 'ada@example.org', groups: ['dev'], role: 'guest' });
  expect((await signIn('ada')).to).toBe('/login?error=role&returnUrl=%2Fdatasets');
  oidc.people.set('ada', { email: 'ada@example.org', groups: ['sales'], role: 'engineer' });
  expect((await signIn('ada')).to).toBe('/login?error=group&returnUrl=%2Fdatasets');
});

it('shows who it is by a token out of a file, which is read each time', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  oidc.start([BACK], {
    client_id: OIDC_CLIENT.client_id,
    token_endpoint_auth_method: 'private_key_jwt',
    token_endpoint_auth_signing_alg: 'ES256',
    jwks: {
      keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'ES256', use: 'sig' }],
    },
  });
  const folder = mkdtempSync(path.join(tmpdir(), 'telltale-token-'));
  const file = path.join(folder, 'token');
  /** The platform's token file: each token is valid for one exchange. */
  const issue = (): void => {
    const encode = (part: object): string =>
      Buffer.from(JSON.stringify(part)).toString('base64url');
    const nowS = Math.floor(Date.now() / 1000);
    const { client_id: id } = OIDC_CLIENT;
    const claims = {
      iss: id,
      sub: id,
      aud: oidc.issuer,
      jti: randomUUID(),
      iat: nowS,
      exp: nowS + 300,
    };
    const signed = `${encode({ alg: 'ES256', kid: 'one' })}.${encode(claims)}`;
    const signature = sign('sha256', Buffer.from(signed), {
      key: privateKey,
      dsaEncoding: 'ieee-p1363',
    });
    writeFileSync(file, `${signed}.${signature.toString('base64url')}\n`);
  };
  try {
    await open({
      TOKEN_ENDPOINT_AUTH_METHOD: 'client_assertion_jwt',
      CLIENT_ASSERTION_FILE: file,
      CLIENT_SECRET: '',
    });
    oidc.people.set('ada', { email: 'ada@example.org' });
    // No file yet.
    expect((await signIn('ada')).to).toBe('/login?error=failed&returnUrl=%2Fdatasets');
    issue();
    expect(await viewer((await signIn('ada')).cookie)).toMatchObject({
      data: { email: 'ada@example.org' },
    });
    // The provider refuses the same token a second time; a new one is accepted.
    expect((await signIn('ada')).to).toBe('/login?error=failed&returnUrl=%2Fdatasets');
    issue();
    expect(await viewer((await signIn('ada')).cookie)).toMatchObject({
      data: { email: 'ada@example.org' },
    });
    writeFileSync(file, 'no token');
    expect((await signIn('ada')).to).toBe('/login?error=failed&returnUrl=%2Fdatasets');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('recognizes a refusal at the provider, but only of users it sent there', async () => {
  await open();
  const there = await api.get('/oauth2/local/login');
  const state = new URL(String(there.headers['location'])).searchParams.get('state') ?? '';
  const back = (query: string) =>
    api.get(`/oauth2/local/tokens?${query}`, { cookie: jarOf(there) });
  const issuer = `iss=${encodeURIComponent(oidc.issuer)}`;
  const denied = await back(`error=access_denied&error_description=no&state=${state}&${issuer}`);
  expect([denied.status, denied.headers['location']]).toEqual([302, '/login?error=denied']);
  expect((await back(`error=access_denied&state=other&${issuer}`)).headers['location']).toBe(
    '/login?error=failed',
  );
  expect((await back(`error=server_error&state=${state}&${issuer}`)).headers['location']).toBe(
    '/login?error=failed',
  );
});

it('works again after the provider was unreachable', async () => {
  await open({ OIDC_CONFIG_URL: 'http://127.0.0.1:9/.well-known/openid-configuration' });
  expect((await api.get('/oauth2/local/login')).headers['location']).toBe('/login?error=failed');
});
