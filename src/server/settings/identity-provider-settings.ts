import path from 'node:path';
import { compile } from '@jmespath-community/jmespath';
import { ROLES, type Role } from '#contracts/access/access.ts';
import {
  TOKEN_AUTH_METHODS,
  type IdentityProviderSettings,
} from '#server/auth/identity-provider.ts';
import { SettingError } from './setting-error.ts';
import { booleanValue, integer, list, oneOf, plainText, type Parser } from './setting-parsers.ts';

const PREFIXES = ['SERVICE_OAUTH2_', 'PHOENIX_OAUTH2_'] as const;
const FIELDS = [
  'CLIENT_ID',
  'CLIENT_SECRET',
  'CLIENT_ASSERTION_FILE',
  'CLIENT_ASSERTION_FILE_ENV_VAR',
  'OIDC_CONFIG_URL',
  'DISPLAY_NAME',
  'ALLOW_SIGN_UP',
  'AUTO_LOGIN',
  'USE_PKCE',
  'TOKEN_ENDPOINT_AUTH_METHOD',
  'SCOPES',
  'EMAIL_ATTRIBUTE_PATH',
  'GROUPS_ATTRIBUTE_PATH',
  'ALLOWED_GROUPS',
  'ROLE_ATTRIBUTE_PATH',
  'ROLE_MAPPING',
  'ROLE_ATTRIBUTE_STRICT',
  'ROLE_RESYNC',
  'AUTHORIZATION_PARAMETERS',
  'RECHECK_MINUTES',
  'SUSPEND_AFTER_DAYS',
] as const;
type Field = (typeof FIELDS)[number];
const PROVIDERS_MAX = 20;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const RECHECK_MINUTES_MAX = 43_200;
const ABSENCE_DAYS_MAX = 3_650;

type Environment = Readonly<Record<string, string | undefined>>;

/** Whether a variable belongs to an identity provider. */
export function isProviderVariable(variable: string, environment: Environment): boolean {
  return providerNames(environment).some((name) =>
    PREFIXES.some((prefix) => FIELDS.some((field) => variable === `${prefix}${name}_${field}`)),
  );
}

/** The identity providers of `SERVICE_OAUTH2_{IDP}_*`: every IDP with a client id. */
export function readIdentityProviders(
  environment: Environment,
): readonly IdentityProviderSettings[] {
  const names = providerNames(environment);
  if (names.length > PROVIDERS_MAX)
    throw new SettingError([
      `SERVICE_OAUTH2_ names ${names.length} providers; accepted are ${PROVIDERS_MAX}.`,
    ]);
  const problems: string[] = [];
  const providers = names.map((name) =>
    readProvider(name, environment, (problem) => problems.push(problem)),
  );
  if (problems.length > 0) throw new SettingError(problems);
  return providers;
}

function providerNames(environment: Environment): readonly string[] {
  const names = Object.keys(environment).flatMap((variable) => {
    const prefix = PREFIXES.find((one) => variable.startsWith(one));
    return prefix !== undefined && variable.endsWith('_CLIENT_ID')
      ? [variable.slice(prefix.length, -'_CLIENT_ID'.length)]
      : [];
  });
  return [...new Set(names.filter((name) => /^[A-Z0-9_]{1,40}$/.test(name)))].toSorted();
}

/**
 * Reads a field of a provider; after what is wrong, `bad` has the field, and the fallback is in its
 * place.
 */
function fieldReader(name: string, environment: Environment, tell: (problem: string) => void) {
  const bad = new Set<Field>();
  const read = <T>(field: Field, parser: Parser<T>, fallback: T): T => {
    const text = PREFIXES.map((prefix) => environment[`${prefix}${name}_${field}`]?.trim()).find(
      (one) => one !== undefined && one !== '',
    );
    if (text === undefined) return fallback;
    const value = parser.parse(text);
    if (value === null) {
      bad.add(field);
      tell(
        `SERVICE_OAUTH2_${name}_${field} is '${text.slice(0, 80)}'; accepted is ${parser.accepted}.`,
      );
    }
    return value ?? fallback;
  };
  return { bad, read };
}

