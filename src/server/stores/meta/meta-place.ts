import type { PostgresSettings } from './postgres/postgres-settings.ts';

/** Where the metadata is: in PostgreSQL, or else in a file of SQLite. Plain data. */
export interface MetaPlace {
  readonly path: string;
  readonly postgres: PostgresSettings | null;
}
