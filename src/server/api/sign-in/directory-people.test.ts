import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Directory } from '#server/auth/directory/directory.ts';
import { loadConfig } from '#server/config.ts';
import { directoryRecheck } from '#server/compose/sign-in-rechecks.ts';
import { createLog } from '#server/telemetry/log.ts';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import {
  LDAP_BASE,
  LDAP_PASSWORD,
  LDAP_SERVICE,
  SLAPD,
  addGroup,
  addPerson,
  groupDn,
  openLdapServer,
  personDn,
  type LdapServer,
} from '#test/ldap-server.ts';
import { addUser, cookiesOf, signedIn } from '#test/sign-in.ts';

const HOUR_MS = 3_600_000;
const ROLES = [
  { group_dn: groupDn('members'), role: 'MEMBER' },
  { group_dn: groupDn('viewers'), role: 'VIEWER' },
];
let ldap: LdapServer;
let api: ApiApp;
let directory: Directory;
let nowMs = 0;

async function open(variables: Record<string, string> = {}): Promise<void> {
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
  const settings = loadConfig(
    Object.fromEntries(
      Object.entries(given).map(([name, value]) => [`SERVICE_LDAP_${name}`, value]),
    ),
  ).config.directory;
  if (settings === null) throw new Error('no directory');
  directory = new Directory({ settings, log: createLog('silent', 'test') });
  api = await openApiApp({
    access: { required: true, now: () => nowMs, signIn: { limitAddresses: false }, directory },
  });
  await addUser(api, 'root@example.org', 'ADMIN');
}

async function enter(username: string): Promise<{ readonly cookie: string }> {
  const reply = await api.call({
    method: 'POST',
    url: '/auth/ldap/login',
    payload: { username, password: LDAP_PASSWORD },
  });
  expect([reply.status, reply.text]).toEqual([204, '']);
  return { cookie: cookiesOf(reply) };
}
async function keyOf(session: { readonly cookie: string }): Promise<{ readonly api_key: string }> {
  const made = await api.call({
    method: 'POST',
    url: '/api/v1/api-keys',
    payload: { name: 'mine', scopes: ['projects:read'] },
    headers: session,
  });
  // as: the reply was checked against its schema
  return { api_key: (made.body as { key: string }).key };
}
const status = async (headers: Record<string, string>): Promise<number> =>
  (await api.get('/v1/projects', headers)).status;
/** Looks up every user again, an hour later. */
async function recheck(): Promise<void> {
  nowMs += HOUR_MS;
  await directoryRecheck(directory, { db: api.meta, audit: api.audit.log, now: () => nowMs })(
    {},
    { signal: new AbortController().signal },
  );
  api.authenticator.changed();
}
async function user(email: string) {
  const { cookie } = await signedIn(api, 'root@example.org');
  const { data } = (await api.get('/v1/users', { cookie })).body as {
    data: { email: string; username: string; role: string; suspended_at?: string }[];
  }; // as: checked against its schema
  return data.find((one) => one.email === email);
}
async function rename(uid: string, name: string): Promise<void> {
  await ldap.change(personDn(uid), 'displayName', name);
}

