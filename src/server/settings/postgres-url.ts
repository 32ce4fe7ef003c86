const SSL_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;
export type SslMode = (typeof SSL_MODES)[number];

/** The parts of a PostgreSQL URL. */
export interface PostgresUrl {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string | null;
  readonly sslMode: SslMode;
  /** A PEM file of authorities. */
  readonly sslRootCert: string | null;
}

export const POSTGRES_PORT = 5432;
const SCHEME = /^postgres(ql)?:\/\//;
const PARAMETERS: ReadonlySet<string> = new Set([
  'host',
  'port',
  'user',
  'password',
  'sslmode',
  'sslrootcert',
  'application_name',
]);

export function isPostgresUrl(text: string): boolean {
  return SCHEME.test(text);
}

/**
 * Reads a URL as `psql` takes it, of one host or of a Unix socket (`?host=/var/run/postgresql`);
 * null when it is none.
 */
export function parsePostgresUrl(text: string): PostgresUrl | null {
  // Of schemes that are not HTTP's, URL reads no host that is empty.
  const url = URL.parse(
    text
      .replace(SCHEME, 'http://')
      .replace(/^(http:\/\/(?:[^@/]*@)?)(?=[:/]|$)/, '$1socket.invalid'),
  );
  if (url === null) return null;
  const parameters = url.searchParams;
  if ([...parameters.keys()].some((name) => !PARAMETERS.has(name))) return null;
  const given = (name: string, part: string): string => parameters.get(name) ?? decoded(part);
  const user = given('user', url.username);
  const port = Number(given('port', url.port) || POSTGRES_PORT);
  const sslMode = SSL_MODES.find((mode) => mode === (parameters.get('sslmode') ?? 'prefer'));
  const host =
    given(
      'host',
      url.hostname === 'socket.invalid' ? '' : url.hostname.replace(/^\[(.*)\]$/, '$1'),
    ) || 'localhost';
  if (user === '' || sslMode === undefined || !Number.isInteger(port) || port < 1 || port > 65_535)
    return null;
  const password = given('password', url.password);
  return {
    host,
    port,
    database: decoded(url.pathname.slice(1)) || user,
    user,
    password: password === '' ? null : password,
    sslMode: host.startsWith('/') ? 'disable' : sslMode,
    sslRootCert: parameters.get('sslrootcert'),
  };
}

/** A URL as messages show it. */
export function withoutPassword(text: string): string {
  return text
    .replace(/^([a-z+]+:\/\/[^:/?#]*):.*@/i, '$1:…@')
    .replace(/([?&]password=)[^&]*/i, '$1…');
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
