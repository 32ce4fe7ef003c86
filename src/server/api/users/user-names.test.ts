import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROLES } from '#contracts/access/access.ts';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { ADMIN_SECRET, bearer, send, signedIn, type SignedIn } from '#test/api-access.ts';
import { openApiApp, type ApiApp, type Reply } from '#test/api-app.ts';

const ADMIN = bearer(ADMIN_SECRET);
const UNKNOWN_USER = encodeGlobalId('User', 4711);
let api: ApiApp;
let ada: SignedIn;
let id: string;
let username: string;

beforeAll(async () => {
  api = await openApiApp({ access: { required: true, adminSecret: ADMIN_SECRET } });
  ada = await signedIn(api.meta, 'MEMBER');
  id = encodeGlobalId('User', ada.userNumber);
  ({ username } = await api.meta
    .selectFrom('users')
    .select('username')
    .where('id', '=', ada.userNumber)
    .executeTakeFirstOrThrow());
});
afterAll(() => api.close());

function names(headers: object, ...ids: readonly string[]): Promise<Reply> {
  return send(
    api,
    'GET',
    `/v1/user_names?${ids.map((one) => `ids=${encodeURIComponent(one)}`).join('&')}`,
    headers,
  );
}
async function key(asked: object): Promise<object> {
  const reply = await send(api, 'POST', '/api/v1/api-keys', ADMIN, {
    name: 'a key',
    kind: 'system',
    role: 'ADMIN',
    ...asked,
  });
  // as: checked against the document by the harness
  return bearer((reply.body as { key: string }).key);
}

describe('names of users', () => {
  it.each(ROLES)('are returned to %s, names only', async (role) => {
    const { headers } = await signedIn(api.meta, role);
    const { status, body } = await names(headers, id, UNKNOWN_USER, id);
    expect([status, body]).toEqual([
      200,
      {
        data: [
          { id, username },
          { id: UNKNOWN_USER, username: null },
        ],
      },
    ]);
  });

  it('are returned to keys that read traces, and to no stranger, no key without that scope and none that is limited to projects', async () => {
    expect((await names(await key({ scopes: ['traces:read'] }), id)).body).toEqual({
      data: [{ id, username }],
    });
    expect((await names({}, id)).status).toBe(401);
    expect((await names(bearer('wrong'), id)).status).toBe(401);
    for (const asked of [
      { scopes: ['traces:write'] },
      { scopes: ['datasets:read'] },
      { level: 'admin', projects: ['default'] },
    ])
      expect((await names(await key(asked), id)).status).toBe(403);
  });

  it('are null once a user is gone', async () => {
    const gone = await signedIn(api.meta, 'VIEWER');
    const goneId = encodeGlobalId('User', gone.userNumber);
    expect((await send(api, 'DELETE', `/v1/users/${goneId}`, ADMIN)).status).toBe(204);
    expect((await names(ada.headers, goneId)).body).toEqual({
      data: [{ id: goneId, username: null }],
    });
    expect((await names(gone.headers, id)).status).toBe(401);
  });

  it('are returned for at most a hundred ids', async () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, at) => encodeGlobalId('User', at + 10_000));
    const { status, body } = await names(ada.headers, ...many(100));
    expect([status, body]).toMatchObject([200, { data: { length: 100 } }]);
    expect((await names(ada.headers, ...many(101))).status).toBe(422);
  });

  it.each(['', 'ada', '4', 'VXNlcjox!', encodeGlobalId('Project', 1), 'x'.repeat(129)])(
    'are asked by Global IDs, not by %j',
    async (wrong) => {
      expect((await names(ada.headers, wrong)).status).toBe(422);
    },
  );

  it('need to be asked for', async () => {
    expect((await api.get('/v1/user_names', ada.headers)).status).toBe(422);
  });
});
