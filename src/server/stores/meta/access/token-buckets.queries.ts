import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { TokenAsk, TokenGrant } from '#core/access/token-store.ts';
import type { MetaDb } from '../meta-db.ts';

/**
 * Takes tokens out of buckets that all servers of a schema share; on PostgreSQL only. Addresses of
 * callers, which are in ids, are stored as hashes.
 */
export async function takeTokens(
  db: MetaDb,
  asked: readonly TokenAsk[],
): Promise<readonly TokenGrant[]> {
  const ids = new Map(asked.map(({ id }) => [hashOf(id), id]));
  const json = JSON.stringify(
    asked.map(({ id, size, perMs, slowMs, wanted }) => ({
      id: hashOf(id),
      size,
      per_ms: perMs,
      slow_ms: slowMs,
      wanted,
    })),
  );
  const { rows } =
    await sql<TokenGrant>`SELECT id, taken, remaining, slow_ms AS "slowMs" FROM take_tokens(${json}::json)`.execute(
      db,
    );
  return rows.map((row) => ({ ...row, id: ids.get(row.id) ?? row.id }));
}

/** How many servers of a cluster use the metadata. */
export async function countServers(db: MetaDb): Promise<number> {
  const row = await db
    .selectFrom('servers')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

function hashOf(id: string): string {
  return createHash('sha256').update(id).digest('base64url');
}
