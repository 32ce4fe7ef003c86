import { expect, it } from 'vitest';
import { DEFAULT_SIGN_IN, createSignIn } from '#server/auth/sign-in.ts';
import { loadConfig } from '#server/config.ts';
import { openTestMeta } from '#server/stores/meta/open-test-meta.ts';
import { startAccess } from './sign-in.ts';

const DIRECTORY = {
  SERVICE_ENABLE_AUTH: 'true',
  SERVICE_SECRET: 'a-secret-of-32-characters-or-more-1',
  SERVICE_LDAP_HOST: 'localhost',
  SERVICE_LDAP_USER_SEARCH_BASE_DNS: '["dc=x"]',
  SERVICE_LDAP_GROUP_ROLE_MAPPINGS: '[{"group_dn":"*","role":"VIEWER"}]',
};

it.each([
  [{}, []],
  [{ SERVICE_LDAP_TLS_MODE: 'none' }, [expect.stringContaining('in the clear')]],
  [
    { SERVICE_LDAP_TLS_VERIFY: 'false' },
    [expect.stringContaining('can impersonate the directory')],
  ],
])(
  'says at the start what the line to a directory is not safe from: %j',
  async (environment, notices) => {
    const { db, connection } = openTestMeta();
    const { config } = loadConfig({ ...DIRECTORY, ...environment });
    const nothing = (): void => {};
    const rest = {
      now: () => 1,
      changed: nothing,
      onReuse: nothing,
      providers: [],
      directory: null,
      baseUrl: () => 'http://localhost',
    };
    const start = await startAccess(
      config,
      db,
      createSignIn({ db, settings: DEFAULT_SIGN_IN, ...rest }),
    );
    expect(start.notices).toEqual(notices);
    await db.destroy();
    connection.close();
  },
);
