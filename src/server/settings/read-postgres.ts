import { readFileSync } from 'node:fs';
import type { PostgresSettings } from '#server/stores/meta/postgres/postgres-settings.ts';
import type { POSTGRES_SETTINGS } from './postgres-settings.ts';
import { POSTGRES_PORT, type PostgresUrl } from './postgres-url.ts';
import { SettingError } from './setting-error.ts';
import type { Setting } from './setting.ts';
import type { DatabaseLocation } from './setting-parsers.ts';

type PostgresValues = {
  readonly [Key in keyof typeof POSTGRES_SETTINGS]: (typeof POSTGRES_SETTINGS)[Key] extends Setting<
    infer T
  >
    ? T
    : never;
} & { readonly database: DatabaseLocation | { readonly postgres: PostgresUrl } | null };

const DEFAULT_USER = 'postgres';

/** Where the metadata is: in PostgreSQL by a URL or by `POSTGRES_HOST`, else null, in SQLite. */
export function readPostgres(values: PostgresValues): PostgresSettings | null {
  const url = urlOf(values);
  if (url === null) {
    const stray = strayVariables(values);
    if (stray.length > 0)
      throw new SettingError([
        `${stray.join(', ')} ${stray.length === 1 ? 'is' : 'are'} set, but the metadata is in SQLite: set SERVICE_SQL_DATABASE_URL to a postgresql:// address, or SERVICE_POSTGRES_HOST.`,
      ]);
    return null;
  }
  const { host, port, database, user, password, sslMode, sslRootCert } = url;
  const authorities = sslRootCert === null ? null : readAuthorities(sslRootCert);
  const verifies = sslMode.startsWith('verify') || (sslMode === 'require' && authorities !== null);
  return {
    host,
    port,
    database,
    user,
    password,
    schema: values.databaseSchema ?? 'public',
    tls:
      sslMode === 'disable'
        ? null
        : {
            ...(authorities === null ? {} : { ca: authorities }),
            rejectUnauthorized: verifies,
            verifiesName: sslMode === 'verify-full',
            isOptional: sslMode === 'prefer',
          },
  };
}

function urlOf({
  database,
  postgresHost,
  postgresPort,
  postgresUser,
  postgresPassword,
  postgresDatabase,
}: PostgresValues): PostgresUrl | null {
  if (database !== null)
    return typeof database === 'object' && 'postgres' in database ? database.postgres : null;
  if (postgresHost === null) return null;
  const user = postgresUser ?? DEFAULT_USER;
  return {
    host: postgresHost,
    port: postgresPort ?? POSTGRES_PORT,
    user,
    password: postgresPassword,
    database: postgresDatabase ?? user,
    sslMode: postgresHost.startsWith('/') ? 'disable' : 'prefer',
    sslRootCert: null,
  };
}

/** Variables that have no meaning without PostgreSQL. */
function strayVariables(values: PostgresValues): readonly string[] {
  return [
    ['SERVICE_SQL_DATABASE_SCHEMA', values.databaseSchema],
    ['SERVICE_POSTGRES_HOST', values.postgresHost],
    ['SERVICE_POSTGRES_PORT', values.postgresPort],
    ['SERVICE_POSTGRES_USER', values.postgresUser],
    ['SERVICE_POSTGRES_PASSWORD', values.postgresPassword],
    ['SERVICE_POSTGRES_DB', values.postgresDatabase],
  ].flatMap(([name, value]) => (value === null ? [] : [String(name)]));
}

function readAuthorities(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new SettingError(
      [`sslrootcert in SERVICE_SQL_DATABASE_URL is '${file}'; accepted is a readable PEM file.`],
      { cause },
    );
  }
}
