import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiKey, NewApiKey } from '#contracts/api-keys/api-key.ts';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { isKeySpelledRight } from '#server/auth/key-format.ts';
import { ADMIN_SECRET, bearer, send, signedIn, type SignedIn } from '#test/api-access.ts';
import { openApiApp, type ApiApp, type Reply } from '#test/api-app.ts';

const KEYS = '/api/v1/api-keys';
let api: ApiApp;
let admin: SignedIn;
let member: SignedIn;
let viewer: SignedIn;
beforeAll(async () => {
  api = await openApiApp({ access: { required: true, adminSecret: ADMIN_SECRET } });
  [admin, member, viewer] = [
    await signedIn(api.meta, 'ADMIN'),
    await signedIn(api.meta, 'MEMBER'),
    await signedIn(api.meta, 'VIEWER'),
  ];
});
afterAll(() => api.close());

const post = (headers: object, body: object): Promise<Reply> =>
  send(api, 'POST', KEYS, headers, body);
const one = (id: string): string => `${KEYS}/${encodeURIComponent(id)}`;
const listed = async (headers: Record<string, string>, query = ''): Promise<ApiKey[]> =>
  // as: checked against the document
  ((await api.get(`${KEYS}${query}`, headers)).body as { keys: ApiKey[] }).keys;

async function made(headers: object, body: object = {}): Promise<NewApiKey> {
  const reply = await post(headers, { name: 'ci', scopes: ['traces:read'], ...body });
  expect(reply).toMatchObject({ status: 200 });
  return reply.body as NewApiKey; // as: checked against the document
}

