import os from 'node:os';
import { describe, expect, it } from 'vitest';
import { configHelp, configTable, ConfigError, loadConfig } from './config.ts';
import { SETTINGS } from './settings/settings.ts';

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
    expect(() => loadConfig({}, { GRPC_PORT: 'x' })).toThrow(
      "--grpc-port is 'x'; accepted is a port",
    );
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

  it('reads names and origins as browsers send them, and refuses what would never be one', () => {
    const { config } = loadConfig({
      SERVICE_ALLOWED_HOSTS: 'Telltale.Example.org, [::1]:6006',
      SERVICE_ALLOWED_ORIGINS: 'https://App.example.org/,http://localhost:3000',
      SERVICE_CSRF_TRUSTED_ORIGINS: 'https://app.example.org:443',
    });
    expect([config.allowedHosts, config.allowedOrigins, config.trustedOrigins]).toEqual([
      ['telltale.example.org', '[::1]:6006'],
      ['https://app.example.org', 'http://localhost:3000'],
      ['https://app.example.org'],
    ]);
    for (const [variable, value] of [
      ['SERVICE_ALLOWED_HOSTS', 'https://telltale.example.org'],
      ['SERVICE_ALLOWED_ORIGINS', 'https://app.example.org/page'],
      ['SERVICE_ALLOWED_ORIGINS', '*'],
      ['SERVICE_CSRF_TRUSTED_ORIGINS', 'app.example.org'],
    ] as const)
      expect(() => loadConfig({ [variable]: value })).toThrow(
        `${variable} is '${value}'; accepted is a comma-separated list of`,
      );
  });

  it('reads a database address as a directory', () => {
    expect(
      loadConfig({ SERVICE_SQL_DATABASE_URL: 'sqlite:////data/x.db' }).config.database,
    ).toEqual({ directory: '/data' });
    expect(loadConfig({ SERVICE_SQL_DATABASE_URL: 'sqlite:///:memory:' }).config.database).toBe(
      'temporary',
    );
  });

  it('reads where PostgreSQL is, from a URL or from variables of its own', () => {
    const read = (environment: Record<string, string>) => loadConfig(environment).config;
    const url = read({
      SERVICE_SQL_DATABASE_URL: 'postgresql://u%40x:p%2F@[::1]:5433/d?sslmode=verify-full',
      SERVICE_SQL_DATABASE_SCHEMA: 's',
    });
    expect(url).toMatchObject({
      database: null,
      postgres: {
        host: '::1',
        port: 5433,
        database: 'd',
        user: 'u@x',
        password: 'p/',
        schema: 's',
      },
    });
    expect(url.postgres?.tls).toEqual({
      rejectUnauthorized: true,
      verifiesName: true,
      isOptional: false,
    });
    const variables = read({
      PHOENIX_POSTGRES_HOST: 'db',
      SERVICE_POSTGRES_USER: 'u',
      SERVICE_POSTGRES_PASSWORD: 'p',
      SERVICE_POSTGRES_DB: 'd',
    });
    expect(variables.postgres).toMatchObject({
      host: 'db',
      port: 5432,
      database: 'd',
      user: 'u',
      password: 'p',
      schema: 'public',
    });
    const socket = {
      host: '/run/pg',
      port: 5432,
      database: 'd',
      user: 'u',
      password: null,
      tls: null,
    };
    expect(
      read({ SERVICE_SQL_DATABASE_URL: 'postgresql:///d?host=/run/pg&user=u' }).postgres,
    ).toMatchObject(socket);
    expect(read({ SERVICE_SQL_DATABASE_URL: 'sqlite:////data/x.db' }).postgres).toBeNull();
  });

  it('reads where ClickHouse is', () => {
    const read = (url: string) =>
      loadConfig({
        SERVICE_POSTGRES_HOST: 'db',
        SERVICE_CLICKHOUSE_URL: url,
        SERVICE_CLICKHOUSE_CLUSTER: 'main',
      }).config.clickhouse;
    expect(read('https://u:p%2F@ch.example.org:9443/spans')).toEqual({
      url: 'https://ch.example.org:9443',
      database: 'spans',
      username: 'u',
      password: 'p/',
      cluster: 'main',
    });
    const defaults = { database: 'default', username: 'default', password: '' };
    expect(read('https://ch')).toMatchObject({ url: 'https://ch:8443', ...defaults });
    expect(read('http://[::1]/')).toMatchObject({ url: 'http://[::1]:8123', ...defaults });
    expect(read('http://ch:80')).toMatchObject({ url: 'http://ch:80' });
    expect(loadConfig({}).config.clickhouse).toBeNull();
  });

  it.each([
    [
      { SERVICE_CLICKHOUSE_URL: 'http://u:secret@ch/spans' },
      'SERVICE_CLICKHOUSE_URL is set, but the metadata is in SQLite: set SERVICE_SQL_DATABASE_URL to a postgresql:// address, or SERVICE_POSTGRES_HOST.',
    ],
    [
      { SERVICE_CLICKHOUSE_CLUSTER: 'main' },
      'SERVICE_CLICKHOUSE_CLUSTER is set, but spans are in the working directory: set SERVICE_CLICKHOUSE_URL.',
    ],
    [
      { SERVICE_POSTGRES_HOST: 'db', SERVICE_CLICKHOUSE_URL: 'tcp://u:secret@ch:9000' },
      "SERVICE_CLICKHOUSE_URL is 'tcp://u:…@ch:9000'; accepted is https://user:password@host:8443/database, or http:// with port 8123.",
    ],
    [
      { SERVICE_PORT: '65536' },
      "SERVICE_PORT is '65536'; accepted is a port from 0 to 65535 (0 lets the system choose).",
    ],
    [
      { PHOENIX_ENABLE_PROMETHEUS: 'maybe' },
      "PHOENIX_ENABLE_PROMETHEUS is 'maybe'; accepted is true or false.",
    ],
    [
      { SERVICE_MAX_BODY_BYTES: '64 furlongs' },
      "SERVICE_MAX_BODY_BYTES is '64 furlongs'; accepted is bytes from 1KiB to 512MiB, plain or with a unit such as 64MiB.",
    ],
    [
      { SERVICE_MAX_QUEUE_BYTES: '1MiB' },
      "SERVICE_MAX_QUEUE_BYTES is '1MiB'; accepted is at least SERVICE_MAX_BODY_BYTES (64MiB).",
    ],
    [
      { SERVICE_LOGGING_LEVEL: 'loud' },
      "SERVICE_LOGGING_LEVEL is 'loud'; accepted is one of fatal, error, warn, info, debug, trace, silent.",
    ],
    [
      { SERVICE_ENABLE_PROMETHEUS: 'true', SERVICE_PROMETHEUS_PORT: '4317' },
      "SERVICE_PROMETHEUS_PORT is '4317'; accepted is another port than SERVICE_GRPC_PORT.",
    ],
    [
      { SERVICE_REQUIRE_AUTH_BEYOND_LOOPBACK: 'true' },
      "SERVICE_HOST is '0.0.0.0'; accepted with SERVICE_REQUIRE_AUTH_BEYOND_LOOPBACK is a loopback address, unless SERVICE_ENABLE_AUTH is true.",
    ],
    [
      { SERVICE_TRUST_PROXY: 'everyone' },
      /^SERVICE_TRUST_PROXY is 'everyone'; accepted is how many proxies are in front/,
    ],
    [{ SERVICE_HOST: 'a b' }, /^SERVICE_HOST is 'a b'; accepted is an IP address/],
    [
      { SERVICE_SQL_DATABASE_URL: 'postgresql://u:secret@h:port/d' },
      /^SERVICE_SQL_DATABASE_URL is 'postgresql:\/\/u:…@h:port\/d'; accepted is sqlite:.* or postgresql:\/\/user:password@host:5432\/database/,
    ],
    [
      { SERVICE_SQL_DATABASE_URL: 'mysql://u@h/d' },
      /^SERVICE_SQL_DATABASE_URL is 'mysql:\/\/u@h\/d'; accepted is sqlite:/,
    ],
    [
      { SERVICE_SQL_DATABASE_SCHEMA: 'telltale', SERVICE_POSTGRES_USER: 'u' },
      'SERVICE_SQL_DATABASE_SCHEMA, SERVICE_POSTGRES_USER are set, but the metadata is in SQLite: set SERVICE_SQL_DATABASE_URL to a postgresql:// address, or SERVICE_POSTGRES_HOST.',
    ],
    [
      { SERVICE_SQL_DATABASE_URL: 'postgresql://u@h/d?sslrootcert=/nowhere.pem' },
      "sslrootcert in SERVICE_SQL_DATABASE_URL is '/nowhere.pem'; accepted is a readable PEM file.",
    ],
  ])('refuses %o in one line', (environment, message) => {
    const text = errorOf(environment);
    if (message instanceof RegExp) expect(text).toMatch(message);
    else expect(text).toBe(message);
    expect(text).not.toContain('\n');
  });

  it('takes variables of later features, names them, and names unknown ones of its own prefix', () => {
    const { notices } = loadConfig({
      PHOENIX_LOG_SQL: 'x',
      SERVICE_SKILLS_PATHS: 'y',
      SERVICE_PROT: '1',
      PHOENIX_WHATEVER: '1',
      OTHER: '1',
    });
    expect(notices).toEqual([
      'Accepted, not used yet: PHOENIX_LOG_SQL, SERVICE_SKILLS_PATHS',
      'Not known, ignored: SERVICE_PROT',
    ]);
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
    SERVICE_OAUTH2_THE_HOUSE_OIDC_CONFIG_URL:
      'https://id.example.org/.well-known/openid-configuration',
    ...more,
  });

  it('are read under both spellings', () => {
    const { config, notices } = loadConfig(
      given({ SERVICE_OAUTH2_THE_HOUSE_ROLE_MAPPING: 'a:b:ADMIN, c:VIEWER' }),
    );
    expect(config.identityProviders).toMatchObject([
      {
        name: 'the_house',
        displayName: 'The house',
        clientId: 'id',
        clientSecret: 'secret',
        usePkce: true,
        allowSignUp: true,
      },
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
    ['TOKEN_ENDPOINT_AUTH_METHOD', 'client_secret_jwt', /accepted is one of/],
    ['TOKEN_ENDPOINT_AUTH_METHOD', 'client_assertion_jwt', /CLIENT_ASSERTION_FILE is missing/],
    ['CLIENT_ASSERTION_FILE', 'token', /an absolute path/],
    ['CLIENT_ASSERTION_FILE_ENV_VAR', 'A B', /the name of a variable/],
  ])('with a %s of %s are refused', (field, value, why) => {
    expect(() => loadConfig(given({ [`SERVICE_OAUTH2_THE_HOUSE_${field}`]: value }))).toThrow(why);
  });

  it('take the file of a token, or the variable that names it', () => {
    const jwt = { SERVICE_OAUTH2_THE_HOUSE_TOKEN_ENDPOINT_AUTH_METHOD: 'client_assertion_jwt' };
    const provider = (more: Record<string, string>) =>
      loadConfig(given({ ...jwt, ...more })).config.identityProviders[0];
    expect(
      provider({ PHOENIX_OAUTH2_THE_HOUSE_CLIENT_ASSERTION_FILE: '/run/token' }),
    ).toMatchObject({
      tokenAuth: 'client_assertion_jwt',
      assertionFile: '/run/token',
      clientSecret: null,
    });
    const named = {
      SERVICE_OAUTH2_THE_HOUSE_CLIENT_ASSERTION_FILE_ENV_VAR: 'AZURE_FEDERATED_TOKEN_FILE',
    };
    expect(provider({ ...named, AZURE_FEDERATED_TOKEN_FILE: '/var/token' })).toMatchObject({
      assertionFile: '/var/token',
    });
    expect(() => provider(named)).toThrow(/CLIENT_ASSERTION_FILE is missing/);
    expect(() => provider({ ...named, AZURE_FEDERATED_TOKEN_FILE: 'token' })).toThrow(
      /AZURE_FEDERATED_TOKEN_FILE is 'token'/,
    );
  });

  it('are needed when passwords are off', () => {
    const env = {
      SERVICE_ENABLE_AUTH: 'true',
      SERVICE_SECRET: 'a-secret-of-32-characters-or-more-1',
      SERVICE_DISABLE_BASIC_AUTH: 'true',
    };
    expect(() => loadConfig(env)).toThrow(/no other way to sign in/);
    expect(loadConfig(given(env)).config.disablePasswords).toBe(true);
  });
});

