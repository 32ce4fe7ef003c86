import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { ADMIN_SECRET, bearer, send, signedIn, type SignedIn } from '#test/api-access.ts';
import { openApiApp, type ApiApp } from '#test/api-app.ts';

const [OWN, OF_USERS, SYSTEM] = ['/v1/user/api_keys', '/v1/users/api_keys', '/v1/system/api_keys'];
let api: ApiApp;
let admin: SignedIn;
let member: SignedIn;
beforeAll(async () => {
  api = await openApiApp({ access: { required: true, adminSecret: ADMIN_SECRET } });
  [admin, member] = [await signedIn(api.meta, 'ADMIN'), await signedIn(api.meta, 'MEMBER')];
});
afterAll(() => api.close());

const body = { data: { name: 'ci' } };
interface Made {
  readonly id: string;
  readonly key: string;
}
async function made(url: string, headers: object, data: object = {}): Promise<Made> {
  const reply = await send(api, 'POST', url, headers, { data: { ...body.data, ...data } });
  expect(reply).toMatchObject({ status: 201, headers: { 'cache-control': 'no-store' } });
  return (reply.body as { data: Made }).data; // as: checked against the document
}
const one = (url: string, id: string): string => `${url}/${encodeURIComponent(id)}`;

describe("keys at the clients' addresses", () => {
  it('are made for oneself with all one may, listed and revoked', async () => {
    const { id, key } = await made(OWN, member.headers, {
      description: 'for me',
      expires_at: '2999-01-01T00:00:00',
    });
    expect(
      (await send(api, 'POST', '/v1/projects', bearer(key), { name: `made-${member.userNumber}` }))
        .status,
    ).toBe(200);
    expect((await api.get(OWN, member.headers)).body).toEqual({
      data: [
        {
          id,
          name: 'ci',
          description: 'for me',
          created_at: expect.any(String),
          expires_at: '2999-01-01T00:00:00.000000+00:00',
        },
      ],
    });
    expect((await api.get(OWN, admin.headers)).body).toEqual({ data: [] });
    expect((await send(api, 'DELETE', one(OWN, id), admin.headers)).status).toBe(404);
    expect((await send(api, 'DELETE', one(OWN, id), member.headers)).status).toBe(204);
    expect((await api.get(OWN, bearer(key))).status).toBe(401);
    expect((await send(api, 'DELETE', one(OWN, id), member.headers)).status).toBe(404);
    expect((await api.get(OWN, member.headers)).body).toEqual({ data: [] });
  });

  it('tell a key that manages none, or is limited to projects, of itself alone', async () => {
    const make = async (name: string, more: object): Promise<Made> => {
      const reply = await send(api, 'POST', '/api/v1/api-keys', admin.headers, { name, ...more });
      return reply.body as Made; // as: checked against the document
    };
    const other = await make('for the secret project', { level: 'read-only' });
    const reader = await make('reader', { level: 'read-only' });
    const limited = await make('limited', { level: 'admin', projects: ['default'] });
    const manager = await make('manager', { level: 'admin' });
    const seenBy = async ({ key }: Made) =>
      ((await api.get(OWN, bearer(key))).body as { data: readonly Made[] }).data.map(
        ({ id }) => id,
      ); // as: above
    expect([await seenBy(reader), await seenBy(limited)]).toEqual([[reader.id], [limited.id]]);
    expect(await seenBy(manager)).toEqual([manager.id, limited.id, reader.id, other.id]);
    for (const { id } of [other, reader, limited, manager])
      await send(api, 'DELETE', `/api/v1/api-keys/${encodeURIComponent(id)}`, admin.headers);
  });

  it('are not made by a key or the admin secret, but for system keys', async () => {
    const { key } = await made(OWN, admin.headers);
    for (const headers of [bearer(key), bearer(ADMIN_SECRET)])
      expect((await send(api, 'POST', OWN, headers, body)).status).toBe(403);
    const system = await made(SYSTEM, bearer(ADMIN_SECRET));
    expect(system.key).toMatch(/^svc_sys_/);
    // With the rights of a member.
    expect(
      (await send(api, 'POST', '/v1/projects', bearer(system.key), { name: 'by-a-system-key' }))
        .status,
    ).toBe(200);
    expect((await send(api, 'POST', SYSTEM, bearer(system.key), body)).status).toBe(403);
    expect((await api.get(SYSTEM, admin.headers)).body).toEqual({
      data: [{ id: system.id, name: 'ci', created_at: expect.any(String) }],
    });
    expect((await api.get(SYSTEM, member.headers)).status).toBe(403);
    expect((await send(api, 'DELETE', one(SYSTEM, system.id), admin.headers)).status).toBe(204);
    expect((await api.get('/v1/projects', bearer(system.key))).status).toBe(401);
  });

  it('are listed of all users, and revoked, by admins', async () => {
    const { id } = await made(OWN, member.headers);
    expect((await api.get(OF_USERS, member.headers)).status).toBe(403);
    const page = (await api.get(`${OF_USERS}?limit=1`, admin.headers)).body;
    expect(page).toMatchObject({
      data: [{ id, user: { id: encodeGlobalId('User', member.userNumber) } }],
      next_cursor: expect.any(String),
    });
    expect((await send(api, 'DELETE', one(OF_USERS, id), admin.headers)).status).toBe(204);
  });

  it.each([
    [{}, /body\.data is required/],
    [{ data: {} }, /body\.data\.name is required/],
    [{ data: { name: '   ' } }, /body\.data\.name is blank/],
    [
      { data: { name: 'x', expires_at: '2020-01-01T00:00:00Z' } },
      /body\.data\.expires_at must be in the future/,
    ],
  ])('are not made of %j', async (wrong, detail) => {
    expect(await send(api, 'POST', OWN, member.headers, wrong)).toMatchObject({
      status: 422,
      body: { detail: expect.stringMatching(detail) },
    });
  });

  it.each([encodeGlobalId('SystemApiKey', 1), encodeGlobalId('User', 1), 'nothing'])(
    'say what is wrong with the id %s',
    async (id) => {
      expect((await send(api, 'DELETE', one(OWN, id), member.headers)).status).toBe(422);
    },
  );
});

describe('while authentication is off', () => {
  it('keys are made, held to what they were given, and refused once it is on', async () => {
    const open = await openApiApp();
    try {
      const own = await send(open, 'POST', OWN, {}, body);
      const narrow = await send(
        open,
        'POST',
        '/api/v1/api-keys',
        {},
        { name: 'x', scopes: ['traces:read'] },
      );
      const system = await send(open, 'POST', SYSTEM, {}, body);
      expect([own.status, narrow.status, system.status]).toEqual([201, 200, 201]);
      const { key } = narrow.body as Made;
      expect((await open.get('/v1/projects', bearer(key))).status).toBe(403);
      expect(
        (await open.get('/v1/projects', bearer((own.body as { data: Made }).data.key))).status,
      ).toBe(200);
      expect((await open.get('/api/v1/api-keys')).body).toMatchObject({
        keys: [
          { kind: 'system' },
          { id: (narrow.body as Made).id, madeWhileOpen: true, state: 'active', user: null },
          {},
        ],
      });
      expect((await open.get(OWN)).body).toMatchObject({ data: [{}, {}] });
      expect(
        (
          await send(
            open,
            'DELETE',
            `/api/v1/api-keys/${encodeURIComponent((narrow.body as Made).id)}`,
            {},
          )
        ).status,
      ).toBe(204);
      expect((await open.get('/v1/projects', bearer(key))).status).toBe(401);
    } finally {
      await open.close();
    }
  });
});
