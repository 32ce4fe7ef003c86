import { afterEach, describe, expect, it } from 'vitest';
import { LEVEL_SCOPES } from '#contracts/access/access.ts';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { openApiApp, type ApiApp, type Reply } from '#test/api-app.ts';
import {
  PAGE,
  appQuery,
  codeFor,
  connectedApp,
  packed,
  pkcePair,
  tokensOf,
} from '#test/app-sign-in.ts';
import { bearer, statusWith, trade, word } from '#test/app-users.ts';
import { addUser, signedIn } from '#test/sign-in.ts';

const [ROOT, ADA] = ['root@example.org', 'ada@example.org'];
const ALL =
  'traces:read traces:write projects:read projects:write datasets:read datasets:write experiments:read experiments:write admin';
const READS = LEVEL_SCOPES['read-only'].join(' ');
let api: ApiApp;
let root: string;

async function open(): Promise<void> {
  api = await openApiApp({ access: { required: true, signIn: { limitAddresses: false } } });
  await addUser(api, ROOT, 'ADMIN');
  ({ cookie: root } = await signedIn(api, ROOT));
}
afterEach(() => api.close());

function decide(query: string, decision: object, cookie = root): Promise<Reply> {
  const payload = { request: packed(query), approved: true, ...decision };
  return api.call({
    method: 'POST',
    url: '/oauth2/authorize/decision',
    payload,
    headers: { cookie, ...PAGE },
  });
}
async function asked(query: string, cookie = root): Promise<object> {
  const { body } = await api.get(`/oauth2/authorize/request?request=${packed(query)}`, {
    cookie,
    host: 'localhost',
  });
  return (body as { data: object }).data; // as: checked against its schema
}

