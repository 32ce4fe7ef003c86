import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AppSettings } from '#server/auth/apps/app-settings.ts';
import { openApiApp, type ApiApp, type Reply } from '#test/api-app.ts';
import {
  CLI_BACK,
  asked,
  appQuery,
  codeFor,
  connectedApp,
  pkcePair,
  refreshed,
  sendForm,
  tokensOf,
} from '#test/app-sign-in.ts';
import { ADA, actsOf, bearer, openForAda, statusWith, trade, word } from '#test/app-users.ts';
import { addUser, signedIn } from '#test/sign-in.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const READS = ['traces:read', 'projects:read', 'datasets:read', 'experiments:read'];
let api: ApiApp;
let cookie: string;
let nowMs: number;

async function open(...[appSettings, signIn]: [Partial<AppSettings>?, object?]): Promise<void> {
  ({ api, cookie } = await openForAda(() => nowMs, appSettings, signIn));
}
beforeEach(() => {
  nowMs = Date.now();
});
afterEach(() => api.close());

describe('an authorized app', () => {
  it('gets tokens that act as its user may at the time, and renews them', async () => {
    await open();
    const first = tokensOf(
      await trade(
        api,
        await codeFor(api, cookie, {
          scope: 'traces:read traces:write projects:read projects:write',
        }),
      ),
    );
    expect(first).toMatchObject({
      token_type: 'Bearer',
      expires_in: 600,
      scope: expect.stringContaining('traces:write'),
    });
    expect(first.access_token).toMatch(/^svc_oat_[0-9A-Za-z]{49}$/);
    expect((await api.get('/v1/user', bearer(first.access_token))).body).toMatchObject({
      data: { email: ADA },
    });
    expect(await statusWith(api, first.access_token, '/v1/users')).toBe(403);
    await api.meta.updateTable('users').set({ role: 'VIEWER' }).where('email', '=', ADA).execute();
    api.authenticator.changed();
    const made = await api.call({
      method: 'POST',
      url: '/v1/projects',
      payload: { name: 'x' },
      headers: bearer(first.access_token),
    });
    expect([made.status, made.body]).toEqual([
      403,
      { detail: 'Viewers cannot perform this action.' },
    ]);
    nowMs += 11 * MINUTE;
    expect(await statusWith(api, first.access_token)).toBe(401);
    const second = tokensOf(await refreshed(api, first.refresh_token));
    expect(second.scope).not.toContain('write');
    expect([
      await statusWith(api, second.access_token),
      second.refresh_token === first.refresh_token,
    ]).toEqual([200, false]);
    expect(await actsOf(api, 'app.connect')).toEqual([
      { actor_name: ADA, result: 'success', target_id: expect.any(String) },
    ]);
  });

  it('has no more than it was given, and can ask for less but not for more', async () => {
    await open();
    const scope = 'openid offline_access traces:read projects:read';
    const tokens = await connectedApp(api, cookie, { scope });
    expect(tokens.scope).toBe('traces:read projects:read');
    expect([
      await statusWith(api, tokens.access_token),
      await statusWith(api, tokens.access_token, '/v1/datasets'),
    ]).toEqual([200, 403]);
    expect(
      word(
        await refreshed(api, tokens.refresh_token ?? '', { scope: 'traces:read datasets:read' }),
      ),
    ).toEqual([400, 'invalid_scope']);
    expect(word(await refreshed(api, tokens.refresh_token ?? '', { scope: 'everything' }))).toEqual(
      [400, 'invalid_scope'],
    );
    const less = tokensOf(
      await refreshed(api, tokens.refresh_token ?? '', { scope: 'projects:read' }),
    );
    expect(less.scope).toBe('projects:read');
    const whole = tokensOf(await refreshed(api, less.refresh_token));
    expect(whole.scope).toBe('traces:read projects:read');
  });

  it('cannot change the account, create keys or authorize another app', async () => {
    await open();
    const headers = bearer((await connectedApp(api, cookie)).access_token);
    const json = { 'content-type': 'application/json' };
    for (const [method, url, payload] of [
      [
        'POST',
        '/v1/user/password',
        { current_password: 'correct horse 1', new_password: 'another 1' },
      ],
      ['POST', '/v1/user/api_keys', { data: { name: 'x' } }],
      ['POST', '/api/v1/api-keys', { name: 'x' }],
      ['GET', '/v1/user/sessions', undefined],
      ['GET', '/v1/user/apps', undefined],
      ['POST', '/oauth2/authorize/decision', { request: 'eA', approved: true }],
    ] as const) {
      const reply = await api.call({
        method,
        url,
        headers: { ...headers, ...(payload === undefined ? {} : json) },
        ...(payload && { payload }),
      });
      expect([url, reply.status]).toEqual([url, 403]);
    }
    expect((await api.get('/v1/user/api_keys', headers)).body).toEqual({ data: [] });
  });

  it('is listed for its user alone, who cuts it off at once', async () => {
    await open();
    const tokens = await connectedApp(api, cookie, { scope: 'projects:read' });
    const { data } = (await api.get('/v1/user/apps', { cookie })).body as {
      data: { id: string }[];
    }; // as: checked against its schema
    expect(data).toEqual([
      expect.objectContaining({
        client_id: 'phoenix-cli',
        name: 'Phoenix CLI',
        built_in: true,
        scopes: ['projects:read'],
      }),
    ]);
    await addUser(api, 'eve@example.org', 'ADMIN');
    const eve = await signedIn(api, 'eve@example.org');
    expect((await api.get('/v1/user/apps', eve)).body).toEqual({ data: [] });
    const url = `/v1/user/apps/${data[0]?.id ?? ''}`;
    expect((await api.call({ method: 'DELETE', url, headers: eve })).status).toBe(404);
    expect(await statusWith(api, tokens.access_token)).toBe(200);
    expect((await api.call({ method: 'DELETE', url, headers: { cookie } })).status).toBe(204);
    expect(await statusWith(api, tokens.access_token)).toBe(401);
    expect(word(await refreshed(api, tokens.refresh_token ?? ''))).toEqual([400, 'invalid_grant']);
    expect((await actsOf(api, 'app.revoke')).map((row) => [row.actor_name, row.result])).toEqual([
      ['eve@example.org', 'refused'],
      [ADA, 'success'],
    ]);
  });

  it('is listed for admins with its user, page by page, and revoked by them with a row that names its user', async () => {
    await open();
    const first = await connectedApp(api, cookie, { scope: 'projects:read' });
    const second = await connectedApp(api, cookie);
    await addUser(api, 'root@example.org', 'ADMIN');
    const root = await signedIn(api, 'root@example.org');
    for (const [method, url] of [
      ['GET', '/v1/users/apps'],
      ['DELETE', '/v1/users/apps/QXBwR3JhbnQ6MQ=='],
    ] as const)
      expect((await api.call({ method, url, headers: { cookie } })).status).toBe(403);
    const page = async (query: string) =>
      (await api.get(`/v1/users/apps${query}`, root)).body as {
        data: { id: string }[];
        next_cursor: string | null;
      }; // as: checked against its schema
    const newest = await page('?limit=1');
    const rest = await page(`?limit=1&cursor=${newest.next_cursor ?? ''}`);
    const user = { id: expect.any(String), email: ADA };
    expect([newest.data, rest.data]).toEqual([
      [expect.objectContaining({ name: 'Phoenix CLI', scopes: READS, user })],
      [expect.objectContaining({ name: 'Phoenix CLI', scopes: ['projects:read'], user })],
    ]);
    expect(rest.next_cursor).toBeNull();
    const url = `/v1/users/apps/${newest.data[0]?.id ?? ''}`;
    expect((await api.call({ method: 'DELETE', url, headers: root })).status).toBe(204);
    expect((await api.call({ method: 'DELETE', url, headers: root })).status).toBe(404);
    expect([
      await statusWith(api, second.access_token),
      await statusWith(api, first.access_token),
    ]).toEqual([401, 200]);
    await api.audit.log.flush();
    const rows = await api.meta
      .selectFrom('audit_log')
      .select(['actor_name', 'result', 'details'])
      .where('action', '=', 'app.revoke')
      .execute();
    expect(
      rows.map(({ details, ...row }) => ({ ...row, ...(JSON.parse(details) as object) })),
    ).toEqual([
      { actor_name: 'root@example.org', result: 'success', app: 'Phoenix CLI', user: ADA },
      { actor_name: 'root@example.org', result: 'refused' },
    ]);
    nowMs += 8 * DAY;
    const { body } = await api.get('/v1/users/apps', await signedIn(api, 'root@example.org'));
    expect(body).toEqual({ data: [], next_cursor: null });
  });

  it('is revoked by a new password, signing out everywhere and deleting the account; refused while its user is suspended', async () => {
    await open();
    const change = async (work: () => Promise<unknown>): Promise<number> => {
      const { access_token: token } = await connectedApp(api, cookie);
      await work();
      api.authenticator.changed();
      return await statusWith(api, token);
    };
    const user = { current_password: 'correct horse 1', new_password: 'another horse 2' };
    expect(
      await change(() =>
        api.call({ method: 'POST', url: '/v1/user/password', payload: user, headers: { cookie } }),
      ),
    ).toBe(401);
    await api.meta
      .updateTable('users')
      .set({ password_hash: await api.signIn.hasher.hash('correct horse 1') })
      .execute();
    ({ cookie } = await signedIn(api, ADA));
    const everywhere = {
      method: 'POST',
      url: '/auth/logout',
      payload: { everywhere: true },
    } as const;
    expect(await change(() => api.call({ ...everywhere, headers: { cookie } }))).toBe(401);
    ({ cookie } = await signedIn(api, ADA));
    const tokens = await connectedApp(api, cookie);
    await api.meta.updateTable('users').set({ suspended_at_ms: 1 }).execute();
    api.authenticator.changed();
    expect([
      await statusWith(api, tokens.access_token),
      word(await refreshed(api, tokens.refresh_token ?? '')),
    ]).toEqual([401, [400, 'invalid_grant']]);
    await api.meta.updateTable('users').set({ suspended_at_ms: null }).execute();
    api.authenticator.changed();
    expect(await statusWith(api, tokens.access_token)).toBe(200);
    expect(
      await change(() => api.meta.deleteFrom('users').where('email', '=', ADA).execute()),
    ).toBe(401);
    expect(await api.meta.selectFrom('app_grants').selectAll().execute()).toEqual([]);
  });

  it('is revoked when its time is over, however much it is used, and when it is unused for too long', async () => {
    await open({ grantMs: 10 * DAY }, { refreshMs: 7 * DAY });
    let tokens = await connectedApp(api, cookie);
    nowMs += 6 * DAY;
    tokens = tokensOf(await refreshed(api, tokens.refresh_token ?? ''));
    nowMs += 4 * DAY - 5 * MINUTE;
    tokens = tokensOf(await refreshed(api, tokens.refresh_token ?? ''));
    expect(tokens.expires_in).toBe(300);
    nowMs += 5 * MINUTE;
    expect([
      await statusWith(api, tokens.access_token),
      word(await refreshed(api, tokens.refresh_token ?? '')),
    ]).toEqual([401, [400, 'invalid_grant']]);
    ({ cookie } = await signedIn(api, ADA));
    const away = await connectedApp(api, cookie);
    nowMs += 7 * DAY;
    expect(word(await refreshed(api, away.refresh_token ?? ''))).toEqual([400, 'invalid_grant']);
  });

  it('gives back what it has, by either token, and strangers learn nothing', async () => {
    await open();
    const revoke = (token: string, more = {}): Promise<Reply> =>
      sendForm(api, '/oauth2/revoke', { token, ...more });
    for (const which of ['access_token', 'refresh_token'] as const) {
      const tokens = await connectedApp(api, cookie);
      expect(word(await revoke(tokens[which] ?? '', { client_id: 'another' }))).toEqual([
        400,
        'unauthorized_client',
      ]);
      expect(await statusWith(api, tokens.access_token)).toBe(200);
      const done = await revoke(tokens[which] ?? '', { token_type_hint: 'refresh_token' });
      expect([done.status, done.text, done.headers['cache-control']]).toEqual([
        200,
        '',
        'no-store',
      ]);
      expect(await statusWith(api, tokens.access_token)).toBe(401);
    }
    expect((await revoke('svc_ort_nonsense')).status).toBe(200);
    expect(word(await sendForm(api, '/oauth2/revoke', {}))).toEqual([400, 'invalid_request']);
    expect((await actsOf(api, 'app.revoke')).map((row) => row.actor_name)).toEqual([ADA, ADA]);
  });
});

