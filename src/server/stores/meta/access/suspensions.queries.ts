import type { MetaDb } from '../meta-db.ts';

/**
 * The identity provider or directory no longer admits this user: ends every session, and keys are
 * refused. False if already suspended.
 */
export async function suspendUser(db: MetaDb, id: number, nowMs: number): Promise<boolean> {
  await db.deleteFrom('user_sessions').where('user_id', '=', id).execute();
  const suspended = db
    .updateTable('users')
    .set({ suspended_at_ms: nowMs, updated_at_ms: nowMs })
    .where('id', '=', id);
  const { numUpdatedRows } = await suspended
    .where('suspended_at_ms', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
