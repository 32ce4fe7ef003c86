import os from 'node:os';
import { describe, expect, it } from 'vitest';
import { configHelp, configTable, ConfigError, loadConfig } from './config.ts';
import { SETTINGS } from './settings.ts';

function errorOf(environment: Readonly<Record<string, string | undefined>>): string {
  try {
    loadConfig(environment);
    return 'no error';
  } catch (error) {
    return error instanceof ConfigError ? error.message : String(error);
  }
}

describe('configuration', () => {
  it('has the defaults of the specification', () => {
    const { config, notices } = loadConfig({});
    expect(config).toMatchObject({
      port: 6006,
      grpcPort: 4317,
      host: '0.0.0.0',
      prometheusPort: 9090,
      enablePrometheus: false,
      telemetryEnabled: false,
    });
    expect(config).toMatchObject({
      bodyBytesMax: 64 * 1024 ** 2,
      queueSpansMax: 20_000,
      requestTimeoutMs: 60_000,
      headersTimeoutMs: 10_000,
    });
    expect(config.workingDir).toBe(`${os.homedir()}/.telltale`);
    expect(notices).toEqual([]);
  });

  it('reads SERVICE_ before PHOENIX_, and an option before both; empty is unset', () => {
    expect(loadConfig({ PHOENIX_PORT: '1' }).config.port).toBe(1);
    expect(loadConfig({ PHOENIX_PORT: '1', SERVICE_PORT: '2' }).config.port).toBe(2);
    expect(loadConfig({ PHOENIX_PORT: '1', SERVICE_PORT: '2' }, { PORT: '3' }).config.port).toBe(3);
    expect(loadConfig({ PHOENIX_PORT: '1', SERVICE_PORT: ' ' }).config.port).toBe(1);
  });

  it.each([
    ['64MiB', 64 * 1024 ** 2],
    ['64 mib', 64 * 1024 ** 2],
    ['1.5GiB', 1.5 * 1024 ** 3],
    ['2GB', 2e9],
    ['134217728', 134_217_728],
  ])('reads %s as bytes', (text, value) => {
    expect(loadConfig({ SERVICE_MIN_FREE_DISK_BYTES: text }).config.minFreeDiskBytes).toBe(value);
  });

  it.each([
    ['30', 30_000],
    ['500ms', 500],
    ['2m', 120_000],
    ['1.5s', 1_500],
  ])('reads %s as a time', (text, value) => {
    expect(loadConfig({ SERVICE_REQUEST_TIMEOUT: text }).config.requestTimeoutMs).toBe(value);
  });

  it.each([
    ['~', os.homedir()],
    ['~/x', `${os.homedir()}/x`],
    ['/tmp/../tmp/y', '/tmp/y'],
  ])('reads the directory %s', (text, value) => {
    expect(loadConfig({ SERVICE_WORKING_DIR: text }).config.workingDir).toBe(value);
  });

  it('reads a database address as a directory', () => {
    expect(loadConfig({ SERVICE_SQL_DATABASE_URL: 'sqlite:////data/x.db' }).config.database).toEqual({ directory: '/data' });
    expect(loadConfig({ SERVICE_SQL_DATABASE_URL: 'sqlite:///:memory:' }).config.database).toBe('temporary');
  });

  it.each([
    [{ SERVICE_PORT: '65536' }, "SERVICE_PORT is '65536'; accepted is a port from 0 to 65535 (0 lets the system choose)."],
    [{ PHOENIX_ENABLE_PROMETHEUS: 'maybe' }, "PHOENIX_ENABLE_PROMETHEUS is 'maybe'; accepted is true or false."],
    [
      { SERVICE_MAX_BODY_BYTES: '64 furlongs' },
      "SERVICE_MAX_BODY_BYTES is '64 furlongs'; accepted is bytes from 1KiB to 512MiB, plain or with a unit such as 64MiB.",
    ],
    [{ SERVICE_MAX_QUEUE_BYTES: '1MiB' }, "SERVICE_MAX_QUEUE_BYTES is '1MiB'; accepted is at least SERVICE_MAX_BODY_BYTES (64MiB)."],
    [
      { SERVICE_LOGGING_LEVEL: 'loud' },
      "SERVICE_LOGGING_LEVEL is 'loud'; accepted is one of fatal, error, warn, info, debug, trace, silent.",
    ],
    [
      { SERVICE_TLS_ENABLED: 'true' },
      "SERVICE_TLS_ENABLED is 'true'; accepted is false: TLS (use a reverse proxy) is not part of this version.",
    ],
    [
      { SERVICE_REQUIRE_AUTH_BEYOND_LOOPBACK: 'true' },
      "SERVICE_HOST is '0.0.0.0'; accepted with SERVICE_REQUIRE_AUTH_BEYOND_LOOPBACK is a loopback address, unless SERVICE_ENABLE_AUTH is true.",
    ],
    [{ SERVICE_TRUST_PROXY: 'everyone' }, /^SERVICE_TRUST_PROXY is 'everyone'; accepted is how many proxies stand in front/],
    [{ SERVICE_HOST: 'a b' }, /^SERVICE_HOST is 'a b'; accepted is an IP address/],
    [{ SERVICE_SQL_DATABASE_URL: 'postgresql://u:p@h/d' }, /^SERVICE_SQL_DATABASE_URL is .*PostgreSQL is not supported by this version\.$/],
  ])('refuses %o in one line', (environment, message) => {
    const text = errorOf(environment);
    if (message instanceof RegExp) expect(text).toMatch(message);
    else expect(text).toBe(message);
    expect(text).not.toContain('\n');
  });

  it('takes variables of later features, names them, and names unknown ones of its own prefix', () => {
    const { notices } = loadConfig({ PHOENIX_LOG_SQL: 'x', SERVICE_LDAP_HOST: 'y', SERVICE_PROT: '1', PHOENIX_WHATEVER: '1', OTHER: '1' });
    expect(notices).toEqual(['Accepted, not used yet: PHOENIX_LOG_SQL, SERVICE_LDAP_HOST', 'Not known, ignored: SERVICE_PROT']);
  });

  it('lists every setting in the help and in the table', () => {
    const [help, table] = [configHelp(), configTable()];
    for (const { name, description } of Object.values(SETTINGS)) {
      expect(help).toContain(`SERVICE_${name} [`);
      expect(table).toContain(`\`SERVICE_${name}\``);
      expect(table).toContain(description);
    }
  });
});

