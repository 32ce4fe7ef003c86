import { sql } from 'kysely';
import { createMetaStore, type MetaStore } from '#server/stores/meta/meta-dialect.ts';
import { PostgresMeta } from '#server/stores/meta/postgres/postgres-meta.ts';
import { PostgresNotices } from '#server/stores/meta/postgres/postgres-notices.ts';
import type { PostgresSettings } from '#server/stores/meta/postgres/postgres-settings.ts';
import { SharedNotices } from '#server/stores/meta/shared-notices.ts';

/** One of several servers on a schema, as far as metadata goes. */
export interface SharedMeta extends MetaStore {
  readonly notices: SharedNotices;
  close(): Promise<void>;
}

/** The schema must be there. */
export async function openSharedMeta(where: PostgresSettings): Promise<SharedMeta> {
  const meta = await PostgresMeta.attach(where);
  const line: PostgresNotices = await PostgresNotices.open(where, (notice) =>
    notices.receive(notice),
  );
  const notices = new SharedNotices((notice) => line.send(notice));
  const store = createMetaStore(
    {
      statement: (statement) => meta.execute(statement),
      batch: (steps, session) => meta.batch(steps, session),
      textPage: (query) => meta.textPage(query),
    },
    'postgres',
  );
  const close = async (): Promise<void> => {
    await notices.stop();
    await line.close();
    await meta.close();
  };
  return { ...store, notices, close };
}

/** Ends the connections that listen to notices, as a network does that fails. */
export async function endListening({ db }: Pick<MetaStore, 'db'>): Promise<void> {
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND query ~ 'LISTEN|notice' AND pid <> pg_backend_pid()`.execute(
    db,
  );
}
