import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { KEY_PREFIXES, hashSecret, makeKey } from '#server/auth/key-format.ts';
import { distrustOpenChanges } from '#server/stores/meta/access/users.queries.ts';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import { PASSWORD, addUser, cookiesOf, login, signedIn } from '#test/sign-in.ts';

const [ROOT, ADA, EVE] = ['root@example.org', 'ada@example.org', 'eve@example.org'];
const SECRET = 'an-operators-secret-of-32-characters-1';
let api: ApiApp;
let root: { readonly cookie: string };
beforeEach(async () => {
  api = await openApiApp({
    access: { required: true, adminSecret: SECRET, signIn: { limitAddresses: false } },
  });
  await addUser(api, ROOT, 'ADMIN');
  root = await signedIn(api, ROOT);
});
afterEach(async () => api.close());

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
function ask(method: Method, url: string, headers: Record<string, string>, payload?: object) {
  return api.call({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
}
function create(user: object, headers: Record<string, string> = root) {
  return ask('POST', '/v1/users', headers, {
    user: { auth_method: 'LOCAL', role: 'MEMBER', username: 'ada', email: ADA, ...user },
  });
}
function idOf(reply: { readonly body: unknown }): string {
  // as: the reply was checked against its schema
  return (reply.body as { data: { id: string } }).data.id;
}
async function addKey(userId: number | null): Promise<{ authorization: string }> {
  const key = makeKey(userId === null ? KEY_PREFIXES.system : KEY_PREFIXES.live);
  const kind =
    userId === null
      ? { kind: 'system' as const, role: 'ADMIN' as const }
      : { kind: 'user' as const, user_id: userId };
  const values = {
    ...kind,
    prefix: 'svc_',
    last_four: key.slice(-4),
    key_hash: hashSecret(key),
    name: 'ci',
    scopes: '["admin"]',
  };
  await api.meta
    .insertInto('api_keys')
    .values({ ...values, made_while_open: 0, created_at_ms: 1 })
    .execute();
  return { authorization: `Bearer ${key}` };
}

describe('users', () => {
  it('are made, listed, changed and deleted by admins', async () => {
    const made = await create({
      email: ' ADA@example.org',
      password: PASSWORD,
      extra: 1,
      id: 'x',
      password_hash: 'x',
    });
    expect([made.status, made.body]).toEqual([
      201,
      {
        data: {
          id: expect.any(String),
          created_at: expect.stringMatching(/\+00:00$/),
          updated_at: expect.any(String),
          email: ADA,
          username: 'ada',
          role: 'MEMBER',
          auth_method: 'LOCAL',
          password_needs_reset: false,
        },
      },
    ]);
    const id = idOf(made);
    const page = await ask('GET', '/v1/users?limit=1', root);
    expect(page.body).toMatchObject({
      data: [{ email: ADA }],
      next_cursor: encodeGlobalId('User', 1),
    });
    expect(
      (await ask('GET', `/v1/users?cursor=${encodeGlobalId('User', 1)}`, root)).body,
    ).toMatchObject({
      data: [{ email: ROOT }],
      next_cursor: null,
    });
    const ada = await signedIn(api, ADA);
    expect((await ask('GET', '/v1/user', ada)).body).toMatchObject({
      data: { email: ADA, role: 'MEMBER', password_needs_reset: false },
    });
    expect(
      (await ask('PATCH', `/v1/users/${id}`, root, { role: 'VIEWER', username: 'Ada L.' })).body,
    ).toMatchObject({
      data: { role: 'VIEWER', username: 'Ada L.' },
    });
    expect((await ask('POST', '/v1/projects', ada, { name: 'p' })).status).toBe(403);
    expect(
      (await ask('PATCH', `/v1/users/${id}`, root, { password: 'other password' })).status,
    ).toBe(200);
    expect((await ask('GET', '/v1/user', ada)).status).toBe(401);
    expect((await login(api, ADA, 'other password')).status).toBe(204);
    expect((await ask('DELETE', `/v1/users/${id}`, root)).status).toBe(204);
    expect((await ask('DELETE', `/v1/users/${id}`, root)).status).toBe(404);
  });

  it('are refused with the field that is wrong', async () => {
    await create({});
    for (const [user, status] of [
      [{ email: 'Ada@Example.org', username: 'other' }, 409],
      [{ email: EVE, username: 'ada' }, 409],
      [{ email: 'system@localhost', username: 'x' }, 409],
      [{ email: 'admin@localhost', username: 'x' }, 409],
      [{ email: EVE, username: 'eve', role: 'SYSTEM' }, 400],
      [{ email: EVE, username: 'eve', role: 'OWNER' }, 422],
      [{ email: 'eve', username: 'eve' }, 422],
      [{ email: EVE, username: ' ' }, 422],
      [{ email: EVE, username: 'eve\u0007' }, 422],
      [{ email: EVE, username: 'eve', password: '7 chars' }, 422],
      [{ email: EVE, username: 'eve', password: 'Password1' }, 422],
      [{ email: EVE, username: 'eve', auth_method: 'LDAP', password: PASSWORD }, 422],
    ] as const)
      expect([user, (await create(user)).status]).toEqual([user, status]);
    expect((await ask('DELETE', '/v1/users/wrong', root)).status).toBe(422);
    expect((await ask('DELETE', `/v1/users/${encodeGlobalId('Project', 1)}`, root)).status).toBe(
      422,
    );
    expect((await ask('PATCH', `/v1/users/${encodeGlobalId('User', 1)}`, root, {})).status).toBe(
      422,
    );
  });

  it('sign in elsewhere when they are made so', async () => {
    const made = await create({
      auth_method: 'OAUTH2',
      oauth2_client_id: 'client',
      oauth2_user_id: 'subject',
    });
    expect(made.body).toMatchObject({
      data: { auth_method: 'OAUTH2', oauth2_client_id: 'client', oauth2_user_id: 'subject' },
    });
    const same = await create({
      auth_method: 'OAUTH2',
      email: EVE,
      username: 'eve',
      oauth2_client_id: 'client',
      oauth2_user_id: 'subject',
    });
    expect(same.status).toBe(409);
    expect((await ask('POST', `/v1/password_links/${idOf(made)}`, root)).status).toBe(409);
  });

  it('get a link to choose their password', async () => {
    const id = idOf(await create({}));
    const link = await ask('POST', `/v1/password_links/${id}`, root);
    expect([link.status, link.headers['cache-control']]).toEqual([201, 'no-store']);
    // as: the reply was checked against its schema
    const { url } = (link.body as { data: { url: string } }).data;
    const token = new URLSearchParams(url.split('#')[1]).get('token');
    expect(
      (await ask('POST', '/auth/password-reset', {}, { token, password: PASSWORD })).status,
    ).toBe(204);
    expect((await ask('GET', '/v1/user', await signedIn(api, ADA))).body).toMatchObject({
      data: { password_needs_reset: false },
    });
  });
});

describe('check 55: privileges', () => {
  it('only admins see and change users, whatever they bring', async () => {
    const member = await addUser(api, ADA, 'MEMBER');
    await addUser(api, EVE, 'VIEWER');
    const callers = [await signedIn(api, ADA), await signedIn(api, EVE), await addKey(member)];
    const target = `/v1/users/${encodeGlobalId('User', member)}`;
    for (const caller of callers)
      for (const [method, url, body] of [
        ['GET', '/v1/users'],
        [
          'POST',
          '/v1/users',
          { user: { auth_method: 'LOCAL', email: 'x@y.z', username: 'x', role: 'ADMIN' } },
        ],
        ['PATCH', target, { role: 'ADMIN' }],
        ['DELETE', target],
        ['POST', target.replace('/users/', '/password_links/')],
      ] as const)
        expect([method, url, (await ask(method, url, caller, body)).status]).toEqual([
          method,
          url,
          403,
        ]);
    expect((await ask('GET', '/v1/users', {})).status).toBe(401);
    // Unknown fields raise no one's role.
    expect(
      (
        await ask('PATCH', '/v1/user', callers[0] ?? {}, {
          username: 'ada2',
          role: 'ADMIN',
          email: ROOT,
        })
      ).body,
    ).toMatchObject({
      data: { username: 'ada2', role: 'MEMBER', email: ADA },
    });
  });

  it('the last admin stays, and so do the built-in users', async () => {
    const me = `/v1/users/${encodeGlobalId('User', 1)}`;
    expect((await ask('DELETE', me, root)).status).toBe(409);
    expect((await ask('PATCH', me, root, { role: 'MEMBER' })).status).toBe(409);
    const builtIn = await api.meta
      .insertInto('users')
      .values([
        {
          email: 'system@localhost',
          username: 'system',
          role: 'SYSTEM',
          auth_method: 'LOCAL',
          created_at_ms: 1,
          updated_at_ms: 1,
        },
        {
          email: 'admin@localhost',
          username: 'admin',
          role: 'ADMIN',
          auth_method: 'LOCAL',
          created_at_ms: 1,
          updated_at_ms: 1,
        },
      ])
      .returning('id')
      .execute();
    for (const { id } of builtIn)
      expect((await ask('DELETE', `/v1/users/${encodeGlobalId('User', id)}`, root)).status).toBe(
        403,
      );
    const system = `/v1/users/${encodeGlobalId('User', builtIn[0]?.id ?? 0)}`;
    expect((await ask('PATCH', system, root, { role: 'MEMBER' })).status).toBe(403);
    expect((await ask('PATCH', me, root, { role: 'MEMBER' })).status).toBe(200);
    expect((await ask('GET', '/v1/users', root)).status).toBe(403);
  });

  it('two admins who demote each other at once leave one', async () => {
    const other = await addUser(api, ADA, 'ADMIN');
    const ada = await signedIn(api, ADA);
    const replies = await Promise.all([
      ask('PATCH', `/v1/users/${encodeGlobalId('User', other)}`, root, { role: 'VIEWER' }),
      ask('PATCH', `/v1/users/${encodeGlobalId('User', 1)}`, ada, { role: 'VIEWER' }),
    ]);
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
    expect(
      await api.meta.selectFrom('users').selectAll().where('role', '=', 'ADMIN').execute(),
    ).toHaveLength(1);
  });

  it('a deleted user is out with the next request; system keys live on', async () => {
    const id = await addUser(api, ADA, 'ADMIN');
    const [session, key, system] = [await signedIn(api, ADA), await addKey(id), await addKey(null)];
    for (const caller of [session, key, system])
      expect((await ask('GET', '/v1/projects', caller)).status).toBe(200);
    expect((await ask('DELETE', `/v1/users/${encodeGlobalId('User', id)}`, root)).status).toBe(204);
    expect((await ask('GET', '/v1/projects', session)).status).toBe(401);
    expect((await ask('GET', '/v1/projects', key)).status).toBe(401);
    expect((await ask('POST', '/auth/refresh', session)).status).toBe(401);
    expect((await ask('GET', '/v1/projects', system)).status).toBe(200);
    expect(
      await api.meta
        .selectFrom('api_keys')
        .select('revoked_at_ms')
        .where('kind', '=', 'user')
        .executeTakeFirst(),
    ).not.toEqual({
      revoked_at_ms: null,
    });
  });

  it('a key follows the role of its user at once', async () => {
    const id = await addUser(api, ADA, 'ADMIN');
    const key = await addKey(id);
    expect((await ask('GET', '/v1/users', key)).status).toBe(200);
    expect(
      (await ask('PATCH', `/v1/users/${encodeGlobalId('User', id)}`, root, { role: 'VIEWER' }))
        .status,
    ).toBe(200);
    expect((await ask('GET', '/v1/users', key)).status).toBe(403);
    expect((await ask('POST', '/v1/projects', key, { name: 'p' })).status).toBe(403);
    expect((await ask('GET', '/v1/projects', key)).status).toBe(200);
  });
});

describe('your own account', () => {
  it('changes its password by the old one, and ends other sessions', async () => {
    await addUser(api, ADA, 'VIEWER');
    const [phone, desk] = [await signedIn(api, ADA), await signedIn(api, ADA)];
    const change = (current_password: string, new_password: string) =>
      ask('POST', '/v1/user/password', desk, { current_password, new_password });
    expect(await change('wrong', 'new password')).toMatchObject({
      status: 403,
      body: { detail: expect.stringContaining('body.current_password is incorrect. Enter') },
    });
    expect((await change(PASSWORD, 'abc')).status).toBe(422);
    expect((await change(PASSWORD, PASSWORD)).status).toBe(422);
    const changed = await change(PASSWORD, 'new password');
    expect(changed.status).toBe(204);
    expect((await ask('GET', '/v1/user', { cookie: cookiesOf(changed) })).status).toBe(200);
    for (const old of [phone, desk]) expect((await ask('GET', '/v1/user', old)).status).toBe(401);
    expect((await login(api, ADA, 'new password')).status).toBe(204);
  });

  it('shows where it is signed in, and ends one session', async () => {
    await addUser(api, ADA, 'VIEWER');
    const [phone, desk] = [await signedIn(api, ADA), await signedIn(api, ADA)];
    const { data } = (await ask('GET', '/v1/user/sessions', desk)).body as {
      data: { id: string; current: boolean }[];
    }; // as: the reply was checked against its schema
    expect(data.map((session) => session.current)).toEqual([true, false]);
    const other = data.find((session) => !session.current)?.id ?? '';
    expect((await ask('DELETE', `/v1/user/sessions/${other}`, root)).status).toBe(404);
    expect((await ask('DELETE', `/v1/user/sessions/${other}`, desk)).status).toBe(204);
    expect((await ask('GET', '/v1/user', phone)).status).toBe(401);
    expect((await ask('GET', '/v1/user', desk)).status).toBe(200);
  });

  it('is closed to keys, which see only themselves', async () => {
    const id = await addUser(api, ADA, 'MEMBER');
    const key = await addKey(id);
    for (const [method, url, body] of [
      ['PATCH', '/v1/user', { username: 'x' }],
      ['POST', '/v1/user/password', { current_password: PASSWORD, new_password: 'new password' }],
      ['GET', '/v1/user/sessions'],
      ['DELETE', `/v1/user/sessions/${encodeGlobalId('UserSession', 1)}`],
    ] as const)
      expect((await ask(method, url, key, body)).status).toBe(403);
    expect((await ask('GET', '/v1/user', key)).body).toMatchObject({ data: { email: ADA } });
    await api.meta
      .insertInto('users')
      .values({
        email: 'system@localhost',
        username: 'system',
        role: 'SYSTEM',
        auth_method: 'LOCAL',
        created_at_ms: 1,
        updated_at_ms: 1,
      })
      .execute();
    for (const caller of [await addKey(null), { authorization: `Bearer ${SECRET}` }])
      expect((await ask('GET', '/v1/user', caller)).body).toMatchObject({
        data: { email: 'system@localhost', role: 'SYSTEM' },
      });
  });
});

it('check 60: an admin made while authentication was off is none once it is on', async () => {
  await api.close();
  api = await openApiApp();
  await create({ role: 'ADMIN', password: PASSWORD }, {});
  await create(
    {
      role: 'ADMIN',
      email: EVE,
      username: 'eve',
      auth_method: 'OAUTH2',
      oauth2_client_id: 'c',
      oauth2_user_id: 's',
    },
    {},
  );
  expect(await distrustOpenChanges(api.meta, 1)).toEqual([ADA, EVE]);
  expect(await distrustOpenChanges(api.meta, 1)).toEqual([]);
  const users = await api.meta.selectFrom('users').select(['role', 'password_hash']).execute();
  expect(users).toEqual([
    { role: 'VIEWER', password_hash: null },
    { role: 'VIEWER', password_hash: null },
  ]);
});
