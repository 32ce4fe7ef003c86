import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import { ADMIN_SECRET, bearer } from '#test/api-access.ts';
import { addUser, login, signedIn } from '#test/sign-in.ts';

const ADA = 'ada@example.org';
let api: ApiApp;
async function open(signIn: object = {}, page: { readonly webRoot?: string } = {}): Promise<void> {
  api = await openApiApp({
    access: {
      required: true,
      adminSecret: ADMIN_SECRET,
      signIn: { limitAddresses: false, ...signIn },
    },
    ...page,
  });
  await addUser(api, ADA, 'MEMBER');
}
afterEach(() => api.close());

describe('a path that there is not', () => {
  it.each(['without a page', 'behind the page'])(
    'is not sent under /v1 and /api, known methods or not: %s',
    async (which) => {
      await using folder = await mkdtempDisposable(path.join(tmpdir(), 'telltale-page-'));
      await writeFile(path.join(folder.path, 'index.html'), '<!doctype html>');
      await open({}, which === 'behind the page' ? { webRoot: folder.path } : {});
      const unknown = [
        '/v1/nothing',
        '/v1',
        '/v1/',
        '/api/v1/nothing',
        '/api',
        '/v1/projects/a/b/c?x=1',
      ];
      for (const url of unknown) {
        const stranger = await api.get(url);
        expect([url, stranger.status, stranger.headers['www-authenticate']]).toEqual([
          url,
          401,
          expect.stringMatching(/^Bearer /),
        ]);
        expect([url, (await api.get(url, bearer(ADMIN_SECRET))).status]).toEqual([url, 404]);
      }
      const inject = (headers: Record<string, string>) =>
        api.app.inject({ method: 'PUT', url: '/v1/projects', headers });
      expect((await inject({})).statusCode).toBe(401);
      expect((await inject(bearer(ADMIN_SECRET))).statusCode).toBe(405);
      expect((await api.get('/v1/nothing', bearer('svc_live_wrong'))).status).toBe(401);
      // Public resources require no key.
      for (const url of ['/auth/nothing', '/v1nothing.js', '/nothing.php'])
        expect([url, (await api.get(url)).status]).toEqual([url, 404]);
    },
  );

  it('is a 404 for every caller while authentication is off', async () => {
    api = await openApiApp();
    expect((await api.get('/v1/nothing')).status).toBe(404);
    expect((await api.app.inject({ method: 'PUT', url: '/v1/projects' })).statusCode).toBe(405);
  });
});

it('a reply to a session is kept by no cache, whatever its status', async () => {
  await open();
  const session = await signedIn(api, ADA);
  for (const url of [
    '/v1/projects',
    '/v1/user',
    '/v1/users',
    '/v1/datasets/x',
    '/v1/nothing',
    '/auth/config',
  ]) {
    expect([url, (await api.get(url, session)).headers['cache-control']]).toEqual([
      url,
      'no-store',
    ]);
  }
  const bad = await api.call({
    method: 'POST',
    url: '/v1/projects',
    payload: {},
    headers: session,
  });
  expect([bad.status, bad.headers['cache-control']]).toEqual([422, 'no-store']);
  expect((await login(api, ADA)).headers['cache-control']).toBe('no-store');
  expect(
    (await api.call({ method: 'POST', url: '/auth/logout', payload: {}, headers: session }))
      .headers['cache-control'],
  ).toBe('no-store');
});

describe('the origin of a page', () => {
  const make = async (headers: Record<string, string>): Promise<number> =>
    (await api.call({ method: 'POST', url: '/auth/logout', payload: {}, headers })).status;

  it('is checked against the scheme, the host and the port of the server', async () => {
    await open();
    expect(
      await make({ host: 'tools.example.org:6006', origin: 'http://tools.example.org:6006' }),
    ).toBe(204);
    expect(await make({ host: 'tools.example.org:80', origin: 'http://tools.example.org' })).toBe(
      204,
    );
    for (const origin of [
      'https://tools.example.org:6006',
      'http://tools.example.org',
      'http://tools.example.org:6007',
      'null',
      'x',
    ])
      expect([origin, await make({ host: 'tools.example.org:6006', origin })]).toEqual([
        origin,
        403,
      ]);
    // Behind a proxy that ends TLS and is not configured, the browser's own word counts.
    const behind = { host: 'tools.example.org', origin: 'https://tools.example.org' };
    expect(await make({ ...behind, 'sec-fetch-site': 'same-origin' })).toBe(204);
    for (const site of ['same-site', 'cross-site', 'none'])
      expect(await make({ ...behind, 'sec-fetch-site': site })).toBe(403);
  });

  it('is the public one where the request came by its name', async () => {
    await open({ publicUrl: 'https://tools.example.org/telltale' });
    expect(await make({ host: 'tools.example.org', origin: 'https://tools.example.org' })).toBe(
      204,
    );
    expect(await make({ host: 'tools.example.org:443', origin: 'https://tools.example.org' })).toBe(
      204,
    );
    expect(await make({ host: 'tools.example.org', origin: 'http://tools.example.org' })).toBe(403);
    expect(await make({ host: '127.0.0.1:6006', origin: 'http://127.0.0.1:6006' })).toBe(204);
    expect(await make({ host: '127.0.0.1:6006', origin: 'https://127.0.0.1:6006' })).toBe(403);
  });
});
