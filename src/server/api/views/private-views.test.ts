import { afterAll, beforeAll, expect, it } from 'vitest';
import { ADMIN_SECRET, bearer, send, signedIn, type SignedIn } from '#test/api-access.ts';
import { openApiApp, type ApiApp, type Reply } from '#test/api-app.ts';
import { encodeGlobalId } from '#contracts/wire/ids.ts';

let api: ApiApp;
let ada: SignedIn;
let bob: SignedIn;
let admin: SignedIn;
beforeAll(async () => {
  api = await openApiApp({ access: { required: true, adminSecret: ADMIN_SECRET } });
  [ada, bob, admin] = [
    await signedIn(api.meta, 'MEMBER'),
    await signedIn(api.meta, 'MEMBER'),
    await signedIn(api.meta, 'ADMIN'),
  ];
});
afterAll(() => api.close());

const VIEWS = '/v1/projects/default/views';
const LISTED = { scope: 'traces', filter: 'error_count > 0' };

const save = (by: SignedIn, name: string, visibility?: string): Promise<Reply> =>
  send(api, 'PUT', `${VIEWS}/${name}`, by.headers, {
    ...LISTED,
    ...(visibility === undefined ? {} : { visibility }),
  });
const update = (by: SignedIn, name: string, changes: object): Promise<Reply> =>
  send(api, 'PATCH', `${VIEWS}/${name}`, by.headers, changes);
const remove = async (by: SignedIn, name: string): Promise<number> =>
  (await send(api, 'DELETE', `${VIEWS}/${name}`, by.headers)).status;
async function names(by: { readonly headers: object }): Promise<readonly string[]> {
  const { body } = await send(api, 'GET', VIEWS, by.headers);
  return (body as { data: { name: string; visibility: string }[] }).data.map(
    (view) => `${view.name}: ${view.visibility}`,
  ); // as: the harness checks it
}

it('shows a private view to its owner alone, admins and other names left aside', async () => {
  expect(await save(ada, 'mine', 'private')).toMatchObject({
    status: 200,
    body: { data: { name: 'mine', visibility: 'private' } },
  });
  expect(await save(ada, 'ours')).toMatchObject({
    status: 200,
    body: { data: { visibility: 'project' } },
  });
  expect(await names(ada)).toEqual(['ours: project', 'mine: private']);
  for (const other of [bob, admin, { headers: bearer(ADMIN_SECRET) }])
    expect(await names(other)).toEqual(['ours: project']);
  expect((await update(bob, 'mine', { name: 'taken' })).status).toBe(404);
  expect((await update(admin, 'mine', { visibility: 'project' })).status).toBe(404);
  expect(await remove(bob, 'mine')).toBe(404);
  // Names are unique among what one owner has: another's name tells nothing.
  expect((await save(bob, 'mine', 'private')).status).toBe(200);
  expect((await save(bob, 'mine', 'private')).status).toBe(200);
  expect(await remove(bob, 'mine')).toBe(204);
  expect(await names(ada)).toContain('mine: private');
});

it('becomes everyone’s and private again, and never takes a name that is there', async () => {
  await save(ada, 'draft', 'private');
  expect(await update(ada, 'draft', { visibility: 'project', name: 'shared' })).toMatchObject({
    status: 200,
    body: { data: { name: 'shared', visibility: 'project', filter: 'error_count > 0' } },
  });
  expect(await names(bob)).toContain('shared: project');
  expect(await save(bob, 'shared', 'private')).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining("'shared'") },
  });
  await save(ada, 'other', 'private');
  expect((await update(ada, 'other', { name: 'shared', visibility: 'project' })).status).toBe(409);
  expect((await update(ada, 'other', { name: 'shared' })).status).toBe(409);
  expect((await update(bob, 'shared', { visibility: 'private' })).status).toBe(200);
  expect(await names(ada)).not.toContain('shared: project');
  // Saved anew for everyone, a private view is that no longer.
  await save(bob, 'shared', 'project');
  expect((await names(bob)).filter((name) => name.startsWith('shared'))).toEqual([
    'shared: project',
  ]);
  expect(await remove(ada, 'other')).toBe(204);
  expect(await remove(ada, 'shared')).toBe(204);
});

it('is refused to who is no user, and goes with its user', async () => {
  const secret = { userNumber: 0, headers: bearer(ADMIN_SECRET) };
  expect(await save(secret, 'x', 'private')).toMatchObject({
    status: 422,
    body: { detail: expect.stringContaining('visibility') },
  });
  expect((await save(ada, 'x', 'nobody')).status).toBe(422);
  const kept = () =>
    api.meta.selectFrom('settings').select('key').where('key', 'like', 'own_view:%').execute();
  expect(await kept()).toHaveLength(1);
  expect(
    (
      await send(
        api,
        'DELETE',
        `/v1/users/${encodeURIComponent(encodeGlobalId('User', ada.userNumber))}`,
        admin.headers,
      )
    ).status,
  ).toBe(204);
  expect(await kept()).toEqual([]);
});

it('is as it was without authentication: everyone’s, and never private', async () => {
  const open = await openApiApp();
  const json = { 'content-type': 'application/json' };
  const put = (payload: object) =>
    open.call({ method: 'PUT', url: `${VIEWS}/a`, headers: json, payload });
  expect(await put(LISTED)).toMatchObject({
    status: 200,
    body: { data: { visibility: 'project' } },
  });
  expect((await put({ ...LISTED, visibility: 'private' })).status).toBe(422);
  await open.close();
});
