import { connect, createServer, type AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Directory } from '#server/auth/directory/directory.ts';
import { loadConfig } from '#server/config.ts';
import { createLog } from '#server/telemetry/log.ts';
import { openApiApp, type ApiApp, type Reply } from '#test/api-app.ts';
import {
  LDAP_BASE,
  LDAP_PASSWORD,
  LDAP_SERVICE,
  SLAPD,
  addGroup,
  addPerson,
  groupDn,
  openLdapServer,
  type LdapServer,
} from '#test/ldap-server.ts';
import { addUser, cookiesOf, login, setCookies } from '#test/sign-in.ts';

const SECRET = 'an-admin-secret-of-32-characters-1';
const ROOT = { authorization: `Bearer ${SECRET}` };
const ROLES = [
  { group_dn: groupDn('admins').toUpperCase(), role: 'ADMIN' },
  { group_dn: groupDn('makers'), role: 'MEMBER' },
];
let ldap: LdapServer;
let api: ApiApp;
let nowMs = Date.now();

async function open(variables: Record<string, string> = {}, required = true): Promise<void> {
  const given = {
    HOST: 'localhost',
    PORT: String(ldap.port),
    TLS_CA_CERT_FILE: ldap.caFile,
    BIND_DN: LDAP_SERVICE.dn,
    BIND_PASSWORD: LDAP_SERVICE.password,
    USER_SEARCH_BASE_DNS: JSON.stringify([LDAP_BASE]),
    USER_SEARCH_FILTER: '(uid=%s)',
    ATTR_UNIQUE_ID: 'entryUUID',
    GROUP_ROLE_MAPPINGS: JSON.stringify(ROLES),
    ...variables,
  };
  const { directory } = loadConfig(
    Object.fromEntries(
      Object.entries(given).map(([name, value]) => [`PHOENIX_LDAP_${name}`, value]),
    ),
  ).config;
  if (directory === null) throw new Error('no directory');
  api = await openApiApp({
    access: {
      required,
      adminSecret: SECRET,
      now: () => nowMs,
      signIn: { limitAddresses: false },
      directory: new Directory({ settings: directory, log: createLog('silent', 'test') }),
    },
  });
}
const everyUser = {
  GROUP_ROLE_MAPPINGS: JSON.stringify([...ROLES, { group_dn: '*', role: 'VIEWER' }]),
};
const ldapLogin = (body: object): Promise<Reply> =>
  api.call({ method: 'POST', url: '/auth/ldap/login', payload: body });
const enter = (username: string, password = LDAP_PASSWORD): Promise<Reply> =>
  ldapLogin({ username, password });
/** Who is signed in after it; the reply's text when no user is. */
async function whoIs(username: string, password?: string): Promise<unknown> {
  const reply = await enter(username, password);
  if (reply.status !== 204) return [reply.status, reply.text];
  // as: the reply was checked against its schema
  return ((await api.get('/v1/user', { cookie: cookiesOf(reply) })).body as { data: unknown }).data;
}
const NO_ROLE = [401, '{"detail":"None of your groups may sign in to this server."}'];
const WRONG = [
  401,
  '{"detail":"The user name or the password is incorrect. Check both, or have your password reset in the directory."}',
];