describe('an app of an admin', () => {
  it('reads when it named no scope, and administers only when it named admin', async () => {
    await open();
    const unnamed = await connectedApp(api, root);
    expect(unnamed.scope).toBe(READS);
    for (const scope of ['openid profile', ''])
      expect((await connectedApp(api, root, scope === '' ? {} : { scope })).scope).toBe(READS);
    expect(
      (await connectedApp(api, root, { scope: LEVEL_SCOPES['read-write'].join(' ') })).scope,
    ).not.toContain('admin');
    const { challenge } = pkcePair();
    expect(await asked(appQuery(challenge))).toMatchObject({
      names_scopes: false,
      granted: LEVEL_SCOPES['read-only'],
    });
    expect(await asked(appQuery(challenge, { scope: 'admin' }))).toMatchObject({
      names_scopes: true,
      granted: ALL.split(' '),
    });
    expect((await connectedApp(api, root, { scope: 'admin' })).scope).toBe(ALL);
  });

  it('gets more than reading only by its user, and never admin so', async () => {
    await open();
    const { challenge, verifier } = pkcePair();
    const given = await decide(appQuery(challenge), { level: 'read-write' });
    // as: checked against its schema
    const back = new URL((given.body as { data: { redirect_to: string } }).data.redirect_to);
    const fields = {
      grant_type: 'authorization_code',
      client_id: 'phoenix-cli',
      redirect_uri: 'http://127.0.0.1:4711/callback',
    };
    const tokens = tokensOf(
      await trade(api, {
        ...fields,
        code: back.searchParams.get('code') ?? '',
        code_verifier: verifier,
      }),
    );
    expect(tokens.scope).toBe(LEVEL_SCOPES['read-write'].join(' '));
    expect((await decide(appQuery(challenge), { level: 'admin' })).status).toBe(422);
    // The scopes an app requests are granted exactly, or not at all.
    expect(
      (await decide(appQuery(challenge, { scope: 'traces:read' }), { level: 'read-write' })).status,
    ).toBe(422);
  });

  it('opens no way in: no users, roles, passwords, keys, other apps, secrets or alert channels', async () => {
    await open();
    const ada = encodeGlobalId('User', await addUser(api, ADA, 'VIEWER'));
    const { access_token: token } = await connectedApp(api, root, { scope: ALL });
    const before = await everyAccess();
    const user = {
      auth_method: 'LOCAL',
      email: 'eve@example.org',
      username: 'eve',
      role: 'ADMIN',
      password: 'eve has one of her own',
    };
    const tries: readonly (readonly ['POST' | 'PATCH' | 'PUT' | 'DELETE', string, object?])[] = [
      ['POST', '/v1/users', { user }],
      ['PATCH', `/v1/users/${ada}`, { role: 'ADMIN' }],
      ['PATCH', `/v1/users/${encodeGlobalId('User', 1)}`, { password: 'an app chose this one' }],
      ['POST', `/v1/password_links/${ada}`],
      ['DELETE', `/v1/users/${ada}`],
      ['POST', '/v1/system/api_keys', { data: { name: 'k' } }],
      ['POST', '/v1/user/api_keys', { data: { name: 'k' } }],
      ['POST', '/api/v1/api-keys', { name: 'k', level: 'admin' }],
      ['DELETE', '/v1/users/apps/QXBwR3JhbnQ6MQ=='],
      ['PUT', '/v1/secrets', { secrets: [{ key: 'OPENAI_API_KEY', value: 'x' }] }],
      [
        'POST',
        '/v1/alert_channels',
        {
          kind: 'webhook',
          name: 'x',
          url: 'https://evil.example/hook',
          secret: 'at least 16 characters',
        },
      ],
    ];
    for (const [method, url, payload] of tries) {
      const reply = await api.call({
        method,
        url,
        headers: bearer(token),
        ...(payload === undefined ? {} : { payload }),
      });
      expect([url, reply.status, reply.body]).toEqual([
        url,
        403,
        { detail: expect.stringMatching(/^Apps can't |an app cannot/) },
      ]);
    }
    expect(await everyAccess()).toEqual(before);
    expect([
      await statusWith(api, token, '/v1/users'),
      await statusWith(api, token, '/api/v1/audit-logs'),
    ]).toEqual([200, 200]);
  });

  it('regains nothing with its old tokens after it is revoked', async () => {
    await open();
    const { access_token: token } = await connectedApp(api, root, { scope: 'traces:read' });
    const kept = await codeFor(api, root, { scope: 'admin' });
    const { data } = (await api.get('/v1/user/apps', { cookie: root })).body as {
      data: { id: string }[];
    }; // as: checked against its schema
    expect(
      (
        await api.call({
          method: 'DELETE',
          url: `/v1/user/apps/${data[0]?.id ?? ''}`,
          headers: { cookie: root },
        })
      ).status,
    ).toBe(204);
    expect([await statusWith(api, token), word(await trade(api, kept))]).toEqual([
      401,
      [400, 'invalid_grant'],
    ]);
  });

  it('that was authorized before scopes were required can only read', async () => {
    await open();
    const { access_token: token } = await connectedApp(api, root, { scope: ALL });
    await api.meta.updateTable('app_grants').set({ scopes: null, access_scopes: null }).execute();
    api.authenticator.changed();
    expect([await statusWith(api, token), await statusWith(api, token, '/v1/users')]).toEqual([
      200, 403,
    ]);
    // as: checked against its schema
    const { data } = (await api.get('/v1/user/apps', { cookie: root })).body as { data: object[] };
    expect(data).toEqual([expect.objectContaining({ scopes: LEVEL_SCOPES['read-only'] })]);
  });
});

it('an app of a member does not become admin with them', async () => {
  await open();
  const id = await addUser(api, ADA, 'MEMBER');
  const { cookie } = await signedIn(api, ADA);
  const tokens = await connectedApp(api, cookie, { scope: 'admin' });
  expect(tokens.scope).toBe(LEVEL_SCOPES['read-write'].join(' '));
  await api.meta.updateTable('users').set({ role: 'ADMIN' }).where('id', '=', id).execute();
  api.authenticator.changed();
  expect([
    await statusWith(api, tokens.access_token),
    await statusWith(api, tokens.access_token, '/v1/users'),
  ]).toEqual([200, 403]);
});

/** All forms of credentials. */
async function everyAccess(): Promise<unknown> {
  const tables = [
    'users',
    'api_keys',
    'app_grants',
    'password_tokens',
    'secrets',
    'alert_channels',
  ] as const;
  return await Promise.all(tables.map((table) => api.meta.selectFrom(table).selectAll().execute()));
}
