import type { UserRecord } from '../access-tables.ts';
import type { MetaDb } from '../meta-db.ts';
import { suspendUser } from './suspensions.queries.ts';

/** A user who signed in with the directory, under a known name. */
export type DirectoryUserRecord = UserRecord & { readonly directory_login: string };

/**
 * People of the directory who were looked up there last before a time, those who waited longest
 * first.
 */
export async function directoryUsersCheckedBefore(
  db: MetaDb,
  beforeMs: number,
  limit: number,
): Promise<readonly DirectoryUserRecord[]> {
  return await db
    .selectFrom('users')
    .selectAll()
    .$narrowType<{ directory_login: string }>()
    .where('auth_method', '=', 'LDAP')
    .where('directory_login', 'is not', null)
    .where('directory_checked_at_ms', '<=', beforeMs)
    .orderBy('directory_checked_at_ms')
    .limit(limit)
    .execute();
}

/** The directory no longer has this user, or has no role for them. False if already suspended. */
export async function suspendDirectoryUser(
  db: MetaDb,
  id: number,
  nowMs: number,
): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('users')
      .set({ directory_checked_at_ms: nowMs })
      .where('id', '=', id)
      .execute();
    return await suspendUser(trx, id, nowMs);
  });
}
