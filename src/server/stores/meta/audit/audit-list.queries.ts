import type { AuditRow } from '../audit-tables.ts';
import type { MetaDb } from '../meta-db.ts';

/** The filter of the rows; absent fields don't restrict. */
export interface AuditFilter {
  /** Actions by the key and on it: its number, and its Global IDs. */
  readonly key?: { readonly number: number; readonly ids: readonly string[] };
  /** Who did it: any of these names and users. */
  readonly actor?: { readonly name?: string; readonly userIds: readonly number[] };
  readonly action?: string;
  readonly result?: string;
  readonly fromMs?: number;
  readonly beforeMs?: number;
}

/** Rows from `fromSeq` down (null: the newest), up to `limit`. */
export async function listAudit(
  db: MetaDb,
  filter: AuditFilter,
  fromSeq: number | null,
  limit: number,
): Promise<readonly AuditRow[]> {
  let query = db.selectFrom('audit_log').selectAll().orderBy('seq', 'desc').limit(limit);
  const { key, actor, action, result, fromMs, beforeMs } = filter;
  if (fromSeq !== null) query = query.where('seq', '<=', fromSeq);
  if (key !== undefined)
    query = query.where((where) =>
      where.or([
        where('actor_key_id', '=', key.number),
        where.and([where('target_type', '=', 'key'), where('target_id', 'in', key.ids)]),
      ]),
    );
  if (actor !== undefined)
    query = query.where((where) =>
      where.or([
        ...(actor.name === undefined ? [] : [where('actor_name', '=', actor.name)]),
        ...(actor.userIds.length === 0 ? [] : [where('actor_user_id', 'in', actor.userIds)]),
      ]),
    );
  if (action !== undefined) query = query.where('action', '=', action);
  if (result !== undefined) query = query.where('result', '=', result);
  if (fromMs !== undefined) query = query.where('at_ms', '>=', fromMs);
  if (beforeMs !== undefined) query = query.where('at_ms', '<', beforeMs);
  return query.execute();
}

/** Rows of one name that are looked at for whose it was. */
const NAMED_ROWS_MAX = 10_000;

/**
 * The users of an address, those who are gone included: what was done with their keys and apps goes
 * by other names.
 */
export async function usersOfAddress(db: MetaDb, address: string): Promise<readonly number[]> {
  const named = db
    .selectFrom('audit_log')
    .select(['actor_user_id', 'actor_kind'])
    .where('actor_name', '=', address)
    .orderBy('seq', 'desc')
    .limit(NAMED_ROWS_MAX)
    .as('named');
  const was = await db
    .selectFrom(named)
    .select('actor_user_id')
    .distinct()
    .where('actor_kind', '=', 'user')
    .where('actor_user_id', 'is not', null)
    .execute();
  const is = await db.selectFrom('users').select('id').where('email', '=', address).execute();
  return [
    ...new Set([...was.flatMap((row) => row.actor_user_id ?? []), ...is.map((row) => row.id)]),
  ];
}

/**
 * Deletes the oldest rows that are older than the time, up to `limit` and never past a younger one;
 * how many.
 */
export async function pruneAudit(db: MetaDb, beforeMs: number, limit: number): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const oldest = await transaction
      .selectFrom('audit_log')
      .select(['seq', 'at_ms', 'hash'])
      .orderBy('seq')
      .limit(limit)
      .execute();
    const young = oldest.findIndex((row) => row.at_ms >= beforeMs);
    const doomed = young === -1 ? oldest : oldest.slice(0, young);
    const last = doomed.at(-1);
    if (last === undefined) return 0;
    await transaction
      .updateTable('audit_chain')
      .set({ pruned_seq: last.seq, pruned_hash: last.hash })
      .execute();
    await transaction.deleteFrom('audit_log').where('seq', '<=', last.seq).execute();
    return doomed.length;
  });
}
