import { afterEach, beforeEach, expect, it } from 'vitest';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { EXPORT_ACCESS } from '#core/access/export-access.ts';
import { assertAccess } from '#core/access/route-access.ts';
import { openApiApp, type ApiApp, type Reply } from '#test/api-app.ts';
import { PAGE, appQuery, packed, pkcePair } from '#test/app-sign-in.ts';
import { PASSWORD, addUser, cookiesOf, login, signedIn } from '#test/sign-in.ts';

const [ROOT, ADA] = ['root@example.org', 'ada@example.org'];
const GIVEN = 'given by an admin';
let api: ApiApp;
let root: { readonly cookie: string };
beforeEach(async () => {
  api = await openApiApp({ access: { required: true, signIn: { limitAddresses: false } } });
  await addUser(api, ROOT, 'ADMIN');
  root = await signedIn(api, ROOT);
});
afterEach(() => api.close());

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
function ask(method: Method, url: string, headers: object, payload?: object): Promise<Reply> {
  return api.call({
    method,
    url,
    headers: { ...headers },
    ...(payload === undefined ? {} : { payload }),
  });
}
/** Creates Ada, an admin; returns the replies to her session. */
async function makeAda(more: object = {}): Promise<{ readonly cookie: string }> {
  const user = {
    auth_method: 'LOCAL',
    email: ADA,
    username: 'ada',
    role: 'ADMIN',
    password: GIVEN,
    ...more,
  };
  const made = await ask('POST', '/v1/users', root, { user });
  if (made.status !== 201) throw new Error(made.text);
  return { cookie: cookiesOf(await login(api, ADA, GIVEN)) };
}

it('a user whose password must be changed may change it, sign out and see who they are, and nothing else', async () => {
  const ada = await makeAda({ password_needs_reset: true });
  expect((await ask('GET', '/v1/user', ada)).body).toMatchObject({
    data: { email: ADA, password_needs_reset: true },
  });
  const request = packed(appQuery(pkcePair().challenge));
  for (const [method, url, payload] of [
    ['GET', '/v1/users'],
    ['GET', '/v1/projects'],
    ['GET', '/v1/server'],
    ['PATCH', '/v1/user', { username: 'other' }],
    ['GET', '/v1/user/sessions'],
    ['POST', '/v1/user/api_keys', { data: { name: 'k' } }],
    ['POST', '/api/v1/api-keys', { name: 'k', level: 'admin' }],
    ['GET', '/v1/user/api_keys'],
    ['PATCH', `/v1/users/${encodeGlobalId('User', 2)}`, { password: 'around the rule' }],
    ['POST', '/oauth2/authorize/decision', { request, approved: true }],
  ] as const) {
    const reply = await ask(method, url, { ...ada, ...PAGE }, payload);
    expect([url, reply.status, reply.body]).toEqual([
      url,
      403,
      { detail: expect.stringContaining('must be changed first') },
    ]);
  }
  // The same by the token itself, which is how it comes over gRPC.
  const token = /telltale-access=([^;]+)/.exec(ada.cookie)?.[1] ?? '';
  const caller = await api.authenticator.authenticate({ authorization: `Bearer ${token}` });
  expect(() => assertAccess(EXPORT_ACCESS, caller)).toThrow('must be changed first');
  expect((await ask('POST', '/auth/refresh', ada)).status).toBe(204);
});

it('a changed password opens everything, and the given one is good for nothing', async () => {
  const ada = await makeAda({ password_needs_reset: true });
  const change = { current_password: GIVEN, new_password: 'her very own one' };
  const changed = await ask('POST', '/v1/user/password', ada, change);
  expect(changed.status).toBe(204);
  const renewed = { cookie: cookiesOf(changed) };
  expect((await ask('GET', '/v1/users', renewed)).status).toBe(200);
  expect((await ask('GET', '/v1/user', renewed)).body).toMatchObject({
    data: { password_needs_reset: false },
  });
  expect((await login(api, ADA, GIVEN)).status).toBe(401);
  expect(
    (
      await ask(
        'POST',
        '/auth/logout',
        { cookie: cookiesOf(await login(api, ADA, 'her very own one')) },
        {},
      )
    ).status,
  ).toBe(204);
});

it('a program that creates a user and signs in as that user still works by default', async () => {
  const ada = await makeAda();
  expect((await ask('GET', '/v1/users', ada)).status).toBe(200);
});

it('a password that an admin sets must be changed by default; existing keys still work', async () => {
  const number = await addUser(api, ADA, 'MEMBER');
  const key = await ask('POST', '/v1/user/api_keys', await signedIn(api, ADA), {
    data: { name: 'ci' },
  });
  // as: checked against its schema
  const bearer = { authorization: `Bearer ${(key.body as { data: { key: string } }).data.key}` };
  const url = `/v1/users/${encodeGlobalId('User', number)}`;
  expect((await ask('PATCH', url, root, { password_needs_reset: true })).status).toBe(422);
  expect((await ask('PATCH', url, root, { password: GIVEN })).status).toBe(200);
  const ada = { cookie: cookiesOf(await login(api, ADA, GIVEN)) };
  expect((await ask('GET', '/v1/projects', ada)).status).toBe(403);
  expect((await ask('GET', '/v1/projects', bearer)).status).toBe(200);
  expect(
    (await ask('PATCH', url, root, { password: PASSWORD, password_needs_reset: false })).status,
  ).toBe(200);
  expect((await ask('GET', '/v1/projects', await signedIn(api, ADA))).status).toBe(200);
});
