import { POSTGRES_PORT } from './postgres-url.ts';
import { optional, setting } from './setting.ts';
import { givenSecret, integer, plainText, type Parser } from './setting-parsers.ts';

/** A name that PostgreSQL accepts as it is. */
const schemaName: Parser<string> = {
  accepted:
    'a name of at most 63 letters, digits and underscores that begins with a letter or underscore',
  parse: (text) =>
    /^[A-Za-z_][A-Za-z0-9_]{0,62}$/.test(text) && !text.startsWith('pg_') ? text : null,
};

/** Where the metadata is in PostgreSQL. */
export const POSTGRES_SETTINGS = {
  databaseSchema: setting(
    'SQL_DATABASE_SCHEMA',
    'Storage',
    optional(schemaName),
    null,
    'Schema of the tables in PostgreSQL; it is created if it doesn’t exist.',
    'public',
  ),
  postgresHost: setting(
    'POSTGRES_HOST',
    'Storage',
    optional(plainText),
    null,
    'Host of PostgreSQL, or the directory of its Unix socket: in place of SERVICE_SQL_DATABASE_URL, with the variables that follow.',
    'none',
  ),
  postgresPort: setting(
    'POSTGRES_PORT',
    'Storage',
    optional(integer(1, 65_535)),
    null,
    'Port of PostgreSQL.',
    String(POSTGRES_PORT),
  ),
  postgresUser: setting(
    'POSTGRES_USER',
    'Storage',
    optional(plainText),
    null,
    'User of PostgreSQL.',
    'postgres',
  ),
  postgresPassword: setting(
    'POSTGRES_PASSWORD',
    'Storage',
    optional(givenSecret),
    null,
    'Password of that user.',
    'none',
  ),
  postgresDatabase: setting(
    'POSTGRES_DB',
    'Storage',
    optional(plainText),
    null,
    'Database in PostgreSQL.',
    'the user’s name',
  ),
};
