import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLI, CLI_BACK, appQuery, packed, pkcePair } from '#test/app-sign-in.ts';
import {
  OIDC_CLIENT,
  openOidcServer,
  passOidcScreens,
  type OidcServer,
} from '#test/oidc-server.ts';
import { openPostgres, POSTGRES, type PostgresServer } from '#test/postgres-server.ts';
import { ClickHouseEngine, hasEngine } from '../clickhouse/clickhouse-engine.ts';
import { runCommand, temporaryDirectory, type BootedServer } from './boot.ts';
import { bootClosed, makeApiKey, operator } from './closed-server.ts';
import { freshSpans } from './otlp-messages.ts';
import { sendSpans } from './otlp-sender.ts';

/** Where browsers reach both servers, through a proxy. */
const PUBLIC = 'http://telltale.test';
const ADMIN = { email: 'admin@localhost', password: 'correct horse battery 9' };
let engine: ClickHouseEngine;
let postgres: PostgresServer;
let oidc: OidcServer;
let env: Record<string, string>;
let a: BootedServer;
let b: BootedServer;

const json = (body: object, headers: Readonly<Record<string, string>> = {}): RequestInit => ({
  method: 'POST',
  redirect: 'manual',
  headers: { 'content-type': 'application/json', origin: PUBLIC, ...headers },
  body: JSON.stringify(body),
});
const cookiesOf = (reply: Response): string =>
  reply.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0] ?? '')
    .filter((pair) => !pair.endsWith('='))
    .join('; ');
const statusOn = async (
  server: BootedServer,
  headers: Readonly<Record<string, string>>,
  path = '/v1/projects',
): Promise<number> => {
  const reply = await fetch(server.url + path, { headers });
  await reply.arrayBuffer();
  return reply.status;
};
const logIn = (server: BootedServer, password = ADMIN.password): Promise<Response> =>
  fetch(`${server.url}/auth/login`, json({ email: ADMIN.email, password }));

/** Server-sent events of a server, until they end. */
async function follow(server: BootedServer, key: string, path = '/v1/live') {
  const reply = await fetch(server.url + path, { headers: { api_key: key } });
  expect(reply.status).toBe(200);
  const reader = reply.body?.getReader();
  let text = '';
  /** Reads on until the text holds what is awaited; false if it ends before. */
  const until = async (awaited: RegExp): Promise<boolean> => {
    while (!awaited.test(text)) {
      const read = await reader?.read();
      if (read?.value === undefined) return false;
      text += Buffer.from(read.value).toString();
    }
    return true;
  };
  return { until };
}