describe('an API key', () => {
  it('is made with its secret in this one reply, and is listed and read without it', async () => {
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const body = {
      name: ' nightly ',
      description: 'the nightly run',
      expiresAt,
      scopes: ['traces:write', 'traces:read', 'traces:write'],
    };
    const reply = await post(member.headers, body);
    expect(reply.status).toBe(200);
    expect(reply.headers['cache-control']).toBe('no-store');
    const { key, ...rest } = reply.body as NewApiKey; // as: checked against the document
    expect(key.startsWith('svc_live_')).toBe(true);
    expect(isKeySpelledRight(key)).toBe(true);
    expect(rest).toMatchObject({
      name: 'nightly',
      description: 'the nightly run',
      expiresAt: expiresAt.replace('Z', '000+00:00'),
      lastUsedAt: null,
      scopes: ['traces:write', 'traces:read'],
      level: null,
      state: 'active',
      kind: 'user',
      prefix: 'svc_live_',
      lastFour: key.slice(-4),
      role: null,
      projects: null,
      user: { id: encodeGlobalId('User', member.userNumber) },
      createdBy: { id: encodeGlobalId('User', member.userNumber) },
    });
    expect((await api.get(one(rest.id), member.headers)).body).toEqual(rest);
    expect((await listed(member.headers)).find(({ id }) => id === rest.id)).toEqual(rest);
    expect((await api.get(KEYS, member.headers)).text).not.toContain(key.slice(10, -4));
  });

  it('is refused once it is revoked, and stays listed as such', async () => {
    const { id, key } = await made(member.headers);
    expect((await api.get('/v1/projects', bearer(key))).status).toBe(403);
    expect((await send(api, 'DELETE', one(id), member.headers)).status).toBe(204);
    expect(await api.get('/v1/projects', bearer(key))).toMatchObject({
      status: 401,
      body: { detail: expect.stringMatching(/revoked/) },
    });
    expect((await api.get(one(id), member.headers)).body).toMatchObject({
      state: 'revoked',
      revokedAt: expect.any(String),
    });
    expect((await listed(member.headers, '?state=revoked')).map((found) => found.id)).toContain(id);
    expect((await listed(member.headers, '?state=active')).map((found) => found.id)).not.toContain(
      id,
    );
    expect((await send(api, 'DELETE', one(id), member.headers)).status).toBe(204);
  });

  it('begins with svc_test_ or svc_sys_ when it is one of those', async () => {
    expect((await made(member.headers, { environment: 'test' })).key).toMatch(/^svc_test_/);
    expect(
      await made(admin.headers, { kind: 'system', level: 'read-write', scopes: undefined }),
    ).toMatchObject({
      key: expect.stringMatching(/^svc_sys_/),
      role: 'MEMBER',
      level: 'read-write',
      kind: 'system',
      user: null,
    });
    expect(
      await made(admin.headers, { kind: 'system', role: 'VIEWER', scopes: undefined }),
    ).toMatchObject({ level: 'read-only' });
    // The bearer of the admin secret is no user.
    expect(await made(bearer(ADMIN_SECRET))).toMatchObject({
      kind: 'system',
      role: 'VIEWER',
      createdBy: null,
    });
  });

  it('may be limited to projects that exist', async () => {
    const project = encodeGlobalId('Project', 1);
    const body = { kind: 'system', projects: ['default', project] };
    expect(await made(admin.headers, body)).toMatchObject({ projects: [project] });
    expect(
      await post(admin.headers, { name: 'x', role: 'VIEWER', ...body, projects: ['nowhere'] }),
    ).toMatchObject({
      status: 422,
      body: {
        detail: "body.projects names 'nowhere', which is no project; GET /v1/projects lists them.",
      },
    });
  });

  it.each([
    [{ scopes: ['traces:read'] }, /body\.name is required/],
    [{ name: '  ', scopes: ['traces:read'] }, /body\.name is blank/],
    [{ name: 'a\nb', scopes: ['traces:read'] }, /body\.name has a line break/],
    [
      { name: 'a'.repeat(201), scopes: ['traces:read'] },
      /body\.name must have at most 200 characters/,
    ],
    [{ name: 'x' }, /body\.scopes is required: any of traces:read, .*Or give body\.level/],
    [{ name: 'x', scopes: [] }, /body\.scopes must not be empty/],
    [{ name: 'x', scopes: ['traces:fly'] }, /body\.scopes\.0 must be one of .*got "traces:fly"/],
    [
      { name: 'x', scopes: ['traces:read'], level: 'read-only' },
      /body\.level and body\.scopes say the same thing twice/,
    ],
    [{ name: 'x', level: 'all' }, /body\.level must be one of read-only, read-write, admin/],
    [{ name: 'x', level: 'read-only', role: 'VIEWER' }, /body\.role is of system keys/],
    [{ name: 'x', kind: 'system' }, /body\.role is required for a system key/],
    [
      { name: 'x', kind: 'system', role: 'VIEWER', level: 'read-write' },
      /body\.scopes has traces:write, which the role VIEWER may not/,
    ],
    [
      { name: 'x', level: 'read-only', expiresAt: '2020-01-01T00:00:00Z' },
      /body\.expiresAt must be in the future; got '2020-01-01T00:00:00Z'/,
    ],
    [
      { name: 'x', level: 'read-only', expiresAt: 'tomorrow' },
      /body\.expiresAt must be an ISO 8601 time/,
    ],
    [{ name: 'x', level: 'read-only', projects: [] }, /body\.projects must not be empty/],
  ])('is not made of %j', async (body, detail) => {
    expect(await post(admin.headers, body)).toMatchObject({
      status: 422,
      body: { detail: expect.stringMatching(detail) },
    });
  });

  it('takes nothing of a request but what a maker may choose', async () => {
    const extra = {
      id: 'VXNlckFwaUtleTox',
      key: 'svc_live_mine',
      key_hash: 'x',
      hash: 'x',
      prefix: 'svc_sys_',
      lastFour: 'zzzz',
      user_id: 1,
    };
    const more = {
      userId: 1,
      createdBy: 1,
      state: 'revoked',
      revokedAt: null,
      lastUsedAt: '2020-01-01',
      createdAt: '2020-01-01',
      made_while_open: 1,
    };
    const key = await made(viewer.headers, {
      ...extra,
      ...more,
      projectIds: [1],
      project_ids: '[1]',
    });
    expect(key).toMatchObject({
      state: 'active',
      prefix: 'svc_live_',
      user: { id: encodeGlobalId('User', viewer.userNumber) },
      projects: null,
    });
    expect(key).toMatchObject({
      key: expect.not.stringMatching('mine'),
      lastUsedAt: null,
      kind: 'user',
      role: null,
      madeWhileOpen: false,
    });
    expect(key.id).not.toBe(extra.id);
    expect(Date.parse(key.createdAt)).toBeGreaterThan(Date.now() - 60_000);
  });

  it('is paged, newest first', async () => {
    const first = (await api.get(`${KEYS}?limit=2`, admin.headers)).body as {
      keys: ApiKey[];
      next_cursor: string;
    };
    expect(first.keys).toHaveLength(2);
    const second = (
      await api.get(
        `${KEYS}?limit=2&cursor=${encodeURIComponent(first.next_cursor)}`,
        admin.headers,
      )
    ).body as {
      keys: ApiKey[];
    };
    const all = await listed(admin.headers);
    expect([...first.keys, ...second.keys].map(({ id }) => id)).toEqual(
      all.slice(0, 4).map(({ id }) => id),
    );
    expect((await api.get(`${KEYS}?cursor=x`, admin.headers)).status).toBe(422);
  });
});

