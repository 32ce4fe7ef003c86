import { describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from '../config.ts';

function errorOf(environment: Readonly<Record<string, string | undefined>>): string {
  try {
    loadConfig(environment);
    return 'no error';
  } catch (error) {
    return error instanceof ConfigError ? error.message : String(error);
  }
}

describe('a directory', () => {
  const given = (more: Record<string, string> = {}): Record<string, string> => ({
    SERVICE_LDAP_HOST: 'ldap1.example.org, [::1]',
    PHOENIX_LDAP_USER_SEARCH_BASE_DNS: '["ou=people,dc=example,dc=org"]',
    SERVICE_LDAP_GROUP_ROLE_MAPPINGS:
      '[{"group_dn":"cn=admins,dc=x","role":"ADMIN"},{"group_dn":"*","role":"viewer"}]',
    ...more,
  });

  it('is read under both spellings, with the defaults of the specification', () => {
    const { config, notices } = loadConfig(given());
    expect(config.directory).toEqual({
      hosts: ['ldap1.example.org', '::1'],
      port: 389,
      tls: { mode: 'starttls', verify: true, caFile: null, certFile: null, keyFile: null },
      service: null,
      userBases: ['ou=people,dc=example,dc=org'],
      userFilter: '(&(objectClass=user)(sAMAccountName=%s))',
      emailAttribute: 'mail',
      uniqueIdAttribute: null,
      nameAttribute: 'displayName',
      memberOfAttribute: 'memberOf',
      groups: null,
      roles: [
        { groupDn: 'cn=admins,dc=x', role: 'ADMIN' },
        { groupDn: '*', role: 'VIEWER' },
      ],
      allowSignUp: true,
      recheckMs: null,
    });
    expect(notices).toEqual([]);
    expect(loadConfig(given({ PHOENIX_LDAP_TLS_MODE: 'ldaps' })).config.directory?.port).toBe(636);
    expect(loadConfig({}).config.directory).toBeNull();
  });

  it.each([
    ['TLS_MODE', 'tls', /accepted is one of starttls, ldaps, none/],
    ['TLS_CA_CERT_FILE', '/nowhere/ca.pem', /a file that can be read/],
    ['TLS_CLIENT_CERT_FILE', '/dev/null', /SERVICE_LDAP_TLS_CLIENT_KEY_FILE is missing/],
    ['BIND_DN', 'cn=reader,dc=x', /SERVICE_LDAP_BIND_PASSWORD is missing/],
    ['BIND_PASSWORD', 'secret', /SERVICE_LDAP_BIND_DN is missing/],
    ['USER_SEARCH_BASE_DNS', 'ou=people', /a JSON list/],
    ['USER_SEARCH_FILTER', '(uid=ada)', /with %s/],
    ['USER_SEARCH_FILTER', '(uid=%s', /LDAP filter/],
    ['ATTR_EMAIL', 'null', /SERVICE_LDAP_ATTR_UNIQUE_ID is missing/],
    ['GROUP_SEARCH_FILTER', '(memberUid=%s)', /SERVICE_LDAP_GROUP_SEARCH_BASE_DNS is missing/],
    ['GROUP_SEARCH_BASE_DNS', '["dc=x"]', /SERVICE_LDAP_GROUP_SEARCH_FILTER is missing/],
    ['GROUP_ROLE_MAPPINGS', '[{"group_dn":"*","role":"SYSTEM"}]', /a JSON list such as/],
    ['GROUP_ROLE_MAPPINGS', '[]', /a JSON list such as/],
  ])('with a %s of %s is refused', (name, value, why) => {
    expect(errorOf(given({ [`SERVICE_LDAP_${name}`]: value }))).toMatch(why);
  });

  it('needs to know where people are and what they may do, and never shows its password', () => {
    expect(errorOf({ SERVICE_LDAP_HOST: 'x' })).toMatch(
      /SERVICE_LDAP_USER_SEARCH_BASE_DNS is missing/,
    );
    expect(
      errorOf({ SERVICE_LDAP_HOST: 'x', SERVICE_LDAP_USER_SEARCH_BASE_DNS: '["dc=x"]' }),
    ).toMatch(/GROUP_ROLE_MAPPINGS is missing/);
    expect(errorOf(given({ SERVICE_LDAP_BIND_PASSWORD: 'hush hush' }))).not.toContain('hush');
  });

  it('is a way to sign in without passwords', () => {
    const env = {
      SERVICE_ENABLE_AUTH: 'true',
      SERVICE_SECRET: 'a-secret-of-32-characters-or-more-1',
      SERVICE_DISABLE_BASIC_AUTH: 'true',
    };
    expect(loadConfig(given(env)).config.disablePasswords).toBe(true);
  });
});