describe.skipIf(SLAPD === null)('people of a directory', () => {
  beforeAll(async () => {
    ldap = await openLdapServer();
    for (const uid of ['ada', 'eve', 'ben', 'kim', 'zoe'])
      await addPerson(ldap, { uid, name: `${uid} of old` });
    await addGroup(ldap, 'members', ['ada', 'eve', 'ben', 'kim', 'zoe']);
    await addGroup(ldap, 'viewers', ['ada']);
  }, 120_000);
  afterAll(() => ldap.close());
  beforeEach(() => {
    nowMs = Date.now();
  });
  afterEach(() => api.close());

  it('have the name of the directory, unless another one is set here or the name is taken', async () => {
    await open();
    await enter('ada');
    await rename('ada', 'Ada Lovelace');
    await enter('ada');
    expect(await user('ada@example.org')).toMatchObject({ username: 'Ada Lovelace' });
    await rename('ada', 'root@example.org');
    await enter('ada');
    expect(await user('ada@example.org')).toMatchObject({ username: 'Ada Lovelace' });
    await rename('ada', 'Ada King');
    await recheck();
    expect(await user('ada@example.org')).toMatchObject({ username: 'Ada King' });
    const renamed = await api.call({
      method: 'PATCH',
      url: '/v1/user',
      payload: { username: 'countess' },
      headers: await enter('ada'),
    });
    expect(renamed.status).toBe(200);
    await rename('ada', 'Ada of old');
    await enter('ada');
    expect(await user('ada@example.org')).toMatchObject({ username: 'countess' });
  });

  it('lose sessions and keys when they are taken out, and have the keys again when they are back', async () => {
    await open();
    const session = await enter('eve');
    const key = await keyOf(session);
    await recheck();
    expect([await status(session), await status(key)]).toEqual([401, 200]);
    const again = await enter('eve');
    await ldap.remove(personDn('eve'));
    await recheck();
    expect([await status(again), await status(key)]).toEqual([401, 401]);
    expect((await api.get('/v1/projects', key)).text).toContain(
      'was deleted, or is no longer admitted',
    );
    expect(Date.parse((await user('eve@example.org'))?.suspended_at ?? '')).toBe(nowMs);
    // A different user with the same name gets a different account.
    await addPerson(ldap, { uid: 'eve' });
    await recheck();
    expect(await status(key)).toBe(401);
    await api.audit.log.flush();
    const rows = await api.meta
      .selectFrom('audit_log')
      .select(['action', 'actor_name', 'details'])
      .where('action', 'like', 'user.%')
      .execute();
    expect(rows.map((row) => row.action)).toEqual(['user.suspend']);
    expect(String(rows[0]?.details)).toContain('eve@example.org');
  });

  it('lose them without a role, and get the role that the directory gives them now', async () => {
    await open();
    const key = await keyOf(await enter('ben'));
    const ada = await keyOf(await enter('ada'));
    await ldap.remove(groupDn('members'));
    await recheck();
    expect([await status(key), await status(ada)]).toEqual([401, 200]);
    expect(await user('ada@example.org')).toMatchObject({ role: 'VIEWER' });
    await addGroup(ldap, 'members', ['ada', 'ben', 'kim', 'zoe']);
    await recheck();
    expect(await status(key)).toBe(200);
    expect((await user('ben@example.org'))?.suspended_at).toBeUndefined();
    expect(await user('ada@example.org')).toMatchObject({ role: 'MEMBER' });
  });

  it('lose nothing while the directory does not answer, or when it is not asked', async () => {
    await open();
    const key = await keyOf(await enter('kim'));
    await ldap.freeze();
    try {
      nowMs += HOUR_MS;
      const asked = new Directory({
        settings: { ...directory.settings, port: 1 },
        log: createLog('silent', 'test'),
      });
      const job = directoryRecheck(asked, { db: api.meta, audit: api.audit.log, now: () => nowMs });
      await expect(job({}, { signal: new AbortController().signal })).rejects.toMatchObject({
        code: 'unavailable',
      });
    } finally {
      ldap.thaw();
    }
    expect(await status(key)).toBe(200);
    await api.close();
    await open({ RECHECK_MINUTES: '0' });
    const other = await keyOf(await enter('kim'));
    await ldap.remove(personDn('kim'));
    await recheck();
    expect(await status(other)).toBe(200);
  });

  it('are known by the bytes of an Active Directory’s objectGUID, and closed accounts are seen', async () => {
    await open({
      USER_SEARCH_FILTER: '(&(objectClass=user)(sAMAccountName=%s))',
      ATTR_UNIQUE_ID: 'objectGUID',
    });
    const dn = personDn('ida');
    // Neither text nor the same whichever way it is read.
    const guid = Buffer.from('00ff10e9beefc0de8081fe7f0d0a1b00', 'hex');
    await ldap.add(dn, {
      objectClass: ['inetOrgPerson', 'user'],
      uid: 'ida',
      cn: 'Ida',
      sn: 'Ida',
      displayName: 'Ida',
      mail: 'ida@example.org',
      userPassword: LDAP_PASSWORD,
      sAMAccountName: 'IDA',
      userAccountControl: '512',
      objectGUID: guid,
    });
    await ldap.remove(groupDn('viewers'));
    await ldap.add(groupDn('viewers'), { objectClass: 'groupOfNames', cn: 'viewers', member: dn });
    const key = await keyOf(await enter('ida'));
    const stored = await api.meta
      .selectFrom('users')
      .select('ldap_unique_id')
      .where('email', '=', 'ida@example.org')
      .executeTakeFirst();
    expect(stored?.ldap_unique_id).toBe('e910ff00-efbe-dec0-8081-fe7f0d0a1b00');
    await ldap.change(dn, 'mail', 'ida.new@example.org');
    await enter('ida');
    expect(
      await api.meta.selectFrom('users').select('id').where('auth_method', '=', 'LDAP').execute(),
    ).toHaveLength(1);
    await recheck();
    expect(await status(key)).toBe(200);
    await ldap.change(dn, 'userAccountControl', '514');
    await recheck();
    expect(await status(key)).toBe(401);
    await ldap.change(dn, 'userAccountControl', '66048');
    await recheck();
    expect(await status(key)).toBe(200);
  });
});
