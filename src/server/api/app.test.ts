import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gunzipSync } from 'node:zlib';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import { exportOf } from '#test/api-spans.ts';

let api: ApiApp;
const json = { 'content-type': 'application/json' };
beforeAll(async () => {
  api = await openApiApp();
  await api.ingest(
    exportOf(...Array.from({ length: 50 }, (_, i) => ({ trace: i + 1, span: i + 1 }))),
    'many',
  );
});
afterAll(() => api.close());

const SECURE = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'x-phoenix-server-version': '20.26.1',
  'x-colab-notebook-cache-control': 'no-cache',
  'x-telltale-version': '0.0.0',
};

describe('every reply', () => {
  it.each([
    ['GET', '/arize_phoenix_version', 200],
    ['GET', '/v1/projects', 200],
    ['GET', '/v1/nothing', 404],
    ['GET', '/', 404],
    ['GET', '/v1/projects/none', 404],
    ['GET', '/v1/projects?limit=0', 422],
    ['POST', '/v1/projects', 422],
    ['DELETE', '/v1/projects', 405],
    ['GET', '/v1/traces/%zz', 400],
    ['GET', '/docs', 200],
    ['GET', '/openapi.json', 200],
    ['PUT', '/nothing', 405],
    ['HEAD', '/v1/projects', 200],
  ] as const)('carries the headers: %s %s is %i', async (method, url, status) => {
    const reply = await api.call({ method, url });
    expect(reply).toMatchObject({ status, headers: SECURE });
    const policy = String(reply.headers['content-security-policy']);
    for (const part of [
      "default-src 'self'",
      "script-src 'self';",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ])
      expect(policy).toContain(part);
    const refused = status >= 400 && method !== 'HEAD';
    expect(refused ? reply.body : { detail: '' }).toEqual({ detail: expect.any(String) });
  });

  it('has a number of its own, which does not reveal how many there were in between', async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, async () =>
        String((await api.get('/arize_phoenix_version')).headers['x-request-id']),
      ),
    );
    expect(new Set(ids).size).toBe(20);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  });

  it('is gzip for those who accept it, and only then', async () => {
    const plain = await api.app.inject({ url: '/v1/projects/many/spans' });
    expect(plain.headers).toMatchObject({ vary: 'accept-encoding' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    const remoteAddress = '192.0.2.7';
    const packed = await api.app.inject({
      url: '/v1/projects/many/spans',
      remoteAddress,
      headers: { 'accept-encoding': 'br, gzip;q=0.8' },
    });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body);
    for (const headers of [
      { 'accept-encoding': 'gzip;q=0' },
      { 'accept-encoding': 'br' },
      { 'accept-encoding': 'gzip', accept: 'multipart/mixed' },
    ]) {
      expect(
        (await api.app.inject({ url: '/v1/projects/many/spans', remoteAddress, headers })).headers[
          'content-encoding'
        ],
      ).toBeUndefined();
    }
  });

  it('is not packed for a client on the same machine, unless a proxy asks for another', async () => {
    for (const remoteAddress of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
      const asked = { url: '/v1/projects/many/spans', remoteAddress };
      const own = await api.app.inject({ ...asked, headers: { 'accept-encoding': 'gzip' } });
      expect(own.headers['content-encoding']).toBeUndefined();
      const forwarded = await api.app.inject({
        ...asked,
        headers: { 'accept-encoding': 'gzip', 'x-forwarded-for': '192.0.2.7' },
      });
      expect(forwarded.headers['content-encoding']).toBe('gzip');
    }
  });
});

describe('unknown paths', () => {
  it.each([
    '/v1',
    '/v1/',
    '/v1/x',
    '/api/x',
    '/api/v1/x',
    '/.well-known/oauth-authorization-server',
    '/.well-known/x/y',
    '/assets/x.js',
    '/graphql',
    '/v1/projects/a/b/c/d',
  ])('are a JSON 404: %s', async (url) => {
    expect(await api.get(url, { accept: 'text/html' })).toMatchObject({
      status: 404,
      body: { detail: 'Not Found' },
    });
  });

  it('are 405 where another method would do, and say which', async () => {
    expect(await api.call({ method: 'POST', url: '/v1/projects/x' })).toMatchObject({
      status: 405,
      headers: { allow: 'GET, HEAD, PUT, PATCH, DELETE' },
      body: { detail: 'Method Not Allowed' },
    });
  });
});

describe('clients of Phoenix', () => {
  it('read the version as text', async () => {
    expect(await api.get('/arize_phoenix_version')).toMatchObject({
      status: 200,
      text: '20.26.1',
      headers: { 'content-type': 'text/plain; charset=utf-8' },
    });
  });

  it('may send unknown keys, encoded ids, and a slash at the end', async () => {
    const created = await api.call({
      method: 'POST',
      url: '/v1/projects',
      headers: json,
      payload: { name: 'keys', extra: { deep: [1] } },
    });
    const { id } = (created.body as { data: { id: string } }).data; // as: checked by the harness
    const encoded = id.replaceAll(/./g, (char) => `%${char.charCodeAt(0).toString(16)}`);
    expect((await api.get(`/v1/projects/${encoded}/`)).body).toEqual(created.body);
    expect((await api.get('/v1/projects?project_name=x&unknown=1')).status).toBe(200);
  });

  it('may write flags as Python does, and begin a list with an empty cursor', async () => {
    expect(
      (await api.get('/v1/projects?include_experiment_projects=True&limit=1&cursor=')).status,
    ).toBe(200);
    expect(await api.get('/v1/projects?include_experiment_projects=maybe')).toMatchObject({
      status: 422,
      body: { detail: 'query.include_experiment_projects must be true or false; got "maybe".' },
    });
  });
});

