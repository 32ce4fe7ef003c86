import { afterEach, describe, expect, it } from 'vitest';
import type { AppSettings } from '#server/auth/apps/app-settings.ts';
import { openApiApp, type ApiApp, type Reply } from '#test/api-app.ts';
import {
  CLI_BACK,
  PAGE,
  appQuery,
  asked,
  decide,
  letIn,
  packed,
  pkcePair,
} from '#test/app-sign-in.ts';
import { addUser, signedIn } from '#test/sign-in.ts';

const ADA = 'ada@example.org';
const WEB_BACK = 'https://app.example.org/back?x=1';
let api: ApiApp;
let cookie: string;

async function open(appSettings: Partial<AppSettings> = {}, signIn: object = {}): Promise<void> {
  api = await openApiApp({
    access: { required: true, appSettings, signIn: { limitAddresses: false, ...signIn } },
  });
  await addUser(api, ADA, 'MEMBER');
  ({ cookie } = await signedIn(api, ADA));
}
afterEach(() => api.close());

const { challenge } = pkcePair();
async function register(payload: object): Promise<Reply> {
  return await api.call({ method: 'POST', url: '/oauth2/register', payload });
}
/** An app of a web site; how it calls itself in requests. */
async function webApp(): Promise<Record<string, string>> {
  const { body } = await register({
    client_name: 'Web app',
    redirect_uris: [WEB_BACK, 'http://localhost/cb', 'cursor://host/cb'],
  });
  // as: checked against its schema
  return { client_id: (body as { client_id: string }).client_id, redirect_uri: WEB_BACK };
}
async function request(query: string): Promise<Reply> {
  return await api.get(`/oauth2/authorize/request?request=${packed(query)}`, {
    cookie,
    host: 'localhost',
  });
}
const word = ({ status: code, body }: Reply): unknown[] => [
  code,
  (body as { error?: string }).error,
]; // as: checked against its schema

describe('a user on the consent screen', () => {
  it('sees who asks, where the answer goes, and what the app could do', async () => {
    await open();
    expect((await request(appQuery(challenge))).body).toMatchObject({
      data: {
        name: 'Phoenix CLI',
        built_in: true,
        place: '127.0.0.1:4711',
        place_kind: 'loopback',
        names_scopes: false,
        problem: null,
      },
    });
    const app = await webApp();
    const { body } = await request(appQuery(challenge, { ...app, scope: 'traces:read admin' }));
    expect(body).toMatchObject({
      data: { name: 'Web app', built_in: false, place: 'app.example.org', place_kind: 'web' },
    });
    // Permissions outside the role are not shown as granted; `admin` shows as everything the role
    // has.
    expect((body as { data: { granted: string[] } }).data.granted).not.toContain('admin');
    expect(
      (await request(appQuery(challenge, { ...app, redirect_uri: 'cursor://host/cb' }))).body,
    ).toMatchObject({
      data: { place: 'cursor:', place_kind: 'scheme' },
    });
  });

  it('decides, and the app has its answer with its state and who gave it', async () => {
    await open();
    const app = await webApp();
    const yes = await letIn(api, appQuery(challenge, app), cookie);
    expect(yes.href.startsWith(`${WEB_BACK}&code=`)).toBe(true);
    expect(Object.fromEntries(yes.searchParams)).toMatchObject({
      x: '1',
      state: 'a-state',
      iss: 'http://localhost',
      code: expect.any(String),
    });
    const no = await decide(api, appQuery(challenge, app), { cookie, ...PAGE }, false);
    expect(no.body).toEqual({
      data: { redirect_to: expect.stringMatching(/[?&]error=access_denied&.*state=a-state/) },
    });
    await api.audit.log.flush();
    const rows = await api.meta
      .selectFrom('audit_log')
      .select(['action', 'actor_name', 'target_id', 'details'])
      .execute();
    const seen = rows.filter(({ action }) => action.startsWith('app.'));
    expect(seen.map(({ action, actor_name: who }) => [action, who])).toEqual([
      ['app.register', 'nobody'],
      ['app.approve', ADA],
      ['app.deny', ADA],
    ]);
    expect(JSON.parse(seen[1]?.details ?? '')).toMatchObject({
      app: 'Web app',
      place: 'app.example.org',
      scopes: ['traces:read', 'projects:read', 'datasets:read', 'experiments:read'],
    });
  });

  it('alone decides: no other user, site or page', async () => {
    await open();
    const query = appQuery(challenge);
    const tries: readonly (readonly [Record<string, string>, number])[] = [
      [PAGE, 401],
      [{ cookie, host: 'localhost' }, 403],
      [{ cookie, host: 'localhost', origin: 'null' }, 403],
      [{ cookie, host: 'localhost', origin: 'https://evil.example' }, 403],
      [{ cookie, host: 'localhost', origin: 'http://localhost:81' }, 403],
      [{ cookie, host: 'localhost', 'sec-fetch-site': 'cross-site' }, 403],
    ];
    for (const [headers, status] of tries)
      expect([headers, (await decide(api, query, headers)).status]).toEqual([headers, status]);
    expect(await api.meta.selectFrom('app_codes').selectAll().execute()).toEqual([]);
    const form = {
      method: 'POST',
      url: '/oauth2/authorize/decision',
      payload: 'request=x&approved=true',
    } as const;
    expect(
      (await api.call({ ...form, headers: { cookie, ...PAGE, 'content-type': 'text/plain' } }))
        .status,
    ).toBe(415);
    await api.close();
    await open({ checksOrigin: false });
    expect((await decide(api, query, { cookie, host: 'localhost' })).status).toBe(200);
    expect(
      (await decide(api, query, { cookie, host: 'localhost', origin: 'https://evil.example' }))
        .status,
    ).toBe(403);
    await api.close();
    await open({}, { publicUrl: 'https://tools.example.org/telltale' });
    expect((await decide(api, query, { cookie, ...PAGE })).status).toBe(403);
  });
});

