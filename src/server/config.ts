import { isGoodPassword, passwordRules } from '#core/access/password-policy.ts';
import { NOT_USED_YET } from './settings/not-used-yet.ts';
import type { DirectorySettings } from '#server/auth/directory/directory-settings.ts';
import type { IdentityProviderSettings } from '#server/auth/identity-provider.ts';
import { ProviderSettingError, isProviderVariable, readIdentityProviders } from './settings/identity-provider-settings.ts';
import { DirectorySettingError, readDirectory } from './settings/read-directory.ts';
import { TlsSettingError, readTls, tlsNotices } from './settings/read-tls.ts';
import type { ServerTls } from './settings/read-tls.ts';
import { SETTINGS } from './settings/settings.ts';
import type { Setting } from './settings/setting.ts';
import { isLoopback } from './loopback.ts';
import { formatBytes } from './settings/setting-parsers.ts';

type ValueOf<S> = S extends Setting<infer T> ? T : never;

/** Every setting, read and checked. */
export type Config = { readonly [Key in keyof typeof SETTINGS]: ValueOf<(typeof SETTINGS)[Key]> } & {
  /** By the variables that begin with OAUTH2_. */
  readonly identityProviders: readonly IdentityProviderSettings[];
  /** By the variables that begin with LDAP_; null when nobody signs in by a directory. */
  readonly directory: DirectorySettings | null;
  /** By the variables that begin with TLS_. */
  readonly tls: ServerTls;
};

export interface LoadedConfig {
  readonly config: Config;
  /** Worth a line at start: variables that are set but have no effect. */
  readonly notices: readonly string[];
}

/** A variable that cannot be used as it is. The message is the one line to show. */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConfigError';
  }
}

const PREFIXES = ['SERVICE_', 'PHOENIX_'] as const;
const VALUE_CHARS_SHOWN = 80;

/**
 * Reads the settings from the environment, `SERVICE_X` before its alias `PHOENIX_X`. `overrides` are command-line options and win. An empty
 * variable counts as unset. Throws a ConfigError at the first value that is not accepted.
 */
export function loadConfig(
  environment: Readonly<Record<string, string | undefined>> = process.env,
  overrides: Readonly<Record<string, string | undefined>> = {},
): LoadedConfig {
  const entries = Object.entries<Setting<unknown>>(SETTINGS).map(([key, setting]) => [key, valueOf(setting, environment, overrides)]);
  // as: the entries are made from SETTINGS key by key, each by the parser that Config takes its type from.
  const values = Object.fromEntries(entries) as Omit<Config, 'identityProviders' | 'directory' | 'tls'>;
  const config = Object.freeze({ ...values, ...composedSettings(values, environment) });
  assertConsistent(config);
  return { config, notices: [...noticesOf(environment), ...tlsNotices(config, Date.now())] };
}

function valueOf(
  setting: Setting<unknown>,
  environment: Readonly<Record<string, string | undefined>>,
  overrides: Readonly<Record<string, string | undefined>>,
): unknown {
  const sources = [
    [`the option for ${setting.name}`, overrides[setting.name]] as const,
    ...PREFIXES.map((prefix) => [prefix + setting.name, environment[prefix + setting.name]] as const),
  ];
  for (const [source, text] of sources) {
    if (text === undefined || text.trim() === '') continue;
    const value = setting.parser.parse(text.trim());
    if (value === null) throw new ConfigError(`${source} is ${shown(setting, text)}; accepted is ${setting.parser.accepted}.`);
    return value;
  }
  return setting.fallback;
}

function shown({ parser }: Setting<unknown>, text: string): string {
  return parser.isSecret === true ? `not a good secret (${text.trim().length} characters)` : `'${text.slice(0, VALUE_CHARS_SHOWN)}'`;
}

