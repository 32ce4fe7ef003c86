import { afterEach, beforeEach, expect, it } from 'vitest';
import { AppError } from '#contracts/wire/errors.ts';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import type { Mail } from '#server/outbound/mailer.ts';
import { openApiApp, type ApiApp, type Reply } from '#test/api-app.ts';
import { PASSWORD, addUser, login, signedIn } from '#test/sign-in.ts';

const [ROOT, ADA, EVE] = ['root@example.org', 'ada@example.org', 'eve@example.org'];
const SECRET = 'an-operators-secret-of-32-characters-1';
let api: ApiApp;
let root: { readonly cookie: string };
beforeEach(async () => {
  api = await openApiApp({ access: { required: true, signIn: { limitAddresses: false } } });
  await addUser(api, ROOT, 'ADMIN');
  root = await signedIn(api, ROOT);
});
afterEach(async () => api.close());

function ask(
  method: 'GET' | 'POST' | 'PATCH',
  url: string,
  headers: Record<string, string>,
  payload?: object,
): Promise<Reply> {
  return api.call({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
}

it('a user is made whether the welcome goes out or not, and one asked for by a link chooses a password by it', async () => {
  const sent: Mail[] = [];
  const mailer = {
    send: async (mail: Mail) => {
      sent.push(mail);
      throw new AppError('unavailable', 'The mail server did not take the mail.');
    },
  };
  const mailing = await openApiApp({ mailer, access: { required: true, adminSecret: SECRET } });
  try {
    const headers = { authorization: `Bearer ${SECRET}` };
    const user = { auth_method: 'LOCAL', role: 'MEMBER', username: 'ada', email: ADA };
    const made = await mailing.call({
      method: 'POST',
      url: '/v1/users',
      headers,
      payload: { user },
    });
    expect(made.status).toBe(201);
    const token = /#token=([\w-]+)/.exec(sent[0]?.text ?? '')?.[1];
    const chosen = {
      method: 'POST',
      url: '/auth/password-reset',
      payload: { token, password: PASSWORD },
    } as const;
    expect((await mailing.call(chosen)).status).toBe(204);
    await mailing.call({
      method: 'POST',
      url: '/v1/users',
      headers,
      payload: { user: { ...user, email: EVE, username: 'eve' }, send_welcome_email: false },
    });
    expect(sent.map(({ to }) => to)).toEqual([ADA]);
  } finally {
    await mailing.close();
  }
});

it('a password that an admin gives ends the links to choose one, and the sessions', async () => {
  const id = encodeGlobalId('User', await addUser(api, ADA, 'MEMBER'));
  const ada = await signedIn(api, ADA);
  const link = await ask('POST', `/v1/password_links/${id}`, root);
  const token = new URLSearchParams(
    new URL((link.body as { data: { url: string } }).data.url).hash.slice(1),
  ).get('token');
  expect((await ask('PATCH', `/v1/users/${id}`, root, { password: 'other password' })).status).toBe(
    200,
  );
  expect(
    (await ask('POST', '/auth/password-reset', {}, { token, password: PASSWORD })).status,
  ).toBe(401);
  expect((await ask('GET', '/v1/user', ada)).status).toBe(401);
  expect((await login(api, ADA, 'other password')).status).toBe(204);
});

it('no one signs in with a password that was changed while they signed in', async () => {
  const id = await addUser(api, ADA, 'MEMBER');
  const origin = { address: '192.0.2.1', userAgent: null };
  const thief = await api.signIn.passwords.check(ADA, PASSWORD, origin);
  const changed = await api.signIn.links.set(id, 'other password');
  await expect(api.signIn.sessions.begin(thief, origin)).rejects.toMatchObject({
    code: 'unauthenticated',
  });
  expect(changed === null ? null : await api.signIn.sessions.begin(changed, origin)).toMatchObject({
    access: expect.any(String),
  });
  expect(
    await api.meta.selectFrom('user_sessions').select('id').where('user_id', '=', id).execute(),
  ).toHaveLength(1);
});