describe('hostile bodies', () => {
  it('of depth, junk and bad keys are refused', async () => {
    const post = (payload: string) =>
      api.call({ method: 'POST', url: '/v1/projects', headers: json, payload });
    for (const payload of [
      '['.repeat(100_000),
      `{"name":${'['.repeat(65)}${']'.repeat(65)}}`,
      '{"name":"x"',
      'nonsense',
      '\u0000',
    ])
      expect((await post(payload)).status).toBe(400);
    const prototype = await post(
      '{"name":"proto","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
    );
    expect([200, 400]).toContain(prototype.status);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
    const large = await post(JSON.stringify({ name: 'x'.repeat(1024 * 1024) }));
    expect(large).toMatchObject({ status: 413, body: { detail: expect.any(String) } });
  });

  it('with brackets in text are none', async () => {
    const name = `${'[{'.repeat(200)}\\"`;
    expect(
      await api.call({ method: 'POST', url: '/v1/projects', headers: json, payload: { name } }),
    ).toMatchObject({
      status: 200,
      body: { data: { name } },
    });
  });
});

describe('requests from other sites', () => {
  const post = (headers: Record<string, string>) =>
    api.call({
      method: 'POST',
      url: '/v1/projects',
      headers: { ...json, ...headers },
      payload: { name: `site ${JSON.stringify(headers)}` },
    });

  it.each([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost:6007', host: 'localhost:6006' },
    { origin: 'http://localhost.evil.example', host: 'localhost' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'file://' },
    { origin: 'http://localhost:6006@evil.example', host: 'localhost:6006' },
  ])('check 59: may not change anything: %o', async (headers) => {
    for (const type of [
      'application/json',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ])
      expect((await post({ ...headers, 'content-type': type })).status).toBe(403);
    for (const [method, url] of [
      ['PUT', '/v1/projects/many'],
      ['PATCH', '/v1/projects/many'],
      ['DELETE', '/v1/projects/many'],
      ['POST', '/v1/traces/delete'],
      ['POST', '/v1/datasets/upload'],
      ['POST', '/auth/logout'],
    ] as const)
      expect([url, (await api.call({ method, url, headers })).status]).toEqual([url, 403]);
  });

  it.each([
    {},
    { origin: 'http://localhost:6006', host: 'localhost:6006' },
    { origin: 'http://telltale.example', host: 'telltale.example' },
    {
      origin: 'https://telltale.example',
      host: 'telltale.example',
      'sec-fetch-site': 'same-origin',
    },
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
  ])('but those of the page and of programs may: %o', async (headers) => {
    expect((await post({ ...headers })).status).toBe(200);
  });

  it('may not send forms', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/plain; application/json',
    ]) {
      expect(
        (
          await api.call({
            method: 'POST',
            url: '/v1/projects',
            headers: { 'content-type': type },
            payload: '{"name":"form"}',
          })
        ).status,
      ).toBe(415);
    }
  });

  it('get no permission to read', async () => {
    const reply = await api.get('/v1/projects', { origin: 'https://evil.example' });
    expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control'))).toEqual(
      [],
    );
    expect(
      (
        await api.call({
          method: 'OPTIONS',
          url: '/v1/projects',
          headers: { origin: 'https://evil.example', 'access-control-request-method': 'DELETE' },
        })
      ).status,
    ).toBe(405);
  });
});

describe('elsewhere, with names of its own', () => {
  it('answers for those names and for addresses, and for no other name', async () => {
    const named = await openApiApp({
      security: {
        loopbackOnly: false,
        allowedHosts: ['telltale.example'],
        allowedOrigins: [],
        readingOrigins: [],
      },
    });
    for (const [host, status] of [
      ['telltale.example', 200],
      ['TELLTALE.example:6006', 200],
      ['10.1.2.3:6006', 200],
      ['[fd00::1]:6006', 200],
      ['localhost:6006', 200],
      ['evil.example', 403],
      ['telltale.example.evil.example', 403],
      ['10.1.2.3.evil.example', 403],
    ] as const)
      expect([host, (await named.get('/v1/projects', { host })).status]).toEqual([host, status]);
    await named.close();
  });
});

describe('on a loopback address', () => {
  let local: ApiApp;
  beforeAll(async () => {
    local = await openApiApp({
      security: {
        loopbackOnly: true,
        allowedHosts: ['proxy.example'],
        allowedOrigins: ['https://ui.example'],
        readingOrigins: ['https://ui.example'],
      },
    });
  });
  afterAll(() => local.close());

  it.each([
    'localhost:6006',
    'LOCALHOST',
    '127.0.0.1:6006',
    '127.8.9.1',
    '[::1]:6006',
    'app.localhost:6006',
    'proxy.example',
    'proxy.example:443',
  ])('answers for %s', async (host) => {
    expect((await local.get('/v1/projects', { host })).status).toBe(200);
  });

  it.each([
    'evil.example',
    'evil.example:6006',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '10.0.0.1',
    '[::2]',
  ])('but not for %s', async (host) => {
    expect((await local.get('/v1/projects', { host })).status).toBe(403);
  });

  it('lets an allowed origin change things', async () => {
    const headers = { ...json, host: 'localhost', origin: 'https://ui.example' };
    expect(
      (await local.call({ method: 'POST', url: '/v1/projects', headers, payload: { name: 'x' } }))
        .status,
    ).toBe(200);
  });
});
