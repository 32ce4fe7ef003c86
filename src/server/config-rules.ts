import { isGoodPassword, passwordRules } from '#core/access/password-policy.ts';
import type { DirectorySettings } from '#server/auth/directory/directory-settings.ts';
import type { IdentityProviderSettings } from '#server/auth/identity-provider.ts';
import { isLoopback } from './loopback.ts';
import { formatBytes } from './settings/setting-parsers.ts';
import type { SettingValues } from './settings/settings.ts';

type Values = Omit<SettingValues, 'database'> & {
  readonly database: unknown;
  readonly postgres: unknown;
  readonly identityProviders: readonly IdentityProviderSettings[];
  readonly directory: DirectorySettings | null;
};

/** Rules between settings that are each valid alone. */
interface Rule {
  /** The settings of this rule: if one of them is invalid, the rule is skipped. */
  readonly of: readonly (keyof Values)[];
  /** The line that says what is wrong, or null. */
  readonly problem: (values: Values) => string | null;
}

const RULES: readonly Rule[] = [
  {
    of: ['clickhouseAddress', 'database', 'postgres', 'postgresHost'],
    problem: ({ clickhouseAddress, postgres }) =>
      clickhouseAddress !== null && postgres === null
        ? 'SERVICE_CLICKHOUSE_URL is set, but the metadata is in SQLite: set SERVICE_SQL_DATABASE_URL to a postgresql:// address, or SERVICE_POSTGRES_HOST.'
        : null,
  },
  {
    of: ['clickhouseAddress', 'clickhouseCluster'],
    problem: ({ clickhouseAddress, clickhouseCluster }) =>
      clickhouseCluster !== null && clickhouseAddress === null
        ? 'SERVICE_CLICKHOUSE_CLUSTER is set, but spans are in the working directory: set SERVICE_CLICKHOUSE_URL.'
        : null,
  },
  {
    of: ['queueBytesMax', 'bodyBytesMax'],
    problem: ({ queueBytesMax, bodyBytesMax }) =>
      queueBytesMax < bodyBytesMax
        ? `SERVICE_MAX_QUEUE_BYTES is '${formatBytes(queueBytesMax)}'; accepted is at least SERVICE_MAX_BODY_BYTES (${formatBytes(bodyBytesMax)}).`
        : null,
  },
  {
    of: ['enableAuth', 'secret'],
    problem: ({ enableAuth, secret }) =>
      enableAuth && secret === null
        ? 'SERVICE_SECRET is missing; accepted with SERVICE_ENABLE_AUTH is a text of at least 32 characters. Make one: openssl rand -hex 32.'
        : null,
  },
  {
    of: ['requireAuthBeyondLoopback', 'enableAuth', 'host'],
    problem: ({ requireAuthBeyondLoopback, enableAuth, host }) =>
      requireAuthBeyondLoopback && !enableAuth && !isLoopback(host)
        ? `SERVICE_HOST is '${host}'; accepted with SERVICE_REQUIRE_AUTH_BEYOND_LOOPBACK is a loopback address, unless SERVICE_ENABLE_AUTH is true.`
        : null,
  },
  {
    of: ['adminSecret', 'secret'],
    problem: ({ adminSecret, secret }) =>
      adminSecret !== null && adminSecret === secret
        ? 'SERVICE_ADMIN_SECRET is the same as SERVICE_SECRET; accepted is another text.'
        : null,
  },
  {
    of: ['initialAdminPassword', 'strongPasswords'],
    problem: ({ initialAdminPassword: password, strongPasswords }) =>
      password === null || isGoodPassword(password, strongPasswords)
        ? null
        : `SERVICE_DEFAULT_ADMIN_INITIAL_PASSWORD is not a good password (${password.length} characters); accepted is one with ${passwordRules(strongPasswords)}.`,
  },
  {
    of: ['enableAuth', 'disablePasswords', 'identityProviders', 'directory'],
    problem: ({ enableAuth, disablePasswords, identityProviders, directory }) =>
      enableAuth && disablePasswords && identityProviders.length === 0 && directory === null
        ? 'SERVICE_DISABLE_BASIC_AUTH is true, but there is no other way to sign in: set SERVICE_OAUTH2_{IDP}_CLIENT_ID or SERVICE_LDAP_HOST, and their neighbours.'
        : null,
  },
  {
    of: ['port', 'grpcPort', 'enableGrpc'],
    problem: ({ port, grpcPort, enableGrpc }) =>
      port !== 0 && enableGrpc && port === grpcPort
        ? `SERVICE_GRPC_PORT is '${grpcPort}'; accepted is another port than SERVICE_PORT.`
        : null,
  },
  {
    of: ['port', 'grpcPort', 'enableGrpc', 'prometheusPort', 'enablePrometheus'],
    problem: ({ port, grpcPort, enableGrpc, prometheusPort, enablePrometheus }) =>
      enablePrometheus &&
      prometheusPort !== 0 &&
      (prometheusPort === port || (enableGrpc && prometheusPort === grpcPort))
        ? `SERVICE_PROMETHEUS_PORT is '${prometheusPort}'; accepted is another port than ${prometheusPort === port ? 'SERVICE_PORT' : 'SERVICE_GRPC_PORT'}.`
        : null,
  },
];

/** A line for each rule that is broken. `bad` are settings that could not be read. */
export function brokenRules(values: Values, bad: ReadonlySet<string>): readonly string[] {
  const problems = RULES.filter((rule) => rule.of.every((key) => !bad.has(key))).map((rule) =>
    rule.problem(values),
  );
  return problems.filter((line) => line !== null);
}
