import { describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from './config.ts';

function errorOf(environment: Readonly<Record<string, string | undefined>>): string {
  try {
    loadConfig(environment);
    return 'no error';
  } catch (error) {
    return error instanceof ConfigError ? error.message : String(error);
  }
}

describe('several bad values', () => {
  it.each([
    [
      {
        SERVICE_PORT: 'abc',
        PHOENIX_GRPC_PORT: '99999',
        SERVICE_LOGGING_LEVEL: 'loud',
        SERVICE_ENABLE_AUTH: 'true',
      },
      [
        "SERVICE_PORT is 'abc'; accepted is a port from 0 to 65535 (0 lets the system choose).",
        "PHOENIX_GRPC_PORT is '99999'; accepted is a port from 0 to 65535 (0 lets the system choose).",
        "SERVICE_LOGGING_LEVEL is 'loud'; accepted is one of fatal, error, warn, info, debug, trace, silent.",
        'SERVICE_SECRET is missing; accepted with SERVICE_ENABLE_AUTH is a text of at least 32 characters. Make one: openssl rand -hex 32.',
      ],
    ],
    [
      { SERVICE_TLS_ENABLED: 'true' },
      [
        'SERVICE_TLS_CERT_FILE is missing; accepted with SERVICE_TLS_ENABLED=true is a path of a PEM file.',
        'SERVICE_TLS_KEY_FILE is missing; accepted with SERVICE_TLS_ENABLED=true is a path of a PEM file.',
      ],
    ],
    [
      {
        SERVICE_LDAP_HOST: 'x',
        SERVICE_OAUTH2_A_CLIENT_ID: 'id',
        SERVICE_OAUTH2_A_USE_PKCE: 'perhaps',
      },
      [
        "SERVICE_OAUTH2_A_USE_PKCE is 'perhaps'; accepted is true or false.",
        'SERVICE_OAUTH2_A_CLIENT_SECRET is missing; an identity provider needs it.',
        'SERVICE_OAUTH2_A_OIDC_CONFIG_URL is missing; an identity provider needs it.',
        'SERVICE_LDAP_USER_SEARCH_BASE_DNS is missing; SERVICE_LDAP_HOST needs it.',
        'SERVICE_LDAP_GROUP_ROLE_MAPPINGS is missing; SERVICE_LDAP_HOST needs it.',
      ],
    ],
  ])('names every bad value of %o, each in a line', (environment, lines) => {
    expect(errorOf(environment).split('\n').toSorted()).toEqual(lines.toSorted());
  });

  it('says nothing of how a value goes with others that could not be read', () => {
    expect(errorOf({ SERVICE_SECRET: 'short', SERVICE_ENABLE_AUTH: 'true' })).toMatch(
      /^SERVICE_SECRET is not a good secret [^\n]+$/,
    );
    expect(
      errorOf({
        SERVICE_TLS_ENABLED: 'true',
        SERVICE_TLS_CERT_FILE: '/nowhere',
        SERVICE_TLS_KEY_FILE: '/nowhere',
      }).split('\n'),
    ).toEqual([
      expect.stringMatching(/^SERVICE_TLS_CERT_FILE is '\/nowhere'/),
      expect.stringMatching(/^SERVICE_TLS_KEY_FILE is '\/nowhere'/),
    ]);
    const people = {
      SERVICE_ENABLE_AUTH: 'true',
      SERVICE_SECRET: 'a-secret-of-32-characters-or-more-1',
      SERVICE_DISABLE_BASIC_AUTH: 'true',
    };
    expect(errorOf({ ...people, SERVICE_LDAP_HOST: 'x', SERVICE_LDAP_TLS_MODE: 'tls' })).toMatch(
      /^SERVICE_LDAP_TLS_MODE [^\n]+$/,
    );
    expect(errorOf({ SERVICE_PORT: 'a\nb' })).not.toContain('\n');
  });
});