describe('errors for apps', () => {
  it('says what is wrong in the words of the standard, and is not cached', async () => {
    await open();
    const good = await codeFor(api, cookie);
    const replies: readonly (readonly [Reply, number, string])[] = [
      [await trade(api, { ...good, grant_type: 'password' }), 400, 'unsupported_grant_type'],
      [await trade(api, { client_id: 'x' }), 400, 'invalid_request'],
      [
        await sendForm(api, '/oauth2/token', `${new URLSearchParams(good).toString()}&code=other`),
        400,
        'invalid_request',
      ],
      [
        await trade(api, { ...good, resource: 'https://elsewhere.example.org' }),
        400,
        'invalid_target',
      ],
      [
        await sendForm(api, '/oauth2/token', good, { authorization: 'Basic eDp5' }),
        401,
        'invalid_client',
      ],
      [await sendForm(api, '/oauth2/token', `code=${'x'.repeat(20_000)}`), 413, 'invalid_request'],
      [
        await api.call({ method: 'POST', url: '/oauth2/token', payload: good }),
        415,
        'invalid_request',
      ],
    ];
    for (const [reply, code, description] of replies) {
      expect(word(reply)).toEqual([code, description]);
      expect(reply.headers).toMatchObject({ 'cache-control': 'no-store', pragma: 'no-cache' });
      expect(reply.body).toMatchObject({
        detail: expect.any(String),
        error_description: expect.stringMatching(/^[\x20\x21\x23-\x5B\x5D-\x7E]+$/),
      });
    }
    // An old token that a client sends along is no reason to refuse a new one.
    const stale = await sendForm(
      api,
      '/oauth2/token',
      { ...good, resource: 'http://localhost:80' },
      bearer('svc_oat_old'),
    );
    expect(stale.status).toBe(200);
  });

  it('holds an address to some calls at a time', async () => {
    await open({}, { limitAddresses: true });
    const replies = await Promise.all(
      Array.from({ length: 70 }, () => trade(api, { grant_type: 'x' })),
    );
    expect(replies.filter((reply) => reply.status === 429)).toHaveLength(10);
    const last = await trade(api, { grant_type: 'x' });
    expect([...word(last), last.headers['retry-after']]).toEqual([
      429,
      'temporarily_unavailable',
      '1',
    ]);
  });

  it('is 404 where apps do not sign in, and their tokens are good for nothing there', async () => {
    await open({ enabled: false });
    for (const url of ['/oauth2/token', '/oauth2/revoke'])
      expect((await sendForm(api, url, { token: 'x' })).status).toBe(404);
    expect((await api.call({ method: 'POST', url: '/oauth2/register', payload: {} })).status).toBe(
      404,
    );
    expect((await api.get(`/oauth2/authorize?${appQuery(pkcePair().challenge)}`)).status).toBe(404);
    expect((await api.get('/oauth2/authorize/request?request=eA', { cookie })).status).toBe(404);
    expect((await api.get('/.well-known/oauth-authorization-server')).status).toBe(404);
    await api.close();
    api = await openApiApp();
    expect((await sendForm(api, '/oauth2/token', {})).status).toBe(404);
    expect((await api.get('/v1/projects', bearer('svc_oat_whatever'))).status).toBe(200);
  });

  it('leads a browser to the page, and back to the app alone that asked', async () => {
    await open();
    const { challenge } = pkcePair();
    expect(await asked(api, appQuery(challenge))).toBe(
      `/oauth2/consent?request=${Buffer.from(appQuery(challenge)).toString('base64url')}`,
    );
    const back = new URL(await asked(api, appQuery(challenge, { response_type: 'token' })));
    expect(back.href.startsWith(`${CLI_BACK}?`)).toBe(true);
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error: 'unsupported_response_type',
      state: 'a-state',
      iss: 'http://localhost:80',
    });
  });
});