describe('who may', () => {
  it('sees, revokes and rotates only their own keys, and an admin all of them', async () => {
    const { id } = await made(member.headers);
    for (const headers of [viewer.headers]) {
      expect((await api.get(one(id), headers)).status).toBe(404);
      expect((await send(api, 'DELETE', one(id), headers)).status).toBe(404);
      expect((await send(api, 'POST', `${one(id)}/rotate`, headers, {})).status).toBe(404);
      expect((await listed(headers)).map((key) => key.id)).not.toContain(id);
    }
    expect((await listed(admin.headers)).map((key) => key.id)).toContain(id);
    expect((await api.get(one(id), admin.headers)).status).toBe(200);
    // Its new secret would let the admin act as the member.
    expect((await send(api, 'POST', `${one(id)}/rotate`, admin.headers, {})).status).toBe(403);
    expect((await send(api, 'DELETE', one(id), admin.headers)).status).toBe(204);
  });

  it.each([
    'VXNlckFwaUtleTo5OTk5OTk=',
    encodeGlobalId('SystemApiKey', 1),
    encodeGlobalId('User', 1),
    'nothing',
    "' OR 1=1 --",
  ])('finds no key %s', async (id) => {
    expect(await api.get(one(id), viewer.headers)).toMatchObject({
      status: 404,
      body: { detail: expect.stringContaining(id) },
    });
    expect((await send(api, 'DELETE', one(id), admin.headers)).status).toBe(404);
  });

  it('grants no caller more than they have', async () => {
    expect((await post(viewer.headers, { name: 'x', scopes: ['traces:write'] })).status).toBe(403);
    expect((await post(member.headers, { name: 'x', scopes: ['admin'] })).status).toBe(403);
    expect((await post(member.headers, { name: 'x', level: 'admin' })).status).toBe(403);
    for (const caller of [member, viewer])
      expect(
        (await post(caller.headers, { name: 'x', kind: 'system', role: 'VIEWER' })).status,
      ).toBe(403);
    expect((await send(api, 'GET', KEYS, {})).status).toBe(401);
  });

  it('is a key only with the scope admin, and without projects', async () => {
    const weak = await made(admin.headers, { scopes: ['traces:read', 'projects:write'] });
    for (const [method, url] of [
      ['GET', KEYS],
      ['GET', one(weak.id)],
      ['DELETE', one(weak.id)],
    ] as const) {
      expect(await send(api, method, url, bearer(weak.key))).toMatchObject({
        status: 403,
        body: { detail: expect.stringContaining('lacks the scope admin') },
      });
    }
    expect((await post(bearer(weak.key), { name: 'x', scopes: ['traces:read'] })).status).toBe(403);
    const strong = await made(admin.headers, { level: 'admin', scopes: undefined });
    expect(await made(bearer(strong.key), { scopes: ['admin'] })).toMatchObject({
      scopes: ['admin'],
      level: 'admin',
      kind: 'user',
    });
    const fenced = await made(admin.headers, {
      kind: 'system',
      role: 'ADMIN',
      scopes: undefined,
      projects: ['default'],
    });
    expect((await post(bearer(fenced.key), { name: 'x', role: 'ADMIN' })).status).toBe(403);
    expect((await api.get(KEYS, bearer(fenced.key))).status).toBe(403);
  });

  it('follows the role of its user at once, and is gone with its user, unless it is a system key', async () => {
    const boss = await signedIn(api.meta, 'ADMIN');
    const own = await made(boss.headers, { level: 'admin', scopes: undefined });
    const service = await made(boss.headers, {
      kind: 'system',
      level: 'read-only',
      scopes: undefined,
    });
    expect((await api.get(KEYS, bearer(own.key))).status).toBe(200);
    await api.meta
      .updateTable('users')
      .set({ role: 'VIEWER' })
      .where('id', '=', boss.userNumber)
      .execute();
    api.authenticator.changed();
    expect((await api.get(KEYS, bearer(own.key))).status).toBe(403);
    expect((await api.get('/v1/projects', bearer(own.key))).status).toBe(200);
    expect((await api.get(one(own.id), admin.headers)).body).toMatchObject({ level: 'read-only' });
    await api.meta.deleteFrom('users').where('id', '=', boss.userNumber).execute();
    api.authenticator.changed();
    expect((await api.get('/v1/projects', bearer(own.key))).status).toBe(401);
    expect((await api.get('/v1/projects', bearer(service.key))).status).toBe(200);
    expect((await api.get(one(own.id), admin.headers)).body).toMatchObject({ state: 'revoked' });
    expect((await api.get(one(service.id), admin.headers)).body).toMatchObject({
      state: 'active',
      createdBy: null,
    });
  });
});