describe('a request that is wrong', () => {
  it('redirects nowhere when the app or the address is not known', async () => {
    await open();
    const bad: readonly Record<string, string>[] = [
      { client_id: 'unknown' },
      { client_id: '' },
      { redirect_uri: '' },
      { redirect_uri: 'https://evil.example/callback' },
      { redirect_uri: 'http://127.0.0.1:80@evil.example/callback' },
      { redirect_uri: 'http://127.0.0.1/callback/../evil' },
      { redirect_uri: 'http://127.0.0.1/callback#x' },
      { redirect_uri: 'http://localhost/callback' },
      { redirect_uri: 'http://127.0.0.1/callback?x=1' },
      { redirect_uri: 'javascript:alert(1)//127.0.0.1/callback' },
    ];
    for (const fields of bad) {
      const query = appQuery(challenge, { ...fields, response_type: 'wrong' });
      expect([fields, await asked(api, query)]).toEqual([
        fields,
        `/oauth2/consent?request=${packed(query)}`,
      ]);
      expect([fields, (await request(query)).status]).toEqual([fields, 400]);
      expect((await decide(api, query, { cookie, ...PAGE })).status).toBe(400);
    }
    const twice = `${appQuery(challenge)}&redirect_uri=${encodeURIComponent('https://evil.example')}`;
    expect([(await request(twice)).body, await asked(api, twice)]).toEqual([
      { detail: 'redirect_uri is there twice.' },
      `/oauth2/consent?request=${packed(twice)}`,
    ]);
    expect(await asked(api, `${appQuery(challenge)}&x=${'y'.repeat(1_400)}`)).toBe(
      '/oauth2/consent',
    );
  });

  it('is returned to an app on the device at once, and to a web site only after the user agrees', async () => {
    await open();
    const app = await webApp();
    const wrong: readonly (readonly [Record<string, string>, string])[] = [
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ response_mode: 'fragment' }, 'invalid_request'],
      [{ code_challenge: '' }, 'invalid_request'],
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
      [{ code_challenge_method: '' }, 'invalid_request'],
      [{ code_challenge: 'short' }, 'invalid_request'],
      [{ scope: 'root' }, 'invalid_scope'],
      [{ resource: 'https://elsewhere.example' }, 'invalid_target'],
    ];
    for (const [fields, error] of wrong) {
      const local = new URL(await asked(api, appQuery(challenge, fields)));
      expect([fields, local.origin + local.pathname, local.searchParams.get('error')]).toEqual([
        fields,
        CLI_BACK,
        error,
      ]);
      const query = appQuery(challenge, { ...app, ...fields });
      expect(await asked(api, query)).toBe(`/oauth2/consent?request=${packed(query)}`);
      const { data } = (await request(query)).body as {
        data: { problem: { redirect_to: string } };
      }; // as: checked against its schema
      expect(new URL(data.problem.redirect_to).searchParams.get('error')).toBe(error);
      // The decision itself can't grant more either.
      const { body } = await decide(api, query, { cookie, ...PAGE });
      expect(JSON.stringify(body)).toMatch(new RegExp(`error=${error}`));
    }
    expect(await api.meta.selectFrom('app_codes').selectAll().execute()).toEqual([]);
  });

  it('of a web site is refused where only local apps, or those of other sites, are allowed', async () => {
    await open();
    const app = await webApp();
    const client = await api.meta
      .selectFrom('app_clients')
      .selectAll()
      .where('is_built_in', '=', 0)
      .executeTakeFirstOrThrow();
    for (const settings of [
      { registration: 'disabled' },
      { registration: 'local_only' },
      { redirectHosts: ['other.example.org'] },
    ] as const) {
      await api.close();
      await open(settings);
      await api.meta.insertInto('app_clients').values(client).execute();
      expect((await request(appQuery(challenge, app))).status).toBe(403);
      expect((await decide(api, appQuery(challenge, app), { cookie, ...PAGE })).status).toBe(403);
      // The command line keeps its access: it needs no registration.
      expect((await request(appQuery(challenge))).status).toBe(200);
    }
    await api.close();
    await open({ redirectHosts: ['app.example.org'] });
    expect((await request(appQuery(challenge, await webApp()))).status).toBe(200);
  });
});

