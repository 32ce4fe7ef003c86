import { afterEach, expect, it } from 'vitest';
import { openApiApp, type ApiApp } from '#test/api-app.ts';

const SERVER = '/.well-known/oauth-authorization-server';
const RESOURCE = '/.well-known/oauth-protected-resource';
let api: ApiApp;
afterEach(() => api.close());

async function open(
  signIn: object = {},
  rootPath = '',
  registration: 'enabled' | 'disabled' = 'enabled',
): Promise<void> {
  api = await openApiApp({
    rootPath,
    access: { required: true, signIn, appSettings: { registration } },
  });
}

it('says where tokens come from, by the name that the caller used', async () => {
  await open();
  const host = { host: 'tools.internal:6006' };
  expect((await api.get(SERVER, host)).body).toMatchObject({
    issuer: 'http://tools.internal:6006',
    authorization_endpoint: 'http://tools.internal:6006/oauth2/authorize',
    registration_endpoint: 'http://tools.internal:6006/oauth2/register',
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
  });
  expect((await api.get(RESOURCE, host)).body).toMatchObject({
    resource: 'http://tools.internal:6006',
    authorization_servers: ['http://tools.internal:6006'],
  });
  const refused = await api.get('/v1/projects', host);
  expect(refused.headers['www-authenticate']).toBe(
    `Bearer realm="Telltale", resource_metadata="http://tools.internal:6006${RESOURCE}"`,
  );
  const { statusCode } = await api.app.inject({ method: 'HEAD', url: SERVER });
  expect(statusCode).toBe(200);
});

it('says it by the configured address behind a proxy, and at the two places where it is looked for', async () => {
  await open({ publicUrl: 'https://tools.example.org/telltale' }, '/telltale', 'disabled');
  const issuer = 'https://tools.example.org/telltale';
  for (const path of [SERVER, `/telltale${SERVER}`, `${SERVER}/telltale`]) {
    const { body } = await api.get(path, {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
    });
    expect([path, body]).toEqual([
      path,
      expect.objectContaining({ issuer, token_endpoint: `${issuer}/oauth2/token` }),
    ]);
    expect(body).not.toHaveProperty('registration_endpoint');
  }
  expect((await api.get(`${RESOURCE}/telltale`)).body).toMatchObject({
    resource: issuer,
    authorization_servers: [issuer],
  });
  expect((await api.get('/oauth2/authorize')).headers['location']).toMatch(
    /^\/telltale\/oauth2\/consent\?request=/,
  );
});

it('says that there is nothing where authentication is off, and how to get a credential in any case', async () => {
  await open();
  const guide = await api.get('/auth.md');
  expect([guide.status, guide.headers['content-type']]).toEqual([
    200,
    'text/markdown; charset=utf-8',
  ]);
  expect(guide.text).toContain('/.well-known/oauth-authorization-server');
  await api.close();
  api = await openApiApp();
  expect((await api.get(SERVER)).status).toBe(404);
  expect((await api.get(RESOURCE)).body).toMatchObject({ authorization_servers: [] });
  expect((await api.get('/auth.md')).text).toContain('Authentication is off');
  for (const path of [`${RESOURCE}/mcp`, '/.well-known/openid-configuration', '/.well-known/other'])
    expect([path, (await api.get(path)).status]).toEqual([path, 404]);
});

it('answers pages of any site where apps sign in, without cookies, and nowhere else', async () => {
  await open();
  const origin = { origin: 'https://app.example.org' };
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const calls = [
    { method: 'GET', url: SERVER, headers: origin },
    { method: 'GET', url: RESOURCE, headers: origin },
    {
      method: 'POST',
      url: '/oauth2/token',
      headers: { ...origin, ...form, 'sec-fetch-site': 'cross-site' },
      payload: 'x=1',
    },
    { method: 'POST', url: '/oauth2/revoke', headers: { ...origin, ...form }, payload: 'token=1' },
    { method: 'POST', url: '/oauth2/register', headers: origin, payload: {} },
  ] as const;
  for (const { method, url, ...rest } of calls) {
    const reply = await api.call({ method, url, ...rest });
    expect([
      url,
      reply.headers['access-control-allow-origin'],
      reply.headers['access-control-allow-credentials'],
    ]).toEqual([url, '*', undefined]);
    expect([url, reply.status]).not.toEqual([url, 403]);
    const asking = {
      ...origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'content-type',
    };
    const { statusCode, headers } = await api.app.inject({
      method: 'OPTIONS',
      url,
      headers: asking,
    });
    expect([url, statusCode, headers['access-control-allow-origin']]).toEqual([url, 204, '*']);
  }
  for (const url of [
    '/oauth2/authorize',
    '/oauth2/authorize/decision',
    '/auth/login',
    '/v1/projects',
  ]) {
    const asking = { ...origin, 'access-control-request-method': 'POST' };
    const { headers } = await api.app.inject({ method: 'OPTIONS', url, headers: asking });
    expect([url, headers['access-control-allow-origin']]).toEqual([url, undefined]);
  }
});