describe('apps', () => {
  it.each(['SERVICE_', 'PHOENIX_'])('are set by variables that begin with %s', (prefix) => {
    const { config, notices } = loadConfig({
      [`${prefix}ENABLE_OAUTH2_AUTHORIZATION_SERVER`]: 'false',
      [`${prefix}OAUTH2_GRANT_EXPIRY_DAYS`]: '0.5',
      [`${prefix}OAUTH2_CONSENT_ORIGIN_CHECK`]: 'OFF',
      [`${prefix}OAUTH2_DYNAMIC_CLIENT_REGISTRATION`]: 'local_only',
      [`${prefix}OAUTH2_ALLOWED_REDIRECT_HOSTS`]: 'VSCode.dev, cursor.com',
      [`${prefix}OAUTH2_DCR_RATE_LIMIT_PER_HOUR`]: '3',
    });
    expect(notices).toEqual([]);
    expect(config).toMatchObject({
      enableApps: false,
      appGrantDays: 0.5,
      consentOriginCheck: 'off',
      appRegistration: 'local_only',
      appRedirectHosts: ['vscode.dev', 'cursor.com'],
      appRegistrationsPerHour: 3,
    });
  });

  it('sign in by default, and a value of another kind stops the start', () => {
    expect(loadConfig({}).config).toMatchObject({
      enableApps: true,
      appGrantDays: 90,
      appRegistration: 'enabled',
      consentOriginCheck: 'strict',
    });
    expect(errorOf({ SERVICE_OAUTH2_CONSENT_ORIGIN_CHECK: 'maybe' })).toMatch(
      /accepted is one of strict, off/,
    );
    expect(errorOf({ SERVICE_OAUTH2_GRANT_EXPIRY_DAYS: '0' })).toMatch(/accepted is days from/);
  });
});
