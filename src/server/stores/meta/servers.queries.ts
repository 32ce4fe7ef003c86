import { sql } from 'kysely';
import type { MetaDb } from './meta-db.ts';

/**
 * The servers that share the metadata, which are on PostgreSQL: all times are by its clock, so
 * clocks of servers may differ.
 */
const NOW = sql<number>`CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)`;

/** A server and PostgreSQL’s time at that moment. */
export interface ServerBeat {
  readonly id: number;
  readonly atMs: number;
}

/** Lists a server that starts. */
export async function addServer(db: MetaDb, name: string): Promise<ServerBeat> {
  return db
    .insertInto('servers')
    .values({ name, started_at_ms: NOW, seen_at_ms: NOW })
    .returning(['id', 'seen_at_ms as atMs'])
    .executeTakeFirstOrThrow();
}

/** Says that a server is there; null when others took it for dead. */
export async function beatServer(db: MetaDb, id: number): Promise<ServerBeat | null> {
  const row = await db
    .updateTable('servers')
    .set({ seen_at_ms: NOW })
    .where('id', '=', id)
    .returning(['id', 'seen_at_ms as atMs'])
    .executeTakeFirst();
  return row ?? null;
}

/** Forgets servers that were silent for so long; how many. */
export async function forgetSilent(db: MetaDb, silentMs: number): Promise<number> {
  const isSilent = sql<boolean>`seen_at_ms < ${NOW} - ${sql.lit(silentMs)}`;
  // Mostly there is none, and a read takes no lock of those that write.
  const silent = await db.selectFrom('servers').select('id').where(isSilent).execute();
  if (silent.length === 0) return 0;
  const { numDeletedRows } = await db.deleteFrom('servers').where(isSilent).executeTakeFirst();
  return Number(numDeletedRows);
}

/**
 * Forgets a server that ends, unless uploads wait that it alone has the files of: it may be back
 * before others miss it.
 */
export async function removeServer(db: MetaDb, id: number): Promise<void> {
  const waiting = db
    .selectFrom('jobs')
    .select('id')
    .where('state', 'in', ['queued', 'running'])
    .where('server_id', '=', id);
  await db
    .deleteFrom('servers')
    .where('id', '=', id)
    .where((where) => where.not(where.exists(waiting)))
    .execute();
}

/** Forgets all servers, for one that has the metadata alone. */
export async function forgetServers(db: MetaDb): Promise<void> {
  const listed = await db.selectFrom('servers').select('id').limit(1).executeTakeFirst();
  if (listed !== undefined) await db.deleteFrom('servers').execute();
}

/** Whether a server is there. */
export async function isServerThere(db: MetaDb, id: number): Promise<boolean> {
  const row = await db.selectFrom('servers').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}