describe('an app that registers itself', () => {
  it('gets a name, no secret, and what it may use', async () => {
    await open();
    const reply = await register({
      client_name: ' Élan ✨ ',
      redirect_uris: ['http://[::1]/cb', 'http://[::1]/cb', 'com.example.app:/cb'],
      grant_types: ['authorization_code'],
      token_endpoint_auth_method: 'client_secret_basic',
      logo_uri: 'https://evil.example/pixel.png',
    });
    expect([reply.status, reply.headers['cache-control']]).toEqual([201, 'no-store']);
    expect(reply.body).toEqual({
      client_id: expect.stringMatching(/^tt_dcr_[0-9a-f]{32}$/),
      client_id_issued_at: expect.any(Number),
      client_name: 'Élan ✨',
      redirect_uris: ['http://[::1]/cb', 'com.example.app:/cb'],
      grant_types: ['authorization_code'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    });
  });

  it('is refused what it may not be called, and where it may not be answered', async () => {
    await open();
    const uris = ['http://127.0.0.1/cb'];
    const bad: readonly (readonly [object, string])[] = [
      [{}, 'invalid_client_metadata'],
      [{ redirect_uris: [] }, 'invalid_redirect_uri'],
      [{ redirect_uris: uris, client_name: 'a\u202Eb' }, 'invalid_client_metadata'],
      [{ redirect_uris: uris, client_name: 'a\nb' }, 'invalid_client_metadata'],
      [{ redirect_uris: uris, client_name: ' ' }, 'invalid_client_metadata'],
      [{ redirect_uris: uris, client_name: 'Ｐhoenix  CLI' }, 'invalid_client_metadata'],
      [{ redirect_uris: uris, client_name: 'x'.repeat(201) }, 'invalid_client_metadata'],
      [{ redirect_uris: uris, grant_types: ['password'] }, 'invalid_client_metadata'],
      [{ redirect_uris: uris, response_types: ['token'] }, 'invalid_client_metadata'],
      [{ redirect_uris: [...uris, 'http://app.example.org/cb'] }, 'invalid_redirect_uri'],
      [{ redirect_uris: ['https://a.example/cb#x'] }, 'invalid_redirect_uri'],
    ];
    for (const [payload, error] of bad)
      expect([payload, ...word(await register(payload))]).toEqual([payload, 400, error]);
    const headers = { 'content-type': 'application/json' };
    const broken = await api.call({
      method: 'POST',
      url: '/oauth2/register',
      payload: '{"x":',
      headers,
    });
    expect(word(broken)).toEqual([400, 'invalid_client_metadata']);
    expect((await register({ redirect_uris: uris, x: 'y'.repeat(40_000) })).status).toBe(413);
    expect(await api.meta.selectFrom('app_clients').selectAll().execute()).toHaveLength(1);
    await api.close();
    await open({ registration: 'local_only', redirectHosts: ['a.example'] });
    expect(word(await register({ redirect_uris: ['https://a.example/cb'] }))).toEqual([
      400,
      'invalid_redirect_uri',
    ]);
    expect((await register({ redirect_uris: uris })).status).toBe(201);
    await api.close();
    await open({ registration: 'disabled' });
    expect(word(await register({ redirect_uris: uris }))).toEqual([403, 'access_denied']);
  });

  it('is one of so many in an hour from an address, and is forgotten when no user authorizes it', async () => {
    await open({ registrationsPerHour: 3 }, { limitAddresses: true });
    const uris = ['http://127.0.0.1/cb'];
    const replies = [];
    for (let i = 0; i < 4; i++) replies.push(await register({ redirect_uris: uris }));
    expect(replies.map((reply) => reply.status)).toEqual([201, 201, 201, 429]);
    expect(Number(replies[3]?.headers['retry-after'])).toBeGreaterThan(1_000);
    const week = 7 * 86_400_000;
    await api.meta
      .updateTable('app_clients')
      .set((row) => ({ created_at_ms: row('created_at_ms', '-', week) }))
      .execute();
    const elsewhere = {
      method: 'POST',
      url: '/oauth2/register',
      payload: { redirect_uris: uris },
      remoteAddress: '198.51.100.7',
    } as const;
    expect((await api.call(elsewhere)).status).toBe(201);
    const names = await api.meta.selectFrom('app_clients').select('name').execute();
    expect(names.map(({ name }) => name)).toEqual(['Phoenix CLI', 'An app without a name']);
  });
});
