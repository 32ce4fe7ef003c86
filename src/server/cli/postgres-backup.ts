import {
  postgresName,
  type PostgresSettings,
} from '#server/stores/meta/postgres/postgres-settings.ts';

/**
 * How metadata in PostgreSQL is backed up: by its own tools, after the spans, so that nothing in it
 * is older than they are.
 */
export function postgresBackupAdvice(settings: PostgresSettings): string {
  const { schema } = settings;
  const connection = connectionText(settings);
  return `Metadata (users, keys, datasets, experiments, settings) is in ${postgresName(settings)} and is not part of this backup. Back it up with PostgreSQL’s own tools:

  pg_dump --format=custom --schema=${schema} --file=meta.dump "${connection}"

have the dump checked by this command with --metadata meta.dump, and restore it into an empty schema, before the server starts:

  pg_restore --clean --if-exists --no-owner --dbname="${connection}" meta.dump

`;
}

/** A URL without the password, which pg_dump asks for or reads from PGPASSWORD. */
function connectionText({ host, port, database, user }: PostgresSettings): string {
  const address = `${encodeURIComponent(database)}?host=${host}&port=${port}&user=${encodeURIComponent(user)}`;
  return `postgresql:///${address}`;
}
