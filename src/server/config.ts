import { brokenRules } from './config-rules.ts';
import { NOT_USED_YET } from './settings/not-used-yet.ts';
import type { DirectorySettings } from '#server/auth/directory/directory-settings.ts';
import type { IdentityProviderSettings } from '#server/auth/identity-provider.ts';
import {
  isProviderVariable,
  readIdentityProviders,
} from './settings/identity-provider-settings.ts';
import { readClickHouse } from './settings/clickhouse-settings.ts';
import { readDirectory } from './settings/read-directory.ts';
import { readPostgres } from './settings/read-postgres.ts';
import { readTls, tlsNotices, type ServerTls } from './settings/read-tls.ts';
import { SettingError } from './settings/setting-error.ts';
import { SETTINGS, type SettingValues } from './settings/settings.ts';
import type { Setting } from './settings/setting.ts';
import { formatBytes, type DatabaseLocation } from './settings/setting-parsers.ts';
import type { PostgresSettings } from './stores/meta/postgres/postgres-settings.ts';
import type { ClickHouseSettings } from './stores/spans/clickhouse/client/clickhouse-settings.ts';

/** Every setting, read and checked. */
export type Config = Omit<SettingValues, 'database'> & {
  /** By SQL_DATABASE_URL, where it is SQLite's; null for the working directory. */
  readonly database: DatabaseLocation | null;
  /** By SQL_DATABASE_URL or POSTGRES_HOST; null while the metadata is in SQLite. */
  readonly postgres: PostgresSettings | null;
  /**
   * By CLICKHOUSE_URL; null while spans are in the working directory. Otherwise several servers may
   * share the PostgreSQL schema and this database, and none has a state of its own.
   */
  readonly clickhouse: ClickHouseSettings | null;
  /** By the variables that begin with OAUTH2_. */
  readonly identityProviders: readonly IdentityProviderSettings[];
  /** From the variables that begin with LDAP_; null when LDAP sign-in isn't configured. */
  readonly directory: DirectorySettings | null;
  /** By the variables that begin with TLS_. */
  readonly tls: ServerTls;
};

export interface LoadedConfig {
  readonly config: Config;
  /** Worth a line at start: variables that are set but have no effect. */
  readonly notices: readonly string[];
}

/** Invalid variables: one line each, all that can be found at once. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

const PREFIXES = ['SERVICE_', 'PHOENIX_'] as const;
const VALUE_CHARS_SHOWN = 80;

/** Command-line options that set variables; the variables' names here have no prefix. */
export const OVERRIDE_OPTIONS = [
  ['host', 'HOST'],
  ['port', 'PORT'],
  ['grpc-port', 'GRPC_PORT'],
  ['data', 'WORKING_DIR'],
] as const;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the settings from the environment, `SERVICE_X` before its alias `PHOENIX_X`. `overrides`
 * are command-line options and win. An empty variable counts as unset. Throws a ConfigError that
 * names every value that is not accepted.
 */
export function loadConfig(
  environment: Environment = process.env,
  overrides: Environment = {},
): LoadedConfig {
  const problems: string[] = [];
  const bad = new Set<string>();
  const attempt = <T>(work: () => T, fallback: T, ...keys: readonly string[]): T => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof SettingError)) throw error;
      problems.push(...error.problems);
      for (const key of keys) bad.add(key);
      return fallback;
    }
  };
  const entries = Object.entries<Setting<unknown>>(SETTINGS).map(([key, setting]) => [
    key,
    attempt(() => valueOf(setting, environment, overrides), setting.fallback, key),
  ]);
  // as: the entries are made from SETTINGS key by key, each by the parser that SettingValues takes
  // its type from.
  const values = Object.fromEntries(entries) as SettingValues;
  const isWhole = (prefix: string): boolean => ![...bad].some((key) => key.startsWith(prefix));
  const config: Config = Object.freeze({
    ...values,
    database:
      values.database === null || (values.database !== 'temporary' && 'postgres' in values.database)
        ? null
        : values.database,
    postgres:
      isWhole('postgres') && isWhole('database')
        ? attempt(() => readPostgres(values), null, 'postgres')
        : null,
    clickhouse: readClickHouse(values),
    identityProviders: attempt(() => readIdentityProviders(environment), [], 'identityProviders'),
    directory: isWhole('ldap') ? attempt(() => readDirectory(values), null, 'directory') : null,
    tls: isWhole('tls') ? attempt(() => readTls(values), NO_TLS) : NO_TLS,
  });
  if (!isWhole('ldap')) bad.add('directory');
  problems.push(...brokenRules(config, bad));
  if (problems.length > 0) throw new ConfigError(problems);
  return { config, notices: [...noticesOf(environment), ...tlsNotices(config, Date.now())] };
}