describe.skipIf(SLAPD === null)('signing in by a directory', () => {
  beforeAll(async () => {
    ldap = await openLdapServer();
    await addPerson(ldap, { uid: 'ada', name: 'Ada Lovelace' });
    await addPerson(ldap, { uid: 'grace', mail: '' });
    await addPerson(ldap, { uid: 'eve' });
    await addPerson(ldap, { uid: 'mallory', mail: 'boss@example.org' });
    await addGroup(ldap, 'admins', ['ada']);
    await addGroup(ldap, 'makers', ['ada', 'mallory']);
  }, 120_000);
  afterAll(() => ldap.close());
  afterEach(() => api.close());

  it('gives cookies as a password does, an account without a password, and a row in the audit log', async () => {
    await open();
    const reply = await enter('ada');
    expect([reply.status, setCookies(reply).length]).toEqual([204, 2]);
    const cookie = cookiesOf(reply);
    expect((await api.get('/v1/user', { cookie })).body).toMatchObject({
      data: {
        auth_method: 'LDAP',
        email: 'ada@example.org',
        username: 'Ada Lovelace',
        role: 'ADMIN',
      },
    });
    expect((await api.get('/v1/users', { cookie })).body).toMatchObject({
      data: [{ auth_method: 'LDAP', email: 'ada@example.org' }],
    });
    const rows = await api.meta
      .selectFrom('users')
      .select(['auth_method', 'password_hash', 'password_needs_reset'])
      .execute();
    expect(rows).toEqual([{ auth_method: 'LDAP', password_hash: null, password_needs_reset: 0 }]);
    // Neither the password of the directory nor none at all opens the other door.
    expect((await login(api, 'ada@example.org', LDAP_PASSWORD)).status).toBe(401);
    expect((await login(api, 'ada@example.org', '')).status).toBe(401);
    const change = { current_password: LDAP_PASSWORD, new_password: 'another one' };
    expect(
      (
        await api.call({
          method: 'POST',
          url: '/v1/user/password',
          payload: change,
          headers: { cookie },
        })
      ).status,
    ).toBe(409);
    await api.audit.log.flush();
    const acts = await api.meta
      .selectFrom('audit_log')
      .select(['action', 'actor_kind', 'actor_name', 'result'])
      .execute();
    expect(acts).toContainEqual({
      action: 'session.create',
      actor_kind: 'user',
      actor_name: 'ada@example.org',
      result: 'success',
    });
    expect(
      JSON.stringify(await api.meta.selectFrom('audit_log').selectAll().execute()),
    ).not.toContain(LDAP_PASSWORD);
  });

  it('says the same of everything that is wrong', async () => {
    await open();
    for (const body of [
      {},
      { username: 'ada' },
      { password: LDAP_PASSWORD },
      { username: 'ada', password: '' },
      { username: '', password: 'x' },
    ])
      expect([(await ldapLogin(body)).status, (await ldapLogin(body)).text]).toEqual(WRONG);
    for (const [name, password] of [
      ['ada', 'wrong'],
      ['nobody', LDAP_PASSWORD],
      ['*', LDAP_PASSWORD],
      [')(uid=*)', LDAP_PASSWORD],
      ['ada\0', LDAP_PASSWORD],
    ] as const)
      expect(await whoIs(name, password)).toEqual(WRONG);
    expect((await ldapLogin({ username: ['ada'], password: LDAP_PASSWORD })).status).toBe(422);
    expect(await api.meta.selectFrom('users').selectAll().execute()).toEqual([]);
  });

  it('takes the role of the first group that fits, anew at each sign-in, and turns away who has none', async () => {
    await open(everyUser);
    await addUser(api, 'root@example.org', 'ADMIN');
    expect(await whoIs('ada')).toMatchObject({ role: 'ADMIN' });
    expect(await whoIs('mallory')).toMatchObject({ role: 'MEMBER' });
    expect(await whoIs('eve')).toMatchObject({ role: 'VIEWER' });
    await api.meta
      .updateTable('users')
      .set({ role: 'ADMIN' })
      .where('email', '=', 'eve@example.org')
      .execute();
    expect(await whoIs('eve')).toMatchObject({ role: 'VIEWER' });
    await api.close();
    await open();
    expect(await whoIs('eve')).toEqual(NO_ROLE);
    expect(await whoIs('eve', 'wrong')).toEqual(WRONG);
  });

  it('makes no accounts with sign-up off, but fills those that wait', async () => {
    await open({ ...everyUser, ALLOW_SIGN_UP: 'false' });
    expect(await whoIs('ada')).toEqual([
      401,
      '{"detail":"You have no account here. Ask an admin for one."}',
    ]);
    const user = {
      auth_method: 'LDAP',
      email: 'Ada@example.org',
      username: 'countess',
      role: 'VIEWER',
    };
    const made = await api.call({
      method: 'POST',
      url: '/v1/users',
      payload: { user },
      headers: ROOT,
    });
    expect(made.body).toMatchObject({ data: { auth_method: 'LDAP', email: 'ada@example.org' } });
    expect(await whoIs('ada')).toMatchObject({ username: 'countess', role: 'ADMIN' });
    expect(await api.meta.selectFrom('users').selectAll().execute()).toHaveLength(1);
  });

  it('never takes over an account that signs in otherwise, nor that of an earlier owner of the address', async () => {
    await open(everyUser);
    await addUser(api, 'boss@example.org', 'ADMIN');
    const taken = [
      401,
      '{"detail":"There is an account of your address already, which signs in otherwise."}',
    ];
    expect(await whoIs('mallory')).toEqual(taken);
    const earlier = {
      email: 'eve@example.org',
      username: 'eve',
      role: 'ADMIN',
      auth_method: 'LDAP',
      ldap_unique_id: 'another user',
    } as const;
    await api.meta
      .insertInto('users')
      .values({ ...earlier, created_at_ms: 1, updated_at_ms: 1 })
      .execute();
    expect(await whoIs('eve')).toEqual(taken);
  });

  it('knows people by their unique id when they have another address, or none', async () => {
    await open(everyUser);
    expect(await whoIs('grace')).toEqual([
      401,
      '{"detail":"The directory has no e-mail address for you. Ask its administrator to add one."}',
    ]);
    expect(await whoIs('ada')).toMatchObject({ email: 'ada@example.org' });
    await api.meta.updateTable('users').set({ email: 'before@example.org' }).execute();
    expect(await whoIs('ada')).toMatchObject({ email: 'before@example.org' });
    await api.close();
    await open({ ...everyUser, ATTR_EMAIL: 'null' });
    expect(await whoIs('grace')).toMatchObject({
      email: expect.stringMatching(/^[0-9a-f]{32}@directory\.invalid$/),
      username: 'grace',
    });
    expect(await whoIs('grace')).toMatchObject({ username: 'grace' });
    expect(await api.meta.selectFrom('users').selectAll().execute()).toHaveLength(1);
  });

  it('locks an account after five failures, however its name is written, and no other', async () => {
    await open(everyUser);
    for (const name of ['ada', 'ADA', ' ada', 'Ada', 'aDa'])
      expect((await enter(name, 'wrong')).status).toBe(401);
    const locked = await enter('ada');
    expect([locked.status, locked.headers['retry-after']]).toEqual([429, '300']);
    expect((await enter('eve')).status).toBe(204);
    for (let i = 0; i < 5; i++) expect((await enter('nobody', 'wrong')).status).toBe(401);
    expect((await enter('nobody', 'wrong')).text).toBe(locked.text);
    nowMs += 301_000;
    expect((await enter('ada')).status).toBe(204);
  });

  it('does not count tries that the directory died over', async () => {
    let isWell = false;
    // Proxies the connection until a user's password is about to be tried: the third message on a
    // connection.
    const proxy = createServer((client) => {
      const server = connect({ host: '127.0.0.1', port: ldap.port });
      let messages = 0;
      client.on('data', (chunk) => {
        messages += 1;
        if (isWell || messages < 3) server.write(chunk);
        else client.destroy();
      });
      server.pipe(client).on('error', () => {});
      client.on('close', () => server.destroy());
      server.on('error', () => {});
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    try {
      // as: it listens on TCP, so its address is no path.
      const { port } = proxy.address() as AddressInfo;
      await open({ ...everyUser, PORT: String(port), TLS_MODE: 'none' });
      for (let i = 0; i < 7; i++) expect([(await enter('ada')).status, i]).toEqual([503, i]);
      isWell = true;
      expect((await enter('ada')).status).toBe(204);
    } finally {
      await new Promise((resolve) => proxy.close(resolve));
    }
  });

  it('is absent while authentication is off, and listed when it is configured', async () => {
    await open({}, false);
    expect((await api.get('/auth/config')).body).toMatchObject({ data: { ldap: false } });
    expect((await enter('ada')).status).toBe(403);
    await api.close();
    await open();
    expect((await api.get('/auth/config')).body).toMatchObject({
      data: { ldap: true, password: true },
    });
  });
});

it('answers as a path that is none where no directory is configured', async () => {
  api = await openApiApp({ access: { required: true } });
  const reply = await enter('ada');
  expect([reply.status, reply.headers['allow']]).toEqual([405, 'GET, HEAD']);
  expect((await api.get('/auth/config')).body).toMatchObject({ data: { ldap: false } });
  await api.close();
});