describe('identity providers', () => {
  const given = (more: Record<string, string> = {}): Record<string, string> => ({
    SERVICE_OAUTH2_THE_HOUSE_CLIENT_ID: 'id',
    PHOENIX_OAUTH2_THE_HOUSE_CLIENT_SECRET: 'secret',
    SERVICE_OAUTH2_THE_HOUSE_OIDC_CONFIG_URL: 'https://id.example.org/.well-known/openid-configuration',
    ...more,
  });

  it('are read under both spellings', () => {
    const { config, notices } = loadConfig(given({ SERVICE_OAUTH2_THE_HOUSE_ROLE_MAPPING: 'a:b:ADMIN, c:VIEWER' }));
    expect(config.identityProviders).toMatchObject([
      { name: 'the_house', displayName: 'The house', clientId: 'id', clientSecret: 'secret', usePkce: true, allowSignUp: true },
    ]);
    expect(config.identityProviders[0]?.roleMapping).toEqual(
      new Map([
        ['a:b', 'ADMIN'],
        ['c', 'VIEWER'],
      ]),
    );
    expect(notices).toEqual([]);
  });

  it.each([
    ['OIDC_CONFIG_URL', 'http://id.example.org/', /https:\/\/ address/],
    ['ROLE_MAPPING', 'x:SYSTEM', /ROLE_MAPPING is 'x:SYSTEM'/],
    ['ROLE_ATTRIBUTE_PATH', '((', /JMESPath/],
    ['ALLOWED_GROUPS', 'ops', /go together/],
    ['TOKEN_ENDPOINT_AUTH_METHOD', 'client_assertion_jwt', /accepted is one of/],
  ])('with a %s of %s are refused', (field, value, why) => {
    expect(() => loadConfig(given({ [`SERVICE_OAUTH2_THE_HOUSE_${field}`]: value }))).toThrow(why);
  });

  it('are needed when passwords are off', () => {
    const env = { SERVICE_ENABLE_AUTH: 'true', SERVICE_SECRET: 'a-secret-of-32-characters-or-more-1', SERVICE_DISABLE_BASIC_AUTH: 'true' };
    expect(() => loadConfig(env)).toThrow(/no other way to sign in/);
    expect(loadConfig(given(env)).config.disablePasswords).toBe(true);
  });
});