/** The environment variables of commands that call a server. */
export interface ClientEnvironment {
  /** Of the server; null for the one of this configuration. */
  readonly url: string | null;
  readonly apiKey: string | null;
  /** A file that GitHub Actions shows on the page of a run. */
  readonly stepSummaryFile: string | null;
}

/** Reads what a command needs that calls a server, which may be another machine's. */
export function clientEnvironment(environment: Environment = process.env): ClientEnvironment {
  const given = (...names: readonly string[]): string | null =>
    names.map((name) => environment[name]?.trim() ?? '').find((text) => text !== '') ?? null;
  return {
    url: given('TELLTALE_URL', 'PHOENIX_ENDPOINT'),
    apiKey: given('SERVICE_API_KEY', 'PHOENIX_API_KEY'),
    stepSummaryFile: given('GITHUB_STEP_SUMMARY'),
  };
}

const NO_TLS: ServerTls = { http: null, grpc: null };

function valueOf(
  setting: Setting<unknown>,
  environment: Environment,
  overrides: Environment,
): unknown {
  const option = OVERRIDE_OPTIONS.find(([, variable]) => variable === setting.name)?.[0];
  const sources = [
    [`--${option ?? setting.name}`, overrides[setting.name]] as const,
    ...PREFIXES.map(
      (prefix) => [prefix + setting.name, environment[prefix + setting.name]] as const,
    ),
  ];
  for (const [source, text] of sources) {
    if (text === undefined || text.trim() === '') continue;
    const value = setting.parser.parse(text.trim());
    if (value === null)
      throw new SettingError([
        `${source} is ${shown(setting, text)}; accepted is ${setting.parser.accepted}.`,
      ]);
    return value;
  }
  return setting.fallback;
}

function shown({ parser }: Setting<unknown>, text: string): string {
  // A line break in it would make two lines of one.
  return parser.isSecret === true
    ? `not a good secret (${text.trim().length} characters)`
    : `'${(parser.shown?.(text) ?? text).slice(0, VALUE_CHARS_SHOWN).replaceAll(/\s+/g, ' ')}'`;
}

function noticesOf(environment: Environment): readonly string[] {
  const known = new Set(Object.values(SETTINGS).map((setting) => setting.name));
  const notUsed: string[] = [];
  const unknown: string[] = [];
  for (const [variable, text] of Object.entries(environment)) {
    const prefix = PREFIXES.find((candidate) => variable.startsWith(candidate));
    if (prefix === undefined || text === undefined || text === '') continue;
    const name = variable.slice(prefix.length);
    if (known.has(name) || isProviderVariable(variable, environment)) continue;
    if (
      NOT_USED_YET.some((pattern) =>
        pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern,
      )
    )
      notUsed.push(variable);
    else if (prefix === 'SERVICE_') unknown.push(variable);
  }
  return [
    ...(notUsed.length > 0 ? [`Accepted, not used yet: ${notUsed.toSorted().join(', ')}`] : []),
    ...(unknown.length > 0 ? [`Not known, ignored: ${unknown.toSorted().join(', ')}`] : []),
  ];
}

/** The settings as a Markdown table, for the documentation. */
export function configTable(): string {
  const rows = settingsByGroup().flatMap(({ group, settings }) => [
    `| **${group}** | | | |`,
    ...settings.map(
      (setting) =>
        `| \`SERVICE_${setting.name}\` | ${cell(setting.parser.accepted)} | ${cell(fallbackText(setting))} | ${cell(setting.description)} |`,
    ),
  ]);
  return ['| Variable | Accepted | Default | Meaning |', '|---|---|---|---|', ...rows, ''].join(
    '\n',
  );
}

/** The settings as the help text lists them. */
export function configHelp(): string {
  return settingsByGroup()
    .map(({ group, settings }) =>
      [
        `${group}:`,
        ...settings.map(
          (setting) =>
            `  SERVICE_${setting.name} [${fallbackText(setting)}]\n      ${setting.description}`,
        ),
      ].join('\n'),
    )
    .join('\n\n');
}

function settingsByGroup(): readonly {
  readonly group: string;
  readonly settings: readonly Setting<unknown>[];
}[] {
  const groups = Map.groupBy<string, Setting<unknown>>(
    Object.values<Setting<unknown>>(SETTINGS),
    (setting) => setting.group,
  );
  return [...groups].map(([group, settings]) => ({ group, settings }));
}

function fallbackText(setting: Setting<unknown>): string {
  if (setting.fallbackText !== undefined) return setting.fallbackText;
  return setting.name.includes('BYTES') && typeof setting.fallback === 'number'
    ? formatBytes(setting.fallback)
    : String(setting.fallback);
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