function assertConsistent(config: Config): void {
  if (config.queueBytesMax < config.bodyBytesMax) {
    throw new ConfigError(
      `SERVICE_MAX_QUEUE_BYTES is '${formatBytes(config.queueBytesMax)}'; accepted is at least SERVICE_MAX_BODY_BYTES (${formatBytes(config.bodyBytesMax)}).`,
    );
  }
  if (config.enableAuth && config.secret === null) {
    throw new ConfigError(
      'SERVICE_SECRET is missing; accepted with SERVICE_ENABLE_AUTH is a text of at least 32 characters. Make one: openssl rand -hex 32.',
    );
  }
  if (config.requireAuthBeyondLoopback && !config.enableAuth && !isLoopback(config.host)) {
    throw new ConfigError(
      `SERVICE_HOST is '${config.host}'; accepted with SERVICE_REQUIRE_AUTH_BEYOND_LOOPBACK is a loopback address, unless SERVICE_ENABLE_AUTH is true.`,
    );
  }
  if (config.adminSecret !== null && config.adminSecret === config.secret) {
    throw new ConfigError('SERVICE_ADMIN_SECRET is the same as SERVICE_SECRET; accepted is another text.');
  }
  assertGoodInitialPassword(config);
  if (config.enableAuth && config.disablePasswords && config.identityProviders.length === 0 && config.directory === null) {
    throw new ConfigError(
      'SERVICE_DISABLE_BASIC_AUTH is true, but there is no other way to sign in: set SERVICE_OAUTH2_{IDP}_CLIENT_ID or SERVICE_LDAP_HOST, and their neighbours.',
    );
  }
  if (config.port !== 0 && config.enableGrpc && config.port === config.grpcPort) {
    throw new ConfigError(`SERVICE_GRPC_PORT is '${config.grpcPort}'; accepted is another port than SERVICE_PORT.`);
  }
}

/** What is made of several variables: where people sign in besides here, and how the lines are encrypted. */
function composedSettings(
  values: Parameters<typeof readDirectory>[0] & Parameters<typeof readTls>[0],
  environment: Readonly<Record<string, string | undefined>>,
): Pick<Config, 'identityProviders' | 'directory' | 'tls'> {
  try {
    return { identityProviders: readIdentityProviders(environment), directory: readDirectory(values), tls: readTls(values) };
  } catch (error) {
    if ([ProviderSettingError, DirectorySettingError, TlsSettingError].some((kind) => error instanceof kind))
      throw new ConfigError(error instanceof Error ? error.message : '');
    throw error;
  }
}

function assertGoodInitialPassword({ initialAdminPassword, strongPasswords }: Config): void {
  if (initialAdminPassword === null || isGoodPassword(initialAdminPassword, strongPasswords)) return;
  throw new ConfigError(
    `SERVICE_DEFAULT_ADMIN_INITIAL_PASSWORD is not a good password (${initialAdminPassword.length} characters); accepted is one with ${passwordRules(strongPasswords)}.`,
  );
}

function noticesOf(environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  const known = new Set(Object.values(SETTINGS).map((setting) => setting.name));
  const notUsed: string[] = [];
  const unknown: string[] = [];
  for (const [variable, text] of Object.entries(environment)) {
    const prefix = PREFIXES.find((candidate) => variable.startsWith(candidate));
    if (prefix === undefined || text === undefined || text === '') continue;
    const name = variable.slice(prefix.length);
    if (known.has(name) || isProviderVariable(variable, environment)) continue;
    if (NOT_USED_YET.some((pattern) => (pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern)))
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
  return ['| Variable | Accepted | Default | Meaning |', '|---|---|---|---|', ...rows, ''].join('\n');
}

/** The settings as the help text lists them. */
export function configHelp(): string {
  return settingsByGroup()
    .map(({ group, settings }) =>
      [
        `${group}:`,
        ...settings.map((setting) => `  SERVICE_${setting.name} [${fallbackText(setting)}]\n      ${setting.description}`),
      ].join('\n'),
    )
    .join('\n\n');
}

function settingsByGroup(): readonly { readonly group: string; readonly settings: readonly Setting<unknown>[] }[] {
  const groups = Map.groupBy<string, Setting<unknown>>(Object.values<Setting<unknown>>(SETTINGS), (setting) => setting.group);
  return [...groups].map(([group, settings]) => ({ group, settings }));
}

function fallbackText(setting: Setting<unknown>): string {
  if (setting.fallbackText !== undefined) return setting.fallbackText;
  return setting.name.includes('BYTES') && typeof setting.fallback === 'number' ? formatBytes(setting.fallback) : String(setting.fallback);
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
