import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ApiKey, NewApiKey } from '#contracts/api-keys/api-key.ts';
import { bearer, send, signedIn, type SignedIn } from '#test/api-access.ts';
import { openApiApp, type ApiApp, type Reply } from '#test/api-app.ts';

const KEYS = '/api/v1/api-keys';
const HOUR_MS = 3_600_000;
let api: ApiApp;
let admin: SignedIn;
beforeAll(async () => {
  api = await openApiApp({ access: { required: true } });
  admin = await signedIn(api.meta, 'ADMIN');
});
afterAll(() => api.close());

async function made(body: object): Promise<NewApiKey> {
  const reply = await send(api, 'POST', KEYS, admin.headers, { name: 'ci', ...body });
  expect(reply).toMatchObject({ status: 200 });
  return reply.body as NewApiKey; // as: checked against the document
}
const rotate = (id: string, body: object): Promise<Reply> =>
  send(api, 'POST', `${KEYS}/${encodeURIComponent(id)}/rotate`, admin.headers, body);
const rotated = async (id: string, body: object) =>
  (await rotate(id, body)).body as { key: NewApiKey; replaced: ApiKey };
const projects = async (key: string): Promise<number> =>
  (await api.get('/v1/projects', bearer(key))).status;

it('makes a key of the same rights, and lets the old one live until a chosen time', async () => {
  const old = await made({
    kind: 'system',
    level: 'read-only',
    projects: ['default'],
    description: 'nightly',
  });
  const overlapUntil = new Date(Date.now() + HOUR_MS).toISOString();
  const reply = await rotate(old.id, { overlapUntil });
  expect(reply).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
  // as: checked against the document
  const { key, replaced } = reply.body as { key: NewApiKey; replaced: ApiKey };
  const { name, description, scopes, role, kind, projects: fence } = old;
  expect(key).toMatchObject({
    name,
    description,
    scopes,
    role,
    kind,
    projects: fence,
    rotatedFrom: old.id,
    expiresAt: null,
    state: 'active',
  });
  expect(key.key).not.toBe(old.key);
  expect(replaced).toMatchObject({
    id: old.id,
    replacedBy: key.id,
    state: 'active',
    expiresAt: overlapUntil.replace('Z', '000+00:00'),
  });
  expect([await projects(old.key), await projects(key.key)]).toEqual([200, 200]);
  api.authenticator.changed();
});

it('expires the old key at once on request, and after a day by default', async () => {
  const now = await made({ level: 'read-only' });
  const { key, replaced } = await rotated(now.id, { overlapUntil: null });
  expect(replaced.state).toBe('expired');
  expect([await projects(now.key), await projects(key.key)]).toEqual([401, 200]);
  const later = await rotated((await made({ level: 'read-only' })).id, {});
  expect(Date.parse(later.replaced.expiresAt ?? '') - Date.now()).toBeGreaterThan(23 * HOUR_MS);
});

it('never lets the old key live longer, and gives the new one as long a life', async () => {
  const expiresAt = new Date(Date.now() + HOUR_MS).toISOString();
  const old = await made({ level: 'read-only', expiresAt });
  const { key, replaced } = await rotated(old.id, {
    overlapUntil: new Date(Date.now() + 5 * HOUR_MS).toISOString(),
  });
  expect(replaced.expiresAt).toBe(old.expiresAt);
  expect(Date.parse(key.expiresAt ?? '')).toBeGreaterThanOrEqual(Date.parse(expiresAt));
  const next = await rotated(key.id, { expiresAt: null });
  expect(next.key.expiresAt).toBeNull();
});

it('happens once, to a key that is active', async () => {
  const old = await made({ level: 'read-only' });
  const replies = await Promise.all([rotate(old.id, {}), rotate(old.id, {}), rotate(old.id, {})]);
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  const { key } = (replies.find(({ status }) => status === 200)?.body ?? {}) as { key: NewApiKey };
  expect(await rotate(old.id, {})).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining(key.id) },
  });
  await send(api, 'DELETE', `${KEYS}/${encodeURIComponent(key.id)}`, admin.headers);
  expect(await rotate(key.id, {})).toMatchObject({
    status: 409,
    body: { detail: expect.stringMatching(/is revoked and cannot be rotated/) },
  });
});

it.each([
  [{ overlapUntil: '2020-01-01' }, /body\.overlapUntil must be in the future/],
  [{ expiresAt: 'soon' }, /body\.expiresAt must be an ISO 8601 time/],
])('refuses %j', async (body, detail) => {
  const old = await made({ level: 'read-only' });
  expect(await rotate(old.id, body)).toMatchObject({
    status: 422,
    body: { detail: expect.stringMatching(detail) },
  });
  expect(await projects(old.key)).toBe(200);
});