describe.skipIf(!hasEngine || POSTGRES === null)('two servers of a cluster', () => {
  beforeAll(async () => {
    [engine, postgres, oidc] = await Promise.all([
      ClickHouseEngine.start(),
      openPostgres(),
      openOidcServer(),
    ]);
    oidc.start([`${PUBLIC}/oauth2/local/tokens`]);
    oidc.people.set('ada', { email: 'ada@example.org', email_verified: true, name: 'Ada' });
    await postgres.run('CREATE DATABASE meta');
    const database = await engine.database();
    env = {
      SERVICE_SQL_DATABASE_URL: postgres.tcpUrl('meta'),
      SERVICE_CLICKHOUSE_URL: `${engine.url.replace('http://', 'http://default:right@')}/${database.name}`,
      SERVICE_ROOT_URL: PUBLIC,
      SERVICE_OAUTH2_LOCAL_CLIENT_ID: OIDC_CLIENT.client_id,
      SERVICE_OAUTH2_LOCAL_CLIENT_SECRET: OIDC_CLIENT.client_secret,
      SERVICE_OAUTH2_LOCAL_OIDC_CONFIG_URL: oidc.configUrl,
    };
    [a, b] = [await bootClosed(env), await bootClosed(env)];
  });
  afterAll(async () => {
    await Promise.all([a.dispose(), b.dispose()]);
    await Promise.all([engine.stop(), postgres.close(), oidc.close()]);
  });

  it('show on one what the other took, and refuse on both what one revoked', async () => {
    const { id, key } = await makeApiKey(a, { role: 'ADMIN' });
    expect(await statusOn(b, { api_key: key })).toBe(200);
    const live = await follow(b, key);
    await live.until(/event: ready/);
    const spans = freshSpans(3);
    expect((await sendSpans(a, 'http protobuf', spans, { api_key: key })).ok).toBe(true);
    expect(await live.until(/event: commit/)).toBe(true);
    const listed = await fetch(`${b.url}/v1/projects/default/traces`, {
      headers: { api_key: key },
    });
    expect(await listed.json()).toMatchObject({ data: [{ trace_id: spans[0]?.traceId }] });
    const path = `/api/v1/api-keys/${encodeURIComponent(id)}`;
    expect((await operator(a, 'DELETE', path)).ok).toBe(true);
    await expect.poll(() => statusOn(b, { api_key: key }), { timeout: 10_000 }).toBe(401);
    // Its stream ends too.
    expect(await live.until(/never/)).toBe(false);
  });

  it('have one link for the first admin, which is good on both', async () => {
    expect(b.adminLink).toBeNull();
    const token = new URLSearchParams(new URL(a.adminLink ?? '').hash.slice(1)).get('token');
    const body = { token, password: ADMIN.password };
    expect((await fetch(`${b.url}/auth/password-reset`, json(body))).status).toBe(204);
  });

  it('share sessions, and count failed passwords together', async () => {
    const signedIn = await logIn(a);
    expect(signedIn.status).toBe(204);
    const cookie = cookiesOf(signedIn);
    expect(await statusOn(b, { cookie }, '/v1/user')).toBe(200);
    await fetch(`${b.url}/auth/logout`, json({}, { cookie }));
    await expect.poll(() => statusOn(a, { cookie }, '/v1/user'), { timeout: 10_000 }).toBe(401);
    for (const server of [a, b, a, b, a]) expect((await logIn(server, 'wrong')).status).toBe(401);
    expect((await logIn(b)).status).toBe(429);
  });

  it('end a sign-in at a provider, and the sign-in of an app, that the other began', async () => {
    const there = await fetch(`${a.url}/oauth2/local/login?returnUrl=%2Fdatasets`, {
      redirect: 'manual',
    });
    const back = new URL(await passOidcScreens(there.headers.get('location') ?? '', 'ada'));
    const signedIn = await fetch(b.url + back.pathname + back.search, {
      redirect: 'manual',
      headers: { cookie: cookiesOf(there) },
    });
    expect(signedIn.headers.get('location')).toBe('/datasets');
    const cookie = cookiesOf(signedIn);
    expect(await statusOn(a, { cookie }, '/v1/user')).toBe(200);

    const { verifier, challenge } = pkcePair();
    const decision = { request: packed(appQuery(challenge)), approved: true };
    const decided = await fetch(`${a.url}/oauth2/authorize/decision`, json(decision, { cookie }));
    const { data } = (await decided.json()) as { data: { redirect_to: string } }; // as: the route's own tests check it
    const tokens = await fetch(`${b.url}/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: CLI,
        code: new URL(data.redirect_to).searchParams.get('code') ?? '',
        redirect_uri: CLI_BACK,
        code_verifier: verifier,
      }),
    });
    const { access_token: token } = (await tokens.json()) as { access_token: string }; // as: the same
    expect(await statusOn(a, { authorization: `Bearer ${token}` }, '/v1/user')).toBe(200);
  });

  it('have one SERVICE_SECRET', async () => {
    const ended = await runCommand(['serve'], {
      ...env,
      SERVICE_ENABLE_AUTH: 'true',
      SERVICE_SECRET: 'another-secret-0123456789-abcdefghijk',
      SERVICE_WORKING_DIR: temporaryDirectory(),
    });
    expect(ended.code).not.toBe(0);
    expect(ended.stderr).toContain('another SERVICE_SECRET');
  });
});
