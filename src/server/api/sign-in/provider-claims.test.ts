import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openApiApp, type ApiApp } from '#test/api-app.ts';
import {
  localProviders,
  openOidcServer,
  passOidcScreens,
  type OidcServer,
} from '#test/oidc-server.ts';
import { cookiesOf } from '#test/sign-in.ts';

/** Claims as providers send them, in their own shapes: what becomes of groups and roles. */
const BACK = 'http://localhost/oauth2/local/tokens';
let oidc: OidcServer;
let api: ApiApp;
beforeEach(async () => {
  oidc = await openOidcServer();
  oidc.start([BACK]);
});
afterEach(async () => {
  await api.close();
  await oidc.close();
});

async function open(settings: Record<string, string>): Promise<void> {
  api = await openApiApp({
    access: {
      required: true,
      signIn: { limitAddresses: false },
      providers: localProviders(oidc, settings),
    },
  });
}

/** The user that these claims sign in; where the browser was led when they sign in no one. */
async function signIn(claims: Readonly<Record<string, unknown>>): Promise<unknown> {
  oidc.people.set('ada', claims);
  const there = await api.get('/oauth2/local/login');
  const back = new URL(await passOidcScreens(String(there.headers['location']), 'ada'));
  const reply = await api.get(back.pathname + back.search, { cookie: cookiesOf(there) });
  const to = reply.headers['location'];
  if (to !== '/') return to;
  const { data } = (await api.get('/v1/user', { cookie: cookiesOf(reply) })).body as {
    data: { email: string; role: string };
  }; // as: checked against its schema
  return [data.email, data.role];
}
async function reasons(): Promise<readonly string[]> {
  await api.audit.log.flush();
  const rows = await api.meta
    .selectFrom('audit_log')
    .select('details')
    .where('result', '=', 'denied')
    .execute();
  // as: written by this server
  return rows.map(({ details }) => (JSON.parse(details) as { reason: string }).reason);
}
const ADA = { email: 'ada@example.org', email_verified: true, name: 'Ada' };

describe('Keycloak', () => {
  it('has roles inside of roles, and groups as paths', async () => {
    await open({
      ROLE_ATTRIBUTE_PATH: 'realm_access.roles',
      ROLE_MAPPING: 'telltale-admin:ADMIN,telltale-member:MEMBER',
      GROUPS_ATTRIBUTE_PATH: 'groups',
      ALLOWED_GROUPS: '/engineering,/science/data',
    });
    const roles = (...names: string[]) => ({
      realm_access: { roles: ['offline_access', 'uma_authorization', ...names] },
    });
    expect(
      await signIn({ ...ADA, ...roles('telltale-member'), groups: ['/science/data'] }),
    ).toEqual(['ada@example.org', 'MEMBER']);
    expect(
      await signIn({
        ...ADA,
        ...roles('telltale-member', 'telltale-admin'),
        groups: ['/engineering'],
      }),
    ).toEqual(['ada@example.org', 'ADMIN']);
    expect(await signIn({ ...ADA, ...roles('telltale-admin'), groups: ['/science'] })).toBe(
      '/login?error=group',
    );
  });

  it('has roles of the client', async () => {
    await open({ ROLE_ATTRIBUTE_PATH: 'resource_access."my-client".roles[]' });
    expect(
      await signIn({
        ...ADA,
        resource_access: { account: { roles: ['admin'] }, 'my-client': { roles: ['Member'] } },
      }),
    ).toEqual(['ada@example.org', 'MEMBER']);
    expect(await signIn(ADA)).toEqual(['ada@example.org', 'MEMBER']);
  });
});

describe('Entra', () => {
  const ADMINS = '5f1e0c2a-7f3f-4a3b-9d49-6a1f0a0b0c0d';
  const settings = {
    EMAIL_ATTRIBUTE_PATH: 'email || preferred_username',
    GROUPS_ATTRIBUTE_PATH: 'groups',
    ALLOWED_GROUPS: ADMINS,
    ROLE_ATTRIBUTE_PATH: 'groups',
    ROLE_MAPPING: `${ADMINS}:ADMIN`,
  };
  /** The placeholder claim sent instead of more than 200 groups. */
  const TOO_MANY = {
    _claim_names: { groups: 'src1' },
    _claim_sources: { src1: { endpoint: 'https://graph.windows.net/t/users/u/getMemberObjects' } },
  };
  const person = { preferred_username: 'Ada@Example.org', name: 'Ada' };

  it('names groups by id, and no user by an address that it verified', async () => {
    await open(settings);
    expect(await signIn({ ...person, groups: ['a4c2', ADMINS] })).toEqual([
      'ada@example.org',
      'ADMIN',
    ]);
  });

  it('leads to an error about too many groups when it leaves them out, and not to a user without groups', async () => {
    await open(settings);
    expect(await signIn({ ...person, ...TOO_MANY })).toBe('/login?error=failed');
    expect(await reasons()).toEqual([
      expect.stringContaining("left out 'groups' because the user is in too many"),
    ]);
  });

  it('gives no role that way either, and the error says so where a role is required', async () => {
    const { EMAIL_ATTRIBUTE_PATH, ROLE_ATTRIBUTE_PATH, ROLE_MAPPING } = settings;
    await open({
      EMAIL_ATTRIBUTE_PATH,
      ROLE_ATTRIBUTE_PATH,
      ROLE_MAPPING,
      ROLE_ATTRIBUTE_STRICT: 'true',
    });
    expect(await signIn({ ...person, ...TOO_MANY })).toBe('/login?error=failed');
    expect(await reasons()).toEqual([expect.stringContaining("left out 'groups'")]);
  });
});

describe('Google and others', () => {
  it('has a domain in place of groups', async () => {
    await open({ GROUPS_ATTRIBUTE_PATH: 'hd', ALLOWED_GROUPS: 'example.org' });
    expect(await signIn({ ...ADA, hd: 'example.org' })).toEqual(['ada@example.org', 'VIEWER']);
    expect(await signIn(ADA)).toBe('/login?error=group');
  });

  it('says that an address is not verified in a text, too', async () => {
    await open({});
    expect(await signIn({ ...ADA, email_verified: 'true' })).toEqual(['ada@example.org', 'VIEWER']);
    expect(await signIn({ ...ADA, email_verified: 'false' })).toBe('/login?error=unverified');
  });

  it('is given one word for groups that may not be there', async () => {
    await open({ ROLE_ATTRIBUTE_PATH: "contains(groups || '', 'ops') && 'ADMIN' || 'VIEWER'" });
    expect(await signIn(ADA)).toEqual(['ada@example.org', 'VIEWER']);
    expect(await signIn({ ...ADA, groups: ['ops'] })).toEqual(['ada@example.org', 'ADMIN']);
  });

  it('may send no groups to an expression that counts on them, which names the variable', async () => {
    await open({ ROLE_ATTRIBUTE_PATH: "contains(groups, 'ops') && 'ADMIN' || 'MEMBER'" });
    expect(await signIn({ ...ADA, groups: ['dev'] })).toEqual(['ada@example.org', 'MEMBER']);
    expect(await signIn({ ...ADA, groups: ['ops'] })).toEqual(['ada@example.org', 'ADMIN']);
    expect(await signIn(ADA)).toBe('/login?error=failed');
    expect(await reasons()).toEqual([
      expect.stringContaining("'contains(groups, 'ops') && 'ADMIN' || 'MEMBER'' doesn't match"),
    ]);
  });
});