/** Reads on after what is wrong: the next problem is worth knowing as well. */
function readProvider(
  name: string,
  environment: Environment,
  tell: (problem: string) => void,
): IdentityProviderSettings {
  const { bad, read } = fieldReader(name, environment, tell);
  const needed = (field: Field, value: string): string => {
    if (value === '' && !bad.has(field))
      tell(`SERVICE_OAUTH2_${name}_${field} is missing; an identity provider needs it.`);
    return value;
  };
  const tokenAuth = read(
    'TOKEN_ENDPOINT_AUTH_METHOD',
    oneOf(...TOKEN_AUTH_METHODS),
    'client_secret_basic',
  );
  const secret = read('CLIENT_SECRET', plainText, '');
  const fileVariable = read('CLIENT_ASSERTION_FILE_ENV_VAR', variableName, '');
  const namedFile = fileVariable === '' ? '' : (environment[fileVariable]?.trim() ?? '');
  if (namedFile !== '' && absolutePath.parse(namedFile) === null)
    tell(`${fileVariable} is '${namedFile.slice(0, 80)}'; accepted is ${absolutePath.accepted}.`);
  const assertionFile = read('CLIENT_ASSERTION_FILE', absolutePath, namedFile);
  const groupsPath = read('GROUPS_ATTRIBUTE_PATH', jmesPath, '');
  const allowedGroups = read('ALLOWED_GROUPS', list, []);
  if (!bad.has('GROUPS_ATTRIBUTE_PATH') && (groupsPath === '') !== (allowedGroups.length === 0))
    tell(
      `SERVICE_OAUTH2_${name}_GROUPS_ATTRIBUTE_PATH and SERVICE_OAUTH2_${name}_ALLOWED_GROUPS go together; one is missing.`,
    );
  const rolePath = read('ROLE_ATTRIBUTE_PATH', jmesPath, '');
  const scopes = read('SCOPES', words, []);
  // Without that scope a token may be bound to the provider's session and end with it, although the
  // user may still work there.
  const recheckMinutes = read(
    'RECHECK_MINUTES',
    integer(0, RECHECK_MINUTES_MAX),
    scopes.includes('offline_access') ? 60 : 0,
  );
  const absenceDays = read('SUSPEND_AFTER_DAYS', integer(0, ABSENCE_DAYS_MAX), 0);
  return {
    name: name.toLowerCase(),
    displayName: read('DISPLAY_NAME', plainText, capital(name)),
    clientId: needed('CLIENT_ID', read('CLIENT_ID', plainText, '')),
    clientSecret:
      tokenAuth === 'none' || tokenAuth === 'client_assertion_jwt'
        ? null
        : needed('CLIENT_SECRET', secret),
    assertionFile:
      tokenAuth === 'client_assertion_jwt' ? needed('CLIENT_ASSERTION_FILE', assertionFile) : null,
    configUrl: needed('OIDC_CONFIG_URL', read('OIDC_CONFIG_URL', providerUrl, '')),
    tokenAuth,
    usePkce: read('USE_PKCE', booleanValue, true),
    scopes,
    allowSignUp: read('ALLOW_SIGN_UP', booleanValue, true),
    autoLogin: read('AUTO_LOGIN', booleanValue, false),
    emailPath: read('EMAIL_ATTRIBUTE_PATH', jmesPath, 'email'),
    groupsPath: groupsPath === '' ? null : groupsPath,
    allowedGroups: groupsPath === '' ? null : allowedGroups,
    rolePath: rolePath === '' ? null : rolePath,
    roleMapping: read('ROLE_MAPPING', roleMapping, null),
    roleStrict: read('ROLE_ATTRIBUTE_STRICT', booleanValue, false),
    roleResync: read('ROLE_RESYNC', booleanValue, true),
    authorizationParameters: read('AUTHORIZATION_PARAMETERS', addressParameters, {}),
    recheckMs: recheckMinutes === 0 ? null : recheckMinutes * MINUTE_MS,
    absenceMs: absenceDays === 0 ? null : absenceDays * DAY_MS,
  };
}

/** Claims that only the sign-in itself returns. */
const OWN_PARAMETERS = new Set([
  'client_id',
  'code_challenge',
  'code_challenge_method',
  'nonce',
  'redirect_uri',
  'request',
  'request_uri',
  'response_mode',
  'response_type',
  'scope',
  'state',
]);
const addressParameters: Parser<Readonly<Record<string, string>>> = {
  accepted: `name=value, joined by &, without ${[...OWN_PARAMETERS].join(', ')}`,
  parse(text) {
    const entries = [...new URLSearchParams(text)];
    return entries.every(
      ([name, value]) => name !== '' && value !== '' && !OWN_PARAMETERS.has(name),
    )
      ? Object.fromEntries(entries)
      : null;
  },
};

/** Plain HTTP can be intercepted: http is allowed for this machine only. */
const providerUrl: Parser<string> = {
  accepted: 'an https:// address of a discovery document (http:// for localhost alone)',
  parse(text) {
    const url = URL.parse(text);
    if (url === null) return null;
    const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
    return url.protocol === 'https:' || (url.protocol === 'http:' && isLocal) ? text : null;
  },
};

const absolutePath: Parser<string> = {
  accepted: 'an absolute path',
  parse: (text) => (path.isAbsolute(text) && !text.includes('\0') ? text : null),
};

const variableName: Parser<string> = {
  accepted: 'the name of a variable',
  parse: (text) => (/^[A-Za-z_][A-Za-z0-9_]*$/.test(text) ? text : null),
};

const jmesPath: Parser<string> = {
  accepted: 'a JMESPath expression',
  parse(text) {
    try {
      compile(text);
      return text;
    } catch {
      return null;
    }
  },
};

const words: Parser<readonly string[]> = {
  accepted: 'words',
  parse: (text) => text.split(/[\s,]+/).filter((word) => word !== ''),
};

const roleMapping: Parser<ReadonlyMap<string, Role> | null> = {
  accepted: 'pairs such as Owner:ADMIN,Engineer:MEMBER with the roles ADMIN, MEMBER and VIEWER',
  parse(text) {
    const pairs = text
      .split(',')
      .map((pair) => [
        pair.slice(0, pair.lastIndexOf(':')).trim(),
        pair.slice(pair.lastIndexOf(':') + 1).trim(),
      ]);
    const mapped = pairs.flatMap(([word = '', role]) =>
      ROLES.filter((one) => one === role && word !== '').map((one) => [word, one] as const),
    );
    return mapped.length === pairs.length ? new Map(mapped) : null;
  },
};

function capital(name: string): string {
  const lower = name.toLowerCase().replaceAll('_', ' ');
  return lower.charAt(0).toUpperCase() + lower.slice(1);
}
